/**
 * Walking over sites with arrow keys: the nearest one in a direction, as they stand on the screen.
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

/** What leads aside costs more than what leads ahead. */
const ASIDE = 2;

/** Whether a key walks.
 * @param {string} key */
export function isArrow(key) {
  return key in AHEAD;
}

/**
 * The site that an arrow key leads to: rather one ahead than one aside; none where nothing lies
 * in that direction.
 *
 * @param {Map<string, Point>} points
 * @param {Point} start
 * @param {string} key
 * @returns {string | null}
 */
export function step(points, start, key) {
  let best = null;
  let least = Infinity;
  for (const [name, point] of points) {
    const [ahead, aside] = AHEAD[key](point.x - start.x, point.y - start.y);
    const cost = ahead + ASIDE * aside + (aside > ahead + 1 ? 1e6 : 0);
    if (ahead > 1 && cost < least) [best, least] = [name, cost];
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
