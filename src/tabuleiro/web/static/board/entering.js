/**
 * How far somebody has come with a move: what has been touched, whether it waits for a second
 * touch, whether it has been sent. It knows neither picture nor page.
 *
 * @typedef {import("./types.js").Choices} Choices
 *
 * @typedef {"taken" | "ready" | "cancelled" | "refused"} Came  what came of a touch: the move goes
 *   on, it is ready to be played, everything was let go of, or no move begins or goes on so
 */

import { Entry, NO_CHOICES } from "./entry.js";

/** A move on its way. */
export class Entering {
  constructor() {
    this.entry = new Entry(NO_CHOICES);
    this.waiting = false; // for a second touch of the move that has been entered
    this.sent = false; // a move that has been entered, until the next choices come
    this.told = "";
  }

  /** Takes the choices of a state. What was touched stays touched when they are the same.
   * @param {Choices | null | undefined} choices */
  renew(choices) {
    const told = JSON.stringify(choices ?? null);
    if (told === this.told && !this.sent) return;
    this.told = told;
    this.#begin(new Entry(choices ?? NO_CHOICES));
  }

  /** Lets go of everything touched. */
  cancel() {
    this.#begin(this.entry.cancelled());
  }

  /** @param {Entry} entry */
  #begin(entry) {
    this.entry = entry;
    this.waiting = false;
    this.sent = false;
  }

  /** Whether nothing more is to be touched. */
  get done() {
    return this.waiting || this.sent;
  }

  /** The sites that a touch counts for; of a move that waits, also those of its last step. */
  get open() {
    return this.#base.next;
  }

  /** The text of the move, once its last step has been touched. */
  get text() {
    return textOf(this.entry);
  }

  /** The text of the move that is entered with a touch of this site; "" when it goes on.
   * @param {string} site */
  after(site) {
    const next = this.#base.touch(site);
    return next ? textOf(next) : "";
  }

  /** The first site of each step touched so far. */
  get touched() {
    return this.entry.touched.map((step) => this.entry.choices.steps[step][0]);
  }

  /** Takes a touch. A move waits for a second one where that is asked for, and under a finger,
   * which cannot hover, where it can be seen beforehand what it would add.
   * @param {string} site @param {boolean} confirm @param {boolean} finger @returns {Came} */
  touch(site, confirm, finger) {
    if (this.waiting && this.#last.includes(site)) return "ready";
    const next = this.#base.touch(site);
    if (!next && this.entry.selected.has(site)) {
      this.cancel();
      return "cancelled";
    }
    const taken = next ?? this.entry.cancelled().touch(site);
    if (!taken) return "refused";
    this.entry = taken;
    this.waiting = taken.move !== undefined && (confirm || (finger && this.#toBeSeen));
    return taken.move === undefined || this.waiting ? "taken" : "ready";
  }

  /** The move is on its way to the server. */
  send() {
    this.waiting = false;
    this.sent = true;
  }

  /** Whether the move adds something elsewhere than where it is touched. */
  get #toBeSeen() {
    const { move, touched, choices } = this.entry;
    return move !== undefined && touched.length > 1 && move in choices.ghosts;
  }

  /** What the last touch stands for. */
  get #last() {
    return this.entry.choices.steps[this.entry.touched.at(-1) ?? -1] ?? [];
  }

  /** The entry; of one that waits, the one before its last touch. */
  get #base() {
    if (!this.waiting) return this.entry;
    const sites = this.touched.slice(0, -1);
    return sites.reduce((entry, site) => entry.touch(site) ?? entry, this.entry.cancelled());
  }
}

/** The text of a move, once its last step has been touched. @param {Entry} entry */
function textOf({ move, choices }) {
  return move === undefined ? "" : choices.moves[move][0];
}
