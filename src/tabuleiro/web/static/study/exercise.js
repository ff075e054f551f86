/**
 * A board on which the user has to find a move. It contains no game rules: what can be touched, why
 * a touch is refused, and how good a move is come from the server.
 *
 * @typedef {import("./positions.js").PositionState} PositionState
 * @typedef {import("./analysis.js").Insight} Insight
 *
 * @typedef {object} ExerciseData
 * @property {import("../board/types.js").Still} still
 * @property {PositionState} state  of the start position
 * @property {string[]} tones  the colour of each player
 * @property {string} unreachable  the message if the server is unreachable
 */

import { post, Refusal, streamEvents } from "../api.js";
import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { byId, format, html, sentence } from "../elements.js";
import { Overlay } from "./overlay.js";

export class Exercise {
  /** @param {ExerciseData} data @param {(move: string) => void} enter  called with each entered move */
  constructor({ still, state, tones, unreachable }, enter) {
    this.start = state.position;
    this.unreachable = unreachable;
    this.evaluations = 0; // how many have been asked for
    /** @type {Map<string, Promise<PositionState>>} */
    this.cache = new Map([["", Promise.resolve(state)]]);
    /** @type {string[]} */
    this.moves = []; // from the start to the position shown
    this.open = false; // whether a move can be entered
    this.hinted = 0; // how many hints have been given
    this.board = new Board(byId("board"), still, { sound: new Sound() });
    this.overlay = new Overlay(this.board, tones);
    this.board.element.addEventListener("move", (event) => enter(/** @type {CustomEvent} */ (event).detail.text));
    this.board.element.addEventListener("refused", (event) => void this.explainRefusal(/** @type {CustomEvent} */ (event).detail));
  }

  /** Shows the position after some moves. If it is `open`, a move can be entered.
   * @param {string[]} moves @param {boolean} open */
  async show(moves, open) {
    this.moves = moves;
    this.open = open;
    this.hinted = 0;
    const state = await this.after(moves);
    if (this.moves !== moves) return;
    this.overlay.draw({});
    this.board.show(open ? state : { ...state, choices: null });
  }

  /** Draws the next hint to a move, and returns it in words.
   * @param {string[][]} hints  the sites of each @param {Record<string, string>} words */
  hint(hints, words) {
    const sites = hints[Math.min(this.hinted, hints.length - 1)];
    this.hinted += 1;
    this.overlay.draw({ shapes: sites.map((site) => [site]) });
    return sites.length > 1 ? words.area : format(words.hint, { site: sites[0] });
  }

  /** The position after some moves, cached. @param {string[]} moves @returns {Promise<PositionState>} */
  after(moves) {
    const key = moves.join(" ");
    const found = this.cache.get(key) ?? post("/positions", { position: this.start, moves, still: false, prospects: false });
    this.cache.set(key, found);
    found.catch(() => this.cache.delete(key));
    return found;
  }

  /** Lists the moves of a line. With `choose`, they are buttons that show the position after them.
   * @param {string[]} moves @param {number} current  its index is marked @param {((index: number) => void) | null} choose */
  list(moves, current, choose) {
    byId("line").replaceChildren(...moves.map((move, i) => {
      const button = html("button", { type: "button", disabled: !choose, "aria-current": i === current && "step" }, [move]);
      button.addEventListener("click", () => choose?.(i));
      return html("li", {}, [button]);
    }));
  }

  /** Analyses the position after some moves for some seconds, or until it is proved.
   * @param {string[]} moves @param {number} seconds @returns {Promise<Insight | null>} null if another
   * analysis has replaced it */
  async evaluate(moves, seconds) {
    const number = ++this.evaluations;
    const { position } = await this.after(moves);
    if (number < this.evaluations) return null;
    const controller = new AbortController();
    /** @type {Insight | null} */
    let last = null;
    for await (const { name, data } of streamEvents("/analysis", { position, lines: 1, seconds }, controller.signal)) {
      if (name === "trouble") throw new Refusal(403, { code: "trouble", message: data.message });
      if (name === "analysis") last = data;
      if (last?.proved) break;
      if (name === "end" && data.replaced) return last;
    }
    controller.abort();
    if (!last) throw new Error("an analysis has an insight");
    return last;
  }

  /** @param {{site: string, touched: string[]}} refused */
  async explainRefusal({ site, touched }) {
    if (!this.open) return;
    await this.attempt(async () => {
      const { words } = await post("/positions/why", { position: this.start, moves: this.moves, site, touched });
      this.warn(words.map(sentence).join(" "));
    });
  }

  /** Shows a warning. @param {string} words */
  warn(words) {
    byId("reason").textContent = words;
  }

  /** Runs a request, and shows the error if it fails.
   * @param {() => Promise<void>} act @param {HTMLElement} [place] */
  async attempt(act, place = byId("reason")) {
    try {
      await act();
    } catch (error) {
      this.board.cancel();
      place.textContent = error instanceof Refusal ? sentence(error.message) : this.unreachable;
    }
  }
}
