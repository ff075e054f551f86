/** Where a position leads: to a game, to the editor, to a page of its own. */

/** Lets the links of the page lead on from a position; from one that is impossible none does, and
 * a game that is over is not played on.
 * @param {string} game @param {string} query  the position in addresses
 * @param {boolean} over @param {boolean} [impossible] */
export function lead(game, query, over, impossible = false) {
  for (const way of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-way]"))) {
    const closed = impossible || (over && way.dataset.way === "new");
    if (closed) way.removeAttribute("href");
    else way.href = query ? `/${way.dataset.way}/${game}?${query}` : `/${way.dataset.way}/${game}`;
    way.setAttribute("aria-disabled", String(closed));
  }
}

/** An address of a line after so many moves: that of its page, of a file, of a study board.
 * @param {string} path @param {{query: string, moves: unknown[]}} line @param {number} at */
export function placed(path, line, at) {
  const place = at === line.moves.length ? "" : `at=${at}`;
  const query = [line.query, place].filter(Boolean).join("&");
  return query ? `${path}?${query}` : path;
}
