/** Links from a position to other pages: a new game, the editor, its own page. */

import { addressOf } from "./addresses.js";

/** Updates the links of the page for a position. An impossible position disables them all; if the
 * game is over, it cannot be played on.
 * @param {string} game @param {string} query  the position as a query string
 * @param {boolean} over @param {boolean} [impossible] */
export function updatePositionLinks(game, query, over, impossible = false) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-position-link]"))) {
    const page = link.dataset.positionLink;
    const disabled = impossible || (over && page === "new");
    if (disabled) link.removeAttribute("href");
    else link.href = addressOf(query ? `/${page}/${game}?${query}` : `/${page}/${game}`);
    link.setAttribute("aria-disabled", String(disabled));
  }
}

/** The URL of a line after some of its moves: of its page, a file, or a study.
 * @param {string} path @param {{query: string, moves: unknown[]}} line @param {number} at */
export function lineUrl(path, line, at) {
  const place = at === line.moves.length ? "" : `at=${at}`;
  const query = [line.query, place].filter(Boolean).join("&");
  return query ? `${path}?${query}` : path;
}
