/**
 * Drawings of a study over a board: candidate moves with their evaluations, a numbered line of moves,
 * circles and arrows of comments. It contains no game rules: moves come with their sites.
 *
 * @typedef {import("../board/board.js").Board} Board
 * @typedef {import("../board/types.js").Site} Site
 * @typedef {import("./analysis.js").Line} Line
 * @typedef {import("./analysis.js").Step} Step
 * @typedef {{x: number, y: number}} Point
 *
 * @typedef {object} Drawings
 * @property {Line[]} [lines]  candidate moves, the best first
 * @property {Step[]} [line]  a line to be shown instead of them
 * @property {string[][]} [shapes]  circles and arrows
 */

import { svg } from "../board/dom.js";

const MAX_MOVES = 5; // of a line
const HEAD = 0.24; // the length of an arrow's head, in pitches
const THIN = 0.05; // an arrow's width, in pitches; three times that with the whole search
const RING = 0.4; // the radius of a circle, in pitches
const DOT = 0.1; // the radius around a dot of a piece
const ABOVE = 0.3; // how far a chip is above its dot
const CHIP = { height: 26, small: 20, letter: 7.4, room: 14 };

export class Overlay {
  /** @param {Board} board @param {string[]} tones  the colour of each player */
  constructor(board, tones) {
    this.board = board;
    this.tones = tones;
    this.layer = svg("g", { class: "study-layer", "aria-hidden": "true" });
    board.picture.entry.after(this.layer);
  }

  /** @param {Drawings} drawings */
  draw({ lines = [], line = [], shapes = [] }) {
    this.#clearCards();
    const moves = line.length ? this.#line(line.slice(0, MAX_MOVES)) : this.#candidates(lines);
    this.layer.replaceChildren(...shapes.map((sites) => this.#shape(sites)), ...moves);
  }

  /** Draws the worst first, so that the best is on top. @param {Line[]} lines */
  #candidates(lines) {
    /** @type {Point[]} */
    const taken = [];
    const drawn = lines.map((line, rank) => this.#candidate(line, rank, taken));
    return [...drawn.map(([figure]) => figure).reverse(), ...drawn.map(([, chip]) => chip).reverse()];
  }

  /** @param {Line} line @param {number} rank @param {Point[]} taken  where chips are
   * @returns {[SVGElement, SVGElement]} */
  #candidate({ line: [{ sites, filled, player }], value, share }, rank, taken) {
    const points = this.#points(sites, filled);
    const text = `${Math.round(100 * value)}`;
    const name = `candidate${rank === 0 ? " best" : ""}`;
    if (!points.length) {
      this.#labelCard(sites, text);
      return [svg("g"), svg("g")];
    }
    const last = points[points.length - 1];
    const at = avoidOverlap(filled?.length ? last : this.#labelPoint(points), taken);
    taken.push(at);
    return [this.#figure(points, `${name} tone-${this.tones[player]}`, THIN * (1 + 2 * share), filled), chip(at, text, share, name)];
  }

  /** Where the evaluation of a move is written: on its site, on the last part of its arrow, or above a
   * dot. @param {Site[]} points @returns {Point} */
  #labelPoint(points) {
    const last = points[points.length - 1];
    if (last.inside) return { x: last.x, y: last.y - ABOVE * this.board.still.unit };
    const from = points[points.length - 2] ?? last;
    return { x: from.x + 0.45 * (last.x - from.x), y: from.y + 0.45 * (last.y - from.y) };
  }

  /** @param {Step[]} steps */
  #line(steps) {
    const drawn = steps.map(({ sites, filled, player }, i) => {
      const points = this.#points(sites, filled);
      const name = `step tone-${this.tones[player]}`;
      if (!points.length) this.#labelCard(sites, String(i + 1));
      const mark = points.length ? badge(points[points.length - 1], String(i + 1), name) : svg("g");
      return [this.#figure(points, name, 1.6 * THIN, filled), mark];
    });
    return [...drawn.map(([figure]) => figure).reverse(), ...drawn.map(([, mark]) => mark).reverse()];
  }

  /** @param {string[]} sites */
  #shape(sites) {
    return this.#figure(this.#points(sites), "drawn", 2 * THIN);
  }

  /** The sites that a move fills, with a ring around the first site of what it copies; an arrow through
   * several sites, or a ring around one site or dot.
   * @param {Site[]} points @param {string} name @param {number} width @param {string[]} [filled] */
  #figure(points, name, width, filled = []) {
    if (!points.length) return svg("g");
    if (filled.length) return svg("g", { class: `figure fills ${name}` }, this.#fills(points[0], filled));
    const unit = this.board.still.unit;
    const last = points[points.length - 1];
    const several = points.some(({ x, y }) => x !== last.x || y !== last.y);
    const body = several && !last.inside ? arrow(points, unit, width * unit) : [ring(last, unit * (last.inside ? DOT : RING))];
    return svg("g", { class: `figure ${name}` }, body);
  }

  /** @param {Site} from @param {string[]} filled */
  #fills(from, filled) {
    const { unit, shapes } = this.board.still;
    return [ring(from, unit * RING), ...this.#points(filled).map(({ x, y, shape }) =>
      svg("path", { class: "filled", d: shapes[shape] ?? "", transform: `translate(${x} ${y})` }))];
  }

  /** The sites that are on the board. If a move fills sites, they follow the first one it touches.
   * @param {string[]} sites @param {string[]} [filled] @returns {Site[]} */
  #points(sites, filled = []) {
    const names = filled.length ? [sites[0], ...filled.slice(0, 1)] : sites;
    return names.flatMap((name) => this.board.sites.sites.get(name) ?? this.board.still.sites.find((site) => site.name === name) ?? []);
  }

  /** Labels a site that is on a card instead of the board. @param {string[]} sites @param {string} text */
  #labelCard(sites, text) {
    const button = this.board.sites.buttons.get(sites[sites.length - 1] ?? "");
    button?.setAttribute("data-worth", text);
  }

  #clearCards() {
    for (const button of this.board.sites.buttons.values()) button.removeAttribute("data-worth");
  }
}

/** @param {Point[]} points @param {number} unit @param {number} width */
function arrow(points, unit, width) {
  const line = points.filter(({ x, y }, i) => !i || x !== points[i - 1].x || y !== points[i - 1].y);
  const [from, to] = line.slice(-2);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const head = Math.min(HEAD * unit + width, 0.6 * length);
  const neck = { x: to.x - head * ux, y: to.y - head * uy };
  const wing = 0.6 * head;
  const corners = [[to.x, to.y], [neck.x - wing * uy, neck.y + wing * ux], [neck.x + wing * uy, neck.y - wing * ux]];
  const shaft = [...line.slice(0, -1), neck].map(({ x, y }) => `${x},${y}`).join(" ");
  const tip = corners.map((corner) => corner.join(",")).join(" ");
  return [
    svg("polyline", { class: "under", points: shaft, "stroke-width": width + 4 }),
    svg("polygon", { class: "under", points: tip }),
    svg("polyline", { class: "shaft", points: shaft, "stroke-width": width }),
    svg("polygon", { class: "tip", points: tip }),
  ];
}

/** @param {Point} at @param {number} radius */
function ring({ x, y }, radius) {
  return svg("g", {}, [
    svg("circle", { class: "under", cx: x, cy: y, r: radius, "stroke-width": 7 }),
    svg("circle", { class: "ring", cx: x, cy: y, r: radius }),
  ]);
}

/** The point, or the first free one below it. @param {Point} at @param {Point[]} taken @returns {Point} */
function avoidOverlap(at, taken) {
  const near = taken.some(({ x, y }) => Math.abs(x - at.x) < CHIP.height && Math.abs(y - at.y) < CHIP.height);
  return near ? avoidOverlap({ x: at.x, y: at.y + CHIP.height + 2 }, taken) : at;
}

/** The evaluation of a move in percent, above a bar for its share of the search.
 * @param {Point} at @param {string} text @param {number} share @param {string} name */
function chip(at, text, share, name) {
  const width = CHIP.room + CHIP.letter * Math.max(2, text.length);
  const room = width - 10;
  return upright(at, `chip ${name}`, [
    svg("rect", { x: -width / 2, y: -CHIP.height / 2, width, height: CHIP.height, rx: 7 }),
    textElement(text, -2.5),
    svg("rect", { class: "share-room", x: -room / 2, y: 7, width: room, height: 2.5, rx: 1.25 }),
    svg("rect", { class: "share", x: -room / 2, y: 7, width: Math.max(2.5, room * share), height: 2.5, rx: 1.25 }),
  ]);
}

/** @param {Point} at @param {string} text @param {string} name */
function badge(at, text, name) {
  return upright(at, `badge ${name}`, [svg("circle", { r: CHIP.small / 2 }), textElement(text, 0)]);
}

/** @param {string} text @param {number} y */
function textElement(text, y) {
  const words = svg("text", { y });
  words.textContent = text;
  return words;
}

/** @param {Point} at @param {string} name @param {SVGElement[]} body */
function upright({ x, y }, name, body) {
  return svg("g", { class: name, transform: `translate(${x} ${y})` }, [svg("g", { class: "upright" }, body)]);
}
