/**
 * The list of moves of a study: the main line, indented variations, and comments. A click on a move
 * shows its position.
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
    new ResizeObserver(() => this.#scrollToCurrent()).observe(element);
  }

  /** @param {Tree} tree @param {Node} current */
  show(tree, current) {
    const focused = this.nodes.get(/** @type {HTMLElement} */ (document.activeElement));
    this.buttons.clear();
    this.nodes.clear();
    this.element.replaceChildren(...this.#comment(tree.root), ...this.#line(tree.root));
    this.mark(current);
    if (focused) (this.buttons.get(focused) ?? this.buttons.get(current))?.focus();
  }

  /** Marks the current node. @param {Node} current */
  mark(current) {
    this.element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.buttons.get(current)?.setAttribute("aria-current", "true");
    this.#scrollToCurrent();
  }

  /** The moves after a node. @param {Node} node @returns {HTMLElement[]} */
  #line(node) {
    const found = [];
    let withNumber = true; // whether to show the number even within a round
    for (let at = node; at.next; at = at.next) {
      const [main, ...others] = at.children;
      found.push(...this.#move(main, withNumber), ...this.#comment(main), ...others.map((other) => this.#variation(other)));
      withNumber = others.length > 0 || main.comment !== "";
    }
    return found;
  }

  /** @param {Node} node */
  #variation(node) {
    const before = node.facts.before ? [html("span", { class: "move-comment" }, [node.facts.before])] : [];
    return html("div", { class: "variation" }, [...before, ...this.#move(node, true), ...this.#comment(node), ...this.#line(node)]);
  }

  /** @param {Node} node @param {boolean} withNumber */
  #move(node, withNumber) {
    const { sign } = readRemark(node.comment);
    const button = html("button", { type: "button", class: "move" }, [node.move, ...(sign ? [html("b", {}, [sign])] : [])]);
    this.buttons.set(node, button);
    this.nodes.set(button, node);
    const begins = node.number !== node.parent?.number;
    return begins || withNumber ? [html("span", { class: "turn" }, [`${node.number}${begins ? "." : "…"}`]), button] : [button];
  }

  /** @param {Node} node */
  #comment(node) {
    const { text } = readRemark(node.comment);
    return text ? [html("span", { class: "move-comment" }, [text])] : [];
  }

  /** Scrolls to the current move. */
  #scrollToCurrent() {
    const button = this.element.querySelector("[aria-current]");
    if (!button) {
      this.element.scrollTop = 0;
      return;
    }
    const [box, room] = [button.getBoundingClientRect(), this.element.getBoundingClientRect()];
    if (box.bottom > room.bottom || box.top < room.top) this.element.scrollTop += box.top - room.top - 40;
    if (box.right > room.right || box.left < room.left) this.element.scrollLeft += box.left - room.left - 80;
  }
}
