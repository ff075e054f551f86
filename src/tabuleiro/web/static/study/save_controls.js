/**
 * The controls for saving and sharing a study: its title, the save status, and its public link.
 *
 * @typedef {import("./study_storage.js").SavedStudy} SavedStudy
 * @typedef {import("./study_storage.js").SaveStatus} SaveStatus
 *
 * @typedef {object} StudyAccess  the study to be saved
 * @property {() => object} record
 * @property {() => number[]} indexPath  the current node
 * @property {(words: string) => void} warn
 */

import { ALONE, addressOf, linkTo } from "../addresses.js";
import { byId, sentence } from "../elements.js";
import { StudyStorage } from "./study_storage.js";

export class SaveControls {
  /** @param {SavedStudy} saved @param {Record<string, string>} words @param {StudyAccess} study */
  constructor(saved, words, study) {
    this.words = words;
    this.warn = study.warn;
    this.storage = new StudyStorage(saved, { ...study, status: (status, message) => this.showStatus(status, message) });
    byId("study-title").addEventListener("change", (event) => {
      this.rename(/** @type {HTMLInputElement} */ (event.target).value.trim());
    });
  }

  /** Shows whether the study is saved. */
  show() {
    this.showStatus(this.storage.id ? "saved" : "unsaved");
  }

  /** @param {SaveStatus} status @param {string} [message]  why it could not be saved */
  showStatus(status, message) {
    byId("save-status").textContent = this.words[status] ?? "";
    if (status === "stale" || status === "unreachable") this.warn(this.words[status]);
    else if (message) this.warn(sentence(message));
    this.#updateButtons();
  }

  /** Shows the buttons and links that apply now. */
  #updateButtons() {
    const { id, shared } = this.storage;
    for (const button of document.querySelectorAll('[data-do="keep"]')) button.toggleAttribute("hidden", Boolean(id));
    document.querySelector('[data-do="delete"]')?.toggleAttribute("hidden", !id);
    byId("sharing").hidden = !id || ALONE;
    byId("public").hidden = !shared;
    byId("private").hidden = Boolean(shared);
    /** @type {HTMLInputElement} */ (byId("link")).value = shared ? linkTo(`/shared/${shared}`) : "";
    for (const link of document.querySelectorAll("a[data-record]")) {
      link.setAttribute("href", addressOf(`/api/v1/studies/${id}/record`));
      link.toggleAttribute("hidden", !id);
    }
  }

  async save() {
    this.storage.title ||= byId("title").textContent ?? "";
    /** @type {HTMLInputElement} */ (byId("study-title")).value = this.storage.title;
    await this.storage.save();
    this.show();
  }

  async share() {
    await this.storage.save();
    await this.storage.share();
    this.show();
    byId("link").focus();
  }

  async unshare() {
    await this.storage.unshare();
    this.show();
  }

  async delete() {
    await this.storage.delete();
    location.assign(addressOf("/study"));
  }

  /** @param {string} title */
  rename(title) {
    this.storage.title = title;
    byId("title").textContent = title || byId("title").dataset.default || "";
    this.storage.changed();
  }
}
