/**
 * Replays a line of moves on a board, with buttons, a list of the moves, and keys. Positions come
 * from the server and are cached.
 *
 * @typedef {{text: string, seat: number, number: number, by: string, comment: string}} Move
 * @typedef {import("./board/types.js").State & {captions: string[], query?: string, over?: boolean}} ReplayState
 *
 * @typedef {object} Line
 * @property {string} game
 * @property {string} title
 * @property {string} page  its path
 * @property {string} query  its query string
 * @property {string} position  the full text of the first position
 * @property {number} players
 * @property {Move[]} moves
 * @property {string} comment  the comment before the first move
 * @property {number} at  after how many moves it starts
 * @property {import("./board/types.js").Still} still
 * @property {ReplayState} state
 */

import { post, Refusal } from "./api.js";
import { Board } from "./board/board.js";
import { byId, format, html, isForPage, sentence } from "./elements.js";
import { MoveList, placeText } from "./moves.js";

const PLAY_INTERVAL = 1_200; // milliseconds between moves during autoplay

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -Infinity, ArrowDown: Infinity, Home: -Infinity, End: Infinity };
/** @type {Record<string, number>} */
const BUTTONS = { first: -Infinity, back: -1, forward: 1, last: Infinity };

export class Replay {
  /** @param {Record<string, string>} words @param {(state: ReplayState, at: number) => void} changed */
  constructor(words, changed) {
    this.words = words;
    this.changed = changed;
    this.at = 0;
    this.timer = 0;
    /** @type {Line | null} */
    this.line = null;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Map<number, ReplayState>} */
    this.cache = new Map();
    const list = document.getElementById("moves");
    this.list = list && new MoveList(list, (count) => this.#step(count - this.at));
    this.buttons = byId("replay");
    this.buttons.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows a line, starting at its position `at`. @param {Line} line */
  open(line) {
    this.stop();
    const board = html("div", { class: "board", id: "board" });
    byId("board").replaceWith(board);
    this.line = line;
    this.board = new Board(board, line.still);
    this.cache = new Map([[line.at, line.state]]);
    void this.go(line.at);
  }

  get last() {
    return this.line?.moves.length ?? 0;
  }

  /** Shows the position after that many moves. @param {number} count */
  async go(count) {
    const at = Math.min(this.last, Math.max(0, count));
    this.at = at;
    this.#update();
    try {
      const state = await this.#state(at);
      if (at !== this.at) return; // outdated: another position was requested meanwhile
      this.board?.show({ ...state, choices: null });
      this.#update(state);
      this.changed(state, at);
    } catch (error) {
      this.stop();
      byId("caption").textContent = error instanceof Refusal ? error.message : this.words.unreachable;
    }
  }

  /** @param {number} at @returns {Promise<ReplayState>} */
  async #state(at) {
    const { cache, line } = this;
    const moves = line?.moves.slice(0, at).map((move) => move.text);
    const state = cache.get(at) ?? (await post("/positions", { position: line?.position, moves }));
    cache.set(at, state);
    return state;
  }

  /** @param {ReplayState} [state]  of the current position, once it has arrived */
  #update(state) {
    if (!this.line) return;
    const { moves, players, comment } = this.line;
    this.list?.show(moves, players, this.at);
    byId("place").textContent = this.at ? placeText(this.words.past, moves[this.at - 1]) : moves.length ? this.words.start : "";
    byId("comment").textContent = this.at ? moves[this.at - 1].comment : comment;
    if (state) byId("caption").textContent = state.captions.slice(0, 2).map(sentence).join(" ");
    this.#updateButtons();
  }

  /** Disables buttons that have no effect. */
  #updateButtons() {
    this.buttons.hidden = this.last === 0;
    for (const button of this.buttons.querySelectorAll("button[data-go]")) {
      const go = /** @type {HTMLElement} */ (button).dataset.go ?? "";
      const none = go === "first" || go === "back" ? this.at === 0 : this.at === this.last;
      button.setAttribute("aria-disabled", String(none && go !== "play"));
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("button[data-go]");
    const go = /** @type {HTMLElement | null} */ (button)?.dataset.go;
    if (!go) return;
    if (go === "play") this.play();
    else this.#step(BUTTONS[go]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!isForPage(event) || !(event.key in STEPS) || target.closest(".board")) return;
    event.preventDefault();
    this.#step(STEPS[event.key]);
  }

  /** @param {number} by */
  #step(by) {
    this.stop();
    void this.go(this.at + by);
  }

  /** Starts or stops autoplay. */
  play() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at === this.last) void this.go(0);
    this.timer = window.setInterval(() => {
      if (this.at === this.last) this.stop();
      else void this.go(this.at + 1);
    }, PLAY_INTERVAL);
    this.#showPlaying(true);
  }

  stop() {
    window.clearInterval(this.timer);
    this.timer = 0;
    this.#showPlaying(false);
  }

  /** @param {boolean} playing */
  #showPlaying(playing) {
    const button = this.buttons.querySelector('[data-go="play"]');
    button?.setAttribute("aria-pressed", String(playing));
    this.#updateButtons();
  }
}
