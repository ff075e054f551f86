/** A game from a position that is looked at, against a computer player or a friend. */

import { post, Refusal } from "../api.js";
import { byId, sentence } from "../elements.js";

export class PlayOn {
  /** @param {number} players @param {string} unreachable  what is said when nobody answers
   * @param {() => {game: string, moves: string[]}} from  where the game is to begin */
  constructor(players, unreachable, from) {
    this.players = players;
    this.unreachable = unreachable;
    this.from = from;
    this.form = /** @type {HTMLFormElement} */ (byId("play-form"));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.begin();
    });
  }

  /** Asks against whom, and as whom; usually as who is to move. @param {number} player */
  ask(player) {
    const seat = /** @type {HTMLInputElement | null} */ (this.form.querySelector(`[name="seat"][value="${player}"]`));
    if (seat) seat.checked = true;
    byId("play-trouble").textContent = "";
    /** @type {HTMLDialogElement} */ (byId("play-on")).showModal();
  }

  async begin() {
    const form = new FormData(this.form);
    const mine = Number(form.get("seat"));
    const other = String(form.get("opponent"));
    const against = other === "friend" ? { who: "open" } : { who: "computer", computer: other };
    const seats = Array.from({ length: this.players }, (_, i) => (i === mine ? { who: "me" } : against));
    try {
      const { id } = await post("/games", { ...this.from(), seats, name: this.form.dataset.name });
      location.assign(`/g/${id}`);
    } catch (error) {
      byId("play-trouble").textContent = error instanceof Refusal ? sentence(error.message) : this.unreachable;
    }
  }
}
