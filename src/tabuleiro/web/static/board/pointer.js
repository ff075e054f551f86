/**
 * Mice, fingers and pens on a board: taps, drags and hovering. The nearest site wins.
 *
 * @typedef {import("./walk.js").Point} Point
 *
 * @typedef {object} Hands  what a board does for them
 * @property {(at: Point) => string} siteAt  the site meant by a point of the screen; "" for none
 * @property {(site: string) => boolean} canDrag
 * @property {(site: string) => void} press  a touch of the site has begun
 * @property {(site: string, by: string) => void} touch
 * @property {(site: string) => void} lift  begins a drag
 * @property {(site: string, at: Point) => void} carry
 * @property {(from: string, to: string) => void} drop
 * @property {(site: string) => void} hover
 * @property {() => void} settle  ends motion that is under way
 * @property {() => boolean} focused  whether a site has the focus
 */

/** How far a pointer may stray in a tap, in pixels. */
const SHAKY = 8;

/** Listens to the pointers on a stage.
 * @param {HTMLElement} stage @param {Hands} hands */
export function listen(stage, hands) {
  /** @type {{id: number, site: string, start: Point, dragging: boolean} | null} */
  let held = null;

  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || held) return;
    hands.settle();
    const start = pointOf(event);
    held = { id: event.pointerId, site: hands.siteAt(start), start, dragging: false };
    hands.press(held.site);
  });

  // The focus goes from site to site, not by way of the page.
  stage.addEventListener("mousedown", (event) => {
    if (hands.focused()) event.preventDefault();
  });

  // A finger that drags a piece must not scroll the page; browsers ask when it is put down.
  stage.addEventListener("touchstart", (event) => {
    const [finger, ...others] = event.touches;
    const at = { x: finger.clientX, y: finger.clientY };
    if (!others.length && hands.canDrag(hands.siteAt(at))) event.preventDefault();
  }, { passive: false });

  stage.addEventListener("pointermove", (event) => {
    const at = pointOf(event);
    if (!held) {
      if (event.pointerType === "mouse") hands.hover(hands.siteAt(at));
      return;
    }
    if (held.id !== event.pointerId) return;
    const far = Math.hypot(at.x - held.start.x, at.y - held.start.y) > SHAKY;
    if (!held.dragging && far && held.site && hands.canDrag(held.site)) {
      held.dragging = true;
      stage.setPointerCapture(event.pointerId);
      hands.lift(held.site);
    }
    if (held.dragging) hands.carry(held.site, at);
  });

  stage.addEventListener("pointerup", (event) => {
    if (!held || held.id !== event.pointerId) return;
    const { site, dragging, start } = held;
    const at = pointOf(event);
    held = null;
    if (dragging) hands.drop(site, hands.siteAt(at));
    else if (Math.hypot(at.x - start.x, at.y - start.y) <= 2 * SHAKY) {
      hands.touch(site, event.pointerType);
    }
  });

  stage.addEventListener("pointercancel", () => {
    if (held?.dragging) hands.drop(held.site, "");
    held = null;
  });

  stage.addEventListener("pointerleave", () => hands.hover(""));
}

/** @param {PointerEvent} event @returns {Point} */
function pointOf(event) {
  return { x: event.clientX, y: event.clientY };
}
