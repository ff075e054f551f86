/**
 * The players: a row for each with what belongs to them. The row of the player whose side is at the
 * bottom, or your own, is below the board.
 *
 * A row shows the name, the goal and score of the side, the pieces beside the board that are the
 * player's (its slot, filled by the board), and the clock.
 */

import { format, html } from "./elements.js";

export class Players {
  /** @param {HTMLElement} above @param {HTMLElement} below @param {Record<string, string>} words
   * @param {string[]} tones  the colour of each player */
  constructor(above, below, words, tones) {
    this.above = above;
    this.below = below;
    this.words = words;
    this.tones = tones;
    this.rows = tones.map((tone) => newRow(tone));
    this.slots = this.rows.map((row) => row.slot);
  }

  /** @param {any} state */
  show(state) {
    for (const seat of state.seats) this.#update(state, seat);
  }

  /** Puts the row of a player below the board, all others above it. @param {number} bottom */
  setBottom(bottom) {
    const elements = this.rows.map((row) => row.element);
    this.above.replaceChildren(...elements.filter((_, seat) => seat !== bottom));
    this.below.replaceChildren(elements[bottom]);
  }

  /** @param {any} state @param {any} seat */
  #update(state, seat) {
    const { element, name, note, clock } = this.rows[seat.seat];
    const mover = state.player === seat.seat;
    element.classList.toggle("to-move", mover);
    element.classList.toggle("thinking", mover && Boolean(seat.computer));
    name.textContent = isYou(state, seat) ? format(this.words.yourself, { player: seat.name }) : seat.name;
    const cards = state.cards.filter((/** @type {any} */ card) => card.player === seat.seat && card.note);
    const notes = seat.notes.length ? seat.notes : cards.map((/** @type {any} */ card) => card.note);
    note.textContent = [...notes, ...this.#status(state, seat, mover)].join(" · ");
    clock.hidden = !state.clocks;
  }

  /** @param {any} state @param {any} seat @param {boolean} mover @returns {string[]} */
  #status(state, seat, mover) {
    if (seat.free) return [this.words.free];
    if (state.finish && state.seats.length > 2) return [format(this.words.place, { place: seat.place })];
    if (state.finish) return state.finish.result !== "draw" && seat.place === 1 ? [this.words.winner] : [];
    if (seat.left) return [this.words.left];
    if (mover && !isYou(state, seat)) return [seat.computer ? this.words.thinking : this.words.to_move];
    return [];
  }

  /** @param {number} seat @param {string} text @param {boolean} short */
  showClock(seat, text, short) {
    const { clock } = this.rows[seat];
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("short", short);
  }
}

/** Whether a seat is the only one that you hold. @param {any} state @param {any} seat */
function isYou({ you }, { seat }) {
  return you.length === 1 && you[0] === seat;
}

/** The parts of a row, which are kept from state to state. @param {string} tone */
function newRow(tone) {
  const [name, note] = [html("strong"), html("span", { class: "note" })];
  const slot = html("span", { class: "player-pieces", "data-tone": tone });
  const clock = html("span", { class: "clock", hidden: true });
  const swatch = html("span", { class: `swatch tone-${tone}`, "aria-hidden": "true" });
  const words = html("span", { class: "player-name" }, [name, note]);
  const element = html("li", { class: `player tone-${tone}` }, [swatch, words, slot, clock]);
  return { element, name, note, slot, clock };
}
