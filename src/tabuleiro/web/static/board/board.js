/**
 * A board in a page: shows the states that the server sends, and lets a move be entered by mouse,
 * finger or keyboard. It knows no rule: what may be touched comes with the state.
 *
 *     const board = new Board(element, still);
 *     element.addEventListener("move", (event) => send(event.detail.text));
 *     board.show(state);
 *
 * It sends events to its element: `aimed` with `detail.text`, when a touch begins that would make a
 * move; `move` with `detail.text`, when a move has been entered;
 * `refused` with `detail.site` and `detail.touched`, when a site was touched that may not be.
 * After `move` it takes no touch until the next state is shown, or `cancel` says that none comes.
 *
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Still} Still
 * @typedef {import("./walk.js").Point} Point
 */

import { carry, lift, putBack } from "./carrying.js";
import { Entering } from "./entering.js";
import { build } from "./frame.js";
import { Keys } from "./keys.js";
import { Lens, Peek } from "./lens.js";
import { calm, move, settle, shake, standing } from "./motion.js";
import { Picture } from "./picture.js";
import { listen } from "./pointer.js";
import { worded } from "./shapes.js";
import { shown } from "./shown.js";
import { Sites } from "./sites.js";
import { Sound } from "./sound.js";
import { whatFollows } from "./telling.js";
import { nearest } from "./walk.js";

/** Pixels that a target should measure, and how far around one a touch counts. */
const TARGET = 40;
const ENLARGED = 44;
const REACH = 22;
/** Milliseconds in which a site that was refused is marked for who wants little motion. */
const REFUSED = 600;
/** Milliseconds until it is seen that a move was sent: a state that comes before is drawn alone. */
const SENT = 60;

/** The board. */
export class Board {
  /**
   * @param {HTMLElement} element
   * @param {Still} still
   * @param {{confirm?: boolean, sound?: Sound, cards?: HTMLElement}} settings  whether moves are
   *   to be confirmed; where the cards are to stand, if not with the board
   */
  constructor(element, still, { confirm = false, sound = new Sound(), cards } = {}) {
    this.element = element;
    this.words = still.words;
    this.still = still;
    this.confirm = confirm;
    this.sound = sound;
    this.entering = new Entering();
    this.hovered = "";
    this.quarter = 0;
    this.enlarged = false;
    this.shown = ""; // the picture of the last state
    this.drawing = 0; // the timer of what is to be drawn soon
    const parts = build(element, still, cards);
    const { over, stage, frame, beside } = parts;
    this.parts = parts;
    this.stage = stage;
    this.picture = new Picture(stage, still);
    this.sites = new Sites(over, beside, this.picture, this.words);
    this.lens = new Lens(frame, this.picture, this.sites, this.words.cancel, () => this.cancel());
    this.peek = new Peek(stage, this.picture);
    this.keys = new Keys(this.sites, this.entering, {
      touch: (site) => this.touch(site, "keys"),
      cancel: () => this.cancel(),
    });
    this.#attend();
  }

  #attend() {
    listen(this.stage, {
      siteAt: (at) => this.siteAt(at),
      canDrag: (site) => this.#canDrag(site),
      press: (site) => this.#press(site),
      touch: (site, by) => this.touch(site, by),
      lift: (site) => this.#lift(site),
      carry: (site, at) => this.#carry(site, at),
      drop: (from, to) => this.#drop(from, to),
      hover: (site) => this.#hover(site),
      settle: () => settle(this.picture.moving),
      focused: () => this.sites.focused !== "",
    });
    for (const part of new Set([this.element, this.sites.beside])) {
      if (part !== this.element && this.element.contains(part)) continue;
      part.addEventListener("keydown", (event) => this.#key(event));
      part.addEventListener("click", (event) => this.#click(event));
      part.addEventListener("focusin", () => this.#focusMoved());
      part.addEventListener("focusout", (event) => this.#focusLeft(event));
    }
    this.parts.enlarge.addEventListener("click", () => this.enlarge());
    const [play, cancel] = this.parts.confirm.children;
    play.addEventListener("click", () => this.#play());
    cancel.addEventListener("click", () => this.cancel());
    new ResizeObserver(() => this.fit()).observe(this.parts.frame);
    this.fit();
  }

  // --- showing ----------------------------------------------------------------------------

  /** Shows a state. What was touched of a move stays touched when the choices are the same.
   * @param {State} state */
  show(state) {
    if (state.board !== this.shown) this.#redraw(state);
    this.shown = state.board;
    this.peek.looks = state.looks;
    this.entering.renew(state.choices);
    this.sites.update(this.#listed(state), state.cards);
    this.#draw();
  }

  /** Draws the pieces of a state, and sets them in motion from where they were.
   * @param {State} state */
  #redraw(state) {
    const { moving } = this.picture;
    settle(moving);
    const before = standing(moving, this.quarter);
    this.picture.show(state.board);
    if (!before.length) return;
    const board = { quarter: this.quarter, unit: this.still.unit };
    const sounded = move(moving, before, state, board);
    if (sounded) this.sound.play(sounded);
  }

  /** The sites that are there in a state, with what stands on them.
   * @param {State} state @returns {Site[]} */
  #listed(state) {
    const contents = new Map(state.contents.map((content) => [content.name, content]));
    const touched = new Set(this.entering.entry.choices.steps.flat());
    const lasting = this.still.sites.map((site) => ({ ...site, ...contents.get(site.name) }));
    /** @type {Site[]} */
    const all = [...lasting, ...state.holes];
    return all.filter(
      (site) => touched.has(site.name) || !(site.optional || (site.quiet && !site.taken)),
    );
  }

  /** Turns the board by a quarter or a half: to the next way in which it can be shown. */
  turn() {
    const turns = this.still.turns;
    this.turnTo(turns[(turns.indexOf(this.quarter) + 1) % turns.length]);
  }

  /** Shows the board turned by so many quarters.
   * @param {number} quarter */
  turnTo(quarter) {
    this.quarter = quarter;
    settle(this.picture.moving);
    this.lens.hide();
    this.fit();
  }

  /** Enlarges the board until its sites are easy to touch, or shows it whole again. */
  enlarge() {
    this.enlarged = !this.enlarged;
    const { x, y } = this.#middleOfAttention();
    this.fit();
    this.parts.view.scrollLeft = x * this.stage.clientWidth - this.parts.view.clientWidth / 2;
    this.parts.view.scrollTop = y * this.stage.clientHeight - this.parts.view.clientHeight / 2;
  }

  #middleOfAttention() {
    const site = this.sites.sites.get(this.sites.current);
    return site ? this.picture.share(site) : { x: 0.5, y: 0.5 };
  }

  /** Fits everything to the room there is. */
  fit() {
    const room = this.parts.frame.clientWidth;
    if (!room) return;
    this.picture.fit(room, this.quarter);
    const small = this.picture.pitch < TARGET;
    this.enlarged &&= small;
    const width = this.enlarged ? (room * ENLARGED) / this.picture.pitch : room;
    this.parts.view.classList.toggle("enlarged", this.enlarged);
    this.stage.style.width = this.enlarged ? `${width}px` : "";
    if (this.enlarged) this.picture.fit(width, this.quarter);
    this.sites.place();
    this.#showTools(small);
    this.#draw();
  }

  /** @param {boolean} small  whether sites are hard to touch unless the board is enlarged */
  #showTools(small) {
    const { enlarge } = this.parts;
    enlarge.hidden = !small;
    enlarge.textContent = this.enlarged ? this.words.whole : this.words.enlarge;
  }

  // --- drawing ----------------------------------------------------------------------------

  /** Draws what may be touched, what has been, and what the move in question would do. */
  #draw() {
    clearTimeout(this.drawing);
    const { entry, done } = this.entering;
    const drawn = shown(entry, this.sites.sites, this.hovered, done);
    const next = this.#name();
    const holes = entry.touched.length ? drawn.dots.filter((site) => site.inside) : [];
    this.picture.draw({ ...drawn, dots: drawn.dots.filter((site) => !holes.includes(site)) });
    this.picture.drawHandles(next, entry.selected);
    this.stage.classList.toggle("touchable", drawn.hovered !== null);
    this.#open(holes);
    this.#showConfirm();
  }

  /** Says of the sites what may be touched, and gives it. */
  #name() {
    const { entry, done } = this.entering;
    const next = new Set(done ? [] : entry.next.keys());
    this.sites.name((site) => next.has(site), entry.selected);
    return next;
  }

  /** Opens the touched piece whose holes may be touched next, and closes any other.
   * @param {Site[]} holes */
  #open(holes) {
    const piece = this.sites.sites.get(holes[0]?.inside ?? "");
    if (!piece) this.lens.hide();
    else if (this.lens.open !== piece.name) {
      this.lens.hide();
      this.lens.show(piece, holes);
    }
  }

  #showConfirm() {
    const { waiting, text } = this.entering;
    const { confirm } = this.parts;
    confirm.hidden = !waiting;
    const [play] = confirm.children;
    if (waiting) play.textContent = worded(this.words.play, { move: text });
  }

  // --- touching ---------------------------------------------------------------------------

  /** The site that a point of the screen means: what may be touched first, then what is nearest.
   * @param {Point} at */
  siteAt(at) {
    const unit = this.still.unit;
    const reach = Math.min(0.75 * unit, Math.max(0.5 * unit, REACH / this.picture.scale));
    const { open } = this.entering;
    const point = this.picture.under(at);
    const sites = [...this.sites.sites.values()];
    const touchable = this.#nearest(sites.filter((site) => open.has(site.name)), point);
    if (touchable && touchable.distance <= reach) return touchable.name;
    const any = this.#nearest(sites.filter((site) => !site.optional), point);
    return any && any.distance <= unit ? any.name : "";
  }

  /** @param {Site[]} sites @param {Point} point  of the turned picture */
  #nearest(sites, point) {
    /** @type {[string, Point][]} */
    const points = sites.map((site) => [site.name, this.picture.turned(site)]);
    return nearest(points, point);
  }

  /** Touches a site, as a finger would.
   * @param {string} site @param {string} by  mouse, touch, pen, keys or drag */
  touch(site, by) {
    settle(this.picture.moving);
    if (this.entering.sent) return;
    if (!site) {
      this.cancel();
      return;
    }
    if (by !== "keys") this.#follow(site);
    const touched = this.entering.entry.touched.length > 0;
    const came = this.entering.touch(site, this.confirm, by === "touch");
    if (came === "ready") this.#play();
    else if (came === "taken") this.#goOn(site, by);
    else if (came === "refused") this.#refuse(site);
    else this.#letGo(touched);
  }

  /** Tells of the move that a touch would make before it is made: whoever shows what comes of it
   * can make ready. @param {string} site */
  #press(site) {
    const text = this.entering.after(site);
    if (text) this.#emit("aimed", { text });
  }

  /** The focus follows a hand, unseen, so that keys go on from there.
   * @param {string} site */
  #follow(site) {
    this.element.classList.add("by-hand");
    this.sites.focus(site, true);
  }

  /** @param {string} site @param {string} by */
  #goOn(site, by) {
    this.peek.show(this.sites.sites.get(site) ?? null);
    this.#draw();
    if (by === "keys" && this.lens.open) this.#focusFirstHole();
    this.#say(whatFollows(this.entering, this.sites.sites, this.words, site));
  }

  #focusFirstHole() {
    const next = [...this.entering.entry.next.keys()];
    const hole = next.find((name) => this.sites.sites.get(name)?.inside);
    if (hole) this.sites.focus(hole);
  }

  #play() {
    const { text, sent } = this.entering;
    if (!text || sent) return;
    this.entering.send();
    this.hovered = "";
    this.peek.show(null);
    this.#leaveLens();
    this.#name();
    this.drawing = setTimeout(() => this.#draw(), SENT);
    this.#emit("move", { text });
  }

  /** A hole that had the focus gives it back to its piece. */
  #leaveLens() {
    const inside = this.sites.sites.get(this.sites.focused)?.inside;
    if (inside) this.sites.focus(inside);
  }

  /** Lets go of everything touched. */
  cancel() {
    const touched = this.entering.entry.touched.length > 0;
    this.entering.cancel();
    this.#letGo(touched);
  }

  /** @param {boolean} touched  whether anything was */
  #letGo(touched) {
    this.#leaveLens();
    this.peek.show(null);
    this.#draw();
    if (touched) this.#say(this.words.cancelled);
  }

  /** @param {string} site */
  #refuse(site) {
    this.sound.play("illegal");
    this.#shake(site);
    this.peek.show(this.sites.sites.get(site) ?? null);
    this.#emit("refused", { site, touched: this.entering.touched });
  }

  /** @param {string} site */
  #shake(site) {
    if (!calm()) {
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
  #say(text) {
    this.parts.status.textContent = text;
  }

  // --- dragging and hovering ---------------------------------------------------------------

  /** Pieces of moves with several touches; an enlarged board is dragged itself.
   * @param {string} site */
  #canDrag(site) {
    const { entry, sent } = this.entering;
    const taken = this.sites.sites.get(site)?.taken ?? false;
    const may = entry.selected.has(site) || entry.cancelled().next.has(site);
    return taken && may && entry.long && !sent && !this.enlarged;
  }

  /** @param {string} site */
  #lift(site) {
    if (!this.entering.entry.selected.has(site)) this.touch(site, "drag");
    this.peek.show(null);
    lift(this.picture, site);
  }

  /** @param {string} from @param {Point} at */
  #carry(from, at) {
    const site = this.sites.sites.get(from);
    if (site) carry(this.picture, site, at);
    this.#hover(this.siteAt(at));
  }

  /** @param {string} from @param {string} to */
  #drop(from, to) {
    putBack(this.picture, from);
    this.#hover("");
    if (to && to !== from) this.touch(to, "drag");
  }

  /** @param {string} site */
  #hover(site) {
    if (site === this.hovered) return;
    this.hovered = site;
    this.peek.show(this.sites.sites.get(site) ?? null);
    this.#draw();
  }

  // --- keys --------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    this.element.classList.remove("by-hand");
    this.keys.press(event);
  }

  #focusMoved() {
    const site = this.sites.focused;
    if (!site) return;
    this.sites.rove(site);
    if (!this.element.classList.contains("by-hand")) this.#hover(site);
  }

  /** @param {FocusEvent} event */
  #focusLeft({ relatedTarget }) {
    if (this.sites.named(relatedTarget)) return;
    this.element.classList.remove("by-hand");
    this.#hover("");
  }

  /** Buttons that are clicked: those beside the board and in the lens, and by tools that click
   * for people.
   * @param {MouseEvent} event */
  #click(event) {
    const button = event.target instanceof Element ? event.target.closest("button[data-site]") : null;
    const site = button instanceof HTMLElement ? button.dataset.site : undefined;
    if (site) this.touch(site, event.detail ? pointerOf(event) : "keys");
  }
}

/** @param {MouseEvent} event */
function pointerOf(event) {
  return event instanceof PointerEvent ? event.pointerType : "mouse";
}
