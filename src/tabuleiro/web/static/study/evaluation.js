/** The evaluation bar: the expected score of each player, the first player's at the bottom or left
 * unless the bar is flipped. */

import { format, html } from "../elements.js";

export class EvaluationBar {
  /** @param {HTMLElement} element @param {{expects: string, unknown: string, proved?: string}} words
   * @param {string[]} tones  the colour of each player */
  constructor(element, words, tones) {
    this.element = element;
    this.words = words;
    this.shares = tones.map((tone) => html("div", { class: `evaluation-share tone-${tone}` }));
    this.clear();
  }

  /** Shows that the evaluation is one of an earlier position. */
  expire() {
    this.element.classList.add("expired");
    this.#describe(this.words.unknown);
  }

  /** Shows that there is no evaluation. */
  clear() {
    this.element.classList.add("unknown");
    this.element.classList.remove("proved");
    this.#describe(this.words.unknown);
    this.element.replaceChildren();
  }

  /** @param {number[]} values  the expected score of each player @param {string[]} names @param {boolean} [proved] */
  show(values, names, proved = false) {
    this.element.hidden = false;
    this.element.classList.remove("unknown", "expired");
    this.element.classList.toggle("proved", proved);
    const parts = values.map((value, i) => format(this.words.expects, { player: names[i], share: percent(value) }));
    this.#describe([...parts, ...(proved && this.words.proved ? [this.words.proved] : [])].join("; "));
    this.element.replaceChildren(...this.shares);
    values.forEach((value, i) => {
      const share = this.shares[i];
      share.style.setProperty("--share", String(value));
      share.textContent = value >= 0.04 ? String(percent(value)) : "";
    });
  }

  /** @param {string} text */
  #describe(text) {
    this.element.setAttribute("aria-label", text);
    this.element.title = text;
  }
}

/** @param {number} value */
export const percent = (value) => Math.round(100 * value);
