/**
 * Imports records, as text or from a file. Their contents are shown as text, never as HTML.
 *
 * @typedef {import("./replay.js").Line} Line
 * @typedef {{number: number, title: string, facts: string[], result: string, moves: number, record: string}} ImportedGame
 * @typedef {{line: number, column: number, reason: string}} Fault
 * @typedef {{games: ImportedGame[], more: boolean, faults: Fault[], assumed: string[], line: Line | null}} Imported
 */

import { addressOf } from "./addresses.js";
import { post, Refusal } from "./api.js";
import { byId, format, html, sentence } from "./elements.js";
import { updatePositionLinks } from "./position_links.js";
import { Replay } from "./replay.js";

const page = byId("import");
const words = JSON.parse(page.dataset.words ?? "{}");
const most = Number(page.dataset.most);
const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const file = /** @type {HTMLInputElement} */ (byId("file"));
const shown = byId("shown");

/** @type {Line | null} */
let line = null;
let record = ""; // the record of that line, as JSON
const replay = new Replay(words, (state) => {
  if (!line) return;
  updatePositionLinks(line.game, state.query ?? "", state.over ?? false);
  const share = /** @type {HTMLAnchorElement} */ (byId("share"));
  share.href = addressOf(line.query ? `${line.page}?${line.query}` : line.page);
});

/** Sends a text to the server, and shows the games in it. @param {string} given */
async function importText(given) {
  if (!given.trim()) {
    showErrors([words.empty]);
    return;
  }
  if (new TextEncoder().encode(given).length > most) {
    showErrors([page.dataset.tooLarge ?? ""]);
    return;
  }
  await attempt(async () => showGames(await post("/import", { text: given })));
}

/** @param {Imported} found */
function showGames(found) {
  showErrors(found.faults.map(faultText));
  const many = found.games.length > 1;
  byId("games").replaceChildren(...(many ? found.games.map(row) : []));
  const count = found.games.length;
  record = found.games[0]?.record ?? "";
  byId("count").textContent = many ? format(words.games, { count }) : "";
  if (found.more) showErrors([format(words.more, { count })], false);
  byId("assumed").replaceChildren(...found.assumed.map((sentence) => html("p", {}, [sentence])));
  show(found.line);
}

/** A fault with its place, unless that is only the beginning. @param {Fault} fault */
function faultText(fault) {
  const reason = sentence(fault.reason);
  return fault.line > 1 || fault.column > 1 ? format(words.place, { ...fault, reason }) : reason;
}

/** A button that shows a game. @param {ImportedGame} game */
function row(game) {
  const facts = [...game.facts, format(words.moves, { count: game.moves })].join(" · ");
  const button = html("button", { type: "button", class: "row game-choice", "aria-pressed": "false" }, [
    html("span", { class: "row-main" }, [html("strong", {}, [game.title]), html("span", { class: "note" }, [facts])]),
  ]);
  button.addEventListener("click", () => void choose(game, button));
  return html("li", {}, [button]);
}

/** @param {ImportedGame} game @param {HTMLElement} button */
async function choose(game, button) {
  await attempt(async () => {
    show((await post("/import", { text: game.record })).line);
    record = game.record;
    for (const one of byId("games").querySelectorAll("button")) one.setAttribute("aria-pressed", String(one === button));
  });
}

/** @param {Line | null} found */
function show(found) {
  line = found;
  shown.hidden = !found;
  if (!found) return;
  byId("title").textContent = found.title;
  replay.open(found);
  shown.scrollIntoView({ block: "start" });
}

/** @param {string[]} sentences @param {boolean} [replace]  whether earlier ones are removed */
function showErrors(sentences, replace = true) {
  const paragraphs = sentences.map((words) => html("p", {}, [words]));
  if (replace) byId("trouble").replaceChildren(...paragraphs);
  else byId("trouble").append(...paragraphs);
}

/** @param {() => Promise<void>} act */
async function attempt(act) {
  byId("assumed").textContent = words.reading;
  showErrors([]);
  try {
    await act();
  } catch (error) {
    showErrors([error instanceof Refusal ? sentence(error.message) : words.unreachable]);
  } finally {
    if (byId("assumed").textContent === words.reading) byId("assumed").textContent = "";
  }
}

byId("study").addEventListener("click", () => void attempt(async () => {
  const { id } = await post("/studies", { record: JSON.parse(record) });
  location.assign(addressOf(`/study/${id}`));
}));

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  void importText(text.value);
});

byId("example").addEventListener("click", () => {
  text.value = page.dataset.example ?? "";
  void importText(text.value);
});

file.addEventListener("change", async () => {
  const [chosen] = file.files ?? [];
  if (!chosen) return;
  if (chosen.size > most) {
    showErrors([page.dataset.tooLarge ?? ""]);
    return;
  }
  text.value = await chosen.text();
  await importText(text.value);
});
