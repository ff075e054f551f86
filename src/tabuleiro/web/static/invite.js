/** The page with the links of a new game. It opens the game as soon as nobody is awaited any more. */

import { addressOf } from "./addresses.js";
import { get } from "./api.js";
import { byId } from "./elements.js";
import { listenForSharing } from "./sharing.js";

const POLL_INTERVAL = 2_000; // milliseconds
const { id, copied } = byId("invite").dataset;

async function poll() {
  if (document.hidden) return;
  const { seats } = await get(`/games/${id}`);
  if (!seats.some((/** @type {{free: boolean}} */ seat) => seat.free)) location.assign(addressOf(`/g/${id}`));
}

listenForSharing(copied ?? "");
setInterval(() => poll().catch(() => undefined), POLL_INTERVAL);
