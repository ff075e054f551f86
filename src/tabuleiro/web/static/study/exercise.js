/**
 * A board on which a move is to be found. It knows no rule: what may be touched, why something may
 * not, and what a move is worth come from the server.
 *
 * @typedef {import("./positions.js").Shown} Shown
 * @typedef {import("./analysis.js").Insight} Insight
 *
 * @typedef {object} Setting
 * @property {import("../board/types.js").Still} still
 * @property {Shown} state  of the position from which all moves are counted
 * @property {string[]} tones  the colour of each player
 * @property {string} unreachable  what is said when nobody answers
 */

import { follow, post, Refusal } from "../api.js";
import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { byId, html, sentence } from "../elements.js";
import { Overlay } from "./overlay.js";

export class Exercise {
  /** @param {Setting} setting @param {(move: string) => void} attempt  is told what was entered */
  constructor({ still, state, tones, unreachable }, attempt) {
    this.start = state.position;
    this.unreachable = unreachable;
    /** @type {Map<string, Promise<Shown>>} */
    this.known = new Map([["", Promise.resolve(state)]]);
    /** @type {string[]} */
    this.moves = []; // those after which the board stands
    this.open = false; // whether a move may be entered
    this.board = new Board(byId("board"), still, { sound: new Sound() });
    this.overlay = new Overlay(this.board, tones);
    this.board.element.addEventListener("move", (event) => attempt(/** @type {CustomEvent} */ (event).detail.text));
    this.board.element.addEventListener("refused", (event) => void this.why(/** @type {CustomEvent} */ (event).detail));
  }

  /** Shows the position after some moves; where it is `open`, a move may be entered.
   * @param {string[]} moves @param {boolean} open */
  async show(moves, open) {
    this.moves = moves;
    this.open = open;
    const state = await this.after(moves);
    if (this.moves !== moves) return;
    this.overlay.draw({});
    this.board.show(open ? state : { ...state, choices: null });
  }

  /** The position after some moves, asked for once. @param {string[]} moves @returns {Promise<Shown>} */
  after(moves) {
    const key = moves.join(" ");
    const found = this.known.get(key) ?? post("/positions", { position: this.start, moves, still: false });
    this.known.set(key, found);
    found.catch(() => this.known.delete(key));
    return found;
  }

  /** Lists moves of a line; where it can be gone through, each leads to the position after it.
   * @param {string[]} moves @param {number} current  which is marked @param {((index: number) => void) | null} lead */
  list(moves, current, lead) {
    byId("line").replaceChildren(...moves.map((move, i) => {
      const button = html("button", { type: "button", disabled: !lead, "aria-current": i === current && "step" }, [move]);
      button.addEventListener("click", () => lead?.(i));
      return html("li", {}, [button]);
    }));
  }

  /** What can be found out within some seconds about the position after some moves.
   * @param {string[]} moves @param {number} seconds @returns {Promise<Insight>} */
  async worth(moves, seconds) {
    const { position } = await this.after(moves);
    const asking = new AbortController();
    /** @type {Insight | null} */
    let last = null;
    for await (const { name, data } of follow("/analysis", { position, lines: 1, seconds }, asking.signal)) {
      if (name === "trouble") throw new Refusal(403, { code: "trouble", message: data.message });
      if (name === "analysis") last = data;
      if (last?.proved) break;
    }
    asking.abort();
    if (!last) throw new Error("an analysis has an insight");
    return last;
  }

  /** @param {{site: string, touched: string[]}} refused */
  async why({ site, touched }) {
    if (!this.open) return;
    await this.attempt(async () => {
      const { words } = await post("/positions/why", { position: this.start, moves: this.moves, site, touched });
      this.warn(words.map(sentence).join(" "));
    });
  }

  /** Says what is wrong. @param {string} words */
  warn(words) {
    byId("reason").textContent = words;
  }

  /** Tries something of the server's and says why it is refused.
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
