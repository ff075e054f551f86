/**
 * The elements of a board: the picture in a view that can be scrolled when it is enlarged, tools
 * over it, cards beside it, and what is said of it to those who do not see it.
 *
 * @typedef {import("./types.js").Still} Still
 */

import { html } from "./shapes.js";

let count = 0;

/** Builds the elements inside the one that the page gives. A picture that the server put there
 * is kept.
 * @param {HTMLElement} element
 * @param {Still} still
 * @param {HTMLElement} [cards]  where the cards are to stand, if not with the board */
export function build(element, { words, title }, cards) {
  const picture = element.querySelector("svg.board-picture");
  const over = html("div", { class: "board-sites" });
  const stage = html("div", { class: "board-stage" }, [...(picture ? [picture] : []), over]);
  const view = html("div", { class: "board-view" }, [stage]);
  const enlarge = html("button", { type: "button", class: "board-enlarge", hidden: "" });
  const confirm = html("div", { class: "board-confirm", hidden: "" }, [
    html("button", { type: "button", class: "primary" }),
    html("button", { type: "button" }, [words.cancel]),
  ]);
  const frame = html("div", { class: "board-frame" }, [view, enlarge, confirm]);
  const beside = cards ?? html("div");
  beside.classList.add("board-cards");
  const status = html("p", { class: "board-said", role: "status" });
  count += 1;
  const keys = html("p", { class: "board-said", id: `board-keys-${count}` }, [words.keys]);
  const parts = html("div", { class: "board-parts" }, cards ? [frame] : [frame, beside]);
  element.replaceChildren(parts, status, keys);
  element.classList.add("board");
  describe(element, { role: "application", "aria-roledescription": words.board });
  describe(element, { "aria-label": title, "aria-describedby": keys.id });
  return { over, stage, view, enlarge, confirm, frame, beside, status };
}

/** @param {HTMLElement} element @param {Record<string, string>} attributes */
function describe(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
