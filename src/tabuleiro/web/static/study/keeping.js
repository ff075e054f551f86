/**
 * Keeping a study: it is stored when its owner first says so, and from then on whenever it changes.
 * Until then it stays in the history of the page, so that it survives a reload.
 *
 * @typedef {{id?: string, version?: number, shared?: string | null, title?: string}} Kept
 * @typedef {"unsaved" | "saving" | "saved" | "stale" | "unreachable"} Standing
 *
 * @typedef {object} Study  what is to be kept
 * @property {() => object} record
 * @property {() => number[]} way  where the board is
 * @property {(standing: Standing, words?: string) => void} standing
 */

import { call, post, Refusal } from "../api.js";

const REST = 800; // milliseconds without a change after which it is stored

export class Keeping {
  /** @param {Kept} kept @param {Study} study */
  constructor(kept, study) {
    this.id = kept.id ?? "";
    this.version = kept.version ?? 0;
    this.shared = kept.shared ?? "";
    this.title = kept.title ?? "";
    this.study = study;
    this.timer = 0;
    /** @type {Promise<void>} */
    this.sending = Promise.resolve();
    this.changes = 0;
    addEventListener("pagehide", () => this.#hurry());
  }

  /** What was left here before the page was loaded again, of a study that is not stored. */
  get draft() {
    return this.id ? null : history.state?.study ?? null;
  }

  /** The study has changed. */
  changed() {
    this.changes += 1;
    if (!this.id) {
      this.#note({ record: this.study.record(), title: this.title });
      this.study.standing("unsaved");
      return;
    }
    this.note();
    this.study.standing("saving");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.store(), REST);
  }

  /** Notes where the board is. */
  note() {
    this.#note(this.draft);
  }

  /** @param {{record: object, title: string} | null} draft  of a study that is not stored */
  #note(draft) {
    history.replaceState({ way: this.study.way(), study: draft }, "");
  }

  /** Stores the study as it is now, one change after the other. */
  store() {
    clearTimeout(this.timer);
    this.sending = this.sending.then(() => this.#attempt());
    return this.sending;
  }

  /** Lets everybody look at the study. */
  async share() {
    this.shared = (await post(`/studies/${this.id}/link`)).shared;
    return this.shared;
  }

  /** Lets nobody else look at it any more. */
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

  async #attempt() {
    const { changes } = this;
    this.study.standing("saving");
    try {
      if (this.id) await this.#change();
      else await this.#make();
      if (changes === this.changes) this.study.standing("saved");
    } catch (error) {
      if (!(error instanceof Refusal)) this.study.standing("unreachable");
      else this.study.standing(error.code === "stale" ? "stale" : "unsaved", error.message);
    }
  }

  async #make() {
    const body = { record: this.study.record(), title: this.title };
    const { id, version } = await post("/studies", body);
    this.id = id;
    this.version = version;
    history.replaceState({ way: this.study.way() }, "", `/study/${id}`);
  }

  async #change() {
    this.version = (await call("PUT", `/studies/${this.id}`, this.#body())).version;
  }

  #body() {
    return { record: this.study.record(), title: this.title, version: this.version };
  }

  /** What has not been stored yet is sent on the way out. */
  #hurry() {
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
