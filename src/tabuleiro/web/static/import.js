/**
 * Records that people bring, as text or from a file. Whatever they say is shown as text.
 *
 * @typedef {import("./replay.js").Line} Line
 * @typedef {{number: number, title: string, facts: string[], result: string, moves: number, record: string}} Found
 * @typedef {{line: number, column: number, reason: string}} Fault
 * @typedef {{games: Found[], more: boolean, faults: Fault[], line: Line | null}} Imported
 */

import { post, Refusal } from "./api.js";
import { byId, html, sentence, worded } from "./elements.js";
import { Replay } from "./replay.js";
import { lead } from "./ways.js";

const page = byId("import");
const words = JSON.parse(page.dataset.words ?? "{}");
const most = Number(page.dataset.most);
const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const file = /** @type {HTMLInputElement} */ (byId("file"));
const shown = byId("shown");

/** @type {Line | null} */
let line = null;
let record = ""; // of that line, as JSON
const replay = new Replay(words, (state) => {
  if (!line) return;
  lead(line.game, state.query ?? "", state.over ?? false);
  const share = /** @type {HTMLAnchorElement} */ (byId("share"));
  share.href = line.query ? `${line.page}?${line.query}` : line.page;
});

/** Reads a text, and shows what it has. @param {string} given */
async function read(given) {
  if (!given.trim()) {
    tell([words.empty]);
    return;
  }
  if (new TextEncoder().encode(given).length > most) {
    tell([page.dataset.tooLarge ?? ""]);
    return;
  }
  await attempt(async () => list(await post("/import", { text: given })));
}

/** @param {Imported} found */
function list(found) {
  tell(found.faults.map((fault) => worded(words.place, { ...fault, reason: sentence(fault.reason) })));
  const many = found.games.length > 1;
  byId("games").replaceChildren(...(many ? found.games.map(row) : []));
  const count = found.games.length;
  record = found.games[0]?.record ?? "";
  byId("count").textContent = many ? worded(words.games, { count }) : "";
  if (found.more) tell([worded(words.more, { count })], false);
  show(found.line);
}

/** A game to choose. @param {Found} game */
function row(game) {
  const facts = [...game.facts, worded(words.moves, { count: game.moves })].join(" · ");
  const button = html("button", { type: "button", class: "row game-choice", "aria-pressed": "false" }, [
    html("span", { class: "row-main" }, [html("strong", {}, [game.title]), html("span", { class: "note" }, [facts])]),
  ]);
  button.addEventListener("click", () => void choose(game, button));
  return html("li", {}, [button]);
}

/** @param {Found} game @param {HTMLElement} button */
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

/** @param {string[]} sentences @param {boolean} [anew]  whether nothing else is to be said */
function tell(sentences, anew = true) {
  const said = sentences.map((words) => html("p", {}, [words]));
  if (anew) byId("trouble").replaceChildren(...said);
  else byId("trouble").append(...said);
}

/** @param {() => Promise<void>} act */
async function attempt(act) {
  tell([words.reading]);
  try {
    tell([]);
    await act();
  } catch (error) {
    tell([error instanceof Refusal ? sentence(error.message) : words.unreachable]);
  }
}

byId("study").addEventListener("click", () => void attempt(async () => {
  const { id } = await post("/studies", { record: JSON.parse(record) });
  location.assign(`/study/${id}`);
}));

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  void read(text.value);
});

file.addEventListener("change", async () => {
  const [chosen] = file.files ?? [];
  if (!chosen) return;
  if (chosen.size > most) {
    tell([page.dataset.tooLarge ?? ""]);
    return;
  }
  text.value = await chosen.text();
  await read(text.value);
});
