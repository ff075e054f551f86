/** Puzzle progress in localStorage: the positions of solved puzzles, and the chosen grade. */

const SOLVED = "tabuleiro-puzzles";
const GRADE = "tabuleiro-puzzle-grade";

/** @returns {Set<string>} the positions of the puzzles that were solved */
export function solvedPositions() {
  try {
    const found = JSON.parse(localStorage.getItem(SOLVED) ?? "[]");
    return new Set(Array.isArray(found) ? found : []);
  } catch {
    return new Set();
  }
}

/** @param {string} position */
export function markSolved(position) {
  localStorage.setItem(SOLVED, JSON.stringify([...solvedPositions().add(position)].sort()));
}

/** The chosen grade; "" for all. */
export const chosenGrade = () => localStorage.getItem(GRADE) ?? "";

/** @param {string} grade */
export const chooseGrade = (grade) => localStorage.setItem(GRADE, grade);

/** The puzzle after another: the next unsolved one of the chosen grade, wrapping around; if all are
 * solved, the next of that grade; if there are none of that grade, the next of any.
 * @param {[string, number][]} all  position and grade of each @param {number} after  its number, 0 for none
 * @returns {number} its number, from 1 */
export function nextPuzzle(all, after) {
  const solved = solvedPositions();
  const grade = chosenGrade();
  const order = all.map((_, i) => (after + i) % all.length);
  const fit = order.filter((i) => !grade || String(all[i][1]) === grade);
  const open = fit.find((i) => !solved.has(all[i][0]) && i !== after - 1);
  return (open ?? fit.find((i) => i !== after - 1) ?? order[0]) + 1;
}
