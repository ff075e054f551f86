/**
 * A board in a page. It shows states from the server, and moves can be entered by mouse, touch or
 * keyboard. It contains no game rules: the state says what can be touched.
 *
 *     const board = new Board(element, still);
 *     element.addEventListener("move", (event) => send(event.detail.text));
 *     board.show(state);
 *
 * Its element receives these events:
 * `movestart` with `detail.text`: the pointer was pressed where its release would complete a move;
 * `move` with `detail.text`: a move has been entered;
 * `refused` with `detail.site` and `detail.touched`: no move allows the touch of this site;
 * `touches` with `detail.touches`: how many steps of a move have been touched; also when
 * `confirming` changes.
 * After `move` the board ignores touches until the next state is shown or `cancel` is called.
 *
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Still} Still
 * @typedef {import("./geometry.js").Point} Point
 */

import { animateMove, finishAnimations, piecesOf, prefersReducedMotion, shake } from "./animation.js";
import { describeNextSteps } from "./announcements.js";
import { format } from "./dom.js";
import { dragTo, endDrag, startDrag } from "./dragging.js";
import { createFrame } from "./frame.js";
import { nearest } from "./geometry.js";
import { highlightsOf } from "./highlights.js";
import { Keys } from "./keys.js";
import { Lens, StackPreview } from "./lens.js";
import { MoveInput } from "./move_input.js";
import { Picture } from "./picture.js";
import { listenToPointer } from "./pointer.js";
import { Sites } from "./sites.js";
import { Sound } from "./sound.js";

/** In pixels: the pitch below which the board can be enlarged, the pitch of an enlarged board, and
 * how far from a site a touch counts. */
const TARGET = 40;
const ENLARGED = 44;
const REACH = 22;
/** How near to a crossing between cells that can be filled a touch counts, in units of the board. */
const CROSSING = 0.14;
/** Milliseconds that a refused site stays marked, where it is not shaken (reduced motion). */
const REFUSED = 600;
/** Milliseconds before a sent move is drawn. A state that arrives sooner is drawn directly. */
const SENT_DELAY = 60;

/** The board. */
export class Board {
  /**
   * @param {HTMLElement} element
   * @param {Still} still
   * @param {{confirm?: boolean, sound?: Sound, cards?: HTMLElement, slots?: HTMLElement[], lens?: HTMLElement, pageKeys?: boolean}} settings
   *   whether moves need confirmation; where the cards are placed, if not next to the board; where
   *   the pieces of each player's card and a magnified piece are placed; whether arrow keys are left to the page after a
   *   click
   */
  constructor(element, still, { confirm = false, sound = new Sound(), cards, slots = [], lens, pageKeys = false } = {}) {
    this.element = element;
    this.words = still.words;
    this.still = still;
    this.confirm = confirm;
    this.sound = sound;
    this.pageKeys = pageKeys;
    this.touches = 0; // how many steps of a move have been touched
    // "one" while a move waits for the Play button, "several" if others can be shown instead; "hovered"
    // if others can be shown and a click plays
    this.confirming = "";
    this.input = new MoveInput();
    this.hovered = "";
    /** @type {Set<string>} */
    this.marked = new Set(); // where recent moves ended
    /** @type {string[]} */
    this.pointed = []; // sites of a move to point at
    this.quarter = 0;
    this.enlarged = false;
    this.pinned = false; // whether a move that is shown stays when the pointer leaves
    this.shown = ""; // the moving layer of the last state, as markup
    this.drawTimer = 0;
    const parts = createFrame(element, still, cards);
    const { siteLayer, stage, frame, cardArea } = parts;
    this.parts = parts;
    this.stage = stage;
    this.picture = new Picture(stage, still);
    this.sites = new Sites(siteLayer, cardArea, this.picture, this.words, slots);
    this.lens = new Lens(lens ?? frame, this.picture, this.sites, this.words, {
      close: () => this.cancel(),
      hover: (site) => this.#hover(site),
    });
    this.stackPreview = new StackPreview(stage, this.picture);
    this.keys = new Keys(this.sites, this.input, {
      touch: (site) => this.touch(site, "keys"),
      cancel: () => this.cancel(),
    });
    this.#addListeners();
  }

  #addListeners() {
    listenToPointer(this.stage, {
      siteAt: (at) => this.siteAt(at),
      canDrag: (site) => this.#canDrag(site),
      press: (site) => this.#press(site),
      touch: (site, by) => this.touch(site, by),
      startDrag: (site) => this.#startDrag(site),
      drag: (site, at) => this.#drag(site, at),
      drop: (from, to) => this.#drop(from, to),
      hover: (site) => this.#hover(site),
      finishAnimations: () => finishAnimations(this.picture.moving),
      hasFocus: () => this.sites.focused !== "",
    });
    for (const part of new Set([this.element, this.lens.root, ...this.sites.places])) {
      if (part !== this.element && this.element.contains(part)) continue;
      part.addEventListener("keydown", (event) => this.#key(event));
      part.addEventListener("click", (event) => this.#click(event));
      part.addEventListener("focusin", () => this.#focusMoved());
      part.addEventListener("focusout", (event) => this.#focusLeft(event));
    }
    this.stage.addEventListener("wheel", (event) => {
      if (this.#cycle(Math.sign(event.deltaY))) event.preventDefault();
    }, { passive: false });
    this.parts.enlarge.addEventListener("click", () => this.enlarge());
    const [play, cancel] = this.parts.confirm.children;
    play.addEventListener("click", () => this.#play());
    cancel.addEventListener("click", () => this.cancel());
    new ResizeObserver(() => this.fit()).observe(this.parts.frame);
    this.fit();
  }

  // --- showing ----------------------------------------------------------------------------

  /** Shows a state. If its choices have not changed, the selection is kept.
   * @param {State & {moves?: unknown[]}} state */
  show(state) {
    if (state.board !== this.shown) this.#redraw(state);
    this.shown = state.board;
    this.stackPreview.looks = state.looks;
    this.marked = new Set(state.marked);
    if (String(state.pointed ?? "") !== String(this.pointed)) this.lens.hide();
    this.pointed = state.pointed ?? [];
    this.input.setChoices(state.choices, state.moves?.length);
    this.sites.update(this.#sitesOf(state), state.cards);
    this.#draw();
  }

  /** Where to touch for a legal move, in words; a copy goes to the first site that it fills.
   * @param {string} text */
  wayOf(text) {
    const { moves, steps, ghosts } = this.input.partial.choices;
    const number = moves.findIndex(([each]) => each === text);
    const [first, ...rest] = (moves[number]?.[1] ?? []).map((step) => steps[step][0]);
    if (!first) return text;
    const then = rest.length && ghosts[number] ? ghosts[number].slice(0, 1) : rest;
    return [first, ...then].map((site) => this.sites.placeOf(site)).join(" → ");
  }

  /** Draws the pieces of a state, and animates them from where they were.
   * @param {State} state */
  #redraw(state) {
    const { moving } = this.picture;
    finishAnimations(moving);
    const before = piecesOf(moving, this.quarter);
    this.picture.show(state.board);
    if (!before.length) return;
    const board = { quarter: this.quarter, unit: this.still.unit };
    const sound = animateMove(moving, before, state, board);
    if (sound) this.sound.play(sound);
  }

  /** The sites of a state, with their contents.
   * @param {State} state @returns {Site[]} */
  #sitesOf(state) {
    const contents = new Map(state.contents.map((content) => [content.name, content]));
    const touched = new Set(this.input.partial.choices.steps.flat());
    const fixed = this.still.sites.map((site) => ({ ...site, ...contents.get(site.name) }));
    /** @type {Site[]} */
    const all = [...fixed, ...state.holes];
    return all.filter(
      (site) => touched.has(site.name) || !(site.optional || (site.quiet && !site.taken)),
    );
  }

  /** Rotates the board to the next of its possible orientations. */
  turn() {
    const turns = this.still.turns;
    this.turnTo(turns[(turns.indexOf(this.quarter) + 1) % turns.length]);
  }

  /** Rotates the board to a number of quarter turns.
   * @param {number} quarter */
  turnTo(quarter) {
    this.quarter = quarter;
    finishAnimations(this.picture.moving);
    this.lens.hide();
    this.fit();
  }

  /** Enlarges the board so that its sites are easy to touch, or shows it whole again. */
  enlarge() {
    this.enlarged = !this.enlarged;
    const { x, y } = this.#currentPoint();
    this.fit();
    this.parts.view.scrollLeft = x * this.stage.clientWidth - this.parts.view.clientWidth / 2;
    this.parts.view.scrollTop = y * this.stage.clientHeight - this.parts.view.clientHeight / 2;
  }

  /** The current site as fractions of the picture, or the middle. */
  #currentPoint() {
    const site = this.sites.sites.get(this.sites.current);
    return site ? this.picture.fractions(site) : { x: 0.5, y: 0.5 };
  }

  /** Fits everything to the available width. */
  fit() {
    const room = this.parts.frame.clientWidth;
    if (!room) return;
    this.picture.fit(room, this.quarter);
    this.parts.frame.style.setProperty("--ratio", String(this.picture.ratio));
    const small = this.picture.pitch < TARGET;
    this.enlarged &&= small;
    const width = this.enlarged ? (room * ENLARGED) / this.picture.pitch : room;
    this.parts.view.classList.toggle("enlarged", this.enlarged);
    this.stage.style.width = this.enlarged ? `${width}px` : "";
    if (this.enlarged) this.picture.fit(width, this.quarter);
    this.sites.place();
    this.#updateEnlarge(small);
    this.#draw();
  }

  /** @param {boolean} small  whether sites are too small to touch */
  #updateEnlarge(small) {
    const { enlarge } = this.parts;
    enlarge.hidden = !small;
    enlarge.textContent = this.enlarged ? this.words.whole : this.words.enlarge;
  }

  // --- drawing ----------------------------------------------------------------------------

  /** Draws the highlights: what can be touched, the selection, and a preview of the move. */
  #draw() {
    clearTimeout(this.drawTimer);
    const { partial } = this.input;
    const view = { sites: this.sites.sites, hovered: this.hovered, marked: this.marked };
    const highlights = highlightsOf(this.input, view);
    const next = this.#updateLabels();
    const inner = partial.touched.length ? highlights.dots.filter((site) => site.inside) : [];
    this.picture.draw({ ...highlights, dots: highlights.dots.filter((site) => !inner.includes(site)) });
    this.picture.drawHandles(next, partial.selected);
    this.stage.classList.toggle("touchable", highlights.hovered !== null || this.input.aimed !== undefined);
    this.#updateLens(inner);
    this.#showConfirm();
    this.#reportTouches();
  }

  #reportTouches() {
    const { partial, aim, sent } = this.input;
    const touches = partial.touched.length;
    const several = !this.input.waiting && (aim?.moves.length ?? 0) > 1;
    const [one, more] = this.parts.confirm.hidden ? ["", "hovered"] : ["one", "several"];
    const confirming = several ? more : one;
    if ((touches === this.touches && confirming === this.confirming) || sent) return;
    this.touches = touches;
    this.confirming = confirming;
    this.#emit("touches", { touches });
  }

  /** Updates the labels of the sites. Returns those that can be touched. */
  #updateLabels() {
    const { partial, done } = this.input;
    const next = new Set(done ? [] : partial.next.keys());
    this.sites.updateLabels((site) => next.has(site), partial.selected);
    return next;
  }

  /** Opens the lens for the touched piece whose dots can be touched next, or closes it.
   * @param {Site[]} dots */
  #updateLens(dots) {
    const piece = this.sites.sites.get(dots[0]?.inside ?? "");
    if (!piece) this.lens.hide();
    else if (this.lens.open !== piece.name) {
      this.lens.hide();
      this.lens.show(piece, dots, this.pointed);
    }
  }

  #showConfirm() {
    const { waiting, text } = this.input;
    const { confirm } = this.parts;
    const shown = waiting || (this.pinned && this.input.aimed !== undefined);
    confirm.hidden = !shown;
    const [play] = confirm.children;
    play.textContent = this.words.play;
    if (shown) play.setAttribute("aria-label", format(this.words.play_move, { move: text }));
  }

  // --- touching ---------------------------------------------------------------------------

  /** The site at a point of the screen: a diamond between other sites, the nearest site that
   * can be touched, else the nearest of all.
   * @param {Point} at */
  siteAt(at) {
    const unit = this.still.unit;
    const reach = Math.min(0.75 * unit, Math.max(0.5 * unit, REACH / this.picture.scale));
    const open = this.input.touchable;
    const { covered } = this.input.partial;
    const point = this.picture.fromScreen(at);
    const sites = [...this.sites.sites.values()];
    const between = this.still.sites.find(({ quiet, x, y, size }) => {
      const centre = this.picture.toPicture({ x, y });
      return quiet && Math.abs(centre.x - point.x) + Math.abs(centre.y - point.y) < size / 2;
    });
    if (between && !open.has(between.name)) return between.name;
    // Where cells can be filled, a crossing between them must be pointed at exactly.
    const isCrossing = (/** @type {Site} */ { optional, text }) => covered.size > 0 && optional && !text;
    const crossing = this.#nearest(sites.filter((site) => isCrossing(site) && open.has(site.name)), point);
    if (crossing && crossing.distance <= CROSSING * unit) return crossing.name;
    const isOpen = (/** @type {Site} */ site) => covered.has(site.name) || (open.has(site.name) && !isCrossing(site));
    const touchable = this.#nearest(sites.filter(isOpen), point);
    if (touchable && touchable.distance <= reach) return touchable.name;
    const any = this.#nearest(sites.filter((site) => !site.optional), point);
    return any && any.distance <= unit ? any.name : "";
  }

  /** @param {Site[]} sites @param {Point} point  of the rotated picture */
  #nearest(sites, point) {
    /** @type {[string, Point][]} */
    const points = sites.map((site) => [site.name, this.picture.toPicture(site)]);
    return nearest(points, point);
  }

  /** Touches a site.
   * @param {string} site @param {string} by  mouse, touch, pen, keys or drag */
  touch(site, by) {
    finishAnimations(this.picture.moving);
    if (this.input.sent) return;
    if (!site) {
      this.cancel();
      return;
    }
    if (by !== "keys") this.#moveFocus(site);
    this.pinned = by === "touch" || this.confirm;
    const touched = this.input.partial.touched.length > 0;
    const result = this.input.touch(site, this.confirm, by);
    if (result === "ready") this.#play();
    else if (result === "continued") this.#showSelection(site, by);
    else if (result === "refused") this.#refuse(site);
    else this.#showCancelled(touched);
  }

  /** Emits the move that a touch would complete, so that a page can prefetch its result.
   * @param {string} site */
  #press(site) {
    const text = this.input.textAfter(site);
    if (text) this.#emit("movestart", { text });
  }

  /** Moves the focus with the pointer, without a focus ring, so that keys continue from there.
   * @param {string} site */
  #moveFocus(site) {
    this.element.classList.add("pointer-focus");
    this.sites.focus(site, true);
  }

  /** @param {string} site @param {string} by */
  #showSelection(site, by) {
    this.stackPreview.show(this.sites.sites.get(site) ?? null);
    this.#draw();
    if (by === "keys" && this.lens.open) this.#focusFirstDot();
    this.#announce(describeNextSteps(this.input, (name) => this.sites.placeOf(name), this.words, site));
  }

  #focusFirstDot() {
    const next = [...this.input.partial.next.keys()];
    const dot = next.find((name) => this.sites.sites.get(name)?.inside);
    if (dot) this.sites.focus(dot);
  }

  #play() {
    const { text, sent } = this.input;
    if (!text || sent) return;
    this.input.markSent();
    this.hovered = "";
    this.stackPreview.show(null);
    this.#leaveLens();
    this.#updateLabels();
    this.#showConfirm();
    this.drawTimer = setTimeout(() => this.#draw(), SENT_DELAY);
    this.#emit("move", { text });
  }

  /** Moves the focus from a dot to its piece. */
  #leaveLens() {
    const inside = this.sites.sites.get(this.sites.focused)?.inside;
    if (inside) this.sites.focus(inside);
  }

  /** Clears the selection. */
  cancel() {
    const touched = this.input.partial.touched.length > 0;
    this.input.cancel();
    this.#showCancelled(touched);
  }

  /** @param {boolean} touched  whether anything was selected */
  #showCancelled(touched) {
    this.#leaveLens();
    this.stackPreview.show(null);
    this.#draw();
    if (touched) this.#announce(this.words.cancelled);
  }

  /** @param {string} site */
  #refuse(site) {
    this.sound.play("illegal");
    this.#shake(site);
    this.stackPreview.show(this.sites.sites.get(site) ?? null);
    this.hovered = site; // shows where a piece can go
    this.#draw();
    this.#emit("refused", { site, touched: this.input.touched });
  }

  /** @param {string} site */
  #shake(site) {
    if (!prefersReducedMotion()) {
      shake(this.picture.stack(site) ?? this.picture.entry);
      return;
    }
    const button = this.sites.buttons.get(site);
    button?.classList.add("refused");
    setTimeout(() => button?.classList.remove("refused"), REFUSED);
  }

  /** @param {string} name @param {Record<string, unknown>} detail */
  #emit(name, detail) {
    this.element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** @param {string} text */
  #announce(text) {
    this.parts.status.textContent = text;
  }

  // --- dragging and hovering ---------------------------------------------------------------

  /** Pieces can be dragged where moves take several touches. An enlarged board scrolls instead.
   * @param {string} site */
  #canDrag(site) {
    const { partial, sent } = this.input;
    const taken = this.sites.sites.get(site)?.taken ?? false;
    const touchable = partial.selected.has(site) || partial.cancelled().next.has(site);
    return taken && touchable && partial.hasLongMoves && !sent && !this.enlarged;
  }

  /** @param {string} site */
  #startDrag(site) {
    if (!this.input.partial.selected.has(site)) this.touch(site, "drag");
    this.stackPreview.show(null);
    startDrag(this.picture, site);
  }

  /** @param {string} from @param {Point} at */
  #drag(from, at) {
    const site = this.sites.sites.get(from);
    if (site) dragTo(this.picture, site, at);
    this.#hover(this.siteAt(at));
  }

  /** @param {string} from @param {string} to */
  #drop(from, to) {
    endDrag(this.picture, from);
    this.#hover("");
    if (to && to !== from) this.touch(to, "drag");
  }

  /** @param {string} site */
  #hover(site) {
    if (site === this.hovered) return;
    this.hovered = site;
    if (!this.pinned) this.input.aimAt(site);
    this.stackPreview.show(this.sites.sites.get(site) ?? null);
    this.#draw();
  }

  /** Shows another move that would fill the site aimed at. @param {number} by */
  #cycle(by) {
    if (!this.input.cycle(by)) return false;
    this.#draw();
    return true;
  }

  // --- keys --------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    const pointing = this.element.classList.contains("pointer-focus");
    if (pointing && event.key === "Tab" && this.#cycle(event.shiftKey ? -1 : 1)) {
      event.preventDefault();
      return;
    }
    if (this.pageKeys && pointing && isStep(event.key)) return;
    this.element.classList.remove("pointer-focus");
    this.keys.press(event);
  }

  #focusMoved() {
    const site = this.sites.focused;
    if (!site) return;
    this.sites.setTabStop(site);
    if (!this.element.classList.contains("pointer-focus")) this.#hover(site);
  }

  /** @param {FocusEvent} event */
  #focusLeft({ relatedTarget }) {
    if (this.sites.siteOf(relatedTarget)) return;
    this.element.classList.remove("pointer-focus");
    this.#hover("");
  }

  /** Handles clicks on buttons: those beside the board and in the lens, and clicks made by
   * assistive technology.
   * @param {MouseEvent} event */
  #click(event) {
    const button = event.target instanceof Element ? event.target.closest("button[data-site]") : null;
    const site = button instanceof HTMLElement ? button.dataset.site : undefined;
    if (site) this.touch(site, event.detail ? pointerOf(event) : "keys");
  }
}

/** Whether a key steps through the moves of a game. @param {string} key */
function isStep(key) {
  return ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key);
}

/** @param {MouseEvent} event */
function pointerOf(event) {
  return event instanceof PointerEvent ? event.pointerType : "mouse";
}
