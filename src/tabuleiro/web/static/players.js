/** The players: a row for each, your own below the board. */

import { format, html } from "./elements.js";

export class Players {
  /** @param {HTMLElement} above @param {HTMLElement} below @param {Record<string, string>} words
   * @param {string[]} tones  the colour of each player */
  constructor(above, below, words, tones) {
    this.above = above;
    this.below = below;
    this.words = words;
    this.tones = tones;
    /** @type {Map<number, HTMLElement>} */
    this.clocks = new Map();
  }

  /** @param {any} state */
  show(state) {
    const own = state.you.length === 1 ? state.you : [0];
    const rows = state.seats.map((/** @type {any} */ seat) => this.#row(state, seat));
    this.above.replaceChildren(...rows.filter((/** @type {any} */ _, /** @type {number} */ i) => !own.includes(i)));
    this.below.replaceChildren(...rows.filter((/** @type {any} */ _, /** @type {number} */ i) => own.includes(i)));
  }

  /** @param {any} state @param {any} seat */
  #row(state, seat) {
    const mover = state.player === seat.seat;
    const clock = html("span", { class: "clock" });
    this.clocks.set(seat.seat, clock);
    const names = ["player", this.#tone(seat)];
    if (mover) names.push("to-move");
    if (mover && seat.computer) names.push("thinking");
    return html("li", { class: names.join(" ") }, [
      html("span", { class: `swatch ${this.#tone(seat)}`, "aria-hidden": "true" }),
      html("span", { class: "player-name" }, [
        html("strong", {}, [this.#name(state, seat)]),
        html("span", { class: "note" }, [this.#note(state, seat, mover)]),
      ]),
      ...(state.clocks ? [clock] : []),
    ]);
  }

  /** @param {any} seat */
  #tone(seat) {
    return `tone-${this.tones[seat.seat]}`;
  }

  /** @param {any} state @param {any} seat */
  #name(state, seat) {
    const mine = state.you.length === 1 && state.you[0] === seat.seat;
    return mine ? format(this.words.yourself, { name: seat.name }) : seat.name;
  }

  /** @param {any} state @param {any} seat @param {boolean} mover */
  #note(state, seat, mover) {
    const number = format(this.words.player, { number: seat.seat + 1 });
    const known = number === seat.name ? [] : [number];
    return [...known, ...this.#status(state, seat, mover)].join(" · ");
  }

  /** @param {any} state @param {any} seat @param {boolean} mover @returns {string[]} */
  #status(state, seat, mover) {
    if (seat.free) return [this.words.free];
    if (state.finish) return [format(this.words.place, { place: seat.place })];
    if (seat.left) return [this.words.left];
    if (mover) return [seat.computer ? this.words.thinking : this.words.to_move];
    return [];
  }

  /** @param {number} seat @param {string} text @param {boolean} short */
  showClock(seat, text, short) {
    const clock = this.clocks.get(seat);
    if (!clock) return;
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("short", short);
  }
}
