/** The page of a line, or of a frame with one: its ways on lead from the position that is shown. */

import { byId, copy } from "./elements.js";
import { Replay } from "./replay.js";
import { lead, placed } from "./ways.js";

const page = byId("line");
const line = JSON.parse(page.dataset.line ?? "{}");
const words = JSON.parse(page.dataset.words ?? "{}");

/** @param {import("./replay.js").Shown} state @param {number} at */
function follow(state, at) {
  lead(line.game, state.query ?? "", state.over ?? false);
  const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
  if (!link) return;
  link.value = new URL(placed(line.page, line, at), location.href).href;
  history.replaceState(null, "", placed(line.page, line, at));
  /** @type {HTMLAnchorElement} */ (byId("study")).href = placed(line.study, line, at);
  for (const file of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("#downloads a"))) {
    file.href = placed(`${line.page}/${new URL(file.href).pathname.split("/").at(-1)}`, line, at);
  }
}

new Replay(words, follow).open(line);

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-copy]");
  if (!(button instanceof HTMLElement)) return;
  void copy(byId(button.dataset.copy ?? ""), button, words.copied);
});
