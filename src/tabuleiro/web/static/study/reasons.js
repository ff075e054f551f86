/**
 * Sentences about a move that are certainly true. Each is a button that shows its moves on the board.
 *
 * @typedef {import("./analysis.js").Step} Step
 * @typedef {{said: string, line: Step[]}} Reason
 */

import { post } from "../api.js";
import { html } from "../elements.js";

/** Asks what is good about the first turn of a line, or what is wrong with it.
 * @param {string} position @param {string[]} line @param {boolean} fault @returns {Promise<Reason[]>} */
export async function findReasons(position, line, fault = false) {
  return (await post("/reasons", { position, line, fault })).reasons;
}

/** Lists sentences; `choose` is called with the moves of the one that is selected.
 * @param {HTMLElement} list @param {Reason[]} reasons @param {(line: Step[]) => void} choose */
export function listReasons(list, reasons, choose) {
  const buttons = reasons.map(({ said }) => html("button", { type: "button", "aria-pressed": "false" }, [said]));
  buttons.forEach((button, i) => button.addEventListener("click", () => {
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    choose(reasons[i].line);
  }));
  list.replaceChildren(...buttons.map((button) => html("li", {}, [button])));
}
