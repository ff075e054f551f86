/**
 * The keyboard on a board: arrow keys walk over the sites, Enter touches one, Escape cancels, Page
 * Up and Page Down lead to what may be touched.
 *
 * @typedef {import("./entering.js").Entering} Entering
 * @typedef {import("./sites.js").Sites} Sites
 *
 * @typedef {object} Deeds  what a board does for them
 * @property {(site: string) => void} touch
 * @property {() => void} cancel
 */

import { isArrow, Walk } from "./walk.js";

/** Does what keys ask for. */
export class Keys {
  /** @param {Sites} sites @param {Entering} entering @param {Deeds} deeds */
  constructor(sites, entering, deeds) {
    this.sites = sites;
    this.entering = entering;
    this.deeds = deeds;
    this.walked = new Walk();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const site = this.sites.focused;
    const { key } = event;
    if (key === "Escape" && this.entering.entry.touched.length) this.deeds.cancel();
    else if (!site || event.ctrlKey || event.altKey || event.metaKey) return;
    else if (key === "Enter" || key === " ") this.deeds.touch(site);
    else if (isArrow(key)) this.#walk(site, key);
    else if (key === "PageDown" || key === "PageUp") this.#jump(site, key === "PageDown" ? 1 : -1);
    else return;
    event.preventDefault();
  }

  /** @param {string} site @param {string} key */
  #walk(site, key) {
    const walk = this.walked.at === site ? this.walked : new Walk(site);
    const next = walk.step(this.points(), key);
    if (!next) return;
    this.walked = next;
    this.sites.focus(next.at);
  }

  /** Where the sites stand that arrow keys walk over: all of them; once something is touched, what
   * may be touched next. */
  points() {
    const { entry, waiting } = this.entering;
    if (!entry.touched.length || waiting) return this.sites.points((name) => this.#lasting(name));
    return this.sites.points((name) => entry.next.has(name) || entry.selected.has(name));
  }

  /** Sites inside pieces or between cells are walked over only when they may be touched.
   * @param {string} name */
  #lasting(name) {
    return !this.sites.sites.get(name)?.optional || this.entering.entry.next.has(name);
  }

  /** To the next site that may be touched.
   * @param {string} site @param {number} by */
  #jump(site, by) {
    const names = [...this.sites.buttons.keys()];
    const open = names.filter((name) => name === site || this.entering.entry.next.has(name));
    const to = open.at((open.indexOf(site) + by) % open.length);
    if (to) this.sites.focus(to);
  }
}
