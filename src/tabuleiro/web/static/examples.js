/** Examples of rules that can be tried: the moves shown are made one by one, or others. */

import { post, Refusal } from "./api.js";
import { Board } from "./board/board.js";
import { html, sentence, worded } from "./elements.js";

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
    this.told = html("p", { role: "status", class: "note" });
    this.step = html("button", { type: "button", class: "button primary" });
    this.again = html("button", { type: "button", class: "button" }, [words.again]);
    this.step.addEventListener("click", () => void this.play(this.shown[this.moves.length]));
    this.again.addEventListener("click", () => void this.show([]));
  }

  async open() {
    const place = html("div", { class: "board" });
    const tools = html("div", { class: "notice-buttons" }, [this.step, this.again]);
    await this.show([], place);
    this.figure.replaceChildren(place, this.told, tools);
    this.board?.fit();
    place.addEventListener("move", (event) => void this.play(/** @type {CustomEvent} */ (event).detail.text));
    place.addEventListener("refused", (event) => void this.why(/** @type {CustomEvent} */ (event).detail));
    (this.step.hidden ? this.again : this.step).focus();
  }

  /** @param {string[]} moves @param {HTMLElement} [place] */
  async show(moves, place) {
    await this.attempt(async () => {
      const state = await post("/positions", { position: this.position, moves });
      this.moves = moves;
      if (place) this.board = new Board(place, state.still);
      this.board?.show(state);
      const said = [...state.said, ...(state.over ? [this.words.over] : state.captions.slice(0, 1))];
      this.told.textContent = said.map(sentence).join(" ");
      this.offer();
    });
  }

  /** Offers the next move that the example shows, while it is followed. */
  offer() {
    const next = this.shown[this.moves.length];
    const followed = this.moves.every((move, i) => move === this.shown[i]);
    this.step.hidden = !next || !followed;
    this.step.textContent = worded(this.words.step, { move: next });
  }

  /** @param {string} move */
  play(move) {
    return this.show([...this.moves, move]);
  }

  /** @param {{site: string, touched: string[]}} refused */
  why({ site, touched }) {
    return this.attempt(async () => {
      const body = { position: this.position, moves: this.moves, site, touched };
      const { words } = await post("/positions/why", body);
      this.told.textContent = words.map(sentence).join(" ");
    });
  }

  /** @param {() => Promise<void>} act */
  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.board?.cancel();
      this.told.textContent = error instanceof Refusal ? error.message : this.words.unreachable;
    }
  }
}

/** Lets the examples of a page be tried. @param {ParentNode} page */
export function prepare(page) {
  const rules = /** @type {HTMLElement | null} */ (page.querySelector(".rules"));
  const words = JSON.parse(rules?.dataset.words ?? "{}");
  for (const figure of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(".example"))) {
    const example = new Example(figure, words);
    const offer = /** @type {HTMLElement} */ (figure.querySelector(".example-try"));
    offer.hidden = false;
    offer.querySelector("button")?.addEventListener("click", () => void example.open());
  }
}

if (document.querySelector(".rules-page > .rules")) prepare(document);
