/**
 * Sends commands to the server, one at a time. A command stays in localStorage until the server has
 * answered it. Its request id makes retries idempotent: whatever happens to the connection or the
 * page, the command is carried out once or refused.
 *
 * @typedef {{request: string, version: number, do: string, move?: string, agrees?: boolean}} Command
 * @typedef {{command: Command, moves: string}} Pending  `moves` are those of the state in which it was given
 */

import { post, Refusal, Unreachable } from "./api.js";

const RETRY_DELAY = 2_000; // milliseconds
const ID_BYTES = 16;

export class Outbox {
  /**
   * @param {string} game
   * @param {{done: (state: any) => void, refused: (refusal: Refusal) => void, waiting: (is: boolean) => void}} callbacks
   */
  constructor(game, callbacks) {
    this.game = game;
    this.callbacks = callbacks;
    this.key = `tabuleiro-command-${game}`;
    this.sending = false;
    /** @type {Pending | null} */
    this.next = null; // given while another command was pending
    this.timer = 0;
    addEventListener("online", () => void this.send());
  }

  /** The command that has not been answered. @returns {Pending | null} */
  get pending() {
    return JSON.parse(localStorage.getItem(this.key) ?? "null");
  }

  /** @param {any} state  in which it is given @param {string} action @param {Partial<Command>} [more] */
  put(state, action, more = {}) {
    const command = { request: newId(), version: state.version, do: action, ...more };
    this.next = { command, moves: movesText(state) };
    this.#sendNext();
  }

  /** Sends the next command, unless one is pending. */
  #sendNext() {
    if (this.pending || !this.next) return;
    this.#save(this.next);
    this.next = null;
    void this.send();
  }

  /** Sends the pending command, and retries while the server is unreachable. */
  async send() {
    const pending = this.pending;
    if (!pending || this.sending) return;
    clearTimeout(this.timer);
    this.sending = true;
    try {
      const answer = await post(`/games/${this.game}/commands`, pending.command);
      this.#forget();
      this.callbacks.done(answer.state);
    } catch (error) {
      this.#fail(error, pending);
    } finally {
      this.sending = false;
      this.#sendNext();
    }
  }

  /** @param {unknown} error @param {Pending} pending */
  #fail(error, pending) {
    if (error instanceof Unreachable || (error instanceof Refusal && isTemporary(error))) {
      this.callbacks.waiting(true);
      this.#sendIn(RETRY_DELAY);
      return;
    }
    if (error instanceof Refusal && isStillValid(pending, error.state)) {
      const { version } = error.state;
      this.#save({ ...pending, command: { ...pending.command, request: newId(), version } });
      this.#sendIn(0);
      return;
    }
    this.#forget();
    if (!(error instanceof Refusal)) throw error;
    this.callbacks.refused(error);
  }

  /** Removes the pending command, which the server has answered. */
  #forget() {
    localStorage.removeItem(this.key);
    this.callbacks.waiting(false);
  }

  /** @param {Pending} pending */
  #save(pending) {
    localStorage.setItem(this.key, JSON.stringify(pending));
  }

  /** @param {number} milliseconds */
  #sendIn(milliseconds) {
    this.timer = setTimeout(() => void this.send(), milliseconds);
  }
}

/** A random id. Unlike `randomUUID`, `getRandomValues` also works without HTTPS. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether a retry may succeed. @param {Refusal} refusal */
function isTemporary({ status }) {
  return status >= 500 || status === 429;
}

/**
 * Whether a stale command is still wanted in the new state: a move, if no other move has been made
 * meanwhile (only a proposal or its answer); resigning always.
 * @param {Pending} pending @param {any} state  the new state; null unless the command was stale
 */
function isStillValid({ command, moves }, state) {
  if (!state || state.finish) return false;
  return command.do === "resign" || (command.do === "move" && movesText(state) === moves);
}

/** The moves made so far. @param {any} state */
function movesText(state) {
  return state.moves.map((/** @type {{text: string}} */ move) => move.text).join(" ");
}
