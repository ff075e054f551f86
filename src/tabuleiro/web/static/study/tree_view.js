/**
 * The moves of a study: the main line, variations inset where they branch off, comments between.
 * Every move leads to its position.
 *
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Tree} Tree
 */

import { html } from "../elements.js";
import { readRemark } from "./marks.js";

export class TreeView {
  /** @param {HTMLElement} element @param {(node: Node) => void} choose */
  constructor(element, choose) {
    this.element = element;
    /** @type {Map<Node, HTMLElement>} */
    this.buttons = new Map();
    /** @type {Map<HTMLElement, Node>} */
    this.nodes = new Map();
    element.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      const node = button && this.nodes.get(button);
      if (node) choose(node);
    });
  }

  /** @param {Tree} tree @param {Node} current */
  show(tree, current) {
    const focused = this.nodes.get(/** @type {HTMLElement} */ (document.activeElement));
    this.buttons.clear();
    this.nodes.clear();
    this.element.replaceChildren(...this.#said(tree.root), ...this.#line(tree.root, 0));
    this.mark(current);
    if (focused) (this.buttons.get(focused) ?? this.buttons.get(current))?.focus();
  }

  /** Shows where the board is. @param {Node} current */
  mark(current) {
    this.element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.buttons.get(current);
    button?.setAttribute("aria-current", "true");
    this.#follow(button);
  }

  /** What follows a node. @param {Node} node @param {number} count  of moves before it @returns {HTMLElement[]} */
  #line(node, count) {
    const found = [];
    let at = node;
    let number = count;
    let numbered = true; // whether the next move is to have its number
    for (; at.next; at = at.next, number += 1) {
      const [main, ...others] = at.children;
      found.push(...this.#move(main, number + 1, numbered), ...this.#said(main));
      for (const other of others) found.push(this.#variation(other, number + 1));
      numbered = others.length > 0 || main.comment !== "";
    }
    return found;
  }

  /** @param {Node} node @param {number} number */
  #variation(node, number) {
    const before = node.facts.before ? [html("span", { class: "said" }, [node.facts.before])] : [];
    const parts = [...before, ...this.#move(node, number, true), ...this.#said(node), ...this.#line(node, number)];
    return html("div", { class: "variation" }, parts);
  }

  /** @param {Node} node @param {number} number @param {boolean} numbered */
  #move(node, number, numbered) {
    const { sign } = readRemark(node.comment);
    const button = html("button", { type: "button", class: "move" }, [node.move, ...(sign ? [html("b", {}, [sign])] : [])]);
    this.buttons.set(node, button);
    this.nodes.set(button, node);
    return numbered || number % 5 === 1 ? [html("span", { class: "turn" }, [`${number}.`]), button] : [button];
  }

  /** @param {Node} node */
  #said(node) {
    const { text } = readRemark(node.comment);
    return text ? [html("span", { class: "said" }, [text])] : [];
  }

  /** @param {HTMLElement | undefined} button */
  #follow(button) {
    if (!button) {
      this.element.scrollTop = 0;
      return;
    }
    const [box, room] = [button.getBoundingClientRect(), this.element.getBoundingClientRect()];
    if (box.bottom > room.bottom || box.top < room.top) this.element.scrollTop += box.top - room.top - 40;
    if (box.right > room.right || box.left < room.left) this.element.scrollLeft += box.left - room.left - 80;
  }
}
