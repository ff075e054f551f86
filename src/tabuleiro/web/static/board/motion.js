/**
 * Motion between two pictures: pieces glide, appear, go and are copied. It never holds up a touch.
 *
 * @typedef {import("./match.js").Standing} Standing
 * @typedef {import("./match.js").Way} Way
 * @typedef {Standing & {element: SVGGElement, upright: boolean}} Piece
 */

import { match } from "./match.js";
import { rotated } from "./picture.js";

/** Milliseconds. */
const PLACE = 140;
const SLIDE = 180;
const A_CELL = 30;
const COPY = 260;
const STACK = 220;
const FADE = 160;
const PATH = 600;
const CROSS_FADE = 80;
const SHAKE = 240;

const EASING = "cubic-bezier(.2, .8, .2, 1)";
const LEAVING = "cubic-bezier(.4, 0, 1, 1)";
const ARC = 0.25; // how high a stack is lifted, in pitches
const STILL = 0.5; // less than this is no movement

/** Whether the person asked for less motion. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The pieces of a layer as they stand.
 * @param {SVGGElement} layer @param {number} quarter @returns {Piece[]} */
export function standing(layer, quarter) {
  return [...layer.querySelectorAll("g.stack")].flatMap((stack) =>
    pieces(/** @type {SVGGElement} */ (stack), quarter),
  );
}

/** @param {SVGGElement} stack @param {number} quarter @returns {Piece[]} */
function pieces(stack, quarter) {
  const { e: x, f: y } = stack.transform.baseVal.getItem(0).matrix;
  const upright = stack.firstElementChild?.classList.contains("upright") ?? false;
  const levels = /** @type {NodeListOf<SVGGElement>} */ (stack.querySelectorAll("[data-level]"));
  return [...levels].map((element) => {
    const raised = levels.length > 1 ? element.getBBox() : null;
    const high = raised ? raised.y + raised.height / 2 : 0;
    const [dx, dy] = rotated(0, high, upright ? -quarter : 0);
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
 * Sets the pieces of a layer in motion from where they were; gives the name of the sound of it.
 *
 * @param {SVGGElement} layer
 * @param {Piece[]} before
 * @param {Way} way
 * @param {{quarter: number, unit: number}} board
 */
export function move(layer, before, way, { quarter, unit }) {
  const after = standing(layer, quarter);
  const pairs = match(before, after, way);
  const gone = new Set(before);
  for (const then of pairs.values()) gone.delete(then);
  const fresh = after.filter((one) => !pairs.has(one));
  const shifted = [...pairs].filter(
    ([now, then]) => Math.hypot(now.x - then.x, now.y - then.y) > STILL,
  );
  const copied = fresh.length > 0 && way.origin.length > 0 && !shifted.length && !gone.size;
  if (calm()) {
    layer.animate([{ opacity: 0.4 }, { opacity: 1 }], CROSS_FADE);
  } else {
    for (const [now, then] of shifted) glide(now, then, quarter, unit);
    for (const one of gone) leave(layer, one);
    if (copied) flip(after, fresh, way);
    else for (const one of fresh) appear(one);
    if (shifted.length || fresh.length) draw(layer);
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
function glide(now, then, quarter, unit) {
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
  now.element.animate(frames, { duration: lift ? STACK : SLIDE + A_CELL * far, easing: EASING });
}

/** @param {Piece} one */
function appear(one) {
  const frames = [{ transform: "scale(.8)", opacity: 0.3 }, { transform: "none", opacity: 1 }];
  one.element.animate(frames, { duration: PLACE, easing: EASING });
}

/** A piece that is no more fades where it stood.
 * @param {SVGGElement} layer @param {Piece} one */
function leave(layer, one) {
  const stack = /** @type {SVGGElement} */ (one.element.closest("g.stack"));
  const shade = /** @type {SVGGElement} */ (stack.cloneNode(true));
  for (const level of shade.querySelectorAll("[data-level]")) {
    if (level.getAttribute("data-level") !== String(one.level)) level.remove();
  }
  shade.classList.replace("stack", "leaving");
  layer.append(shade);
  const fading = shade.animate([{ opacity: 1 }, { opacity: 0 }], {
    duration: FADE,
    easing: LEAVING,
  });
  fading.onfinish = () => shade.remove();
  fading.oncancel = () => shade.remove();
}

/** A copy turns over from where its model stands: about the line or the point between the two.
 * @param {Piece[]} all @param {Piece[]} fresh @param {Way} way */
function flip(all, fresh, way) {
  const model = centre(all.filter((one) => way.origin.includes(one.site)));
  const copy = centre(fresh);
  const [across, down] = [Math.abs(model.x - copy.x) > STILL, Math.abs(model.y - copy.y) > STILL];
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

/** @param {Standing[]} pieces */
function centre(pieces) {
  const count = pieces.length || 1;
  const sum = pieces.reduce((at, one) => ({ x: at.x + one.x, y: at.y + one.y }), { x: 0, y: 0 });
  return { x: sum.x / count, y: sum.y / count };
}

/** A path over the board is drawn from its beginning.
 * @param {SVGGElement} layer */
function draw(layer) {
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

/** A piece, or whatever else was touched, says no.
 * @param {Element} target */
export function shake(target) {
  const frames = [0, -4, 4, -4, 4, -4, 4, 0].map((x) => ({ translate: `${x}px 0` }));
  (target.firstElementChild ?? target).animate(frames, SHAKE);
}

/** Ends all motion of a layer at once.
 * @param {Element} layer */
export function settle(layer) {
  for (const motion of layer.getAnimations({ subtree: true })) motion.finish();
}
