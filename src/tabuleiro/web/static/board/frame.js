/**
 * The elements of a board: the picture in a view that can be scrolled while it is enlarged, buttons
 * over it, cards beside it, and text for screen readers.
 *
 * @typedef {import("./types.js").Still} Still
 */

import { html } from "./dom.js";

let count = 0;

/** Creates the elements inside that of the page. A picture drawn by the server is kept.
 * @param {HTMLElement} element
 * @param {Still} still
 * @param {HTMLElement} [cards]  where the cards are placed, if not next to the board */
export function createFrame(element, { words, title }, cards) {
  const picture = element.querySelector("svg.board-picture");
  const siteLayer = html("div", { class: "board-sites" });
  const stage = html("div", { class: "board-stage" }, [...(picture ? [picture] : []), siteLayer]);
  const view = html("div", { class: "board-view" }, [stage]);
  const enlarge = html("button", { type: "button", class: "board-enlarge", hidden: true });
  const confirm = html("div", { class: "board-confirm", hidden: true }, [
    html("button", { type: "button", class: "primary" }),
    html("button", { type: "button" }, [words.cancel]),
  ]);
  const frame = html("div", { class: "board-frame" }, [view, enlarge, confirm]);
  const cardArea = cards ?? html("div");
  cardArea.classList.add("board-cards");
  const status = html("p", { class: "board-hidden-text", role: "status" });
  count += 1;
  const keys = html("p", { class: "board-hidden-text", id: `board-keys-${count}` }, [words.keys]);
  const parts = html("div", { class: "board-parts" }, cards ? [frame] : [frame, cardArea]);
  element.replaceChildren(parts, status, keys);
  element.classList.add("board");
  setAttributes(element, { role: "application", "aria-roledescription": words.board });
  setAttributes(element, { "aria-label": title, "aria-describedby": keys.id });
  return { siteLayer, stage, view, enlarge, confirm, frame, cardArea, status };
}

/** @param {HTMLElement} element @param {Record<string, string>} attributes */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
