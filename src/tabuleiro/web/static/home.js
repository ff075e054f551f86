/** The first page, kept up to date while it is looked at. */

import { get } from "./api.js";

const AGAIN = 10_000; // milliseconds between looks

let known = "";

/** Looks whether anything has changed, and shows it. */
async function look() {
  if (document.hidden) return;
  const [mine, open] = await Promise.all([get("/mine"), get("/games")]);
  const found = JSON.stringify([mine, open]);
  if (known && found !== known) await renew();
  known = found;
}

async function renew() {
  const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
  document.title = page.title;
  const unfolded = document.querySelector(".more-rows[open]");
  for (const id of ["mine", "invitations"]) {
    const fresh = page.getElementById(id);
    if (fresh) document.getElementById(id)?.replaceChildren(...fresh.children);
  }
  if (unfolded) document.querySelector(".more-rows")?.setAttribute("open", "");
}

setInterval(() => look().catch(() => undefined), AGAIN);
void look().catch(() => undefined);
