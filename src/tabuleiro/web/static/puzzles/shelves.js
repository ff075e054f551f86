/** The puzzles to choose from: which are solved, and those of one grade. */

import { byId, html, worded } from "../elements.js";
import { goOn, grade, solved, want } from "./progress.js";

const page = byId("shelves");
const words = JSON.parse(page.dataset.words ?? "{}");
const shelves = /** @type {HTMLElement[]} */ ([...page.querySelectorAll(".shelf")]);

/** Shows what is solved, what is of the wanted grade, and what to go on with. */
function show() {
  const known = solved();
  const wanted = grade();
  for (const shelf of shelves) {
    const puzzles = /** @type {HTMLElement[]} */ ([...shelf.querySelectorAll("[data-position]")]);
    if (!puzzles.length) continue;
    for (const puzzle of puzzles) {
      puzzle.hidden = Boolean(wanted) && puzzle.dataset.grade !== wanted;
      if (known.has(puzzle.dataset.position ?? "")) mark(puzzle);
    }
    sum(shelf, puzzles, known);
  }
}

/** @param {HTMLElement} puzzle */
function mark(puzzle) {
  if (puzzle.classList.contains("solved")) return;
  puzzle.classList.add("solved");
  puzzle.querySelector("a")?.append(html("span", { class: "hidden" }, [` ${words.solved_one}`]));
}

/** @param {HTMLElement} shelf @param {HTMLElement[]} puzzles @param {Set<string>} known */
function sum(shelf, puzzles, known) {
  const seen = puzzles.filter((puzzle) => !puzzle.hidden);
  const done = seen.filter((puzzle) => known.has(puzzle.dataset.position ?? "")).length;
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (shelf.querySelector(name));
  part("[data-solved]").textContent = worded(words.solved, { done, all: seen.length });
  part("[data-none]").hidden = seen.length > 0;
  part("[data-next]").hidden = !seen.length;
  const all = puzzles.map(({ dataset }) => /** @type {[string, number]} */ ([dataset.position ?? "", Number(dataset.grade)]));
  const next = puzzles[goOn(all, 0) - 1].querySelector("a");
  if (next) part("[data-next]").setAttribute("href", next.getAttribute("href") ?? "");
}

byId("grades").addEventListener("change", (event) => {
  want(/** @type {HTMLInputElement} */ (event.target).value);
  show();
});
const chosen = /** @type {HTMLInputElement | null} */ (page.querySelector(`[name="grade"][value="${grade()}"]`));
if (chosen) chosen.checked = true;
show();
addEventListener("pageshow", show); // also when the page comes back as it was left
