/**
 * Which piece of one picture is which of the next, from the two pictures alone: so pieces glide
 * after a move, a takeback, or a jump over many moves alike.
 *
 * @typedef {object} Standing  a piece as it stands in a picture
 * @property {string} site
 * @property {number} level  in its stack, counted from the bottom
 * @property {string} kind  shape and colour
 * @property {string} look  what it looks like in full
 * @property {number} x
 * @property {number} y
 *
 * @typedef {{origin: string[], last: string[]}} Way  where the last move came from and went to
 */

/** How far from a line a piece may stand that is on it. */
const STRAIGHT = 1;

/**
 * Pairs of pieces that are the same. Those that a move pushed along its line keep their order;
 * what stands where it stood is itself; the others are the nearest of their kind, those that left
 * the origin of the move first.
 *
 * @template {Standing} P
 * @param {P[]} before
 * @param {P[]} after
 * @param {Way} way
 * @returns {Map<P, P>}  from the piece after to the piece before
 */
export function match(before, after, way) {
  /** @type {Map<P, P>} */
  const pairs = new Map();
  const left = new Set(before);
  /** @param {P} now @param {P} then */
  const pair = (now, then) => {
    pairs.set(now, then);
    left.delete(then);
  };
  for (const [now, then] of inLine(before, after, way)) pair(now, then);
  for (const now of after) {
    const then = pairs.has(now) ? undefined : find(left, (one) => stays(one, now));
    if (then) pair(now, then);
  }
  for (const [now, then] of byDistance([...left], after.filter((one) => !pairs.has(one)), way)) {
    if (!pairs.has(now) && left.has(then)) pair(now, then);
  }
  return pairs;
}

/** @param {Standing} then @param {Standing} now */
function stays(then, now) {
  return then.site === now.site && then.level === now.level && then.kind === now.kind;
}

/**
 * The pieces on the line of the last move, in order, where it only shifted them.
 *
 * @template {Standing} P
 * @param {P[]} before
 * @param {P[]} after
 * @param {Way} way
 * @returns {[P, P][]}
 */
function inLine(before, after, way) {
  const start = before.find((one) => one.site === way.origin[0]);
  const end = after.find((one) => one.site === way.last[0]);
  if (way.origin.length !== 1 || way.last.length !== 1 || !start || !end) return [];
  const then = onRay(before, start, end);
  const now = onRay(after, start, end);
  const shifted = then.length === now.length && then.every((one, i) => one.look === now[i].look);
  return shifted ? now.map((one, i) => [one, then[i]]) : [];
}

/**
 * The pieces on the line from one piece towards another and beyond, the nearest first.
 *
 * @template {Standing} P
 * @param {P[]} pieces
 * @param {P} start
 * @param {P} end
 */
function onRay(pieces, start, end) {
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  /** @param {P} one */
  const along = (one) => (one.x - start.x) * ux + (one.y - start.y) * uy;
  /** @param {P} one */
  const aside = (one) => Math.abs((one.x - start.x) * uy - (one.y - start.y) * ux);
  return pieces
    .filter((one) => aside(one) < STRAIGHT && along(one) > -STRAIGHT)
    .sort((a, b) => along(a) - along(b));
}

/**
 * Pairs of one kind, the best first.
 *
 * @template {Standing} P
 * @param {P[]} before
 * @param {P[]} after
 * @param {Way} way
 * @returns {[P, P][]}
 */
function byDistance(before, after, way) {
  const [origin, last] = [new Set(way.origin), new Set(way.last)];
  /** @type {[P, P, number][]} */
  const pairs = [];
  for (const now of after) {
    for (const then of before) {
      if (now.kind !== then.kind) continue;
      const told = origin.has(then.site) && last.has(now.site);
      const order = Math.abs(now.level - then.level);
      pairs.push([now, then, Math.hypot(now.x - then.x, now.y - then.y) + order - (told ? 1e6 : 0)]);
    }
  }
  return pairs.sort((a, b) => a[2] - b[2]).map(([now, then]) => [now, then]);
}

/** @template P @param {Iterable<P>} all @param {(one: P) => boolean} fits */
function find(all, fits) {
  for (const one of all) if (fits(one)) return one;
  return undefined;
}
