/** Puzzle progress in localStorage: the solved puzzles, the reader's rating, and the chosen grade. */

const SOLVED = "tabuleiro-puzzles";
const GRADE = "tabuleiro-puzzle-grade";
const RATING = "tabuleiro-puzzle-rating";
const FIRST_RATING = 1200;
const MOST_CHANGE = 32; // of the rating, by one puzzle

/** A puzzle as the server lists it: its identifier, grade and rating. @typedef {[string, number, number]} Entry */

/** `streak` is the number of puzzles solved in a row, and `failed` are those that were not solved at the first try
 * nor since. @typedef {{rating: number, streak: number, failed: string[]}} Standing */

/** @template T @param {string} name @param {T} initial @returns {T} */
function read(name, initial) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "") ?? initial;
  } catch {
    return initial;
  }
}

/** The CRC-32 of a text, in hexadecimal. @param {string} text */
function checksum(text) {
  let sum = -1;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 && 0xedb88320);
  }
  return (~sum >>> 0).toString(16).padStart(8, "0");
}

/** @returns {Set<string>} the solved puzzles; earlier versions stored their positions */
export function solvedPuzzles() {
  const found = /** @type {unknown} */ (read(SOLVED, null));
  const texts = Array.isArray(found) ? found.map(String) : [];
  return new Set(texts.map((text) => (text.includes("|") ? checksum(text) : text)));
}

/** @returns {Standing} the reader's rating */
export function standing() {
  const found = /** @type {Partial<Standing>} */ (read(RATING, {}));
  const { rating = FIRST_RATING, streak = 0, failed = [] } = found;
  return { rating, streak, failed };
}

/** @param {string} id */
export function markSolved(id) {
  localStorage.setItem(SOLVED, JSON.stringify([...solvedPuzzles().add(id)].sort()));
  const now = standing();
  localStorage.setItem(RATING, JSON.stringify({ ...now, failed: now.failed.filter((each) => each !== id) }));
}

/** Changes the rating by the first try at a puzzle, as the Elo system does; later tries do not count.
 * @param {Entry} puzzle @param {boolean} solved @returns {number} the change */
export function rate([id, , rating], solved) {
  const now = standing();
  if (now.failed.includes(id) || solvedPuzzles().has(id)) return 0;
  const expected = 1 / (1 + 10 ** ((rating - now.rating) / 400));
  const change = Math.round(MOST_CHANGE * (Number(solved) - expected));
  const failed = solved ? now.failed : [...now.failed, id];
  const streak = solved ? now.streak + 1 : 0;
  localStorage.setItem(RATING, JSON.stringify({ rating: now.rating + change, streak, failed }));
  return change;
}

/** The chosen grade; "" for all. */
export const chosenGrade = () => localStorage.getItem(GRADE) ?? "";

/** @param {string} grade */
export const chooseGrade = (grade) => localStorage.setItem(GRADE, grade);

/** The puzzle after another: the unsolved one of the chosen grade whose rating is nearest to the reader's, those that
 * failed last; if all are solved, the next of that grade; if there are none of that grade, the next of any.
 * @param {Entry[]} all @param {number} after  its number, 0 for none
 * @returns {number} its number, from 1 */
export function nextPuzzle(all, after) {
  const solved = solvedPuzzles();
  const { rating, failed } = standing();
  const grade = chosenGrade();
  const order = all.map((_, i) => (after + i) % all.length).filter((i) => i !== after - 1);
  const fit = order.filter((i) => !grade || String(all[i][1]) === grade);
  const distance = (/** @type {number} */ i) => Math.abs(all[i][2] - rating) + (failed.includes(all[i][0]) ? 1e6 : 0);
  const open = fit.filter((i) => !solved.has(all[i][0])).sort((a, b) => distance(a) - distance(b));
  return (open[0] ?? fit[0] ?? order[0] ?? 0) + 1;
}
