/** The page of a line: its ways on lead from the position that is shown. */

import { byId, copy } from "./elements.js";
import { Replay } from "./replay.js";

const page = byId("line");
const line = JSON.parse(page.dataset.line ?? "{}");
const words = JSON.parse(page.dataset.words ?? "{}");
const { game } = page.dataset;

/** @param {string} path @param {number} at  after how many moves */
function placed(path, at) {
  const place = at === line.moves.length ? "" : `at=${at}`;
  const query = [line.query, place].filter(Boolean).join("&");
  return query ? `${path}?${query}` : path;
}

/** @param {import("./replay.js").Shown} state @param {number} at */
function follow(state, at) {
  for (const way of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-way]"))) {
    way.href = `/${way.dataset.way}/${game}?${state.query ?? ""}`;
  }
  const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
  if (!link) return;
  link.value = new URL(placed(line.page, at), location.href).href;
  history.replaceState(null, "", placed(line.page, at));
  for (const file of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("#downloads a"))) {
    const name = new URL(file.href).pathname.split("/").at(-1);
    file.href = placed(`${line.page}/${name}`, at);
  }
}

new Replay(line, words, follow);

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-copy]");
  if (!(button instanceof HTMLElement)) return;
  void copy(byId(button.dataset.copy ?? ""), button, words.copied);
});
