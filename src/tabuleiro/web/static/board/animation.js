/**
 * Animations between two pictures: pieces slide, appear, disappear and are copied. Input never waits
 * for them.
 *
 * @typedef {import("./piece_matching.js").PlacedPiece} PlacedPiece
 * @typedef {import("./piece_matching.js").LastMove} LastMove
 * @typedef {PlacedPiece & {element: SVGGElement, upright: boolean}} Piece
 */

import { rotated } from "./geometry.js";
import { matchPieces } from "./piece_matching.js";

/** Durations in milliseconds. */
const APPEAR = 140;
const SLIDE = 180;
const PER_CELL = 30;
const COPY = 260;
const STACK = 220;
const FADE = 160;
const PATH = 600;
const CROSS_FADE = 80;
const SHAKE = 240;

const EASING = "cubic-bezier(.2, .8, .2, 1)";
const FADE_EASING = "cubic-bezier(.4, 0, 1, 1)";
const ARC = 0.25; // how high a stack is lifted, in units of the board
const TOLERANCE = 0.5; // a piece that moved less than this has not moved

/** Whether the user prefers reduced motion. */
export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** All pieces of a layer.
 * @param {SVGGElement} layer @param {number} quarter @returns {Piece[]} */
export function piecesOf(layer, quarter) {
  return [...layer.querySelectorAll("g.stack")].flatMap((stack) =>
    piecesOfStack(/** @type {SVGGElement} */ (stack), quarter),
  );
}

/** @param {SVGGElement} stack @param {number} quarter @returns {Piece[]} */
function piecesOfStack(stack, quarter) {
  const { e: x, f: y } = stack.transform.baseVal.getItem(0).matrix;
  const upright = stack.firstElementChild?.classList.contains("upright") ?? false;
  const levels = /** @type {NodeListOf<SVGGElement>} */ (stack.querySelectorAll("[data-level]"));
  return [...levels].map((element) => {
    const box = levels.length > 1 ? element.getBBox() : null;
    const middle = box ? box.y + box.height / 2 : 0;
    const [dx, dy] = rotated(0, middle, upright ? -quarter : 0);
    return {
      element,
      upright,
      site: stack.dataset.site ?? "",
      level: Number(element.dataset.level),
      kind: `${stack.dataset.shape} ${element.dataset.colour}`,
      get look() {
        return element.innerHTML;
      },
      x: x + dx,
      y: y + dy,
    };
  });
}

/**
 * Animates the pieces of a layer from where they were. Returns the name of the sound to play.
 *
 * @param {SVGGElement} layer
 * @param {Piece[]} before
 * @param {LastMove} lastMove
 * @param {{quarter: number, unit: number}} board
 */
export function animateMove(layer, before, lastMove, { quarter, unit }) {
  const after = piecesOf(layer, quarter);
  const pairs = matchPieces(before, after, lastMove);
  const gone = new Set(before);
  for (const then of pairs.values()) gone.delete(then);
  const fresh = after.filter((one) => !pairs.has(one));
  const shifted = [...pairs].filter(
    ([now, then]) => Math.hypot(now.x - then.x, now.y - then.y) > TOLERANCE,
  );
  const copied = fresh.length > 0 && lastMove.origin.length > 0 && !shifted.length && !gone.size;
  if (prefersReducedMotion()) {
    layer.animate([{ opacity: 0.4 }, { opacity: 1 }], CROSS_FADE);
  } else {
    for (const [now, then] of shifted) slide(now, then, quarter, unit);
    for (const one of gone) fadeOut(layer, one);
    if (copied) flip(after, fresh, lastMove);
    else for (const one of fresh) appear(one);
    if (shifted.length || fresh.length) drawPath(layer);
  }
  return soundOf(shifted.length, fresh.length, gone.size, copied);
}

/** @param {number} shifted @param {number} fresh @param {number} gone @param {boolean} copied */
function soundOf(shifted, fresh, gone, copied) {
  if (copied) return "copy";
  if (gone) return "capture";
  if (shifted > 1) return "push";
  return shifted || fresh ? "place" : "";
}

/** @param {Piece} now @param {Piece} then @param {number} quarter @param {number} unit */
function slide(now, then, quarter, unit) {
  const [dx, dy] = rotated(then.x - now.x, then.y - now.y, now.upright ? quarter : 0);
  const stack = /** @type {SVGGElement} */ (now.element.closest("g.stack"));
  stack.parentElement?.append(stack);
  const lift = now.level || then.level ? ARC * unit : 0;
  const far = Math.hypot(dx, dy) / unit;
  const frames = [
    { transform: `translate(${dx}px, ${dy}px)` },
    ...(lift ? [{ transform: `translate(${dx / 2}px, ${dy / 2 - lift}px)` }] : []),
    { transform: "none" },
  ];
  now.element.animate(frames, { duration: lift ? STACK : SLIDE + PER_CELL * far, easing: EASING });
}

/** @param {Piece} one */
function appear(one) {
  const frames = [{ transform: "scale(.8)", opacity: 0.3 }, { transform: "none", opacity: 1 }];
  one.element.animate(frames, { duration: APPEAR, easing: EASING });
}

/** Fades out a removed piece where it was.
 * @param {SVGGElement} layer @param {Piece} one */
function fadeOut(layer, one) {
  const stack = /** @type {SVGGElement} */ (one.element.closest("g.stack"));
  const copy = /** @type {SVGGElement} */ (stack.cloneNode(true));
  for (const level of copy.querySelectorAll("[data-level]")) {
    if (level.getAttribute("data-level") !== String(one.level)) level.remove();
  }
  copy.classList.replace("stack", "leaving");
  layer.append(copy);
  const fading = copy.animate([{ opacity: 1 }, { opacity: 0 }], {
    duration: FADE,
    easing: FADE_EASING,
  });
  fading.onfinish = () => copy.remove();
  fading.oncancel = () => copy.remove();
}

/** Flips new pieces over from those they copy: about the line or the point between the two.
 * @param {Piece[]} all @param {Piece[]} fresh @param {LastMove} lastMove */
function flip(all, fresh, lastMove) {
  const model = centre(all.filter((one) => lastMove.origin.includes(one.site)));
  const copy = centre(fresh);
  const [across, down] = [Math.abs(model.x - copy.x) > TOLERANCE, Math.abs(model.y - copy.y) > TOLERANCE];
  for (const one of fresh) {
    const dx = across ? model.x + copy.x - 2 * one.x : 0;
    const dy = down ? model.y + copy.y - 2 * one.y : 0;
    const start = `translate(${dx}px, ${dy}px) scale(${across ? -1 : 1}, ${down ? -1 : 1})`;
    one.element.animate([{ transform: start }, { transform: "none" }], {
      duration: COPY,
      easing: EASING,
    });
  }
}

/** @param {PlacedPiece[]} pieces */
function centre(pieces) {
  const count = pieces.length || 1;
  const sum = pieces.reduce((at, one) => ({ x: at.x + one.x, y: at.y + one.y }), { x: 0, y: 0 });
  return { x: sum.x / count, y: sum.y / count };
}

/** Draws a path on the board from its start.
 * @param {SVGGElement} layer */
function drawPath(layer) {
  const path = /** @type {SVGPolylineElement | null} */ (layer.querySelector(".mark-path polyline"));
  if (!path) return;
  const length = path.getTotalLength();
  const frames = [
    { strokeDasharray: `0 ${length}`, opacity: 0 },
    { strokeDasharray: `1 ${length}`, opacity: 1, offset: 0.01 },
    { strokeDasharray: `${length} ${length}`, opacity: 1 },
  ];
  path.animate(frames, { duration: PATH, easing: "ease-out" });
}

/** Shakes a piece, or whatever was touched, to show that the touch was refused.
 * @param {Element} target */
export function shake(target) {
  const frames = [0, -4, 4, -4, 4, -4, 4, 0].map((x) => ({ translate: `${x}px 0` }));
  (target.firstElementChild ?? target).animate(frames, SHAKE);
}

/** Finishes all animations of a layer at once.
 * @param {Element} layer */
export function finishAnimations(layer) {
  for (const animation of layer.getAnimations({ subtree: true })) animation.finish();
}
