/** Recovery links: sends what this browser remembers along with a new link, and restores it elsewhere. */

import { listenForSharing } from "./sharing.js";

const PREFIX = "tabuleiro-";
const PENDING = /^tabuleiro-command-/; // commands on their way stay in their browser

/** What the scripts of this site remember, as JSON. */
function remembered() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && !PENDING.test(name));
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, localStorage.getItem(name)])));
}

const making = /** @type {HTMLFormElement | null} */ (document.getElementById("make"));
making?.addEventListener("submit", () => {
  /** @type {HTMLInputElement} */ (making.elements.namedItem("storage")).value = remembered();
});

const recovered = document.getElementById("recovered");
for (const [name, text] of Object.entries(JSON.parse(recovered?.dataset.storage ?? "{}"))) {
  if (name.startsWith(PREFIX)) localStorage.setItem(name, String(text));
}

listenForSharing(document.getElementById("keep")?.dataset.copied ?? "");
