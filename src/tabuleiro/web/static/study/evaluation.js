/** What every player can expect, as a bar: the first player's share from below, or from the left. */

import { html, worded } from "../elements.js";

export class EvaluationBar {
  /** @param {HTMLElement} element @param {{expects: string, unknown: string, proved?: string}} words
   * @param {string[]} tones  the colour of each player */
  constructor(element, words, tones) {
    this.element = element;
    this.words = words;
    this.unit = element.dataset.unknown ?? "";
    this.shares = tones.map((tone) => html("div", { class: `evaluation-share tone-${tone}` }));
    element.replaceChildren(...this.shares);
    this.clear();
  }

  /** Shows that nothing is known. */
  clear() {
    this.element.classList.add("unknown");
    this.element.classList.remove("proved");
    this.element.setAttribute("aria-label", this.words.unknown);
    this.#set(this.shares.map(() => 1 / this.shares.length), false);
  }

  /** @param {number[]} values  what each player expects @param {string[]} names @param {boolean} [proved] */
  show(values, names, proved = false) {
    this.element.hidden = false;
    this.element.classList.remove("unknown");
    this.element.classList.toggle("proved", proved);
    const told = values.map((value, i) => worded(this.words.expects, { player: names[i], share: percent(value) }));
    this.element.setAttribute("aria-label", [...told, ...(proved && this.words.proved ? [this.words.proved] : [])].join("; "));
    this.#set(values, true);
  }

  /** @param {number[]} values @param {boolean} written */
  #set(values, written) {
    values.forEach((value, i) => {
      const share = this.shares[i];
      share.style.setProperty("--share", String(value));
      share.textContent = written && value >= 0.04 ? String(percent(value)) : "";
    });
  }
}

/** @param {number} value */
export const percent = (value) => Math.round(100 * value);
