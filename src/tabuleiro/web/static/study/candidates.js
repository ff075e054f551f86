/**
 * The list of candidate moves: their evaluations, their shares of the search, and the lines that they
 * begin.
 *
 * @typedef {import("./analysis.js").Line} Line
 * @typedef {import("./analysis.js").Step} Step
 * @typedef {import("./reasons.js").Reason} Reason
 *
 * @typedef {object} CandidateActions
 * @property {(move: string) => void} select  shows the line of a move; "" for none
 * @property {(steps: Step[]) => void} play  plays these moves
 * @property {(steps: Step[]) => Promise<Reason[] | null>} explain  finds reasons for the first of these moves
 */

import { html } from "../elements.js";
import { percent } from "./evaluation.js";
import { listReasons } from "./reasons.js";

export class Candidates {
  /** @param {HTMLElement} element @param {Record<string, string>} words @param {CandidateActions} actions */
  constructor(element, words, actions) {
    this.element = element;
    this.words = words;
    this.actions = actions;
    this.selected = "";
    /** @type {Step[]} */
    this.shown = []; // the moves of a reason, instead of the line of the selected move
    /** @type {unknown} */
    this.place = null;
    /** @type {Map<string, Row>} */
    this.rows = new Map();
  }

  /** Shows the lines from a place; the reasons for moves from another place are forgotten.
   * @param {Line[]} lines @param {unknown} place */
  show(lines, place) {
    if (place !== this.place) {
      this.selected = "";
      this.rows.clear();
    }
    this.place = place;
    const moves = lines.map(({ line: [{ move }] }) => move);
    if (!moves.includes(this.selected)) this.selected = "";
    if (!this.selected) this.shown = [];
    for (const [move, row] of this.rows) if (!moves.includes(move)) this.#remove(move, row);
    const rows = lines.map((line, i) => this.#row(moves[i]).show(line, moves[i] === this.selected));
    const order = rows.map((row) => row.element);
    if (order.some((row, i) => this.element.children[i] !== row)) this.#arrange(order);
  }

  /** The line of the selected move or reason; empty if none is selected. @param {Line[]} lines */
  selectedLine(lines) {
    if (this.shown.length) return this.shown;
    return lines.find(({ line: [{ move }] }) => move === this.selected)?.line ?? [];
  }

  /** @param {string} move */
  #row(move) {
    const known = this.rows.get(move) ?? new Row(move, this.words, {
      select: () => this.#select(move),
      play: this.actions.play,
      explain: this.actions.explain,
      show: (line) => {
        this.shown = line;
        this.actions.select(move);
      },
    });
    this.rows.set(move, known);
    return known;
  }

  /** @param {string} move @param {Row} row */
  #remove(move, row) {
    row.element.remove();
    this.rows.delete(move);
  }

  /** Puts rows in order, and keeps the focus. @param {HTMLElement[]} rows */
  #arrange(rows) {
    const focused = this.element.contains(document.activeElement) ? document.activeElement : null;
    this.element.replaceChildren(...rows);
    /** @type {HTMLElement | null} */ (focused)?.focus();
  }

  /** @param {string} move */
  #select(move) {
    this.selected = this.selected === move ? "" : move;
    this.shown = [];
    if (this.selected) void this.rows.get(move)?.explain();
    this.actions.select(this.selected);
  }
}

/**
 * @typedef {object} RowActions
 * @property {() => void} select
 * @property {(steps: Step[]) => void} play
 * @property {(steps: Step[]) => Promise<Reason[] | null>} explain
 * @property {(line: Step[]) => void} show  shows the moves of a reason
 */

class Row {
  /** @param {string} move @param {Record<string, string>} words @param {RowActions} actions */
  constructor(move, words, actions) {
    this.words = words;
    this.actions = actions;
    /** @type {Step[]} */
    this.steps = [];
    this.movesText = "";
    this.evaluation = html("span", { class: "worth" });
    this.share = html("span");
    this.button = html("button", { type: "button", class: "candidate-row", "aria-expanded": "false" }, [
      html("span", { class: "candidate-move" }, [move]),
      this.evaluation,
      html("span", { class: "candidate-share" }, [this.share, html("span", { class: "hidden" }, [` ${words.of_search}`])]),
    ]);
    this.line = html("div", { class: "candidate-line" });
    this.reasons = html("ul", { class: "reasons", role: "list", "aria-live": "polite" });
    this.asked = false;
    this.element = html("li", {}, [this.button, this.line, this.reasons]);
    this.button.addEventListener("click", () => actions.select());
    this.line.addEventListener("click", (event) => this.#play(event));
  }

  /** @param {Line} line @param {boolean} selected */
  show(line, selected) {
    this.evaluation.textContent = line.said;
    this.evaluation.classList.toggle("proved", line.proved || line.mate !== null);
    this.share.textContent = `${percent(line.share)} %`;
    this.element.style.setProperty("--part", String(line.share));
    this.button.setAttribute("aria-expanded", String(selected));
    this.steps = line.line;
    const moves = line.line.map(({ move }) => move);
    if (moves.join(" ") !== this.movesText) this.#showLine(moves);
    return this;
  }

  /** Lists reasons for the move, once. */
  async explain() {
    if (this.asked) return;
    this.asked = true;
    const reasons = await this.actions.explain(this.steps);
    this.asked = Boolean(reasons);
    if (!reasons) return;
    if (reasons.length) listReasons(this.reasons, reasons, this.actions.show);
    else this.reasons.replaceChildren(html("li", {}, [this.words.unexplained]));
  }

  /** @param {string[]} moves */
  #showLine(moves) {
    this.movesText = moves.join(" ");
    const buttons = moves.map((move, i) => html("button", { type: "button", "data-count": i + 1 }, [move]));
    this.line.replaceChildren(...buttons);
  }

  /** @param {MouseEvent} event */
  #play(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (button) this.actions.play(this.steps.slice(0, Number(button.dataset.count)));
  }
}
