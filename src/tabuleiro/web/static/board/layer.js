/**
 * A layer of a picture that is drawn again and again. What is drawn as before stays as it is: after
 * a touch little is new, and only that is laid out and painted.
 *
 * @typedef {Map<string, () => Element>} Parts  how each part is made, by all that it looks like
 */
export class Layer {
  /** @param {Element} element  what is in it already is known by its markup */
  constructor(element) {
    this.element = element;
    /** @type {Map<string, Element>} */
    this.shown = new Map([...element.children].map((part) => [part.outerHTML, part]));
  }

  /** Shows these parts, in this order.
   * @param {Parts} parts */
  show(parts) {
    this.#clear(parts);
    let next = this.element.firstElementChild;
    for (const [look, make] of parts) {
      const part = this.shown.get(look) ?? make();
      this.shown.set(look, part);
      if (part === next) next = next.nextElementSibling;
      else this.element.insertBefore(part, next);
    }
  }

  /** @param {Parts} parts  what stays of what is shown */
  #clear(parts) {
    for (const [look, part] of this.shown) {
      if (parts.has(look)) continue;
      part.remove();
      this.shown.delete(look);
    }
  }
}

/** Elements as parts. Two that look the same are two.
 * @param {Iterable<Element>} elements @returns {Parts} */
export function partsOf(elements) {
  /** @type {Parts} */
  const parts = new Map();
  for (const element of elements) {
    let look = element.outerHTML;
    while (parts.has(look)) look += " ";
    parts.set(look, () => element);
  }
  return parts;
}
