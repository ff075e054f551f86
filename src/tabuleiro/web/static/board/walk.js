/**
 * Walking over sites with arrow keys, as they stand on the screen.
 *
 * @typedef {{x: number, y: number}} Point
 */

/** @type {Record<string, (right: number, down: number) => [number, number]>} */
const AHEAD = {
  ArrowLeft: (right, down) => [-right, Math.abs(down)],
  ArrowRight: (right, down) => [right, Math.abs(down)],
  ArrowUp: (right, down) => [-down, Math.abs(right)],
  ArrowDown: (right, down) => [down, Math.abs(right)],
};
const ACROSS = new Set(["ArrowLeft", "ArrowRight"]);

/** What a pixel aside costs against one ahead: a row is kept to, as when reading; up and down lead
 * to the next row that has something, be it between two columns. */
const OUT_OF_ROW = 1.5;
const OUT_OF_COLUMN = 0.9;
/** More than this is added to what lies rather aside than ahead: it comes last. */
const ASTRAY = 1e6;
/** What differs by less, in pixels, is the same. */
const SAME = 0.5;

/** Whether a key walks.
 * @param {string} key */
export function isArrow(key) {
  return key in AHEAD;
}

/** A walk keeps to the line that it began on while it goes on in its direction or back, as a text
 * cursor keeps its column. It is a value: `step` gives a new one. */
export class Walk {
  /** @param {string} at  the site that it has come to
   * @param {string} start  the site whose row or column it keeps to
   * @param {boolean} across  whether that is a row */
  constructor(at = "", start = at, across = false) {
    this.at = at;
    this.start = start;
    this.across = across;
  }

  /** The walk after an arrow key; null where nothing lies in that direction.
   * @param {Map<string, Point>} points @param {string} key @returns {Walk | null} */
  step(points, key) {
    const across = ACROSS.has(key);
    const start = across === this.across && points.has(this.start) ? this.start : this.at;
    const [here, line] = [points.get(this.at), points.get(start)];
    if (!here || !line) return null;
    const to = ahead(points, across ? { x: here.x, y: line.y } : { x: line.x, y: here.y }, key);
    return to ? new Walk(to, start, across) : null;
  }
}

/**
 * The site that lies ahead of a point: rather one ahead than one aside; none where nothing lies in
 * that direction.
 *
 * @param {Map<string, Point>} points
 * @param {Point} start
 * @param {string} key
 */
function ahead(points, start, key) {
  const price = ACROSS.has(key) ? OUT_OF_ROW : OUT_OF_COLUMN;
  let best = "";
  let least = Infinity;
  for (const [name, point] of points) {
    const [far, aside] = AHEAD[key](point.x - start.x, point.y - start.y);
    const cost = far + price * aside + (aside > far + SAME ? ASTRAY : 0);
    if (far > 2 * SAME && cost < least - SAME) [best, least] = [name, cost];
  }
  return best;
}

/**
 * Of some sites the one nearest to a point.
 *
 * @param {Iterable<[string, Point]>} points
 * @param {Point} start
 * @returns {{name: string, distance: number} | null}
 */
export function nearest(points, start) {
  let best = null;
  for (const [name, point] of points) {
    const distance = Math.hypot(point.x - start.x, point.y - start.y);
    if (best === null || distance < best.distance) best = { name, distance };
  }
  return best;
}
