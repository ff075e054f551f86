/**
 * Commands on their way to the server. One at a time; it is kept in the browser until it has been
 * answered, with the id by which the server knows it again: whatever happens to the connection or
 * the page, it is carried out once or refused.
 *
 * @typedef {{request: string, version: number, do: string, move?: string, agrees?: boolean}} Command
 */

import { post, Refusal, Unreachable } from "./api.js";

const AGAIN = 2_000; // milliseconds between attempts

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
    /** @type {Command | null} */
    this.next = null; // what was done while another command was still on its way
    this.timer = 0;
    addEventListener("online", () => void this.send());
  }

  /** The command that has not been answered yet. @returns {Command | null} */
  get pending() {
    return JSON.parse(localStorage.getItem(this.key) ?? "null");
  }

  /** @param {number} version @param {string} deed @param {Partial<Command>} [more] */
  put(version, deed, more = {}) {
    this.next = { request: newRequest(), version, do: deed, ...more };
    this.#goOn();
  }

  /** Sends the next command, unless one is on its way. */
  #goOn() {
    if (this.pending || !this.next) return;
    localStorage.setItem(this.key, JSON.stringify(this.next));
    this.next = null;
    void this.send();
  }

  /** Sends what is pending, again and again while nobody answers. */
  async send() {
    const command = this.pending;
    if (!command || this.sending) return;
    clearTimeout(this.timer);
    this.sending = true;
    try {
      this.told.waiting(false);
      const answer = await post(`/games/${this.game}/commands`, command);
      localStorage.removeItem(this.key);
      this.told.done(answer.state);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.sending = false;
      this.#goOn();
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    if (error instanceof Unreachable || (error instanceof Refusal && isForNow(error))) {
      this.told.waiting(true);
      this.timer = setTimeout(() => void this.send(), AGAIN);
      return;
    }
    localStorage.removeItem(this.key);
    if (!(error instanceof Refusal)) throw error;
    this.told.refused(error);
  }
}

/** Whether the server may well accept later what it does not accept now. @param {Refusal} refusal */
function isForNow({ status }) {
  return status >= 500 || status === 429;
}

/** An id that no other request has. Browsers give whole ones only to pages of HTTPS. */
function newRequest() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
