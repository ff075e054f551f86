/**
 * Mouse, touch and pen on a board: taps, drags and hovering.
 *
 * @typedef {import("./geometry.js").Point} Point
 *
 * @typedef {object} PointerActions  called by the pointer
 * @property {(at: Point) => string} siteAt  the site at a point of the screen; "" for none
 * @property {(site: string) => boolean} canDrag
 * @property {(site: string) => void} press  the pointer was pressed on the site
 * @property {(site: string, by: string) => void} touch
 * @property {(site: string) => void} startDrag
 * @property {(site: string, at: Point) => void} drag
 * @property {(from: string, to: string) => void} drop
 * @property {(site: string) => void} hover
 * @property {() => void} finishAnimations
 * @property {() => boolean} hasFocus  whether a site has the focus
 */

/** How many pixels a pointer may move during a tap. */
const TAP_TOLERANCE = 8;

/** Listens to the pointers on a stage.
 * @param {HTMLElement} stage @param {PointerActions} actions */
export function listenToPointer(stage, actions) {
  /** @type {{id: number, site: string, start: Point, dragging: boolean} | null} */
  let pressed = null;

  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || pressed) return;
    actions.finishAnimations();
    const start = pointOf(event);
    pressed = { id: event.pointerId, site: actions.siteAt(start), start, dragging: false };
    actions.press(pressed.site);
  });

  // By default the browser would move the focus to the page first.
  stage.addEventListener("mousedown", (event) => {
    if (actions.hasFocus()) event.preventDefault();
  });

  // Dragging a piece must not scroll the page. Browsers decide about scrolling at touchstart.
  stage.addEventListener("touchstart", (event) => {
    const [finger, ...others] = event.touches;
    const at = { x: finger.clientX, y: finger.clientY };
    if (!others.length && actions.canDrag(actions.siteAt(at))) event.preventDefault();
  }, { passive: false });

  stage.addEventListener("pointermove", (event) => {
    const at = pointOf(event);
    if (!pressed) {
      if (event.pointerType === "mouse") actions.hover(actions.siteAt(at));
      return;
    }
    if (pressed.id !== event.pointerId) return;
    const far = Math.hypot(at.x - pressed.start.x, at.y - pressed.start.y) > TAP_TOLERANCE;
    if (!pressed.dragging && far && pressed.site && actions.canDrag(pressed.site)) {
      pressed.dragging = true;
      stage.setPointerCapture(event.pointerId);
      actions.startDrag(pressed.site);
    }
    if (pressed.dragging) actions.drag(pressed.site, at);
  });

  stage.addEventListener("pointerup", (event) => {
    if (!pressed || pressed.id !== event.pointerId) return;
    const { site, dragging, start } = pressed;
    const at = pointOf(event);
    pressed = null;
    if (event.pointerType === "touch") dropStrayClick(stage);
    if (dragging) actions.drop(site, actions.siteAt(at));
    else if (Math.hypot(at.x - start.x, at.y - start.y) <= 2 * TAP_TOLERANCE) {
      actions.touch(site, event.pointerType);
    }
  });

  stage.addEventListener("pointercancel", () => {
    if (pressed?.dragging) actions.drop(pressed.site, "");
    pressed = null;
  });

  stage.addEventListener("pointerleave", () => actions.hover(""));
}

/** Drops the click that follows a tap, if it hits something else that has moved under the finger.
 * @param {HTMLElement} stage */
function dropStrayClick(stage) {
  const ended = new AbortController();
  const drop = (/** @type {MouseEvent} */ event) => {
    if (!event.detail) return; // by a key
    ended.abort();
    if (stage.contains(/** @type {Node} */ (event.target))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const settings = { capture: true, signal: ended.signal };
  window.addEventListener("click", drop, settings);
  window.addEventListener("pointerdown", () => ended.abort(), settings);
}

/** @param {PointerEvent} event @returns {Point} */
function pointOf(event) {
  return { x: event.clientX, y: event.clientY };
}
