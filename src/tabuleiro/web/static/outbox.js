/**
 * Commands on their way to the server. One at a time; it is kept in the browser until it has been
 * answered, with the id by which the server knows it again: whatever happens to the connection or
 * the page, it is carried out once or refused.
 *
 * @typedef {{request: string, version: number, do: string, move?: string, agrees?: boolean}} Command
 * @typedef {{command: Command, moves: string}} Pending  `moves` are those that had been made
 */

import { post, Refusal, Unreachable } from "./api.js";

const AGAIN = 2_000; // milliseconds between attempts
const ID_BYTES = 16;

export class Outbox {
  /**
   * @param {string} game
   * @param {{done: (state: any) => void, refused: (refusal: Refusal) => void, waiting: (is: boolean) => void}} told
   */
  constructor(game, told) {
    this.game = game;
    this.told = told;
    this.key = `tabuleiro-command-${game}`;
    this.sending = false;
    /** @type {Pending | null} */
    this.next = null; // what was done while another command was still on its way
    this.timer = 0;
    addEventListener("online", () => void this.send());
  }

  /** What has not been answered yet. @returns {Pending | null} */
  get pending() {
    return JSON.parse(localStorage.getItem(this.key) ?? "null");
  }

  /** @param {any} state  in which it is commanded @param {string} deed @param {Partial<Command>} [more] */
  put(state, deed, more = {}) {
    const command = { request: newId(), version: state.version, do: deed, ...more };
    this.next = { command, moves: line(state) };
    this.#goOn();
  }

  /** Sends the next command, unless one is on its way. */
  #goOn() {
    if (this.pending || !this.next) return;
    this.#keep(this.next);
    this.next = null;
    void this.send();
  }

  /** Sends what is pending, again and again while nobody answers. */
  async send() {
    const pending = this.pending;
    if (!pending || this.sending) return;
    clearTimeout(this.timer);
    this.sending = true;
    try {
      this.told.waiting(false);
      const answer = await post(`/games/${this.game}/commands`, pending.command);
      localStorage.removeItem(this.key);
      this.told.done(answer.state);
    } catch (error) {
      this.#fail(error, pending);
    } finally {
      this.sending = false;
      this.#goOn();
    }
  }

  /** @param {unknown} error @param {Pending} pending */
  #fail(error, pending) {
    if (error instanceof Unreachable || (error instanceof Refusal && isForNow(error))) {
      this.told.waiting(true);
      this.#sendIn(AGAIN);
      return;
    }
    if (error instanceof Refusal && isMeantStill(pending, error.state)) {
      const { version } = error.state;
      this.#keep({ ...pending, command: { ...pending.command, request: newId(), version } });
      this.#sendIn(0);
      return;
    }
    localStorage.removeItem(this.key);
    if (!(error instanceof Refusal)) throw error;
    this.told.refused(error);
  }

  /** @param {Pending} pending */
  #keep(pending) {
    localStorage.setItem(this.key, JSON.stringify(pending));
  }

  /** @param {number} milliseconds */
  #sendIn(milliseconds) {
    this.timer = setTimeout(() => void this.send(), milliseconds);
  }
}

/** An id that nobody else makes up. Unlike randomUUID these are to be had without HTTPS too. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether the server may well accept later what it does not accept now. @param {Refusal} refusal */
function isForNow({ status }) {
  return status >= 500 || status === 429;
}

/**
 * Whether what came too late is meant in the state that has come since: a move, if only something
 * was proposed or answered meanwhile, and resigning in any case.
 * @param {Pending} pending @param {any} state  null unless the command was stale
 */
function isMeantStill({ command, moves }, state) {
  if (!state || state.finish) return false;
  return command.do === "resign" || (command.do === "move" && line(state) === moves);
}

/** The moves that stand, in one line. @param {any} state */
function line(state) {
  return state.moves.map((/** @type {{text: string}} */ move) => move.text).join(" ");
}
