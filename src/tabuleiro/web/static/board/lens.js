/**
 * Magnified views of what is too small on the board: a piece with its dots, and a stack as a row.
 *
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./sites.js").Sites} Sites
 */

import { format, html, svg } from "./dom.js";
import { moveTo } from "./sites.js";

/** A magnified piece whose dots can be touched: in a part of the page, else a bottom sheet on phones
 * and a card over the board elsewhere. */
export class Lens {
  /**
   * @param {HTMLElement} frame  where it opens
   * @param {Picture} picture
   * @param {Sites} sites
   * @param {Record<string, string>} words
   * @param {{close: () => void, hover: (site: string) => void}} actions
   */
  constructor(frame, picture, sites, words, { close, hover }) {
    this.picture = picture;
    this.sites = sites;
    this.open = "";
    this.words = words;
    this.title = html("p", { class: "lens-title" });
    this.note = html("p", { class: "lens-note" }); // for the page: what to do with the piece
    this.plate = html("div", { class: "lens-plate" });
    this.plate.addEventListener("pointerover", ({ target }) => hover(sites.siteOf(target)));
    this.plate.addEventListener("pointerleave", () => hover(""));
    const button = html("button", { type: "button", class: "lens-close", "aria-label": words.cancel }, ["×"]);
    button.addEventListener("click", close);
    this.root = html("div", { class: "lens", hidden: "" }, [this.title, this.note, button, this.plate]);
    frame.append(this.root);
  }

  /** Shows the piece that the dots belong to.
   * @param {Site} piece @param {Site[]} dots @param {string[]} pointed  sites to point at */
  show(piece, dots, pointed) {
    const focused = this.sites.focused;
    this.open = piece.name;
    this.title.textContent = format(this.words.piece, { site: piece.name });
    this.root.hidden = false;
    this.root.classList.toggle("on-left", this.picture.fractions(piece).x > 0.5);
    this.plate.replaceChildren(this.#draw(piece, dots, pointed));
    for (const dot of dots) this.#place(piece, dot);
    if (focused) this.sites.focus(focused);
  }

  /** Closes the lens. The buttons of the dots return to the board. */
  hide() {
    if (!this.open) return;
    const focused = this.sites.focused;
    const inside = this.plate.querySelectorAll("button");
    this.sites.layer.append(...inside);
    this.sites.place();
    this.root.hidden = true;
    this.open = "";
    if (focused) this.sites.focus(focused);
  }

  /** @param {Site} piece @param {Site[]} dots @param {string[]} pointed */
  #draw(piece, dots, pointed) {
    const unit = this.picture.still.unit;
    const picture = svg("svg", {
      viewBox: `${-unit / 2} ${-unit / 2} ${unit} ${unit}`,
      class: "lens-picture",
      "aria-hidden": "true",
    });
    const rotated = svg("g", { transform: `rotate(${90 * this.picture.quarter})` });
    const panel = this.picture.stack(piece.name)?.firstElementChild?.cloneNode(true);
    if (panel) rotated.append(panel);
    rotated.append(...dots.map((dot) => openDot(dot, piece, this.picture, pointed.includes(dot.name))));
    picture.append(rotated, ...edgeLabels(piece, dots, this.picture));
    return picture;
  }

  /** Places the button of a dot over its picture.
   * @param {Site} piece @param {Site} dot */
  #place(piece, dot) {
    const button = this.sites.buttons.get(dot.name);
    if (!button) return;
    const unit = this.picture.still.unit;
    const [a, b] = [this.picture.toPicture(piece), this.picture.toPicture(dot)];
    this.plate.append(button);
    const size = (dot.size / unit) * this.plate.clientWidth;
    moveTo(button, 0.5 + (b.x - a.x) / unit, 0.5 + (b.y - a.y) / unit, size);
  }
}

/** @param {Site} dot @param {Site} piece @param {Picture} picture @param {boolean} pointed */
function openDot(dot, piece, picture, pointed) {
  const d = picture.still.shapes[dot.shape] ?? "";
  const place = `translate(${dot.x - piece.x} ${dot.y - piece.y})`;
  return svg("g", { transform: place }, [svg("path", { class: pointed ? "open-dot pointed" : "open-dot", d })]);
}

/** Coordinates of the dots along the edges of their piece.
 * @param {Site} piece @param {Site[]} dots @param {Picture} picture */
function edgeLabels(piece, dots, picture) {
  const edge = 0.47 * picture.still.unit;
  const middle = picture.toPicture(piece);
  /** @type {Map<string, [number, number]>} */
  const found = new Map();
  for (const dot of dots) {
    const { x, y } = picture.toPicture(dot);
    const [column, row] = [(dot.text ?? "").slice(0, 1), (dot.text ?? "").slice(1)];
    const upright = picture.quarter % 2 === 0;
    found.set(upright ? column : row, [x - middle.x, -edge]);
    found.set(upright ? row : column, [-edge, y - middle.y]);
  }
  return [...found].map(([text, [x, y]]) => {
    const label = svg("text", { class: "lens-label", x, y });
    label.textContent = text;
    return label;
  });
}

/** A popover that shows the pieces of a stack as a column in the nearest corner of the board, where
 * it hides little. */
export class StackPreview {
  /** @param {HTMLElement} stage @param {Picture} picture */
  constructor(stage, picture) {
    this.picture = picture;
    /** @type {Record<string, string>} */
    this.looks = {};
    this.root = html("div", { class: "stack-preview", hidden: "", "aria-hidden": "true" });
    stage.append(this.root);
  }

  /** Shows the stack of a site, if it has several pieces; else hides the popover.
   * @param {Site | null} site */
  show(site) {
    const stack = site && this.picture.stack(site.name);
    const letters = stack?.dataset.letters ?? "";
    this.root.hidden = letters.length < 2;
    if (!site || !stack || this.root.hidden) return;
    this.root.replaceChildren(...[...letters].map((letter) => pieceOf(this.looks[letter])));
    const { x, y } = this.picture.fractions(site);
    this.root.classList.toggle("narrow", this.picture.narrow);
    this.root.classList.toggle("right", x > 0.5);
    this.root.classList.toggle("high", y < 0.5);
  }
}

/** @param {string} look */
function pieceOf(look) {
  const piece = html("i");
  piece.innerHTML = look;
  return piece;
}
