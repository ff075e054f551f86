/** Elements made from names and attributes. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element.
 *
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {Element[]} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, tag);
  return /** @type {SVGElement} */ (filled(element, attributes, children));
}

/**
 * An HTML element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} attributes
 * @param {(Element | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function html(tag, attributes = {}, children = []) {
  const element = document.createElement(tag);
  filled(element, attributes, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, string | number>} attributes
 * @param {(Element | string)[]} children
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * The elements of a piece of SVG that the server drew.
 *
 * @param {string} markup
 * @returns {Element[]}
 */
export function parsed(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg xmlns="${SVG}">${markup}</svg>`;
  return [.../** @type {Element} */ (holder.content.firstElementChild).children];
}

/**
 * A sentence with its values filled in.
 *
 * @param {string} template
 * @param {Record<string, string | number>} values
 */
export function worded(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
