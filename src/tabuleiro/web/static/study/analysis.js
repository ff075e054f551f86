/**
 * Requests analyses of positions from the server. There is one at a time: a new request ends the one
 * before. It is paused while the page is hidden.
 *
 * @typedef {{move: string, player: number, sites: string[], filled?: string[]}} Step
 * @typedef {object} Line  a candidate move, and the line that it begins
 * @property {number} value  the expected score of the player to move
 * @property {number | null} mate
 * @property {boolean} proved
 * @property {number} share  of the search
 * @property {string} said  its evaluation in words
 * @property {Step[]} line
 *
 * @typedef {object} Insight  the result of an analysis so far
 * @property {number[]} values  the expected score of each player
 * @property {boolean} proved
 * @property {Line[]} lines
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 *
 * @typedef {"waiting" | "thinking" | "done" | "paused" | "replaced" | "off"} AnalysisStatus
 * @typedef {{position: string, lines?: number, seconds?: number}} AnalysisRequest
 *
 * @typedef {object} AnalysisCallbacks
 * @property {(insight: Insight, request: AnalysisRequest) => void} insight
 * @property {(status: AnalysisStatus) => void} status
 * @property {(message: string) => void} error
 */

import { Refusal, streamEvents } from "../api.js";

const DEBOUNCE = 120; // milliseconds before a position is analysed

export class Analysis {
  /** @param {AnalysisCallbacks} callbacks @param {string} unreachable  the message if the server is unreachable */
  constructor(callbacks, unreachable) {
    this.callbacks = callbacks;
    this.unreachable = unreachable;
    /** @type {AnalysisRequest | null} */
    this.request = null;
    this.controller = new AbortController();
    this.timer = 0;
    document.addEventListener("visibilitychange", () => this.#visibilityChanged());
  }

  /** Starts an analysis, and ends the one before. @param {AnalysisRequest} request */
  start(request) {
    this.stop();
    this.request = request;
    if (document.hidden) this.callbacks.status("paused");
    else this.#schedule(request);
  }

  /** Ends the analysis. */
  stop() {
    this.request = null;
    this.#abort();
  }

  #abort() {
    clearTimeout(this.timer);
    this.controller.abort();
  }

  #visibilityChanged() {
    if (!this.request) return;
    if (document.hidden) {
      this.#abort();
      this.callbacks.status("paused");
    } else this.#schedule(this.request);
  }

  /** @param {AnalysisRequest} request */
  #schedule(request) {
    const controller = new AbortController();
    this.controller = controller;
    this.callbacks.status("waiting");
    this.timer = setTimeout(() => void this.#run(request, controller.signal), DEBOUNCE);
  }

  /** @param {AnalysisRequest} request @param {AbortSignal} signal */
  async #run(request, signal) {
    try {
      for await (const { name, data } of streamEvents("/analysis", request, signal)) {
        if (signal.aborted) return;
        this.#handleEvent(name, data, request);
      }
    } catch (error) {
      if (signal.aborted) return;
      this.request = null;
      this.callbacks.error(error instanceof Refusal ? error.message : this.unreachable);
    }
  }

  /** @param {string} name @param {any} data @param {AnalysisRequest} request */
  #handleEvent(name, data, request) {
    if (name === "analysis") {
      this.callbacks.status("thinking");
      this.callbacks.insight(data, request);
      return;
    }
    this.request = null;
    if (name === "trouble") this.callbacks.error(data.message);
    else this.callbacks.status(data.replaced ? "replaced" : "done");
  }
}
