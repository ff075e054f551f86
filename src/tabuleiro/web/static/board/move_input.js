/**
 * State of entering a move: what has been touched, whether the move needs to be confirmed, and
 * whether it has been sent. Independent of the DOM.
 *
 * @typedef {import("./types.js").Choices} Choices
 *
 * @typedef {"continued" | "ready" | "cancelled" | "refused"} TouchResult  the move needs another
 *   touch, it can be played, the selection was cleared, or no move allows this touch
 */

import { NO_CHOICES, PartialMove } from "./partial_move.js";

/** The move that is being entered. */
export class MoveInput {
  constructor() {
    this.partial = new PartialMove(NO_CHOICES);
    this.waiting = false; // the move is complete, but is not confirmed yet
    this.sent = false; // the move was sent, and the next state has not arrived
    this.choicesKey = "";
    /** @type {number | undefined} */
    this.ply = undefined; // how many moves were made before the state that the choices belong to
    /** @type {{site: string, moves: number[], index: number} | null} */
    this.aim = null; // a site to be filled, the moves that would fill it, and which of them is shown
  }

  /** Sets the choices of a state. If they have not changed, the selection is kept; so is a move that
   * was sent, if no move has been made since.
   * @param {Choices | null | undefined} choices @param {number} [ply] */
  setChoices(choices, ply) {
    const key = JSON.stringify(choices ?? null);
    const again = ply !== undefined && ply === this.ply;
    if (key === this.choicesKey && (again || !this.sent)) return;
    this.choicesKey = key;
    this.ply = ply;
    this.#reset(new PartialMove(choices ?? NO_CHOICES));
  }

  /** Clears the selection. */
  cancel() {
    this.#reset(this.partial.cancelled());
  }

  /** @param {PartialMove} partial */
  #reset(partial) {
    this.partial = partial;
    this.waiting = false;
    this.sent = false;
    this.aim = null;
  }

  /** The move that would fill the site aimed at. */
  get aimed() {
    return this.done ? undefined : this.aim?.moves[this.aim.index];
  }

  /** Aims at a site that moves would fill, or at none. @param {string} site */
  aimAt(site) {
    if (site === this.aim?.site || this.done) return;
    const moves = this.partial.covered.get(site);
    this.aim = moves ? { site, moves, index: 0 } : null;
  }

  /** Shows another of the moves that would fill the site aimed at. Returns whether there is one.
   * @param {number} by */
  cycle(by) {
    if (!this.aim || this.aim.moves.length < 2 || this.done) return false;
    const { moves, index } = this.aim;
    this.aim.index = (index + by + moves.length) % moves.length;
    return true;
  }

  /** Whether the move is complete. */
  get done() {
    return this.waiting || this.sent;
  }

  /** The sites that can be touched. While a move waits for confirmation, its last step can be
   * touched again or changed. */
  get touchable() {
    return this.#beforeConfirmation.next;
  }

  /** The text of the move; "" until it is complete. */
  get text() {
    return this.aimed === undefined ? textOf(this.partial) : this.partial.choices.moves[this.aimed][0];
  }

  /** The text of the move that a touch of this site would complete; "" if it would not.
   * @param {string} site */
  textAfter(site) {
    const next = this.#beforeConfirmation.touch(site);
    return next ? textOf(next) : "";
  }

  /** The first site of each step touched so far. */
  get touched() {
    return this.partial.touched.map((step) => this.partial.choices.steps[step][0]);
  }

  /** Handles a touch. A complete move waits for confirmation if the setting asks for it. It also
   * does after a tap with a finger, which cannot hover, if the move has a preview. While it waits,
   * only the keyboard can play it by another touch.
   * @param {string} site @param {boolean} confirm @param {string} by @returns {TouchResult} */
  touch(site, confirm, by) {
    const finger = by === "touch";
    if (this.waiting && this.#lastStep.includes(site)) return by === "keys" ? "ready" : "continued";
    if (!this.done && this.partial.covered.has(site)) return this.#touchCovered(site, confirm || finger);
    const next = this.#beforeConfirmation.touch(site);
    if (!next && this.partial.selected.has(site)) {
      this.cancel();
      return "cancelled";
    }
    const touched = next ?? this.partial.cancelled().touch(site);
    if (!touched) return "refused";
    this.partial = touched;
    this.waiting = touched.move !== undefined && (confirm || (finger && this.#hasPreview));
    return touched.move === undefined || this.waiting ? "continued" : "ready";
  }

  /** Touches a site that moves would fill. If it is to be confirmed, the move is only shown, and the
   * next touch shows another. @param {string} site @param {boolean} confirm @returns {TouchResult} */
  #touchCovered(site, confirm) {
    const again = this.aim?.site === site;
    this.aimAt(site);
    if (!confirm) return "ready";
    if (again) this.cycle(1);
    return "continued";
  }

  /** Notes that the move has been sent to the server. */
  markSent() {
    if (this.aimed !== undefined) this.partial = this.partial.complete(this.aimed);
    this.aim = null;
    this.waiting = false;
    this.sent = true;
  }

  /** Whether the move adds something at other sites than the touched ones. */
  get #hasPreview() {
    const { move, touched, choices } = this.partial;
    return move !== undefined && touched.length > 1 && move in choices.ghosts;
  }

  /** The sites of the step touched last. */
  get #lastStep() {
    return this.partial.choices.steps[this.partial.touched.at(-1) ?? -1] ?? [];
  }

  /** The partial move; while it waits for confirmation, the one before its last touch. */
  get #beforeConfirmation() {
    if (!this.waiting) return this.partial;
    const sites = this.touched.slice(0, -1);
    return sites.reduce((partial, site) => partial.touch(site) ?? partial, this.partial.cancelled());
  }
}

/** The text of a move; "" until it is complete. @param {PartialMove} partial */
function textOf({ move, choices }) {
  return move === undefined ? "" : choices.moves[move][0];
}
