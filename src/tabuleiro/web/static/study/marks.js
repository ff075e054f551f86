/**
 * Marks in a comment: how good the move is, and circles and arrows on the board. They are at the start
 * of the comment, in a notation that is also readable in a record: `!? [d4] [c3 d4] this holds`.
 *
 * @typedef {string[]} Shape  the site of a circle, or the two sites of an arrow
 * @typedef {{sign: string, shapes: Shape[], text: string}} Remark
 */

const SIGN = /^(!!|\?\?|!\?|\?!|!|\?)(?:\s+|$)/;
const SHAPE = /^\[([^[\]\s]+)(?: ([^[\]\s]+))?\](?:\s+|$)/;

/** @param {string} comment @returns {Remark} */
export function readRemark(comment) {
  const sign = SIGN.exec(comment);
  let text = sign ? comment.slice(sign[0].length) : comment;
  const shapes = [];
  for (let found = SHAPE.exec(text); found; found = SHAPE.exec(text)) {
    shapes.push(found[2] ? [found[1], found[2]] : [found[1]]);
    text = text.slice(found[0].length);
  }
  return { sign: sign ? sign[1] : "", shapes, text };
}

/** @param {Remark} remark */
export function writeRemark({ sign, shapes, text }) {
  return [sign, ...shapes.map((sites) => `[${sites.join(" ")}]`), text].filter(Boolean).join(" ");
}

/** The remark with a shape added, or removed if it is there. @param {Remark} remark @param {Shape} shape @returns {Remark} */
export function toggleShape(remark, shape) {
  const same = (/** @type {Shape} */ other) => other.join(" ") === shape.join(" ");
  const without = remark.shapes.filter((other) => !same(other));
  const shapes = without.length < remark.shapes.length ? without : [...without, shape];
  return { ...remark, shapes };
}
