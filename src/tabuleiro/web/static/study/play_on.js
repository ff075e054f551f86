/**
 * Playing on from a position: who is to play against whom.
 *
 * @typedef {{seats: {who: string, computer?: string}[], name: string}} Order
 */

const FRIEND = "friend";

export class PlayOn {
  /** @param {HTMLDialogElement} dialog @param {number} players
   * @param {(order: Order, place: HTMLElement) => unknown} begin  opens the game, or says in that place why not */
  constructor(dialog, players, begin) {
    this.dialog = dialog;
    this.players = players;
    const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form:not([method])"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void begin(this.#order(form), /** @type {HTMLElement} */ (form.querySelector("[role=alert]")));
    });
  }

  /** Asks whom to play, where somebody is to move: whether anybody is. @param {number | null} player */
  open(player) {
    if (player === null) return false;
    const seat = /** @type {HTMLInputElement | null} */ (this.dialog.querySelector(`[name="seat"][value="${player}"]`));
    if (seat) seat.checked = true;
    this.dialog.showModal();
    return true;
  }

  /** @param {HTMLFormElement} form @returns {Order} */
  #order(form) {
    const chosen = new FormData(form);
    const opponent = String(chosen.get("opponent"));
    const other = opponent === FRIEND ? { who: "open" } : { who: "computer", computer: opponent };
    const mine = Number(chosen.get("seat"));
    const seats = Array.from({ length: this.players }, (_, i) => (i === mine ? { who: "me" } : other));
    return { seats, name: form.dataset.name ?? "" };
  }
}
