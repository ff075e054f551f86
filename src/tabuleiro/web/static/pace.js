/**
 * The pace of a game on the page: moves that others make in quick succession are shown one by one.
 * Only the picture is behind. The clocks are right, and any touch, key or command acts on the latest
 * state, so this takes nobody's time.
 */

/** Milliseconds between two moves of others, by the setting. @type {Record<string, number>} */
const DELAYS = { off: 0, normal: 600, slow: 1_500 };

/** If more moves have been made since, as after a pause, only this many are shown one by one. */
const MOST_PARTS = 6;

const SETTING = "tabuleiro-pace";

export class Pace {
  /**
   * @param {any} shown  the state that is shown
   * @param {{show: (state: any) => void, load: (count: number) => Promise<any>, showPart: (state: any, count: number, part: any) => void}} actions
   *   `load` gets the position after that many moves, and `showPart` shows it
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
    if (this.shown === this.latest) return;
    this.lastPart = -Infinity;
    this.#showLatest();
    this.endWait();
  }

  /** Shows the next move; all of them if they are not shown one by one. */
  async #next() {
    this.count = Math.max(this.count, this.latest.moves.length - MOST_PARTS);
    while (this.#isOwn()) this.count += 1;
    if (!this.#isPart()) return this.#showLatest();
    await this.#wait(this.lastPart + DELAYS[this.setting] - performance.now());
    const count = this.count + 1;
    if (!this.#isPart() || count === this.latest.moves.length) this.#showLatest();
    else await this.#showPart(count);
    this.lastPart = performance.now();
  }

  /** @param {number} count */
  async #showPart(count) {
    this.count = count;
    const part = await this.actions.load(count).catch(() => null);
    if (!part) this.skip();
    else if (this.shown !== this.latest && this.count === count) this.actions.showPart(this.latest, count, part);
  }

  #showLatest() {
    if (this.shown === this.latest) return;
    this.count = this.latest.moves.length;
    this.shown = this.latest;
    this.actions.show(this.latest);
  }

  /** Whether there is a next move, made by yourself. */
  #isOwn() {
    const { moves, you } = this.latest;
    return this.count < moves.length && you.includes(moves[this.count].seat);
  }

  /** Whether the next move is to be shown by itself. */
  #isPart() {
    const waits = this.shown !== this.latest && !document.hidden && DELAYS[this.setting] > 0;
    return waits && this.count < this.latest.moves.length && !this.#isOwn();
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
