/**
 * A graph of the first player's expected score after each move of a line. A click on it shows the
 * position there.
 */

import { svg } from "../board/dom.js";

const WIDTH = 1000;
const HEIGHT = 100;
const MARGIN = 8; // so that the first and last dots are not cut off

export class Graph {
  /** @param {HTMLElement} element @param {(index: number) => void} choose  shows a position of the line; 0 is its start */
  constructor(element, choose) {
    this.element = element;
    this.count = 0;
    this.dataKey = "";
    this.picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" });
    element.append(this.picture);
    element.addEventListener("pointerdown", (event) => {
      const box = element.getBoundingClientRect();
      if (this.count > 1) choose(Math.round(((event.clientX - box.left) / box.width) * (this.count - 1)));
    });
  }

  /** @param {(number | null)[]} values  from the start of the line; null where unknown
   * @param {number} at  the index of the position shown @param {string} tone  of the first player */
  show(values, at, tone) {
    const known = values.filter((value) => value !== null).length;
    this.element.hidden = known < 2;
    const key = JSON.stringify([values, at]);
    if (key === this.dataKey || known < 2) return;
    this.dataKey = key;
    this.count = values.length;
    this.picture.setAttribute("class", `tone-${tone}`);
    const points = values.flatMap((value, i) => (value === null ? [] : [[this.#x(i), HEIGHT * (1 - value)]]));
    this.picture.replaceChildren(...this.#draw(points, at));
  }

  /** @param {number[][]} points @param {number} at */
  #draw(points, at) {
    const [first, last] = [points[0], points[points.length - 1]];
    const line = points.map((point) => point.join(",")).join(" ");
    const current = points.find(([x]) => x === this.#x(at));
    return [
      svg("polygon", { class: "graph-area", points: `${first[0]},${HEIGHT} ${line} ${last[0]},${HEIGHT}` }),
      svg("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      svg("polyline", { class: "graph-line", points: line }),
      svg("line", { class: "graph-here", x1: this.#x(at), x2: this.#x(at), y1: 0, y2: HEIGHT }),
      ...(current ? [svg("line", { class: "graph-dot", x1: current[0], x2: current[0], y1: current[1], y2: current[1] })] : []),
    ];
  }

  /** @param {number} index */
  #x(index) {
    return this.count > 1 ? MARGIN + (index * (WIDTH - 2 * MARGIN)) / (this.count - 1) : 0;
  }
}
