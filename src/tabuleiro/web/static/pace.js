/**
 * The pace of a game on the page: moves that others make in quick succession are shown one by one.
 * A state in which your own clock runs is never held back.
 */

/** Milliseconds between two moves of others, by the setting. @type {Record<string, number>} */
export const DELAYS = { off: 0, normal: 600, slow: 1_500 };

const SETTING = "tabuleiro-pace";

export class Pace {
  /**
   * @param {any} shown  the state that is shown
   * @param {{show: (state: any) => void, showPart: (state: any, count: number) => Promise<void>}} actions
   *   `showPart` shows a state as it was after that many moves
   */
  constructor(shown, actions) {
    this.shown = shown;
    this.latest = shown;
    this.actions = actions;
    this.count = shown.moves.length; // how many moves are shown
    this.lastPart = -Infinity; // when a move of others was shown last
    this.running = false;
    this.endWait = () => {};
  }

  get setting() {
    const setting = localStorage.getItem(SETTING) ?? "";
    return setting in DELAYS ? setting : "normal";
  }

  set setting(setting) {
    localStorage.setItem(SETTING, setting);
  }

  /** Shows a state, after the moves that led to it. @param {any} state */
  async receive(state) {
    if (state.version < this.latest.version) return;
    this.latest = state;
    if (this.running) return;
    this.running = true;
    try {
      while (this.shown !== this.latest) await this.#next();
    } finally {
      this.running = false;
    }
  }

  /** Shows the latest state at once. */
  skip() {
    if (!this.running) return;
    this.lastPart = -Infinity;
    this.count = this.latest.moves.length;
    this.endWait();
  }

  async #next() {
    if (this.#mayHoldBack() && this.#isOthers(this.count)) {
      await this.#wait(this.lastPart + DELAYS[this.setting] - performance.now());
      this.lastPart = performance.now();
      this.count += 1;
    } else this.count = this.latest.moves.length;
    const state = this.latest;
    if (this.count < state.moves.length) await this.actions.showPart(state, this.count);
    else {
      this.count = state.moves.length;
      this.shown = state;
      this.actions.show(state);
    }
  }

  #mayHoldBack() {
    const { clocks, you, moves } = this.latest;
    const ownTime = clocks && you.includes(clocks.running);
    return !ownTime && !document.hidden && DELAYS[this.setting] > 0 && this.count < moves.length;
  }

  /** Whether somebody else made the move of that index. @param {number} index */
  #isOthers(index) {
    return !this.latest.you.includes(this.latest.moves[index].seat);
  }

  /** @param {number} milliseconds @returns {Promise<void>} */
  #wait(milliseconds) {
    if (milliseconds <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.endWait = resolve;
      setTimeout(resolve, milliseconds);
    });
  }
}
