/**
 * Points and vectors.
 *
 * @typedef {{x: number, y: number}} Point
 */

/**
 * The point nearest to another, by its name.
 *
 * @param {Iterable<[string, Point]>} points
 * @param {Point} to
 * @returns {{name: string, distance: number} | null}
 */
export function nearest(points, to) {
  let best = null;
  for (const [name, point] of points) {
    const distance = Math.hypot(point.x - to.x, point.y - to.y);
    if (best === null || distance < best.distance) best = { name, distance };
  }
  return best;
}

/** A vector rotated clockwise by quarter turns.
 * @param {number} x @param {number} y @param {number} quarter @returns {[number, number]} */
export function rotated(x, y, quarter) {
  /** @type {[number, number][]} */
  const turns = [[x, y], [-y, x], [-x, -y], [y, -x]];
  return turns[((quarter % 4) + 4) % 4];
}
