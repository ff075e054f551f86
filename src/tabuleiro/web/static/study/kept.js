/**
 * What a page shows of how its study is kept: whether it is, and the links that lead to it.
 *
 * @typedef {import("./keeping.js").Keeping} Keeping
 */

import { byId } from "../elements.js";

/** @param {Keeping} keeping */
export function showKept({ id, shared }) {
  for (const button of document.querySelectorAll('[data-do="keep"]')) button.toggleAttribute("hidden", Boolean(id));
  document.querySelector('[data-do="delete"]')?.toggleAttribute("hidden", !id);
  byId("sharing").hidden = !id;
  byId("public").hidden = !shared;
  byId("private").hidden = Boolean(shared);
  /** @type {HTMLInputElement} */ (byId("link")).value = shared ? `${location.origin}/shared/${shared}` : "";
  for (const link of document.querySelectorAll("a[data-record]")) {
    link.setAttribute("href", `/api/v1/studies/${id}/record`);
    link.toggleAttribute("hidden", !id);
  }
}
