/**
 * What the first player can expect after each move of a line, as a curve. To touch it leads to the
 * move there.
 */

import { svg } from "../board/shapes.js";

const WIDE = 1000;
const HIGH = 100;
const MARGIN = 8; // so that the first and the last dot are seen whole

export class Graph {
  /** @param {HTMLElement} element @param {(index: number) => void} choose  leads to a position of the line, 0 for its beginning */
  constructor(element, choose) {
    this.element = element;
    this.count = 0;
    this.written = "";
    this.picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" });
    element.append(this.picture);
    element.addEventListener("pointerdown", (event) => {
      const box = element.getBoundingClientRect();
      if (this.count > 1) choose(Math.round(((event.clientX - box.left) / box.width) * (this.count - 1)));
    });
  }

  /** @param {(number | null)[]} values  from the beginning of the line on, null where nothing is known
   * @param {number} at  which of them the board shows @param {string} tone  of the first player */
  show(values, at, tone) {
    const known = values.filter((value) => value !== null).length;
    this.element.hidden = known < 2;
    const written = JSON.stringify([values, at]);
    if (written === this.written || known < 2) return;
    this.written = written;
    this.count = values.length;
    this.picture.setAttribute("class", `tone-${tone}`);
    const points = values.flatMap((value, i) => (value === null ? [] : [[this.#x(i), HIGH * (1 - value)]]));
    this.picture.replaceChildren(...this.#drawn(points, at));
  }

  /** @param {number[][]} points @param {number} at */
  #drawn(points, at) {
    const [first, last] = [points[0], points[points.length - 1]];
    const line = points.map((point) => point.join(",")).join(" ");
    const here = points.find(([x]) => x === this.#x(at));
    return [
      svg("polygon", { class: "graph-area", points: `${first[0]},${HIGH} ${line} ${last[0]},${HIGH}` }),
      svg("line", { class: "graph-middle", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
      svg("polyline", { class: "graph-line", points: line }),
      svg("line", { class: "graph-here", x1: this.#x(at), x2: this.#x(at), y1: 0, y2: HIGH }),
      ...(here ? [svg("line", { class: "graph-dot", x1: here[0], x2: here[0], y1: here[1], y2: here[1] })] : []),
    ];
  }

  /** @param {number} index */
  #x(index) {
    return this.count > 1 ? MARGIN + (index * (WIDE - 2 * MARGIN)) / (this.count - 1) : 0;
  }
}
