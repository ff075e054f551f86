/** The page of a line of moves, also when embedded. Its links start from the position shown. */

import { addressOf, linkTo } from "./addresses.js";
import { byId } from "./elements.js";
import { lineUrl, updatePositionLinks } from "./position_links.js";
import { Replay } from "./replay.js";
import { listenForSharing } from "./sharing.js";

const page = byId("line");
const line = JSON.parse(page.dataset.line ?? "{}");
const words = JSON.parse(page.dataset.words ?? "{}");

/** @param {import("./replay.js").ReplayState} state @param {number} at */
function updateLinks(state, at) {
  updatePositionLinks(line.game, state.query ?? "", state.over ?? false);
  const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
  if (!link) return;
  link.value = linkTo(lineUrl(line.page, line, at));
  history.replaceState(null, "", addressOf(lineUrl(line.page, line, at)));
  /** @type {HTMLAnchorElement} */ (byId("study")).href = addressOf(lineUrl(line.study, line, at));
  for (const file of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("#downloads a"))) {
    file.href = addressOf(lineUrl(`${line.page}/${new URL(file.href).pathname.split("/").at(-1)}`, line, at));
  }
}

new Replay(words, updateLinks).open(line);

listenForSharing(words.copied);
