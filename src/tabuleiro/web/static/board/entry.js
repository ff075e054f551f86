/**
 * A move being entered by touching sites: what may be touched next, and what it means.
 *
 * @typedef {import("./types.js").Choices} Choices
 */

/** @type {Choices} */
export const NO_CHOICES = { steps: [], moves: [], rings: {}, ghosts: {}, tone: "" };

/** The steps touched so far and the moves still open. It is a value: `touch` gives a new one. */
export class Entry {
  /**
   * @param {Choices} choices
   * @param {number[]} touched  steps, by their place in `choices.steps`
   * @param {number[]} open  moves, by their place in `choices.moves`
   */
  constructor(choices, touched = [], open = choices.moves.map((_, index) => index)) {
    this.choices = choices;
    this.touched = touched;
    this.open = open;
    this.next = this.#following();
  }

  /** The steps that can be touched next, by every site that stands for one.
   * @returns {Map<string, number>} */
  #following() {
    const next = new Map();
    for (const step of new Set(this.open.map((move) => this.#stepOf(move)))) {
      if (step === undefined) continue;
      for (const site of this.choices.steps[step]) if (!next.has(site)) next.set(site, step);
    }
    return next;
  }

  /** @param {number} move */
  #stepOf(move) {
    return this.choices.moves[move][1][this.touched.length];
  }

  /** The move, by its place in `choices.moves`, once its last step has been touched. */
  get move() {
    return this.open.find((move) => this.#stepOf(move) === undefined && this.touched.length > 0);
  }

  /** The choice narrowed to the moves that go on with the site; null when none does.
   * @param {string} site */
  touch(site) {
    const step = this.next.get(site);
    if (step === undefined) return null;
    const open = this.open.filter((move) => this.choices.steps[this.#stepOf(move)]?.includes(site));
    return new Entry(this.choices, [...this.touched, step], open);
  }

  /** The entry with nothing touched. */
  cancelled() {
    return new Entry(this.choices);
  }

  /** Whether some move takes more than one touch. */
  get long() {
    return this.choices.moves.some(([, steps]) => steps.length > 1);
  }

  /** The sites that the steps touched so far stand for. */
  get selected() {
    return new Set(this.touched.flatMap((step) => this.choices.steps[step]));
  }
}
