/**
 * Analyses of positions as the server makes them. One at a time: to ask for another ends the one
 * before, and while nobody looks at the page there is none.
 *
 * @typedef {{move: string, player: number, sites: string[]}} Step
 * @typedef {object} Line  a move to consider, and the line that it begins
 * @property {number} value  the expected score of whoever is to move
 * @property {number | null} mate
 * @property {boolean} proved
 * @property {number} share  of the search
 * @property {string} said  what it is worth, in words
 * @property {Step[]} line
 *
 * @typedef {object} Insight  what is known of a position
 * @property {number[]} values  what each player expects
 * @property {boolean} proved
 * @property {Line[]} lines
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 *
 * @typedef {"waiting" | "thinking" | "done" | "paused" | "replaced" | "off"} Standing
 * @typedef {{position: string, lines?: number, seconds?: number}} Question
 *
 * @typedef {object} Hearing  what happens to an analysis
 * @property {(insight: Insight, question: Question) => void} insight
 * @property {(standing: Standing) => void} standing
 * @property {(words: string) => void} trouble  why there is none, in words
 */

import { follow, Refusal } from "../api.js";

const REST = 120; // milliseconds that a position must stay before it is analysed

export class Analysis {
  /** @param {Hearing} hearing @param {string} unreachable  what is said when nobody answers */
  constructor(hearing, unreachable) {
    this.hearing = hearing;
    this.unreachable = unreachable;
    /** @type {Question | null} */
    this.question = null;
    this.running = new AbortController();
    this.timer = 0;
    document.addEventListener("visibilitychange", () => this.#look());
  }

  /** Analyses a position from now on. @param {Question} question */
  ask(question) {
    this.stop();
    this.question = question;
    if (document.hidden) this.hearing.standing("paused");
    else this.#begin(question);
  }

  /** Analyses nothing any more. */
  stop() {
    this.question = null;
    this.#end();
  }

  #end() {
    clearTimeout(this.timer);
    this.running.abort();
  }

  #look() {
    if (!this.question) return;
    if (document.hidden) {
      this.#end();
      this.hearing.standing("paused");
    } else this.#begin(this.question);
  }

  /** @param {Question} question */
  #begin(question) {
    const running = new AbortController();
    this.running = running;
    this.hearing.standing("waiting");
    this.timer = setTimeout(() => void this.#run(question, running.signal), REST);
  }

  /** @param {Question} question @param {AbortSignal} signal */
  async #run(question, signal) {
    try {
      for await (const { name, data } of follow("/analysis", question, signal)) {
        if (signal.aborted) return;
        this.#hear(name, data, question);
      }
    } catch (error) {
      if (signal.aborted) return;
      this.question = null;
      this.hearing.trouble(error instanceof Refusal ? error.message : this.unreachable);
    }
  }

  /** @param {string} name @param {any} data @param {Question} question */
  #hear(name, data, question) {
    if (name === "analysis") {
      this.hearing.standing("thinking");
      this.hearing.insight(data, question);
      return;
    }
    this.question = null;
    if (name === "trouble") this.hearing.trouble(data.message);
    else this.hearing.standing(data.replaced ? "replaced" : "done");
  }
}
