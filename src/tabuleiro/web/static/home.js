/** The home page. It is refreshed by polling while it is visible. */

import { get } from "./api.js";

const POLL_INTERVAL = 10_000; // milliseconds

let known = "";

/** Refreshes the page if the lists of games have changed. */
async function poll() {
  if (document.hidden) return;
  const [mine, open] = await Promise.all([get("/mine"), get("/games")]);
  const found = JSON.stringify([mine, open]);
  if (known && found !== known) await refresh();
  known = found;
}

async function refresh() {
  const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
  document.title = page.title;
  const unfolded = document.querySelector(".more-rows[open]");
  for (const id of ["mine", "invitations"]) {
    const fresh = page.getElementById(id);
    if (fresh) document.getElementById(id)?.replaceChildren(...fresh.children);
  }
  if (unfolded) document.querySelector(".more-rows")?.setAttribute("open", "");
}

setInterval(() => poll().catch(() => undefined), POLL_INTERVAL);
void poll().catch(() => undefined);
