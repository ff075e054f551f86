/** The list of puzzles: marks the solved ones, and filters by grade. */

import { byId, format, html } from "../elements.js";
import { chooseGrade, chosenGrade, nextPuzzle, solvedPuzzles, standing } from "./progress.js";

const page = byId("puzzle-list");
const words = JSON.parse(page.dataset.words ?? "{}");
const sections = /** @type {HTMLElement[]} */ ([...page.querySelectorAll(".game-puzzles")]);

/** Shows which puzzles are solved, those of the chosen grade, and which is next. */
function show() {
  const solved = solvedPuzzles();
  const grade = chosenGrade();
  byId("standing").textContent = format(words.standing, standing());
  for (const section of sections) {
    const puzzles = /** @type {HTMLElement[]} */ ([...section.querySelectorAll("[data-id]")]);
    if (!puzzles.length) continue;
    for (const puzzle of puzzles) {
      puzzle.hidden = Boolean(grade) && puzzle.dataset.grade !== grade;
      if (solved.has(puzzle.dataset.id ?? "")) showSolved(puzzle);
    }
    updateSection(section, puzzles, solved);
  }
}

/** @param {HTMLElement} puzzle */
function showSolved(puzzle) {
  if (puzzle.classList.contains("solved")) return;
  puzzle.classList.add("solved");
  puzzle.querySelector("a")?.append(html("span", { class: "hidden" }, [` ${words.solved_one}`]));
}

/** @param {HTMLElement} section @param {HTMLElement[]} puzzles @param {Set<string>} solved */
function updateSection(section, puzzles, solved) {
  const visible = puzzles.filter((puzzle) => !puzzle.hidden);
  const done = visible.filter((puzzle) => solved.has(puzzle.dataset.id ?? "")).length;
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (section.querySelector(name));
  part("[data-solved]").textContent = format(words.solved, { done, all: visible.length });
  part("[data-none]").hidden = visible.length > 0;
  part("[data-next]").hidden = !visible.length;
  const all = puzzles.map(({ dataset: { id, grade, rating } }) => /** @type {import("./progress.js").Entry} */ (
    [id ?? "", Number(grade), Number(rating)]));
  const next = puzzles[nextPuzzle(all, 0) - 1].querySelector("a");
  if (next) part("[data-next]").setAttribute("href", next.getAttribute("href") ?? "");
}

byId("grades").addEventListener("change", (event) => {
  chooseGrade(/** @type {HTMLInputElement} */ (event.target).value);
  show();
});
const chosen = /** @type {HTMLInputElement | null} */ (page.querySelector(`[name="grade"][value="${chosenGrade()}"]`));
if (chosen) chosen.checked = true;
show();
addEventListener("pageshow", show); // also when the page is restored from the back/forward cache
