/**
 * Where a study is kept from: its title, whether it is saved, the links that lead to it.
 *
 * @typedef {import("./keeping.js").Kept} Kept
 * @typedef {import("./keeping.js").Standing} Standing
 *
 * @typedef {object} Work  what is kept, and who hears of trouble
 * @property {() => object} record
 * @property {() => number[]} way  where the board is
 * @property {(words: string) => void} warn
 */

import { byId, sentence } from "../elements.js";
import { Keeping } from "./keeping.js";

export class Desk {
  /** @param {Kept} kept @param {Record<string, string>} words @param {Work} work */
  constructor(kept, words, work) {
    this.words = words;
    this.warn = work.warn;
    this.keeping = new Keeping(kept, { ...work, standing: (standing, said) => this.stand(standing, said) });
    byId("study-title").addEventListener("change", (event) => {
      this.rename(/** @type {HTMLInputElement} */ (event.target).value.trim());
    });
  }

  /** Shows how the study is kept. */
  show() {
    this.stand(this.keeping.id ? "saved" : "unsaved");
  }

  /** @param {Standing} standing @param {string} [said]  why it is not kept */
  stand(standing, said) {
    byId("kept").textContent = this.words[standing] ?? "";
    if (standing === "stale" || standing === "unreachable") this.warn(this.words[standing]);
    else if (said) this.warn(sentence(said));
    this.#offer();
  }

  /** Which ways there are to it now. */
  #offer() {
    const { id, shared } = this.keeping;
    for (const button of document.querySelectorAll('[data-do="keep"]')) button.toggleAttribute("hidden", Boolean(id));
    document.querySelector('[data-do="delete"]')?.toggleAttribute("hidden", !id);
    byId("sharing").hidden = !id;
    byId("public").hidden = !shared;
    byId("private").hidden = Boolean(shared);
    /** @type {HTMLInputElement} */ (byId("link")).value = shared ? `${location.origin}/shared/${shared}` : "";
    for (const link of document.querySelectorAll("a[data-record]")) {
      link.setAttribute("href", `/api/v1/studies/${id}/record`);
      link.toggleAttribute("hidden", !id);
    }
  }

  async keep() {
    this.keeping.title ||= byId("title").textContent ?? "";
    /** @type {HTMLInputElement} */ (byId("study-title")).value = this.keeping.title;
    await this.keeping.store();
    this.show();
  }

  async share() {
    await this.keeping.store();
    await this.keeping.share();
    this.show();
    byId("link").focus();
  }

  async unshare() {
    await this.keeping.unshare();
    this.show();
  }

  async delete() {
    await this.keeping.delete();
    location.assign("/study");
  }

  /** @param {string} title */
  rename(title) {
    this.keeping.title = title;
    byId("title").textContent = title || byId("title").dataset.usual || "";
    this.keeping.changed();
  }
}
