/**
 * A layer of a picture that is redrawn often. Parts that have not changed keep their elements, so
 * that the browser lays out and paints only what is new.
 *
 * @typedef {Map<string, () => Element>} Parts  makes each part, by a key that describes its look
 */
export class Layer {
  /** @param {Element} element  its present children get their markup as keys */
  constructor(element) {
    this.element = element;
    /** @type {Map<string, Element>} */
    this.shown = new Map([...element.children].map((part) => [part.outerHTML, part]));
  }

  /** Shows these parts, in this order.
   * @param {Parts} parts */
  show(parts) {
    this.#removeExcept(parts);
    let next = this.element.firstElementChild;
    for (const [key, make] of parts) {
      const part = this.shown.get(key) ?? make();
      this.shown.set(key, part);
      if (part === next) next = next.nextElementSibling;
      else this.element.insertBefore(part, next);
    }
  }

  /** @param {Parts} parts */
  #removeExcept(parts) {
    for (const [key, part] of this.shown) {
      if (parts.has(key)) continue;
      part.remove();
      this.shown.delete(key);
    }
  }
}

/** Elements as parts. Elements that look the same get different keys.
 * @param {Iterable<Element>} elements @returns {Parts} */
export function partsOf(elements) {
  /** @type {Parts} */
  const parts = new Map();
  for (const element of elements) {
    let key = element.outerHTML;
    while (parts.has(key)) key += " ";
    parts.set(key, () => element);
  }
  return parts;
}
