/**
 * What is said of a position: a comment, how good the move was, circles and arrows on the board.
 *
 * @typedef {import("./marks.js").Remark} Remark
 * @typedef {import("./positions.js").Shown} Shown
 * @typedef {import("./tree.js").Node} Node
 */

import { byId, press } from "../elements.js";
import { readRemark, toggled, writeRemark } from "./marks.js";

export class Remarks {
  /** @param {import("../board/board.js").Board} board @param {import("./overlay.js").Overlay} overlay
   * @param {string} marking  what is said while marks are drawn @param {() => void} changed */
  constructor(board, overlay, marking, changed) {
    this.board = board;
    this.overlay = overlay;
    this.words = marking;
    this.changed = changed;
    /** @type {Node | null} */
    this.node = null;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {string | null} */
    this.first = null; // the place that was touched first while marks are drawn, "" before that
    byId("comment").addEventListener("input", (event) => {
      this.say({ text: /** @type {HTMLTextAreaElement} */ (event.target).value });
    });
  }

  /** Whether marks are drawn. */
  get marking() {
    return this.first !== null;
  }

  get remark() {
    return readRemark(this.node?.comment ?? "");
  }

  /** Shows what is said of a node. @param {Node} node */
  show(node) {
    if (node !== this.node) this.first &&= "";
    this.node = node;
    const { sign, text } = this.remark;
    const field = /** @type {HTMLTextAreaElement} */ (byId("comment"));
    if (field.value !== text) field.value = text;
    for (const each of document.querySelectorAll("[data-sign]")) {
      const button = /** @type {HTMLButtonElement} */ (each);
      button.setAttribute("aria-pressed", String(button.dataset.sign === sign));
      button.disabled = !node.parent;
    }
  }

  /** Shows the board, to be played or to be drawn on. @param {Shown} shown */
  present(shown) {
    this.shown = shown;
    this.board.show(this.marking ? this.#open(shown) : shown);
  }

  /** @param {string} sign */
  judge(sign) {
    this.say({ sign: this.remark.sign === sign ? "" : sign });
  }

  /** @param {Partial<Remark>} part */
  say(part) {
    if (!this.node) return;
    this.node.comment = writeRemark({ ...this.remark, ...part });
    this.show(this.node);
    this.changed();
  }

  /** Begins to draw marks, or ends it. */
  switch() {
    this.first = this.marking ? null : "";
    press("mark", this.marking);
    byId("status").textContent = this.marking ? this.words : "";
    if (this.shown) this.present(this.shown);
  }

  /** A place was touched while marks are drawn. @param {string} site */
  touch(site) {
    const { first } = this;
    this.first = first ? "" : site;
    if (first) this.say(toggled(this.remark, first === site ? [site] : [first, site]));
    else this.overlay.draw({ shapes: [...this.remark.shapes, [site]] });
    if (this.shown) this.present(this.shown);
  }

  /** A board on which any place may be touched. @param {Shown} shown @returns {Shown} */
  #open(shown) {
    const sites = this.board.still.sites.filter((site) => !site.optional && !site.quiet).map(({ name }) => name);
    const moves = sites.map((site, i) => /** @type {[string, number[]]} */ ([site, [i]]));
    return { ...shown, choices: { steps: sites.map((site) => [site]), moves, rings: {}, ghosts: {}, tone: "p1" } };
  }
}
