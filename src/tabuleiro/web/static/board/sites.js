/**
 * The sites of a board as invisible buttons over the picture, for the keyboard and screen readers.
 * They form one tab stop (roving tabindex). Their labels say what is there and whether it can be
 * touched. Pointer events pass through them to the board, which picks the nearest site.
 *
 * @typedef {import("./types.js").Card} Card
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./types.js").SupplySite} SupplySite
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./geometry.js").Point} Point
 */

import { html } from "./dom.js";
import { nearest } from "./geometry.js";

const SMALLEST = 24; // size of a button in pixels, so that its focus ring is visible

/** One button for each site; it is kept from state to state. */
export class Sites {
  /**
   * @param {HTMLElement} layer  lies over the picture
   * @param {HTMLElement} cardArea
   * @param {Picture} picture
   * @param {Record<string, string>} words
   * @param {HTMLElement[]} slots  where the pieces of each player's card are placed, if not in a card
   */
  constructor(layer, cardArea, picture, words, slots) {
    this.layer = layer;
    this.cardArea = cardArea;
    this.slots = slots;
    this.picture = picture;
    this.words = words;
    /** @type {Map<string, Site>} */
    this.sites = new Map();
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Map<string, string>} */
    this.said = new Map();
    this.current = "";
    this.cardsKey = "";
  }

  /** Updates sites and cards. If the focused site is gone, the nearest one gets the focus.
   * @param {Site[]} sites @param {Card[]} cards */
  update(sites, cards) {
    const focused = this.focused;
    const stays = !focused || sites.some(({ name }) => name === focused);
    const where = stays ? null : this.point(focused);
    this.sites = new Map(sites.map((site) => [site.name, site]));
    this.said = new Map(sites.map((site) => [site.name, site.said]));
    this.#updateCards(cards);
    this.#updateButtons(sites);
    if (!this.buttons.has(this.current)) this.current = this.#nearestTo(where);
    this.setTabStop(this.current);
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
      this.layer.append(button);
      this.#place(site, button);
    }
  }

  /** @param {Card[]} cards */
  #updateCards(cards) {
    const key = JSON.stringify(cards);
    for (const site of cards.flatMap((card) => card.sites)) this.said.set(site.name, site.said);
    if (key === this.cardsKey) return;
    this.cardsKey = key;
    for (const button of this.places.flatMap((place) => [...place.querySelectorAll("button")])) {
      this.buttons.delete(button.dataset.site ?? "");
    }
    const slotted = cards.filter((card) => this.slots[card.player ?? -1]);
    this.slots.forEach((slot, player) => slot.replaceChildren(
      ...slotted.filter((card) => card.player === player).flatMap((card) => this.#supplySites(card, slot))));
    this.cardArea.replaceChildren(
      ...cards.filter((card) => !slotted.includes(card)).map((card) => this.#card(card)));
  }

  /** The elements beside the board that have sites. */
  get places() {
    return [this.cardArea, ...this.slots];
  }

  /** The buttons of a card. Its slot, if it has one, already shows the player's plain piece.
   * @param {Card} card @param {HTMLElement} [slot] */
  #supplySites(card, slot) {
    const plain = slot && `data-colour="${slot.dataset.tone}"`;
    return card.sites.filter(({ svg }) => !(plain && svg?.includes(plain))).map((site) => this.#supplySite(site));
  }

  /** @param {Card} card */
  #card(card) {
    const title = html("p", { class: "card-title" }, [card.title]);
    const note = html("p", { class: "card-note" }, [card.note]);
    const row = html("div", { class: "card-sites" }, this.#supplySites(card));
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

  /** Places every button of the board over its site. */
  place() {
    for (const [name, site] of this.sites) {
      const button = this.buttons.get(name);
      if (button?.parentElement === this.layer) this.#place(site, button);
    }
  }

  /** @param {Site} site @param {HTMLButtonElement} button */
  #place(site, button) {
    const { x, y } = this.picture.fractions(site);
    moveTo(button, x, y, Math.max(SMALLEST, site.size * this.picture.scale));
  }

  /** Labels every button with what is there and whether it can be touched.
   * @param {(site: string) => boolean} touchable @param {Set<string>} selected */
  updateLabels(touchable, selected) {
    for (const [name, button] of this.buttons) {
      const canTouch = touchable(name);
      const parts = [this.said.get(name) ?? name];
      if (canTouch) parts.push(this.words.touch);
      if (selected.has(name)) parts.push(this.words.selected);
      const label = parts.join("; ");
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      button.classList.toggle("touch", canTouch);
      button.classList.toggle("selected", selected.has(name));
    }
  }

  /** What a site is called. @param {string} name */
  placeOf(name) {
    return this.sites.get(name)?.place ?? this.said.get(name) ?? name;
  }

  /** The focused site; "" for none. */
  get focused() {
    return this.siteOf(document.activeElement);
  }

  /** The site of a button; "" for other targets.
   * @param {EventTarget | null} target */
  siteOf(target) {
    const name = target instanceof HTMLElement ? target.dataset.site : undefined;
    return name && this.buttons.get(name) === target ? name : "";
  }

  /** @param {string} name @param {boolean} preventScroll */
  focus(name, preventScroll = false) {
    this.setTabStop(name);
    this.buttons.get(name)?.focus({ preventScroll });
  }

  /** Makes a site the tab stop.
   * @param {string} name */
  setTabStop(name) {
    const button = this.buttons.get(name);
    if (!button) return;
    const before = this.buttons.get(this.current);
    if (before && before !== button) before.tabIndex = -1;
    button.tabIndex = 0;
    this.current = name;
  }

  /** The centre of a button on the screen.
   * @param {string} name @returns {Point | null} */
  point(name) {
    const box = this.buttons.get(name)?.getBoundingClientRect();
    return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
  }

  /** The centres of some buttons on the screen.
   * @param {(name: string) => boolean} wanted @returns {Map<string, Point>} */
  points(wanted) {
    const found = new Map();
    for (const name of this.buttons.keys()) if (wanted(name)) found.set(name, this.point(name));
    return found;
  }

  /** The site nearest to a point; the first site if there is none.
   * @param {Point | null} where */
  #nearestTo(where) {
    const first = this.buttons.keys().next().value ?? "";
    return (where && nearest(this.points(() => true), where)?.name) || first;
  }
}

/** @param {string} site @param {string} name */
function newButton(site, name) {
  return html("button", { type: "button", class: name, "data-site": site, tabindex: -1 });
}

/** Centres a button at a point given as fractions of its container.
 * @param {HTMLElement} button @param {number} x @param {number} y @param {number} size */
export function moveTo(button, x, y, size) {
  button.style.left = `${(100 * x).toFixed(3)}%`;
  button.style.top = `${(100 * y).toFixed(3)}%`;
  button.style.width = button.style.height = `${size.toFixed(1)}px`;
}
