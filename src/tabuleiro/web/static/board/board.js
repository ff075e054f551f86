/**
 * A board in a page: shows the states that the server sends, and lets a move be entered by mouse,
 * finger or keyboard. It knows no rule: what may be touched comes with the state.
 *
 *     const board = new Board(element, still);
 *     element.addEventListener("move", (event) => send(event.detail.text));
 *     board.show(state);
 *
 * It sends events to its element: `move` with `detail.text`, when a move has been entered;
 * `refused` with `detail.site` and `detail.touched`, when a site was touched that may not be.
 * After `move` it takes no touch until the next state is shown, or `cancel` says that none comes.
 *
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Still} Still
 * @typedef {import("./walk.js").Point} Point
 */

import { Entry, NO_CHOICES } from "./entry.js";
import { build } from "./frame.js";
import { Lens, Peek } from "./lens.js";
import { calm, move, settle, standing } from "./motion.js";
import { Picture, rotated } from "./picture.js";
import { listen } from "./pointer.js";
import { worded } from "./shapes.js";
import { shown } from "./shown.js";
import { Sites } from "./sites.js";
import { Sound } from "./sound.js";
import { isArrow, nearest, step } from "./walk.js";

/** Pixels that a target should measure, and how far around one a touch counts. */
const TARGET = 40;
const ENLARGED = 44;
const REACH = 22;
/** Of so many places that may be touched next at most, their names are said. */
const MOST_NAMED = 8;

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
    this.entry = new Entry(NO_CHOICES);
    this.waiting = false; // for a second touch of the move that has been entered
    this.hovered = "";
    this.quarter = 0;
    this.enlarged = false;
    this.choices = "";
    this.shown = ""; // the picture of the last state
    this.sent = false; // a move that has been entered, until the next state comes
    const parts = build(element, still, cards);
    const { over, stage, frame, beside } = parts;
    this.parts = parts;
    this.stage = stage;
    this.picture = new Picture(stage, still);
    this.sites = new Sites(over, beside, this.picture, this.words);
    this.lens = new Lens(frame, this.picture, this.sites, this.words.cancel, () => this.cancel());
    this.peek = new Peek(stage, this.picture);
    this.#attend();
  }

  #attend() {
    listen(this.stage, {
      siteAt: (at) => this.siteAt(at),
      canDrag: (site) => this.#canDrag(site),
      touch: (site, by) => this.touch(site, by),
      lift: (site) => this.#lift(site),
      carry: (site, at) => this.#carry(site, at),
      drop: (from, to) => this.#drop(from, to),
      hover: (site) => this.#hover(site),
      settle: () => settle(this.picture.moving),
    });
    for (const part of new Set([this.element, this.sites.beside])) {
      if (part !== this.element && this.element.contains(part)) continue;
      part.addEventListener("keydown", (event) => this.#key(event));
      part.addEventListener("click", (event) => this.#click(event));
      part.addEventListener("focusin", () => this.#focusMoved());
      part.addEventListener("focusout", () => this.#focusLeft());
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
    this.#renew(state);
    this.sites.update(this.#listed(state), state.cards);
    this.#draw();
  }

  /** Draws the pieces of a state, and sets them in motion from where they were.
   * @param {State} state */
  #redraw(state) {
    const { moving } = this.picture;
    const before = standing(moving, this.quarter);
    this.picture.show(state.board);
    if (!before.length) return;
    const board = { quarter: this.quarter, unit: this.still.unit };
    const sounded = move(moving, before, state, board);
    if (sounded) this.sound.play(sounded);
  }

  /** @param {State} state */
  #renew(state) {
    const told = JSON.stringify(state.choices ?? null);
    if (told === this.choices && !this.sent) return;
    this.choices = told;
    this.sent = false;
    this.waiting = false;
    this.entry = new Entry(state.choices ?? NO_CHOICES);
    this.stage.classList.toggle("drags", this.entry.long && !this.enlarged);
  }

  /** The sites that are there in a state, with what stands on them.
   * @param {State} state @returns {Site[]} */
  #listed(state) {
    const contents = new Map(state.contents.map((content) => [content.name, content]));
    const touched = new Set(this.entry.choices.steps.flat());
    const lasting = this.still.sites.map((site) => ({ ...site, ...contents.get(site.name) }));
    return [...lasting, ...state.holes].filter(
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
    this.stage.classList.toggle("drags", this.entry.long && !this.enlarged);
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
    const done = this.waiting || this.sent;
    const drawn = shown(this.entry, this.sites.sites, this.hovered, done);
    const next = new Set(done ? [] : this.entry.next.keys());
    const holes = this.entry.touched.length ? drawn.dots.filter((site) => site.inside) : [];
    this.picture.draw({ ...drawn, dots: drawn.dots.filter((site) => !holes.includes(site)) });
    this.picture.drawHandles(next, this.entry.selected);
    this.sites.name((site) => next.has(site), this.entry.selected);
    this.stage.classList.toggle("touchable", drawn.hovered !== null);
    this.#open(holes);
    this.#showConfirm();
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
    const { confirm } = this.parts;
    const move = this.entry.move;
    confirm.hidden = !this.waiting || move === undefined;
    if (move === undefined || !confirm.firstElementChild) return;
    const text = this.entry.choices.moves[move][0];
    confirm.firstElementChild.textContent = worded(this.words.play, { move: text });
  }

  // --- touching ---------------------------------------------------------------------------

  /** The site that a point of the screen means: what may be touched first, then what is nearest.
   * @param {Point} at */
  siteAt(at) {
    const unit = this.still.unit;
    const reach = Math.min(0.75 * unit, Math.max(0.5 * unit, REACH / this.picture.scale));
    const open = this.waiting ? this.#base().next : this.entry.next;
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
    if (this.sent) return;
    if (!site) {
      this.cancel();
      return;
    }
    if (by !== "keys") this.#follow(site);
    const last = this.entry.choices.steps[this.entry.touched.at(-1) ?? -1] ?? [];
    if (this.waiting && last.includes(site)) {
      this.#play();
      return;
    }
    const base = this.waiting ? this.#base() : this.entry;
    const next = base.touch(site);
    if (next) this.#take(next, site, by);
    else if (this.entry.selected.has(site)) this.cancel();
    else this.#restart(site, by);
  }

  /** The focus follows a hand, unseen, so that keys go on from there.
   * @param {string} site */
  #follow(site) {
    this.element.classList.add("by-hand");
    this.sites.focus(site, true);
  }

  /** The entry without its last touch. */
  #base() {
    const sites = this.entry.touched.slice(0, -1).map((one) => this.entry.choices.steps[one][0]);
    return sites.reduce((entry, site) => entry.touch(site) ?? entry, this.entry.cancelled());
  }

  /** @param {string} site @param {string} by */
  #restart(site, by) {
    const next = this.entry.cancelled().touch(site);
    if (next) this.#take(next, site, by);
    else this.#refuse(site);
  }

  /** @param {Entry} next @param {string} site @param {string} by */
  #take(next, site, by) {
    this.entry = next;
    const move = next.move;
    const seen = move !== undefined && move in next.choices.ghosts && by === "touch";
    this.waiting = move !== undefined && (this.confirm || seen);
    if (move !== undefined && !this.waiting) {
      this.#play();
      return;
    }
    this.peek.show(this.sites.sites.get(site) ?? null);
    this.#draw();
    if (by === "keys" && this.lens.open) this.#focusFirstHole();
    this.#say(this.#nextInWords(site));
  }

  #focusFirstHole() {
    const hole = [...this.entry.next.keys()].find((name) => this.sites.sites.get(name)?.inside);
    if (hole) this.sites.focus(hole);
  }

  #play() {
    const move = this.entry.move;
    if (move === undefined) return;
    this.waiting = false;
    this.sent = true;
    this.peek.show(null);
    this.#leaveLens();
    this.#draw();
    this.#emit("move", { text: this.entry.choices.moves[move][0] });
  }

  /** A hole that had the focus gives it back to its piece. */
  #leaveLens() {
    const inside = this.sites.sites.get(this.sites.focused)?.inside;
    if (inside) this.sites.focus(inside);
  }

  /** Lets go of everything touched. */
  cancel() {
    const touched = this.entry.touched.length > 0;
    this.#leaveLens();
    this.entry = this.entry.cancelled();
    this.waiting = false;
    this.sent = false;
    this.peek.show(null);
    this.#draw();
    if (touched) this.#say(this.words.cancelled);
  }

  /** @param {string} site */
  #refuse(site) {
    this.sound.play("illegal");
    this.#shake(site);
    this.peek.show(this.sites.sites.get(site) ?? null);
    const touched = this.entry.touched.map((one) => this.entry.choices.steps[one][0]);
    this.#emit("refused", { site, touched });
  }

  /** @param {string} site */
  #shake(site) {
    const target = this.picture.stack(site) ?? this.picture.entry;
    if (calm()) {
      this.sites.buttons.get(site)?.classList.add("refused");
      setTimeout(() => this.sites.buttons.get(site)?.classList.remove("refused"), 600);
      return;
    }
    const inner = target.firstElementChild ?? target;
    const frames = [0, -4, 4, -4, 4, -4, 4, 0].map((x) => ({ translate: `${x}px 0` }));
    inner.animate(frames, 240);
  }

  /** @param {string} name @param {Record<string, unknown>} detail */
  #emit(name, detail) {
    this.element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** @param {string} text */
  #say(text) {
    this.parts.status.textContent = text;
  }

  /** @param {string} site */
  #nextInWords(site) {
    if (this.waiting) {
      const move = this.entry.choices.moves[this.entry.move ?? 0][0];
      return worded(this.words.ready, { move });
    }
    const place = this.sites.sites.get(site)?.place ?? site;
    const steps = [...new Set(this.entry.next.values())];
    if (steps.length > MOST_NAMED) return worded(this.words.many, { place, count: steps.length });
    const names = steps.map((one) => this.entry.choices.steps[one][0]);
    const places = names.map((name) => this.sites.sites.get(name)?.place ?? name).join(", ");
    return worded(this.words.next, { place, places });
  }

  // --- dragging and hovering ---------------------------------------------------------------

  /** @param {string} site */
  #canDrag(site) {
    const taken = this.sites.sites.get(site)?.taken ?? false;
    const may = this.entry.selected.has(site) || this.entry.cancelled().next.has(site);
    return taken && may && this.entry.long && !this.sent;
  }

  /** @param {string} site */
  #lift(site) {
    if (!this.entry.selected.has(site)) this.touch(site, "drag");
    this.peek.show(null);
    const stack = this.picture.stack(site);
    stack?.classList.add("dragged");
    stack?.parentElement?.append(stack);
  }

  /** @param {string} from @param {Point} at */
  #carry(from, at) {
    const site = this.sites.sites.get(from);
    const stack = this.picture.stack(from);
    if (!site || !stack) return;
    const start = this.picture.onScreen(site);
    const scale = this.picture.scale;
    const [x, y] = rotated((at.x - start.x) / scale, (at.y - start.y) / scale, -this.quarter);
    stack.style.translate = `${x}px ${y}px`;
    this.#hover(this.siteAt(at));
  }

  /** @param {string} from @param {string} to */
  #drop(from, to) {
    const stack = this.picture.stack(from);
    stack?.classList.remove("dragged");
    if (stack) stack.style.translate = "";
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
    const site = this.sites.focused;
    this.element.classList.remove("by-hand");
    if (event.key === "Escape" && this.entry.touched.length) this.cancel();
    else if (!site || event.ctrlKey || event.altKey || event.metaKey) return;
    else if (event.key === "Enter" || event.key === " ") this.touch(site, "keys");
    else if (isArrow(event.key)) this.#walk(site, event.key);
    else if (event.key === "PageDown" || event.key === "PageUp") {
      this.#jump(site, event.key === "PageDown" ? 1 : -1);
    } else return;
    event.preventDefault();
  }

  /** Arrow keys walk over all sites; once something is touched, over what may be touched next.
   * @param {string} site @param {string} key */
  #walk(site, key) {
    const start = this.sites.point(site);
    const narrow = this.entry.touched.length > 0 && !this.waiting;
    const open = (/** @type {string} */ name) =>
      narrow ? this.entry.next.has(name) || this.entry.selected.has(name) : this.#walkable(name);
    const to = start && step(this.sites.points(open), start, key);
    if (to) this.sites.focus(to);
  }

  /** Sites inside pieces or between cells are walked over only when they may be touched.
   * @param {string} name */
  #walkable(name) {
    const site = this.sites.sites.get(name);
    return !site?.optional || this.entry.next.has(name);
  }

  /** To the next site that may be touched.
   * @param {string} site @param {number} by */
  #jump(site, by) {
    const names = [...this.sites.buttons.keys()];
    const open = names.filter((name) => name === site || this.entry.next.has(name));
    const to = open.at((open.indexOf(site) + by) % open.length);
    if (to) this.sites.focus(to);
  }

  #focusMoved() {
    const site = this.sites.focused;
    if (!site) return;
    this.sites.rove(site);
    if (!this.element.classList.contains("by-hand")) this.#hover(site);
  }

  #focusLeft() {
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
