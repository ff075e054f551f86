/**
 * What a study draws over a board: moves to consider with what they are worth, a line of moves in
 * order, circles and arrows of comments. It knows no rule: moves come with the sites that are
 * touched for them.
 *
 * @typedef {import("../board/board.js").Board} Board
 * @typedef {import("../board/types.js").Site} Site
 * @typedef {import("./analysis.js").Line} Line
 * @typedef {import("./analysis.js").Step} Step
 * @typedef {{x: number, y: number}} Point
 *
 * @typedef {object} Drawn
 * @property {Line[]} [lines]  moves to consider, the best first
 * @property {Step[]} [line]  a line to be shown instead, in order
 * @property {string[][]} [shapes]  circles and arrows
 */

import { svg } from "../board/shapes.js";

const SHOWN = 5; // moves of a line
const HEAD = 0.24; // the length of an arrow's head, in pitches
const THIN = 0.05; // an arrow's width, in pitches; with the whole search behind it, as much again thrice
const RING = 0.4; // the radius of a circle, in pitches
const HOLE = 0.1; // that around a hole of a piece
const ABOVE = 0.3; // how far above a hole its chip stands
const CHIP = { height: 26, small: 20, letter: 7.4, room: 14 };

export class Overlay {
  /** @param {Board} board @param {string[]} tones  the colour of each player */
  constructor(board, tones) {
    this.board = board;
    this.tones = tones;
    this.layer = svg("g", { class: "study-layer", "aria-hidden": "true" });
    board.picture.entry.after(this.layer);
  }

  /** @param {Drawn} drawn */
  draw({ lines = [], line = [], shapes = [] }) {
    this.#clearCards();
    const moves = line.length ? this.#line(line.slice(0, SHOWN)) : this.#candidates(lines);
    this.layer.replaceChildren(...shapes.map((sites) => this.#shape(sites)), ...moves);
  }

  /** The worst first, so that the best lies on top. @param {Line[]} lines */
  #candidates(lines) {
    /** @type {Point[]} */
    const taken = [];
    const drawn = lines.map((line, rank) => this.#candidate(line, rank, taken));
    return [...drawn.map(([figure]) => figure).reverse(), ...drawn.map(([, chip]) => chip).reverse()];
  }

  /** @param {Line} line @param {number} rank @param {Point[]} taken  where chips are already
   * @returns {[SVGElement, SVGElement]} */
  #candidate({ line: [{ sites, player }], value, share }, rank, taken) {
    const points = this.#points(sites);
    const text = `${Math.round(100 * value)}`;
    const name = `candidate${rank === 0 ? " best" : ""}`;
    if (!points.length) {
      this.#note(sites, text);
      return [svg("g"), svg("g")];
    }
    const at = free(this.#written(points), taken);
    taken.push(at);
    return [this.#figure(points, `${name} tone-${this.tones[player]}`, THIN * (1 + 2 * share)), chip(at, text, share, name)];
  }

  /** Where what a move is worth is written: on its place, on the last stretch of its arrow, or above the hole
   * of a piece. @param {Site[]} points @returns {Point} */
  #written(points) {
    const last = points[points.length - 1];
    if (last.inside) return { x: last.x, y: last.y - ABOVE * this.board.still.unit };
    const from = points[points.length - 2] ?? last;
    return { x: from.x + 0.45 * (last.x - from.x), y: from.y + 0.45 * (last.y - from.y) };
  }

  /** @param {Step[]} steps */
  #line(steps) {
    const drawn = steps.map(({ sites, player }, i) => {
      const points = this.#points(sites);
      const name = `step tone-${this.tones[player]}`;
      if (!points.length) this.#note(sites, String(i + 1));
      const mark = points.length ? badge(points[points.length - 1], String(i + 1), name) : svg("g");
      return [this.#figure(points, name, 1.6 * THIN), mark];
    });
    return [...drawn.map(([figure]) => figure).reverse(), ...drawn.map(([, mark]) => mark).reverse()];
  }

  /** @param {string[]} sites */
  #shape(sites) {
    return this.#figure(this.#points(sites), "drawn", 2 * THIN);
  }

  /** An arrow over several places, a ring around one, or around the hole of a piece.
   * @param {Site[]} points @param {string} name @param {number} width */
  #figure(points, name, width) {
    if (!points.length) return svg("g");
    const unit = this.board.still.unit;
    const last = points[points.length - 1];
    const several = points.some(({ x, y }) => x !== last.x || y !== last.y);
    const body = several && !last.inside ? arrow(points, unit, width * unit) : [ring(last, unit * (last.inside ? HOLE : RING))];
    return svg("g", { class: `figure ${name}` }, body);
  }

  /** The sites that are part of the picture. @param {string[]} sites @returns {Site[]} */
  #points(sites) {
    return sites.flatMap((name) => this.board.sites.sites.get(name) ?? []);
  }

  /** What is no part of the picture lies on a card. @param {string[]} sites @param {string} text */
  #note(sites, text) {
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

/** The point itself, or one below it where no chip is yet. @param {Point} at @param {Point[]} taken @returns {Point} */
function free(at, taken) {
  const near = taken.some(({ x, y }) => Math.abs(x - at.x) < CHIP.height && Math.abs(y - at.y) < CHIP.height);
  return near ? free({ x: at.x, y: at.y + CHIP.height + 2 }, taken) : at;
}

/** What a move is worth in a hundred, over a bar as long as its share of the search.
 * @param {Point} at @param {string} text @param {number} share @param {string} name */
function chip(at, text, share, name) {
  const width = CHIP.room + CHIP.letter * Math.max(2, text.length);
  const room = width - 10;
  return upright(at, `chip ${name}`, [
    svg("rect", { x: -width / 2, y: -CHIP.height / 2, width, height: CHIP.height, rx: 7 }),
    written(text, -2.5),
    svg("rect", { class: "share-room", x: -room / 2, y: 7, width: room, height: 2.5, rx: 1.25 }),
    svg("rect", { class: "share", x: -room / 2, y: 7, width: Math.max(2.5, room * share), height: 2.5, rx: 1.25 }),
  ]);
}

/** @param {Point} at @param {string} text @param {string} name */
function badge(at, text, name) {
  return upright(at, `badge ${name}`, [svg("circle", { r: CHIP.small / 2 }), written(text, 0)]);
}

/** @param {string} text @param {number} y */
function written(text, y) {
  const words = svg("text", { y });
  words.textContent = text;
  return words;
}

/** @param {Point} at @param {string} name @param {SVGElement[]} body */
function upright({ x, y }, name, body) {
  return svg("g", { class: name, transform: `translate(${x} ${y})` }, [svg("g", { class: "upright" }, body)]);
}
