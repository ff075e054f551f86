/**
 * The SVG picture of a board: its layers, its rotation, and the highlights while a move is being
 * entered.
 *
 * @typedef {import("./types.js").Box} Box
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./types.js").Still} Still
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./highlights.js").Highlights} Highlights
 */

import { parseSvg, svg } from "./dom.js";
import { rotated } from "./geometry.js";
import { Layer, partsOf } from "./layer.js";

/** Below this width in pixels, coordinates are small and close to the board. */
const NARROW = 480;
const MOST_GROWTH = 1.9;
const DOT = 5;
const SMALL_DOT = 3;

/** Draws on the picture that comes from the server. */
export class Picture {
  /** @param {HTMLElement} stage @param {Still} still */
  constructor(stage, still) {
    this.still = still;
    this.stage = stage;
    if (!stage.querySelector("svg.board-picture")) stage.prepend(...parseSvg(still.svg));
    this.root = /** @type {SVGSVGElement} */ (stage.querySelector("svg.board-picture"));
    this.turning = this.#layer("turning");
    this.moving = this.#layer("moving");
    this.entry = this.#layer("entry");
    this.entryLayer = new Layer(this.entry);
    this.movingLayer = new Layer(this.moving);
    this.topLayer = new Layer(this.#layer("top")); // whose pieces these are
    /** @type {Map<string, Layer>} */
    this.groups = new Map(); // the groups of the moving layer, by their class
    this.quarter = 0;
    /** @type {Box} */
    this.view = still.box;
    this.scale = 1;
    this.narrow = false;
  }

  /** @param {string} name */
  #layer(name) {
    return /** @type {SVGGElement} */ (this.root.querySelector(`g.${name}`));
  }

  /** Fits the picture to a width in pixels, and rotates it by quarter turns.
   * @param {number} width @param {number} quarter */
  fit(width, quarter) {
    this.#setNarrow(width < NARROW);
    this.quarter = quarter;
    this.view = this.#rotatedBox(this.narrow ? this.still.narrow : this.still.box);
    this.scale = width / this.view[2];
    this.root.setAttribute("viewBox", this.view.join(" "));
    const { x, y } = this.#middle();
    this.turning.setAttribute("transform", `rotate(${90 * quarter} ${x} ${y})`);
    const growth = Math.min(MOST_GROWTH, Math.max(1, 1 / this.scale));
    this.root.style.setProperty("--grow", growth.toFixed(3));
    this.root.style.setProperty("--upright", `${-90 * quarter}deg`);
  }

  /** Places the coordinates close to the board, or at their usual distance.
   * @param {boolean} narrow */
  #setNarrow(narrow) {
    if (narrow === this.narrow) return;
    this.narrow = narrow;
    this.root.classList.toggle("narrow", narrow);
    for (const label of this.root.querySelectorAll(".labels > g")) {
      const [transform, other] = [label.getAttribute("transform"), label.getAttribute("data-near")];
      label.setAttribute("transform", `translate(${other})`);
      label.setAttribute("data-near", (transform ?? "").replace(/^translate\((.*)\)$/, "$1"));
    }
  }

  /** The centre of rotation. */
  #middle() {
    const [left, top, width, height] = this.still.box;
    return { x: left + width / 2, y: top + height / 2 };
  }

  /** @param {Box} box @returns {Box} */
  #rotatedBox([left, top, width, height]) {
    const a = this.toPicture({ x: left, y: top });
    const b = this.toPicture({ x: left + width, y: top + height });
    return [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  }

  /** A point of the board in the rotated picture.
   * @param {Point} point @returns {Point} */
  toPicture(point) {
    const middle = this.#middle();
    const [dx, dy] = rotated(point.x - middle.x, point.y - middle.y, this.quarter);
    return { x: middle.x + dx, y: middle.y + dy };
  }

  /** A point of the board as fractions of the picture's width and height.
   * @param {Point} point @returns {Point} */
  fractions(point) {
    const { x, y } = this.toPicture(point);
    const [left, top, width, height] = this.view;
    return { x: (x - left) / width, y: (y - top) / height };
  }

  /** A point of the board in screen coordinates.
   * @param {Point} point @returns {Point} */
  onScreen(point) {
    const box = this.root.getBoundingClientRect();
    const { x, y } = this.fractions(point);
    return { x: box.left + x * box.width, y: box.top + y * box.height };
  }

  /** The point of the rotated picture at a point of the screen.
   * @param {Point} at @returns {Point} */
  fromScreen(at) {
    const box = this.root.getBoundingClientRect();
    const [left, top] = this.view;
    return { x: left + (at.x - box.left) / this.scale, y: top + (at.y - box.top) / this.scale };
  }

  /** The height of the picture as a part of its width, on narrow screens or others: the larger. */
  get ratio() {
    const boxes = [this.still.box, this.still.narrow].map((box) => this.#rotatedBox(box));
    return Math.max(...boxes.map(([, , width, height]) => height / width));
  }

  /** The distance between two neighbouring sites, in pixels. */
  get pitch() {
    return this.still.unit * this.scale;
  }

  /** Shows the pieces and marks of a state.
   * @param {string} markup */
  show(markup) {
    const groups = parseSvg(markup);
    for (const layer of [this.movingLayer, this.topLayer]) {
      const shown = groups.filter(({ classList }) => classList.contains("owners") === (layer === this.topLayer));
      layer.show(new Map(shown.map((group) => [group.classList.value, () => this.#emptyGroup(group)])));
    }
    for (const { classList, children } of groups) {
      this.groups.get(classList.value)?.show(partsOf([...children]));
    }
  }

  /** A copy of a group without its children.
   * @param {Element} group */
  #emptyGroup(group) {
    const empty = /** @type {Element} */ (group.cloneNode());
    this.groups.set(group.classList.value, new Layer(empty));
    return empty;
  }

  /** The pieces on a site.
   * @param {string} site @returns {SVGGElement | null} */
  stack(site) {
    return this.moving.querySelector(`g.stack[data-site="${CSS.escape(site)}"]`);
  }

  /** What is drawn of the pieces on a site: the pieces, and whose they are.
   * @param {string} site @returns {NodeListOf<SVGGElement>} */
  partsOn(site) {
    return this.root.querySelectorAll(`:is(.stack, .owner)[data-site="${CSS.escape(site)}"]`);
  }

  /** Draws the highlights.
   * @param {Highlights} highlights */
  draw(highlights) {
    this.entryLayer.show(partsOf([
      ...highlights.guides.map(([x1, y1, x2, y2]) => svg("line", { class: "guide", x1, y1, x2, y2 })),
      ...this.#ghosts(highlights),
      ...(highlights.hovered ? [this.#outline(highlights.hovered, "hovered")] : []),
      ...highlights.reach.map((site) => this.#outline(site, "reach")),
      ...highlights.shifts.flatMap((shift) => this.#shifted(...shift)),
      ...highlights.full.map((site) => at(site, [svg("circle", { class: "full-dot", r: site.size * 0.37 })])),
      ...highlights.dots.map((site) => this.#dot(site, highlights)),
      ...highlights.rings.flatMap((outline) => ring(outline, "ring-touch")),
      ...(highlights.sent ? [] : highlights.selected.flatMap((outline) => ring(outline, "ring-selected"))),
      ...highlights.outlined.map((site) => this.#outline(site, "ring-selected")),
      ...highlights.chosen.map((site) => at(site, [svg("circle", { class: "chosen", r: 8 })])),
    ]));
    this.entry.classList.toggle("sent", highlights.sent);
    this.#fade(highlights.shifts.map(([from]) => from.name));
  }

  /** Fades the pieces on these sites, and no others: they are shown where a move would shift them.
   * @param {string[]} names */
  #fade(names) {
    for (const stack of this.moving.querySelectorAll("g.stack.shifted")) stack.classList.remove("shifted");
    for (const name of names) this.stack(name)?.classList.add("shifted");
  }

  /** @param {Set<string>} touch @param {Set<string>} selected */
  drawHandles(touch, selected) {
    for (const handle of this.root.querySelectorAll("g.handle")) {
      const name = /** @type {SVGGElement} */ (handle).dataset.site ?? "";
      handle.classList.toggle("touch", touch.has(name));
      handle.classList.toggle("selected", selected.has(name));
    }
  }

  /** What the move would add: dashed outlines, and over them a fill that joins neighbours. If it
   * would be at the site to be touched next, only a faint outline.
   * @param {Highlights} highlights */
  #ghosts({ ghosts, tone, faint }) {
    if (faint) return ghosts.map((site) => this.#outline(site, `ghost-faint tone-${tone}`));
    const dashes = ghosts.map((site) => this.#outline(site, `ghost-edge tone-${tone}`));
    return [...dashes, ...ghosts.map((site) => this.#outline(site, `ghost tone-${tone}`))];
  }

  /** A faint copy of the pieces of a site at another.
   * @param {Site} from @param {Site} to */
  #shifted(from, to) {
    const copy = this.stack(from.name)?.firstElementChild?.cloneNode(true);
    if (!(copy instanceof SVGElement)) return [];
    return [at(to, [svg("g", { class: "ghost-piece" }, [copy])])];
  }

  /** @param {Site} site @param {string} name */
  #outline(site, name) {
    return at(site, [svg("path", { class: name, d: this.still.shapes[site.shape] ?? "" })]);
  }

  /** @param {Site} site @param {Highlights} highlights */
  #dot(site, highlights) {
    const hovered = highlights.hovered === site ? " wide" : "";
    if (site.inside) return this.#outline(site, "open-dot");
    if (site.optional) return at(site, [svg("circle", { class: `dot crossing${hovered}`, r: DOT })]);
    if (site.mid) return at(site, [svg("circle", { class: `dot on-mid${hovered}`, r: 7 })]);
    if (highlights.crowded) return at(site, [svg("circle", { class: `dot${hovered}`, r: SMALL_DOT })]);
    const halo = svg("circle", { class: "halo", r: DOT * 1.9 });
    return at(site, [halo, svg("circle", { class: `dot${hovered}`, r: DOT })]);
  }
}

/** @param {Site} site @param {SVGElement[]} children */
function at(site, children) {
  return svg("g", { transform: `translate(${site.x} ${site.y})`, class: "spot" }, children);
}

/** A ring, with one below it for contrast: a dark one if a recent move ended there.
 * @param {import("./highlights.js").Ring} outline @param {string} name */
function ring({ d, last }, name) {
  return [svg("path", { class: last ? "ring-under ring-last" : "ring-under", d }), svg("path", { class: name, d })];
}
