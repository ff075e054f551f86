/** Creates SVG and HTML elements, and fills in message templates. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean>} Attributes  `true` is an empty attribute, `false` none */

/**
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {Element[]} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, children = []) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  fill(element, attributes, children);
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function html(tag, attributes = {}, children = []) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
}

/**
 * Parses SVG markup from the server.
 *
 * @param {string} markup
 * @returns {Element[]}
 */
export function parseSvg(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg xmlns="${SVG}">${markup}</svg>`;
  return [.../** @type {Element} */ (holder.content.firstElementChild).children];
}

/**
 * Fills in a message template: `{name}` is replaced by `values.name`.
 *
 * @param {string} template
 * @param {Record<string, unknown>} [values]
 */
export function format(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
