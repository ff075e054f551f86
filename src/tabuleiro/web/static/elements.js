/** Helpers for the elements of a page. */

import { format, html } from "./board/dom.js";

export { format, html };

/** A message as a sentence, with a capital and a full stop. If it starts with the name of a site,
 * the name keeps its case.
 * @param {string} text */
export function sentence(text) {
  const startsWithName = /^\S*[\d'"]/.test(text);
  const capitalised = startsWithName ? text : text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?:…]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return /** @type {T} */ (found);
}

/** Shows on all buttons of an action whether it is on. @param {string} action @param {boolean} on */
export function setPressed(action, on) {
  for (const button of document.querySelectorAll(`[data-do="${action}"]`)) button.setAttribute("aria-pressed", String(on));
}

/** Whether a key is meant for the page: not with a control key, nor in a field, dialog or menu.
 * @param {KeyboardEvent} event */
export const isForPage = ({ target, ctrlKey, metaKey, altKey }) =>
  !(ctrlKey || metaKey || altKey || /** @type {HTMLElement} */ (target).closest("input, select, textarea, dialog, .menu"));

/** Resolves after the next paint; at once if the page is hidden. @returns {Promise<void>} */
export function nextPaint() {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Copies the text of a field, and shows on the button for a moment that it is done.
 * @param {HTMLInputElement | HTMLTextAreaElement} field @param {HTMLElement} button @param {string} done */
export async function copy(field, button, done) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  const label = button.firstChild; // hidden words may follow it
  if (!label || label.nodeValue === done) return;
  const words = label.nodeValue;
  label.nodeValue = done;
  setTimeout(() => { label.nodeValue = words; }, 1_500);
}
