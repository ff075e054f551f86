/**
 * Saves a study: once its owner has saved it, every change is saved automatically. Until then it is
 * kept in the history state of the page, so that it survives a reload. There `way` is the index path
 * of the current node: pages that were open before an update have it under that name.
 *
 * @typedef {{id?: string, version?: number, shared?: string | null, title?: string}} SavedStudy
 * @typedef {"unsaved" | "saving" | "saved" | "stale" | "unreachable"} SaveStatus
 *
 * @typedef {object} StudySource  the study, and a callback for its status
 * @property {() => object} record
 * @property {() => number[]} indexPath  the current node
 * @property {(status: SaveStatus, message?: string) => void} status
 */

import { addressOf } from "../addresses.js";
import { call, post, Refusal } from "../api.js";

const DEBOUNCE = 800; // milliseconds without a change before the study is saved

export class StudyStorage {
  /** @param {SavedStudy} saved @param {StudySource} study */
  constructor(saved, study) {
    this.id = saved.id ?? "";
    this.version = saved.version ?? 0;
    this.shared = saved.shared ?? "";
    this.title = saved.title ?? "";
    this.study = study;
    this.timer = 0;
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
    this.changes = 0;
    addEventListener("pagehide", () => this.#saveBeforeUnload());
  }

  /** The unsaved study in the history state, from before a reload. */
  get draft() {
    return this.id ? null : history.state?.study ?? null;
  }

  /** Call this after every change of the study. */
  changed() {
    this.changes += 1;
    if (!this.id) {
      this.#writeHistory({ record: this.study.record(), title: this.title });
      this.study.status("unsaved");
      return;
    }
    this.rememberNode();
    this.study.status("saving");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), DEBOUNCE);
  }

  /** Writes the current node to the history state. */
  rememberNode() {
    this.#writeHistory(this.draft);
  }

  /** @param {{record: object, title: string} | null} draft  the study, if it is not saved */
  #writeHistory(draft) {
    history.replaceState({ way: this.study.indexPath(), study: draft }, "");
  }

  /** Saves the study as it is now, after earlier saves have finished. */
  save() {
    clearTimeout(this.timer);
    this.queue = this.queue.then(() => this.#save());
    return this.queue;
  }

  /** Makes the study public. */
  async share() {
    this.shared = (await post(`/studies/${this.id}/link`)).shared;
    return this.shared;
  }

  /** Makes the study private again. */
  async unshare() {
    await call("DELETE", `/studies/${this.id}/link`);
    this.shared = "";
  }

  /** Deletes the study. */
  async delete() {
    clearTimeout(this.timer);
    this.timer = 0;
    await call("DELETE", `/studies/${this.id}`);
  }

  async #save() {
    const { changes } = this;
    this.study.status("saving");
    try {
      if (this.id) await this.#update();
      else await this.#create();
      if (changes === this.changes) this.study.status("saved");
    } catch (error) {
      if (!(error instanceof Refusal)) this.study.status("unreachable");
      else this.study.status(error.code === "stale" ? "stale" : "unsaved", error.message);
    }
  }

  async #create() {
    const body = { record: this.study.record(), title: this.title };
    const { id, version } = await post("/studies", body);
    this.id = id;
    this.version = version;
    history.replaceState({ way: this.study.indexPath() }, "", addressOf(`/study/${id}`));
  }

  async #update() {
    this.version = (await call("PUT", `/studies/${this.id}`, this.#body())).version;
  }

  #body() {
    return { record: this.study.record(), title: this.title, version: this.version };
  }

  /** Saves pending changes when the page is closed. */
  #saveBeforeUnload() {
    if (!this.timer || !this.id) return;
    clearTimeout(this.timer);
    void fetch(`/api/v1/studies/${this.id}`, {
      method: "PUT",
      keepalive: true,
      headers: { "X-Tabuleiro": "1", "Content-Type": "application/json" },
      body: JSON.stringify(this.#body()),
    });
  }
}
