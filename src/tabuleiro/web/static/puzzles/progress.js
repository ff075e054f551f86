/** What a browser remembers of puzzles: which were solved, by their positions, and the grade wanted. */

const SOLVED = "tabuleiro-puzzles";
const GRADE = "tabuleiro-puzzle-grade";

/** @returns {Set<string>} the positions of the puzzles that were solved */
export function solved() {
  try {
    const found = JSON.parse(localStorage.getItem(SOLVED) ?? "[]");
    return new Set(Array.isArray(found) ? found : []);
  } catch {
    return new Set();
  }
}

/** Notes that a puzzle is solved. @param {string} position */
export function note(position) {
  localStorage.setItem(SOLVED, JSON.stringify([...solved().add(position)].sort()));
}

/** The grade that is wanted, empty for all. */
export const grade = () => localStorage.getItem(GRADE) ?? "";

/** @param {string} wanted */
export const want = (wanted) => localStorage.setItem(GRADE, wanted);

/** The puzzle to go on with after one: the next of the wanted grade that is not solved, after the last
 * the first; where all are solved, the next of that grade; where there is none of it, the next.
 * @param {[string, number][]} all  position and grade of each @param {number} after  its number, 0 for none
 * @returns {number} its number, from 1 */
export function goOn(all, after) {
  const known = solved();
  const wanted = grade();
  const order = all.map((_, i) => (after + i) % all.length);
  const fit = order.filter((i) => !wanted || String(all[i][1]) === wanted);
  const open = fit.find((i) => !known.has(all[i][0]) && i !== after - 1);
  return (open ?? fit.find((i) => i !== after - 1) ?? order[0]) + 1;
}
