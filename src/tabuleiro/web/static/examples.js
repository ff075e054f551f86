/** Interactive examples in the rules: the moves shown are made one by one, or other moves. */

import { post, Refusal } from "./api.js";
import { Board } from "./board/board.js";
import { format, html, sentence } from "./elements.js";

class Example {
  /** @param {HTMLElement} figure @param {Record<string, string>} words */
  constructor(figure, words) {
    this.figure = figure;
    this.words = words;
    this.position = figure.dataset.position ?? "";
    this.shown = (figure.dataset.moves ?? "").split(" ").filter(Boolean);
    /** @type {string[]} */
    this.moves = [];
    /** @type {Board | null} */
    this.board = null;
    this.status = html("p", { role: "status", class: "note" });
    this.step = html("button", { type: "button", class: "button primary" });
    this.again = html("button", { type: "button", class: "button" }, [words.again]);
    this.step.addEventListener("click", () => void this.play(this.shown[this.moves.length]));
    this.again.addEventListener("click", () => void this.show([]));
  }

  async open() {
    const place = html("div", { class: "board" });
    const tools = html("div", { class: "notice-buttons" }, [this.step, this.again]);
    await this.show([], place);
    this.figure.replaceChildren(place, this.status, tools);
    this.board?.fit();
    place.addEventListener("move", (event) => void this.play(/** @type {CustomEvent} */ (event).detail.text));
    place.addEventListener("refused", (event) => void this.explain(/** @type {CustomEvent} */ (event).detail));
    (this.step.hidden ? this.again : this.step).focus();
  }

  /** @param {string[]} moves @param {HTMLElement} [place] */
  async show(moves, place) {
    await this.attempt(async () => {
      const state = await post("/positions", { position: this.position, moves });
      this.moves = moves;
      if (place) this.board = new Board(place, state.still);
      this.board?.show(state);
      const messages = [...state.said, ...(state.over ? [this.words.over] : state.captions.slice(0, 1))];
      this.status.textContent = messages.map(sentence).join(" ");
      this.updateStep();
    });
  }

  /** Offers the next move of the example, unless other moves were made. */
  updateStep() {
    const next = this.shown[this.moves.length];
    const followed = this.moves.every((move, i) => move === this.shown[i]);
    this.step.hidden = !next || !followed;
    this.step.textContent = format(this.words.step, { move: next });
  }

  /** @param {string} move */
  play(move) {
    return this.show([...this.moves, move]);
  }

  /** @param {{site: string, touched: string[]}} refused */
  explain({ site, touched }) {
    return this.attempt(async () => {
      const body = { position: this.position, moves: this.moves, site, touched };
      const { words } = await post("/positions/why", body);
      this.status.textContent = words.map(sentence).join(" ");
    });
  }

  /** @param {() => Promise<void>} act */
  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.board?.cancel();
      this.status.textContent = error instanceof Refusal ? error.message : this.words.unreachable;
    }
  }
}

/** Makes the examples of a page interactive. @param {ParentNode} page */
export function enableExamples(page) {
  const rules = /** @type {HTMLElement | null} */ (page.querySelector(".rules"));
  const words = JSON.parse(rules?.dataset.words ?? "{}");
  for (const figure of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(".example"))) {
    const example = new Example(figure, words);
    const offer = /** @type {HTMLElement} */ (figure.querySelector(".example-try"));
    offer.hidden = false;
    offer.querySelector("button")?.addEventListener("click", () => void example.open());
  }
}

if (document.querySelector(".rules-page > .rules")) enableExamples(document);
