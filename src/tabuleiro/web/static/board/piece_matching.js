/**
 * Matches the pieces of two pictures, so that they can be animated. It compares only the pictures,
 * so it also works after a takeback or a jump over many moves.
 *
 * @typedef {object} PlacedPiece
 * @property {string} site
 * @property {number} level  in its stack, counted from the bottom
 * @property {string} kind  shape and colour
 * @property {string} look  its full markup
 * @property {number} x
 * @property {number} y
 *
 * @typedef {{origin: string[], last: string[]}} LastMove  where the last move started and ended
 */

/** How far a piece may be from a line and still count as on it. */
const LINE_TOLERANCE = 1;

/**
 * Pairs of pieces that are the same. Pieces pushed along the line of the move keep their order. A
 * piece of the same kind at the same place is the same piece. The others are matched with the
 * nearest of their kind, first those that left the origin of the move.
 *
 * @template {PlacedPiece} P
 * @param {P[]} before
 * @param {P[]} after
 * @param {LastMove} lastMove
 * @returns {Map<P, P>}  from the piece after to the piece before
 */
export function matchPieces(before, after, lastMove) {
  /** @type {Map<P, P>} */
  const pairs = new Map();
  const unmatched = new Set(before);
  /** @param {P} now @param {P} then */
  const pair = (now, then) => {
    pairs.set(now, then);
    unmatched.delete(then);
  };
  for (const [now, then] of shiftedPairs(before, after, lastMove)) pair(now, then);
  for (const now of after) {
    const then = pairs.has(now) ? undefined : find(unmatched, (one) => isUnmoved(one, now));
    if (then) pair(now, then);
  }
  for (const [now, then] of pairsByDistance([...unmatched], after.filter((one) => !pairs.has(one)), lastMove)) {
    if (!pairs.has(now) && unmatched.has(then)) pair(now, then);
  }
  return pairs;
}

/** @param {PlacedPiece} then @param {PlacedPiece} now */
function isUnmoved(then, now) {
  return then.site === now.site && then.level === now.level && then.kind === now.kind;
}

/**
 * Pairs on the line of the last move, in order; none unless the move only shifted these pieces.
 *
 * @template {PlacedPiece} P
 * @param {P[]} before
 * @param {P[]} after
 * @param {LastMove} lastMove
 * @returns {[P, P][]}
 */
function shiftedPairs(before, after, lastMove) {
  const start = before.find((one) => one.site === lastMove.origin[0]);
  const end = after.find((one) => one.site === lastMove.last[0]);
  if (lastMove.origin.length !== 1 || lastMove.last.length !== 1 || !start || !end) return [];
  const then = onRay(before, start, end);
  const now = onRay(after, start, end);
  const shifted = then.length === now.length && then.every((one, i) => one.look === now[i].look);
  return shifted ? now.map((one, i) => [one, then[i]]) : [];
}

/**
 * The pieces on the ray from one piece through another, the nearest first.
 *
 * @template {PlacedPiece} P
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
  const distance = (one) => Math.abs((one.x - start.x) * uy - (one.y - start.y) * ux);
  return pieces
    .filter((one) => distance(one) < LINE_TOLERANCE && along(one) > -LINE_TOLERANCE)
    .sort((a, b) => along(a) - along(b));
}

/**
 * All pairs of the same kind, the best first.
 *
 * @template {PlacedPiece} P
 * @param {P[]} before
 * @param {P[]} after
 * @param {LastMove} lastMove
 * @returns {[P, P][]}
 */
function pairsByDistance(before, after, lastMove) {
  const [origin, last] = [new Set(lastMove.origin), new Set(lastMove.last)];
  /** @type {[P, P, number][]} */
  const pairs = [];
  for (const now of after) {
    for (const then of before) {
      if (now.kind !== then.kind) continue;
      const isLastMove = origin.has(then.site) && last.has(now.site);
      const levels = Math.abs(now.level - then.level);
      pairs.push([now, then, Math.hypot(now.x - then.x, now.y - then.y) + levels - (isLastMove ? 1e6 : 0)]);
    }
  }
  return pairs.sort((a, b) => a[2] - b[2]).map(([now, then]) => [now, then]);
}

/** @template P @param {Iterable<P>} all @param {(one: P) => boolean} matches */
function find(all, matches) {
  for (const one of all) if (matches(one)) return one;
  return undefined;
}
