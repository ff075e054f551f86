/**
 * A guided first game: one position after the other, one move to make in each.
 *
 * @typedef {{position: string, task: string, move: string, lesson: string}} Stage
 */

import { post, Refusal } from "./api.js";
import { Board } from "./board/board.js";
import { byId, html, sentence, worded } from "./elements.js";

class Lesson {
  /** @param {HTMLElement} element */
  constructor(element) {
    /** @type {Stage[]} */
    this.stages = JSON.parse(element.dataset.stages ?? "[]");
    this.words = JSON.parse(element.dataset.words ?? "{}");
    this.at = 0;
    this.done = false;
    /** @type {string} */
    this.still = "";
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

  /** Sets the position of a stage up. */
  async show() {
    this.done = false;
    await this.attempt(async () => {
      const { position, move } = this.stage;
      const state = await post("/positions", { position, pointed: move });
      this.draw(state);
      this.tell([this.stage.task]);
    });
  }

  /** @param {any} state */
  draw(state) {
    const still = JSON.stringify(state.still);
    if (still !== this.still) this.renew(state.still);
    this.still = still;
    this.board?.show(this.done ? { ...state, choices: null } : state);
  }

  /** A board of another size is another board. @param {any} still */
  renew(still) {
    const place = html("div", { class: "board", id: "board" });
    byId("board").replaceWith(place);
    this.board = new Board(place, still);
    place.addEventListener("move", (event) => void this.move(/** @type {CustomEvent} */ (event).detail.text));
    place.addEventListener("refused", (event) => void this.why(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {string} move */
  async move(move) {
    if (move !== this.stage.move) {
      this.board?.cancel();
      this.warn(worded(this.words.elsewhere, { move, task: this.stage.task }));
      return;
    }
    await this.attempt(async () => {
      const state = await post("/positions", { position: this.stage.position, moves: [move] });
      this.done = true;
      this.draw(state);
      this.tell([this.stage.lesson]);
    });
  }

  /** @param {{site: string, touched: string[]}} refused */
  why({ site, touched }) {
    if (this.done) return;
    return this.attempt(async () => {
      const { words } = await post("/positions/why", { position: this.stage.position, site, touched });
      this.warn(`${words.map(sentence).join(" ")} ${this.stage.task}`);
    });
  }

  /** @param {string[]} sentences */
  tell(sentences) {
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

  /** @param {string} words */
  warn(words) {
    byId("reason").textContent = words;
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
