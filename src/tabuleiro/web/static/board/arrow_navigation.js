/**
 * Navigation with arrow keys between sites, by their positions on the screen.
 *
 * @typedef {import("./geometry.js").Point} Point
 */

/** For each key, the distances of an offset along its direction and across it.
 * @type {Record<string, (right: number, down: number) => [number, number]>} */
const DISTANCES = {
  ArrowLeft: (right, down) => [-right, Math.abs(down)],
  ArrowRight: (right, down) => [right, Math.abs(down)],
  ArrowUp: (right, down) => [-down, Math.abs(right)],
  ArrowDown: (right, down) => [down, Math.abs(right)],
};
const HORIZONTAL = new Set(["ArrowLeft", "ArrowRight"]);

/** The cost of a pixel across the direction, compared with one along it. Left and right should stay
 * in the row, as in a text. Up and down should reach the next row, even if its nearest site is
 * between two columns. */
const OUT_OF_ROW = 1.5;
const OUT_OF_COLUMN = 0.9;
/** Added if a site is more across the direction than along it, so that it comes last. */
const SIDEWAYS = 1e6;
/** Differences below this many pixels are ignored. */
const TOLERANCE = 0.5;

/** @param {string} key */
export function isArrow(key) {
  return key in DISTANCES;
}

/** The site reached with arrow keys. It keeps to the row or column in which it started until the
 * axis changes, as a text cursor keeps its column. Immutable: `move` returns a new one. */
export class ArrowCursor {
  /** @param {string} at  the current site
   * @param {string} start  the site whose row or column it keeps to
   * @param {boolean} horizontal  whether it keeps to a row */
  constructor(at = "", start = at, horizontal = false) {
    this.at = at;
    this.start = start;
    this.horizontal = horizontal;
  }

  /** The cursor after an arrow key; null if there is no site in that direction.
   * @param {Map<string, Point>} points @param {string} key @returns {ArrowCursor | null} */
  move(points, key) {
    const horizontal = HORIZONTAL.has(key);
    const start = horizontal === this.horizontal && points.has(this.start) ? this.start : this.at;
    const [here, line] = [points.get(this.at), points.get(start)];
    if (!here || !line) return null;
    const from = horizontal ? { x: here.x, y: line.y } : { x: line.x, y: here.y };
    const to = nextInDirection(points, from, key);
    return to ? new ArrowCursor(to, start, horizontal) : null;
  }
}

/**
 * The site with the least cost in the direction of a key; "" if there is none.
 *
 * @param {Map<string, Point>} points
 * @param {Point} from
 * @param {string} key
 */
function nextInDirection(points, from, key) {
  const weight = HORIZONTAL.has(key) ? OUT_OF_ROW : OUT_OF_COLUMN;
  let best = "";
  let least = Infinity;
  for (const [name, point] of points) {
    const [along, across] = DISTANCES[key](point.x - from.x, point.y - from.y);
    const cost = along + weight * across + (across > along + TOLERANCE ? SIDEWAYS : 0);
    if (along > 2 * TOLERANCE && cost < least - TOLERANCE) [best, least] = [name, cost];
  }
  return best;
}
