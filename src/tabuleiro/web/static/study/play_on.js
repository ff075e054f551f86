/**
 * The dialog for a game from the current position: the seats and the opponent.
 *
 * @typedef {{seats: {who: string, computer?: string}[], name: string}} GameSettings
 */

const FRIEND = "friend";

export class PlayOn {
  /** @param {HTMLDialogElement} dialog @param {number} players
   * @param {(settings: GameSettings, place: HTMLElement) => unknown} begin  creates the game, or shows the error in that place */
  constructor(dialog, players, begin) {
    this.dialog = dialog;
    this.players = players;
    const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form:not([method])"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void begin(this.#settings(form), /** @type {HTMLElement} */ (form.querySelector("[role=alert]")));
    });
  }

  /** Opens the dialog; returns false if the game is over. @param {number | null} player  to move */
  open(player) {
    if (player === null) return false;
    const seat = /** @type {HTMLInputElement | null} */ (this.dialog.querySelector(`[name="seat"][value="${player}"]`));
    if (seat) seat.checked = true;
    this.dialog.showModal();
    return true;
  }

  /** @param {HTMLFormElement} form @returns {GameSettings} */
  #settings(form) {
    const chosen = new FormData(form);
    const opponent = String(chosen.get("opponent"));
    const other = opponent === FRIEND ? { who: "open" } : { who: "computer", computer: opponent };
    const mine = Number(chosen.get("seat"));
    const seats = Array.from({ length: this.players }, (_, i) => (i === mine ? { who: "me" } : other));
    return { seats, name: form.dataset.name ?? "" };
  }
}
