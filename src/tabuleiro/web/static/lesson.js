/**
 * A guided first game: a series of positions, with one move to make in each.
 *
 * @typedef {{position: string, task: string, move: string, sites: string[], lesson: string}} Stage
 *   `sites` are touched in this order
 */

import { post, Refusal } from "./api.js";
import { Board } from "./board/board.js";
import { byId, html, sentence } from "./elements.js";

class Lesson {
  /** @param {HTMLElement} element */
  constructor(element) {
    /** @type {Stage[]} */
    this.stages = JSON.parse(element.dataset.stages ?? "[]");
    this.words = JSON.parse(element.dataset.words ?? "{}");
    this.turn = Number(element.dataset.turn); // that brings the side of the learner to the bottom
    this.at = 0;
    this.done = false;
    /** @type {string} */
    this.stillKey = "";
    /** @type {Board | null} */
    this.board = null;
    byId("next").addEventListener("click", () => {
      this.at += 1;
      void this.show();
    });
    void this.show();
  }

  get stage() {
    return this.stages[this.at];
  }

  /** Sets up the position of the stage. */
  async show() {
    this.done = false;
    await this.attempt(async () => {
      const { position, move } = this.stage;
      const state = await post("/positions", { position, pointed: move });
      this.draw(state);
      this.showText([this.stage.task]);
    });
  }

  /** @param {any} state */
  draw(state) {
    const key = JSON.stringify(state.still);
    if (key !== this.stillKey) this.newBoard(state.still);
    this.stillKey = key;
    this.board?.show(this.done ? { ...state, choices: null } : state);
  }

  /** Replaces the board, as another size needs a new one. @param {any} still */
  newBoard(still) {
    const place = html("div", { class: "board", id: "board" });
    byId("board").replaceWith(place);
    this.board = new Board(place, still);
    this.board.turnTo(this.turn);
    place.addEventListener("move", (event) => void this.move(/** @type {CustomEvent} */ (event).detail.text));
    place.addEventListener("refused", (event) => void this.explain(/** @type {CustomEvent} */ (event).detail));
    place.addEventListener("touches", () => queueMicrotask(() => this.follow()));
  }

  /** Removes a message once the touches are those of the task; other ones are cleared. */
  follow() {
    const touched = this.board?.input.touched ?? [];
    if (!touched.length || this.done) return;
    if (touched.every((site, i) => site === this.stage.sites[i])) this.warn("");
    else this.refuse();
  }

  /** Clears the selection, as the task starts anew. */
  refuse() {
    this.board?.cancel();
    this.warn(this.words.elsewhere, true);
  }

  /** @param {string} move */
  async move(move) {
    if (move !== this.stage.move) {
      this.refuse();
      return;
    }
    await this.attempt(async () => {
      const state = await post("/positions", { position: this.stage.position, moves: [move] });
      this.done = true;
      this.draw(state);
      this.showText([this.stage.lesson]);
    });
  }

  /** @param {{site: string, touched: string[]}} refused */
  explain({ site, touched }) {
    if (this.done) return;
    this.board?.cancel();
    return this.attempt(async () => {
      const { words } = await post("/positions/why", { position: this.stage.position, site, touched });
      this.warn(words.map(sentence).join(" "));
    });
  }

  /** @param {string[]} sentences */
  showText(sentences) {
    this.warn("");
    byId("words").replaceChildren(...sentences.map((words) => html("p", {}, [words])));
    const last = this.at === this.stages.length - 1;
    byId("next").hidden = !this.done || last;
    byId("play").hidden = !this.done || !last;
    if (this.done) (last ? byId("play").querySelector("button") : byId("next"))?.focus();
    [...byId("steps").children].forEach((step, i) => {
      step.classList.toggle("done", i < this.at || (i === this.at && this.done));
      if (i === this.at) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
  }

  /** @param {string} words @param {boolean} allowed  whether the rules allow the touch */
  warn(words, allowed = false) {
    byId("reason").textContent = words;
    byId("reason").classList.toggle("allowed", allowed);
  }

  /** @param {() => Promise<void>} act */
  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.warn(error instanceof Refusal ? error.message : this.words.unreachable);
    }
  }
}

new Lesson(byId("lesson"));
