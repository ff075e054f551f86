/** Links to pass on: copy buttons, and share buttons where the browser can share. */

import { byId, copy } from "./elements.js";

/** @param {string} copied  what a button says once the link is copied */
export function listenForSharing(copied) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]"))) {
    button.hidden = !("share" in navigator);
  }
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-copy], [data-share]"));
    if (!button) return;
    const field = /** @type {HTMLInputElement} */ (byId(button.dataset.copy ?? button.dataset.share ?? ""));
    if (button.dataset.copy) void copy(field, button, copied);
    else navigator.share({ title: button.dataset.title, url: field.value }).catch(() => undefined); // cancelled by the user
  });
}
