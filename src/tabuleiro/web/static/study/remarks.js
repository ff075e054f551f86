/**
 * Edits the comment of a position: its text, how good the move was, circles and arrows on the board.
 *
 * @typedef {import("./marks.js").Remark} Remark
 * @typedef {import("./positions.js").PositionState} PositionState
 * @typedef {import("./tree.js").Node} Node
 */

import { byId, setPressed } from "../elements.js";
import { readRemark, toggleShape, writeRemark } from "./marks.js";

export class Remarks {
  /** @param {import("../board/board.js").Board} board @param {import("./overlay.js").Overlay} overlay
   * @param {string} marking  the message while marks are drawn @param {() => void} changed */
  constructor(board, overlay, marking, changed) {
    this.board = board;
    this.overlay = overlay;
    this.words = marking;
    this.changed = changed;
    /** @type {Node | null} */
    this.node = null;
    /** @type {PositionState | null} */
    this.state = null;
    /** @type {string | null} */
    this.first = null; // null unless marks are drawn; then the first site of an arrow or circle, or ""
    byId("comment").addEventListener("input", (event) => {
      this.update({ text: /** @type {HTMLTextAreaElement} */ (event.target).value });
    });
  }

  /** Whether marks are drawn. */
  get marking() {
    return this.first !== null;
  }

  get remark() {
    return readRemark(this.node?.comment ?? "");
  }

  /** Shows the comment of a node. @param {Node} node */
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

  /** Shows a state on the board, for moves or for marks. @param {PositionState} state */
  showBoard(state) {
    this.state = state;
    this.board.show(this.marking ? this.#markable(state) : state);
  }

  /** @param {string} sign */
  toggleSign(sign) {
    this.update({ sign: this.remark.sign === sign ? "" : sign });
  }

  /** @param {Partial<Remark>} part */
  update(part) {
    if (!this.node) return;
    this.node.comment = writeRemark({ ...this.remark, ...part });
    this.show(this.node);
    this.changed();
  }

  /** Starts or stops drawing marks. */
  toggleMarking() {
    this.first = this.marking ? null : "";
    setPressed("mark", this.marking);
    byId("status").textContent = this.marking ? this.words : "";
    if (this.state) this.showBoard(this.state);
  }

  /** Handles a touch while marks are drawn. @param {string} site */
  touch(site) {
    const { first } = this;
    this.first = first ? "" : site;
    if (first) this.update(toggleShape(this.remark, first === site ? [site] : [first, site]));
    else this.overlay.draw({ shapes: [...this.remark.shapes, [site]] });
    if (this.state) this.showBoard(this.state);
  }

  /** The state with all sites as choices. @param {PositionState} state @returns {PositionState} */
  #markable(state) {
    const sites = this.board.still.sites.filter((site) => !site.optional && !site.quiet).map(({ name }) => name);
    const moves = sites.map((site, i) => /** @type {[string, number[]]} */ ([site, [i]]));
    return { ...state, choices: { steps: sites.map((site) => [site]), moves, rings: {}, ghosts: {}, shifts: {}, tone: "p1" } };
  }
}
