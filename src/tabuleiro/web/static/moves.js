/**
 * The list of moves, in rows of rounds. A click on a move shows its position.
 *
 * @typedef {{number: number, seat: number, text: string, by: string}} Move
 */

import { format, html } from "./elements.js";

export class MoveList {
  /** @param {HTMLElement} element @param {(count: number) => void} choose  shows the position after that many moves */
  constructor(element, choose) {
    this.element = element;
    this.choose = choose;
    this.movesKey = "";
    element.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button) this.choose(Number(button.dataset.count));
    });
    new ResizeObserver(() => this.#scrollToCurrent()).observe(element);
  }

  /** @param {Move[]} moves @param {number} players @param {number} at  how many moves the board shows */
  show(moves, players, at) {
    const key = JSON.stringify(moves);
    if (key !== this.movesKey) this.#render(moves, players);
    this.movesKey = key;
    for (const button of this.element.querySelectorAll("button")) {
      if (Number(button.dataset.count) === at) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    this.#scrollToCurrent();
  }

  /** @param {Move[]} moves @param {number} players */
  #render(moves, players) {
    const focused = this.element.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.count
      : undefined;
    this.element.style.setProperty("--columns", String(players));
    this.element.replaceChildren(...rounds(moves, players).map((round, i) => this.#round(round, i)));
    if (focused) this.#focus(Math.min(Number(focused), moves.length));
  }

  /** @param {number} count */
  #focus(count) {
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-count="${count}"]`))?.focus();
  }

  /** @param {({move: Move, count: number}[])[]} round @param {number} index */
  #round(round, index) {
    const cells = round.map((turn) =>
      html("span", { class: "cell" }, turn.map(({ move, count }) =>
        html("button", { type: "button", "data-count": count }, [move.text]))),
    );
    return html("li", {}, [html("span", { class: "turn" }, [String(index + 1)]), ...cells]);
  }

  #scrollToCurrent() {
    const current = /** @type {HTMLElement | null} */ (this.element.querySelector("[aria-current]"));
    if (!current) return;
    const list = this.element;
    const box = current.getBoundingClientRect();
    const room = list.getBoundingClientRect();
    if (box.bottom > room.bottom || box.top < room.top) list.scrollTop += box.top - room.top - 40;
    if (box.right > room.right || box.left < room.left) list.scrollLeft += box.left - room.left - Math.max(0, Math.min(80, room.width - box.width));
  }
}

/** @param {string} words @param {Move} move */
export const placeText = (words, { number, text }) => format(words, { number, move: text });

/** Groups moves into rows of a number, with the moves of each player.
 * @param {Move[]} moves @param {number} players */
function rounds(moves, players) {
  /** @type {{move: Move, count: number}[][][]} */
  const rows = [];
  moves.forEach((move, index) => {
    const row = (rows[move.number - 1] ??= Array.from({ length: players }, () => []));
    row[move.seat].push({ move, count: index + 1 });
  });
  return rows;
}
