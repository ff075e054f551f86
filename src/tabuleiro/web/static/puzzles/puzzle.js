/**
 * A puzzle: the one move that wins is to be found, and the moves after it to the end of the proved
 * line. Any other move is answered in words.
 *
 * @typedef {{move: string, player: number, site: string}} Step
 * @typedef {{position: string, solution: Step[], tempting: string[]}} Puzzle
 */

import { byId, worded } from "../elements.js";
import { Exercise } from "../study/exercise.js";
import { goOn, grade, note, solved, want } from "./progress.js";

const PAUSE = 700; // milliseconds before the other answers
const CHECK = 3; // seconds in which another move than that of the line may prove to win

class PuzzlePage {
  /** @param {HTMLElement} element */
  constructor(element) {
    const { dataset } = element;
    this.game = dataset.game ?? "";
    this.number = Number(dataset.number);
    /** @type {Puzzle} */
    this.puzzle = JSON.parse(dataset.puzzle ?? "{}");
    /** @type {[string, number][]} */
    this.all = JSON.parse(dataset.all ?? "[]");
    this.words = JSON.parse(dataset.words ?? "{}");
    this.found = 0; // moves of the line that are on the board
    this.at = 0; // which of them is shown, once the line is known
    this.done = false; // whether it is known
    this.task = dataset.task ?? "";
    this.exercise = new Exercise({
      still: JSON.parse(dataset.still ?? "{}"),
      state: JSON.parse(dataset.state ?? "{}"),
      tones: JSON.parse(dataset.tones ?? "[]"),
      unreachable: this.words.unreachable,
    }, (move) => void this.exercise.attempt(() => this.enter(move)));
    this.attend();
    void this.begin();
  }

  get moves() {
    return this.puzzle.solution.map(({ move }) => move);
  }

  get solver() {
    return this.puzzle.solution[0].player;
  }

  /** Sets the puzzle up. */
  begin() {
    this.found = 0;
    this.at = 0;
    this.done = false;
    this.tell(this.task);
    return this.show();
  }

  /** Shows how far one has come. */
  async show() {
    this.permit();
    this.list();
    const at = this.done ? this.at : this.found;
    const open = !this.done && this.puzzle.solution[at]?.player === this.solver;
    await this.exercise.show(this.moves.slice(0, at), open);
  }

  // --- solving ------------------------------------------------------------------------------

  /** Says whether this is the move. @param {string} move */
  async enter(move) {
    this.exercise.warn("");
    if (move === this.moves[this.found]) await this.follow(worded(this.words.right, { move }));
    else if (this.found) await this.check(move);
    else this.refuse(this.puzzle.tempting.includes(move) ? this.words.tempting : this.words.wrong, move);
  }

  /** The move of the line is made, and answered. @param {string} words  what is said of it */
  async follow(words) {
    await this.step();
    this.tell(words);
    await this.answer();
  }

  /** The other makes his moves, if it is his turn. */
  async answer() {
    const { solution } = this.puzzle;
    for (let answered = ""; !this.done; answered = solution[this.found - 1].move) {
      if (this.found === solution.length) this.succeed();
      else if (solution[this.found].player === this.solver) {
        if (answered) this.tell(worded(this.words.answered, { move: answered }));
        return;
      } else if (!(await this.pause())) return;
      else await this.step();
    }
  }

  /** A moment of thought; whether the line still stands where it did. */
  async pause() {
    const { found } = this;
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    return !this.done && this.found === found;
  }

  /** Goes one move on in the line. */
  async step() {
    this.found += 1;
    await this.show();
  }

  /** Only the first move is the one that wins: of a later one it is asked whether it wins as well.
   * @param {string} move */
  async check(move) {
    const { found } = this;
    const moves = [...this.moves.slice(0, found), move];
    this.tell(worded(this.words.checking, { move }));
    const { proved, values, lines } = await this.exercise.worth(moves, CHECK);
    if (this.found !== found || this.done) return;
    this.tell(this.task);
    const wins = proved && values[this.solver] === 1;
    if (!wins) this.refuse(proved ? this.words.wrong : this.words.unproved, move);
    else if (lines.length) await this.follow(worded(this.words.as_well, { move, right: this.moves[found] }));
    else await this.succeedWith(moves);
  }

  /** Another move ends the game as well. @param {string[]} moves */
  async succeedWith(moves) {
    await this.exercise.show(moves, false);
    this.succeed();
  }

  /** @param {string} words @param {string} move */
  refuse(words, move) {
    this.exercise.board.cancel();
    this.exercise.warn(worded(words, { move }));
  }

  succeed() {
    note(this.puzzle.position);
    this.finish(this.words.done);
    byId("go-on").focus();
  }

  /** The line is known: it can be gone through. @param {string} words */
  finish(words) {
    this.done = true;
    this.at = this.found;
    this.tell(words);
    this.permit();
    this.list();
  }

  // --- buttons ------------------------------------------------------------------------------

  /** What buttons do. @type {{[deed: string]: () => unknown}} */
  deeds = {
    hint: () => this.hint(),
    solution: () => this.solution(),
    previous: () => this.go(this.at - 1),
    next: () => this.go(this.at + 1),
    again: () => this.begin(),
  };

  /** Shows where the move begins. */
  hint() {
    const step = this.puzzle.solution[this.found];
    if (this.done || step?.player !== this.solver) return;
    this.exercise.overlay.draw({ shapes: [[step.site]] });
    this.tell(worded(this.words.hint, { site: step.site }));
  }

  /** Shows the solution, to be gone through from where one has come. */
  async solution() {
    const { found } = this;
    this.found = this.moves.length;
    this.finish(worded(this.words.shown, { line: this.moves.join(" ") }));
    await this.go(Math.min(found + 1, this.moves.length));
  }

  /** @param {number} at */
  async go(at) {
    if (!this.done || at < 0 || at > this.found) return;
    this.at = at;
    await this.exercise.attempt(() => this.show());
  }

  attend() {
    const choice = /** @type {HTMLSelectElement} */ (byId("grade"));
    choice.value = grade();
    choice.addEventListener("change", () => {
      want(choice.value);
      this.permit();
    });
    document.addEventListener("click", (event) => {
      const deed = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.do;
      if (deed) void this.deeds[deed]();
    });
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** Arrow keys lead through the line once it is known. @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const target = /** @type {HTMLElement} */ (event.target);
    if (!by || !this.done || event.ctrlKey || event.metaKey || event.altKey || target.closest("select, .menu")) return;
    event.preventDefault();
    event.stopPropagation();
    void this.go(this.at + by);
  }

  // --- words --------------------------------------------------------------------------------

  /** @param {string} words */
  tell(words) {
    this.exercise.warn("");
    byId("words").textContent = words;
  }

  /** Which buttons are of use, and what to go on with. */
  permit() {
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#actions button"))) {
      button.hidden = ["hint", "solution"].includes(button.dataset.do ?? "") === this.done;
    }
    const step = (/** @type {string} */ deed) => /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${deed}"]`));
    step("previous").disabled = !this.at;
    step("next").disabled = this.at === this.found;
    byId("after").hidden = !this.done;
    byId("go-on").classList.toggle("primary", this.done);
    byId("go-on").setAttribute("href", `/puzzles/${this.game}/${goOn(this.all, this.number)}`);
    const known = solved();
    const done = this.all.filter(([position]) => known.has(position)).length;
    const told = worded(this.words.solved, { done, all: this.all.length });
    byId("solved").textContent = known.has(this.puzzle.position) ? `${told} · ${this.words.again}` : told;
  }

  /** Lists the moves found so far. */
  list() {
    const shown = this.done ? this.at : this.found;
    this.exercise.list(this.moves.slice(0, this.found), shown - 1, this.done ? (i) => void this.go(i + 1) : null);
  }
}

new PuzzlePage(byId("puzzle"));
