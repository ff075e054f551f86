/**
 * The sites of a board as buttons: one tab stop, walked with arrow keys, each named with what
 * stands there and whether it may be touched. They lie over the picture and are not seen; fingers
 * and mice go through them to the board, where the nearest site wins.
 *
 * @typedef {import("./types.js").Card} Card
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./types.js").SupplySite} SupplySite
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./walk.js").Point} Point
 */

import { html } from "./shapes.js";
import { nearest } from "./walk.js";

const SMALLEST = 24; // pixels of a button, so that the ring of the focus can be seen

/** Keeps a button for every site, the same one from state to state. */
export class Sites {
  /**
   * @param {HTMLElement} over  what lies over the picture
   * @param {HTMLElement} beside  where the cards are
   * @param {Picture} picture
   * @param {Record<string, string>} words
   */
  constructor(over, beside, picture, words) {
    this.over = over;
    this.beside = beside;
    this.picture = picture;
    this.words = words;
    /** @type {Map<string, Site>} */
    this.sites = new Map();
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Map<string, string>} */
    this.said = new Map();
    this.current = "";
    this.cards = "";
  }

  /** The sites and cards of a state; the focus stays where it was, or goes to what is nearest.
   * @param {Site[]} sites @param {Card[]} cards */
  update(sites, cards) {
    const focused = this.focused;
    const stays = !focused || sites.some(({ name }) => name === focused);
    const where = stays ? null : this.point(focused);
    this.sites = new Map(sites.map((site) => [site.name, site]));
    this.said = new Map(sites.map((site) => [site.name, site.said]));
    this.#updateCards(cards);
    this.#updateButtons(sites);
    if (!this.buttons.has(this.current)) this.current = this.#successor(where);
    this.rove(this.current);
    if (focused && this.focused !== this.current) this.focus(this.current);
  }

  /** @param {Site[]} sites */
  #updateButtons(sites) {
    for (const [name, button] of this.buttons) {
      if (this.said.has(name)) continue;
      button.remove();
      this.buttons.delete(name);
    }
    for (const site of sites) {
      if (this.buttons.has(site.name)) continue;
      const button = newButton(site.name, "site");
      this.buttons.set(site.name, button);
      this.over.append(button);
      this.#place(site, button);
    }
  }

  /** @param {Card[]} cards */
  #updateCards(cards) {
    const told = JSON.stringify(cards);
    for (const site of cards.flatMap((card) => card.sites)) this.said.set(site.name, site.said);
    if (told === this.cards) return;
    this.cards = told;
    for (const button of this.beside.querySelectorAll("button")) {
      this.buttons.delete(button.dataset.site ?? "");
    }
    this.beside.replaceChildren(...cards.map((card) => this.#card(card)));
  }

  /** @param {Card} card */
  #card(card) {
    const places = card.sites.map((site) => this.#supplySite(site));
    const title = html("p", { class: "card-title" }, [card.title]);
    const note = html("p", { class: "card-note" }, [card.note]);
    const row = html("div", { class: "card-sites" }, places);
    const player = card.player === null ? "" : card.player + 1;
    return html("div", { class: "card", "data-player": player }, [title, note, row]);
  }

  /** @param {SupplySite} site */
  #supplySite(site) {
    const marks = site.marks.map((mark) => ` marked-${mark}`).join("");
    const button = newButton(site.name, `supply-site${site.text ? " handle" : ""}${marks}`);
    if (site.svg) button.innerHTML = site.svg;
    else button.textContent = site.text ?? "";
    this.buttons.set(site.name, button);
    return button;
  }

  /** Puts every button of the board where its site is in the picture. */
  place() {
    for (const [name, site] of this.sites) {
      const button = this.buttons.get(name);
      if (button?.parentElement === this.over) this.#place(site, button);
    }
  }

  /** @param {Site} site @param {HTMLButtonElement} button */
  #place(site, button) {
    const { x, y } = this.picture.share(site);
    moveTo(button, x, y, Math.max(SMALLEST, site.size * this.picture.scale));
  }

  /** Says of every site what stands there and whether it may be touched.
   * @param {(site: string) => boolean} touchable @param {Set<string>} selected */
  name(touchable, selected) {
    for (const [name, button] of this.buttons) {
      const may = touchable(name);
      const parts = [this.said.get(name) ?? name];
      if (may) parts.push(this.words.touch);
      if (selected.has(name)) parts.push(this.words.selected);
      const label = parts.join("; ");
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      button.classList.toggle("touch", may);
      button.classList.toggle("selected", selected.has(name));
    }
  }

  /** The site that has the focus, if one has. */
  get focused() {
    return this.named(document.activeElement);
  }

  /** The site that something is the button of; "" for none.
   * @param {EventTarget | null} target */
  named(target) {
    const name = target instanceof HTMLElement ? target.dataset.site : undefined;
    return name && this.buttons.get(name) === target ? name : "";
  }

  /** @param {string} name @param {boolean} still  whether nothing is to be scrolled for it */
  focus(name, still = false) {
    this.rove(name);
    this.buttons.get(name)?.focus({ preventScroll: still });
  }

  /** Makes a site the one that Tab leads to.
   * @param {string} name */
  rove(name) {
    const button = this.buttons.get(name);
    if (!button) return;
    const before = this.buttons.get(this.current);
    if (before && before !== button) before.tabIndex = -1;
    button.tabIndex = 0;
    this.current = name;
  }

  /** Where a button stands on the screen.
   * @param {string} name @returns {Point | null} */
  point(name) {
    const box = this.buttons.get(name)?.getBoundingClientRect();
    return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
  }

  /** Where the buttons that can be walked to stand on the screen.
   * @param {(name: string) => boolean} open @returns {Map<string, Point>} */
  points(open) {
    const found = new Map();
    for (const name of this.buttons.keys()) if (open(name)) found.set(name, this.point(name));
    return found;
  }

  /** The site nearest to where one was; the first where none was.
   * @param {Point | null} where */
  #successor(where) {
    const first = this.buttons.keys().next().value ?? "";
    return (where && nearest(this.points(() => true), where)?.name) || first;
  }
}

/** @param {string} site @param {string} name */
function newButton(site, name) {
  return html("button", { type: "button", class: name, "data-site": site, tabindex: -1 });
}

/** Puts a button about a point that is given in parts of what it lies over.
 * @param {HTMLElement} button @param {number} x @param {number} y @param {number} size */
export function moveTo(button, x, y, size) {
  button.style.left = `${(100 * x).toFixed(3)}%`;
  button.style.top = `${(100 * y).toFixed(3)}%`;
  button.style.width = button.style.height = `${size.toFixed(1)}px`;
}
