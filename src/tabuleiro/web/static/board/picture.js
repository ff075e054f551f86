/**
 * The picture of a board: its layers, which way it is turned, and what is drawn while a move is
 * being entered.
 *
 * @typedef {import("./types.js").Box} Box
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./types.js").Still} Still
 * @typedef {import("./walk.js").Point} Point
 *
 * @typedef {object} Shown  what is drawn over the board
 * @property {Box[]} guides
 * @property {Site[]} ghosts
 * @property {boolean} faint  whether the ghosts stand where the next touch would be
 * @property {[Site, Site] | null} moved  a piece, and where the next touch would lead it
 * @property {string} tone
 * @property {Site[]} dots  free sites that may be touched
 * @property {string[]} rings  outlines around pieces that may be touched
 * @property {string[]} selected  outlines around what has been touched
 * @property {Site[]} outlined  free sites that have been touched
 * @property {Site[]} chosen  crossings and holes that have been touched
 * @property {Site | null} hovered
 * @property {boolean} crowded
 */

import { Layer, partsOf } from "./layer.js";
import { parsed, svg } from "./shapes.js";

/** Under this width, in pixels, the coordinates of a board are small and stand near. */
const NARROW = 480;
const MOST_GROWTH = 1.9;
const DOT = 5;
const SMALL_DOT = 3;

/** Draws on the picture that the server made. */
export class Picture {
  /** @param {HTMLElement} stage @param {Still} still */
  constructor(stage, still) {
    this.still = still;
    this.stage = stage;
    if (!stage.querySelector("svg.board-picture")) stage.prepend(...parsed(still.svg));
    this.root = /** @type {SVGSVGElement} */ (stage.querySelector("svg.board-picture"));
    this.turning = this.#layer("turning");
    this.moving = this.#layer("moving");
    this.entry = this.#layer("entry");
    this.entered = new Layer(this.entry);
    this.state = new Layer(this.moving);
    /** @type {Map<string, Layer>} */
    this.groups = new Map(); // of the state, by their class
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

  /** Fits the picture to the width it is given, in pixels, and turns it by quarters.
   * @param {number} width @param {number} quarter */
  fit(width, quarter) {
    this.#narrow(width < NARROW);
    this.quarter = quarter;
    this.view = this.#turnedBox(this.narrow ? this.still.narrow : this.still.box);
    this.scale = width / this.view[2];
    this.root.setAttribute("viewBox", this.view.join(" "));
    const { x, y } = this.#middle();
    this.turning.setAttribute("transform", `rotate(${90 * quarter} ${x} ${y})`);
    const growth = Math.min(MOST_GROWTH, Math.max(1, 1 / this.scale));
    this.root.style.setProperty("--grow", growth.toFixed(3));
    this.root.style.setProperty("--upright", `${-90 * quarter}deg`);
  }

  /** Puts the coordinates near, or where there is room for them.
   * @param {boolean} narrow */
  #narrow(narrow) {
    if (narrow === this.narrow) return;
    this.narrow = narrow;
    this.root.classList.toggle("narrow", narrow);
    for (const label of this.root.querySelectorAll(".labels > g")) {
      const [here, there] = [label.getAttribute("transform"), label.getAttribute("data-near")];
      label.setAttribute("transform", `translate(${there})`);
      label.setAttribute("data-near", (here ?? "").replace(/^translate\((.*)\)$/, "$1"));
    }
  }

  /** The point that the board is turned about. */
  #middle() {
    const [left, top, width, height] = this.still.box;
    return { x: left + width / 2, y: top + height / 2 };
  }

  /** @param {Box} box @returns {Box} */
  #turnedBox([left, top, width, height]) {
    const a = this.turned({ x: left, y: top });
    const b = this.turned({ x: left + width, y: top + height });
    return [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  }

  /** Where a point of the board stands in the turned picture.
   * @param {Point} point @returns {Point} */
  turned(point) {
    const middle = this.#middle();
    const [dx, dy] = rotated(point.x - middle.x, point.y - middle.y, this.quarter);
    return { x: middle.x + dx, y: middle.y + dy };
  }

  /** Where a point of the board stands, in parts of the picture's width and height.
   * @param {Point} point @returns {Point} */
  share(point) {
    const { x, y } = this.turned(point);
    const [left, top, width, height] = this.view;
    return { x: (x - left) / width, y: (y - top) / height };
  }

  /** Where a point of the board stands on the screen.
   * @param {Point} point @returns {Point} */
  onScreen(point) {
    const box = this.root.getBoundingClientRect();
    const { x, y } = this.share(point);
    return { x: box.left + x * box.width, y: box.top + y * box.height };
  }

  /** The point of the turned picture that a point of the screen shows.
   * @param {Point} at @returns {Point} */
  under(at) {
    const box = this.root.getBoundingClientRect();
    const [left, top] = this.view;
    return { x: left + (at.x - box.left) / this.scale, y: top + (at.y - box.top) / this.scale };
  }

  /** How many pixels the distance between two neighbouring sites takes. */
  get pitch() {
    return this.still.unit * this.scale;
  }

  /** The pieces and marks of a state.
   * @param {string} markup */
  show(markup) {
    const groups = parsed(markup);
    this.state.show(new Map(groups.map((group) => [group.classList.value, () => this.#begin(group)])));
    for (const { classList, children } of groups) {
      this.groups.get(classList.value)?.show(partsOf([...children]));
    }
  }

  /** A group of the state with nothing in it yet.
   * @param {Element} group */
  #begin(group) {
    const begun = /** @type {Element} */ (group.cloneNode());
    this.groups.set(group.classList.value, new Layer(begun));
    return begun;
  }

  /** The pieces that stand on a site.
   * @param {string} site @returns {SVGGElement | null} */
  stack(site) {
    return this.moving.querySelector(`g.stack[data-site="${CSS.escape(site)}"]`);
  }

  /** What may be touched and what has been.
   * @param {Shown} shown */
  draw(shown) {
    this.entered.show(partsOf([
      ...shown.guides.map(([x1, y1, x2, y2]) => svg("line", { class: "guide", x1, y1, x2, y2 })),
      ...this.#ghosts(shown),
      ...(shown.hovered ? [this.#outline(shown.hovered, "hovered")] : []),
      ...(shown.moved ? this.#moved(...shown.moved) : []),
      ...shown.dots.map((site) => this.#dot(site, shown)),
      ...shown.rings.flatMap((d) => ring(d, "ring-touch")),
      ...shown.selected.flatMap((d) => ring(d, "ring-selected")),
      ...shown.outlined.map((site) => this.#outline(site, "ring-selected")),
      ...shown.chosen.map((site) => at(site, [svg("circle", { class: "chosen", r: 8 })])),
    ]));
  }

  /** @param {Set<string>} touch @param {Set<string>} selected */
  drawHandles(touch, selected) {
    for (const handle of this.root.querySelectorAll("g.handle")) {
      const name = /** @type {SVGGElement} */ (handle).dataset.site ?? "";
      handle.classList.toggle("touch", touch.has(name));
      handle.classList.toggle("selected", selected.has(name));
    }
  }

  /** A body that would be added: dashes around, and over them a fill that joins neighbours. What
   * the next touch would put where it is made is only hinted at.
   * @param {Shown} shown */
  #ghosts({ ghosts, tone, faint }) {
    if (faint) return ghosts.map((site) => this.#outline(site, `ghost-faint tone-${tone}`));
    const dashes = ghosts.map((site) => this.#outline(site, `ghost-edge tone-${tone}`));
    return [...dashes, ...ghosts.map((site) => this.#outline(site, `ghost tone-${tone}`))];
  }

  /** A faint copy of the pieces on a site.
   * @param {Site} from @param {Site} to */
  #moved(from, to) {
    const copy = this.stack(from.name)?.firstElementChild?.cloneNode(true);
    if (!(copy instanceof SVGElement)) return [];
    return [at(to, [svg("g", { class: "ghost-piece" }, [copy])])];
  }

  /** @param {Site} site @param {string} name */
  #outline(site, name) {
    return at(site, [svg("path", { class: name, d: this.still.shapes[site.shape] ?? "" })]);
  }

  /** @param {Site} site @param {Shown} shown */
  #dot(site, shown) {
    const hovered = shown.hovered === site ? " wide" : "";
    if (site.inside) return this.#outline(site, "open-hole");
    if (site.optional) return at(site, [svg("circle", { class: `dot crossing${hovered}`, r: DOT })]);
    if (site.mid) return at(site, [svg("circle", { class: `dot on-mid${hovered}`, r: 7 })]);
    if (shown.crowded) return at(site, [svg("circle", { class: `dot${hovered}`, r: SMALL_DOT })]);
    const halo = svg("circle", { class: "halo", r: DOT * 1.9 });
    return at(site, [halo, svg("circle", { class: `dot${hovered}`, r: DOT })]);
  }
}

/** A vector turned clockwise by quarters.
 * @param {number} x @param {number} y @param {number} quarter @returns {[number, number]} */
export function rotated(x, y, quarter) {
  /** @type {[number, number][]} */
  const turns = [[x, y], [-y, x], [-x, -y], [y, -x]];
  return turns[((quarter % 4) + 4) % 4];
}

/** @param {Site} site @param {SVGElement[]} children */
function at(site, children) {
  return svg("g", { transform: `translate(${site.x} ${site.y})`, class: "spot" }, children);
}

/** A ring, with a light one beneath it that parts it from what it lies on.
 * @param {string} d @param {string} name */
function ring(d, name) {
  return [svg("path", { class: "ring-under", d }), svg("path", { class: name, d })];
}
