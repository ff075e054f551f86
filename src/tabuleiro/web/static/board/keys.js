/**
 * The keyboard on a board: arrow keys move the focus, Enter and Space touch a site, Escape cancels,
 * Page Up and Page Down go to the next site that can be touched.
 *
 * @typedef {import("./move_input.js").MoveInput} MoveInput
 * @typedef {import("./sites.js").Sites} Sites
 *
 * @typedef {object} KeyActions  called by keys
 * @property {(site: string) => void} touch
 * @property {() => void} cancel
 */

import { ArrowCursor, isArrow } from "./arrow_navigation.js";

/** Handles the keys pressed on a board. */
export class Keys {
  /** @param {Sites} sites @param {MoveInput} input @param {KeyActions} actions */
  constructor(sites, input, actions) {
    this.sites = sites;
    this.input = input;
    this.actions = actions;
    this.cursor = new ArrowCursor();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const site = this.sites.focused;
    const { key } = event;
    if (key === "Escape" && this.input.partial.touched.length) this.actions.cancel();
    else if (!site || event.ctrlKey || event.altKey || event.metaKey) return;
    else if (key === "Enter" || key === " ") this.actions.touch(site);
    else if (isArrow(key)) this.#moveFocus(site, key);
    else if (key === "PageDown" || key === "PageUp") this.#jump(site, key === "PageDown" ? 1 : -1);
    else return;
    event.preventDefault();
  }

  /** @param {string} site @param {string} key */
  #moveFocus(site, key) {
    const cursor = this.cursor.at === site ? this.cursor : new ArrowCursor(site);
    const next = cursor.move(this.points(), key);
    if (!next) return;
    this.cursor = next;
    this.sites.focus(next.at);
  }

  /** Screen positions of the sites that arrow keys reach: all sites; after the first touch, only
   * the touched ones and those that can be touched next. */
  points() {
    const { partial, waiting } = this.input;
    if (!partial.touched.length || waiting) return this.sites.points((name) => this.#isReachable(name));
    return this.sites.points((name) => partial.next.has(name) || partial.selected.has(name));
  }

  /** Sites inside pieces or between cells are reachable only while they can be touched.
   * @param {string} name */
  #isReachable(name) {
    return !this.sites.sites.get(name)?.optional || this.input.partial.next.has(name);
  }

  /** Moves the focus to the next site that can be touched.
   * @param {string} site @param {number} by */
  #jump(site, by) {
    const names = [...this.sites.buttons.keys()];
    const open = names.filter((name) => name === site || this.input.partial.next.has(name));
    const to = open.at((open.indexOf(site) + by) % open.length);
    if (to) this.sites.focus(to);
  }
}
