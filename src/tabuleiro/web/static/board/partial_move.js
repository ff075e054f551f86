/**
 * A move that is being entered: the steps touched so far, and the moves they can still become.
 *
 * @typedef {import("./types.js").Choices} Choices
 */

/** @type {Choices} */
export const NO_CHOICES = { steps: [], moves: [], rings: {}, ghosts: {}, shifts: {}, tone: "" };

/** Immutable: `touch` returns a new one. */
export class PartialMove {
  /**
   * @param {Choices} choices
   * @param {number[]} touched  indexes into `choices.steps`
   * @param {number[]} candidates  indexes into `choices.moves`
   */
  constructor(choices, touched = [], candidates = choices.moves.map((_, index) => index)) {
    this.choices = choices;
    this.touched = touched;
    this.candidates = candidates;
    this.next = this.#nextSteps();
    this.covered = this.#coveredSites();
  }

  /** After the first touch, the moves that would fill each site, unless the site is a step itself.
   * Of moves that fill the same sites, there is only the one with the shortest text: a copy of
   * Control+V by a mirror, not the same by a turn.
   * @returns {Map<string, number[]>} */
  #coveredSites() {
    /** @type {Map<string, number[]>} */
    const covered = new Map();
    if (!this.touched.length || this.move !== undefined) return covered;
    /** @type {Map<string, number>} */
    const shortest = new Map();
    const length = (/** @type {number} */ move) => this.choices.moves[move][0].length;
    for (const move of this.candidates) {
      const filled = [...(this.choices.ghosts[move] ?? [])].sort().join();
      const other = shortest.get(filled);
      if (other === undefined || length(move) < length(other)) shortest.set(filled, move);
    }
    for (const move of shortest.values()) {
      for (const site of this.choices.ghosts[move] ?? []) {
        if (!this.next.has(site)) covered.set(site, [...(covered.get(site) ?? []), move]);
      }
    }
    return covered;
  }

  /** The steps that can be touched next, by each of their sites.
   * @returns {Map<string, number>} */
  #nextSteps() {
    const next = new Map();
    for (const step of new Set(this.candidates.map((move) => this.#nextStepOf(move)))) {
      if (step === undefined) continue;
      for (const site of this.choices.steps[step]) if (!next.has(site)) next.set(site, step);
    }
    return next;
  }

  /** @param {number} move */
  #nextStepOf(move) {
    return this.choices.moves[move][1][this.touched.length];
  }

  /** The index of the move in `choices.moves`; undefined until its last step is touched. */
  get move() {
    return this.candidates.find((move) => this.#nextStepOf(move) === undefined && this.touched.length > 0);
  }

  /** The partial move after one more touch; null if no move continues with that site.
   * @param {string} site */
  touch(site) {
    const step = this.next.get(site);
    if (step === undefined) return null;
    const candidates = this.candidates.filter((move) =>
      this.choices.steps[this.#nextStepOf(move)]?.includes(site));
    return new PartialMove(this.choices, [...this.touched, step], candidates);
  }

  /** The whole move of that index. @param {number} move */
  complete(move) {
    return new PartialMove(this.choices, this.choices.moves[move][1], [move]);
  }

  /** The partial move with nothing touched. */
  cancelled() {
    return new PartialMove(this.choices);
  }

  /** Whether any move takes more than one touch. */
  get hasLongMoves() {
    return this.choices.moves.some(([, steps]) => steps.length > 1);
  }

  /** All sites of the steps touched so far. */
  get selected() {
    return new Set(this.touched.flatMap((step) => this.choices.steps[step]));
  }
}
