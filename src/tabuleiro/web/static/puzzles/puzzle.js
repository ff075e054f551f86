/**
 * The page of a puzzle: the user looks for the only winning move, then for the moves after it, to the
 * end of the proved line. Other moves are refused with a message.
 *
 * @typedef {{move: string, player: number, hints: string[][]}} Step
 * @typedef {{solution: Step[], tempting: string[]}} Puzzle
 * @typedef {import("./progress.js").Entry} Entry
 */

import { addressOf } from "../addresses.js";
import { byId, format, isForPage } from "../elements.js";
import { Exercise } from "../study/exercise.js";
import { chooseGrade, chosenGrade, markSolved, nextPuzzle, rate, solvedPuzzles, standing } from "./progress.js";

const REPLY_DELAY = 700; // milliseconds before the opponent's move
const REFUTE_SECONDS = 1; // of analysis for the reply to a wrong move
const CHECK_SECONDS = 3; // of analysis for a move that is not in the line

class PuzzlePage {
  /** @param {HTMLElement} element */
  constructor(element) {
    const { dataset } = element;
    this.game = dataset.game ?? "";
    this.number = Number(dataset.number);
    /** @type {Puzzle} */
    this.puzzle = JSON.parse(dataset.puzzle ?? "{}");
    /** @type {Entry[]} */
    this.all = JSON.parse(dataset.all ?? "[]");
    this.words = JSON.parse(dataset.words ?? "{}");
    this.found = 0; // how many moves of the line have been found
    this.at = 0; // how many of them are shown, once the puzzle is done
    this.done = false; // whether the puzzle is solved or its solution shown
    this.change = 0; // of the rating, by this puzzle
    this.exercise = new Exercise({
      still: JSON.parse(dataset.still ?? "{}"),
      state: JSON.parse(dataset.state ?? "{}"),
      tones: JSON.parse(dataset.tones ?? "[]"),
      unreachable: this.words.unreachable,
    }, (move) => void this.exercise.attempt(() => this.tryMove(move)));
    this.addListeners();
    void this.begin();
  }

  get moves() {
    return this.puzzle.solution.map(({ move }) => move);
  }

  get entry() {
    return this.all[this.number - 1];
  }

  get solver() {
    return this.puzzle.solution[0].player;
  }

  /** Sets up the puzzle. */
  begin() {
    this.found = 0;
    this.at = 0;
    this.done = false;
    this.showText("");
    return this.show();
  }

  /** Shows the current position. */
  async show() {
    this.updateButtons();
    this.listMoves();
    const at = this.done ? this.at : this.found;
    const open = !this.done && this.puzzle.solution[at]?.player === this.solver;
    await this.exercise.show(this.moves.slice(0, at), open);
  }

  // --- solving ------------------------------------------------------------------------------

  /** Checks an entered move. @param {string} move */
  async tryMove(move) {
    this.exercise.warn("");
    if (move === this.moves[this.found]) await this.playLine(format(this.words.right, { move }));
    else if (this.found) await this.check(move);
    else await this.refute(move);
  }

  /** Plays the move of the line, and the opponent's reply. @param {string} words  the message */
  async playLine(words) {
    await this.step();
    this.showText(words);
    await this.reply();
  }

  /** Plays the opponent's moves until it is the solver's turn. */
  async reply() {
    const { solution } = this.puzzle;
    const replies = [];
    while (!this.done) {
      const next = solution[this.found];
      if (!next) this.succeed();
      else if (next.player === this.solver) {
        if (replies.length) this.showText(format(this.words.answered, { move: replies.join(" ") }));
        return;
      } else if (!(await this.pause())) return;
      else {
        replies.push(next.move);
        await this.step();
      }
    }
  }

  /** Waits before a reply. Returns false if the puzzle was restarted or solved meanwhile. */
  async pause() {
    const { found } = this;
    await new Promise((resolve) => { setTimeout(resolve, REPLY_DELAY); });
    return !this.done && this.found === found;
  }

  /** Plays the next move of the line. */
  async step() {
    this.found += 1;
    await this.show();
  }

  /** Refuses a first move, then says which reply it overlooks, unless the reply gives the answer away: both players
   * may need the same place. @param {string} move */
  async refute(move) {
    this.rate(false);
    this.refuse(this.puzzle.tempting.includes(move) ? this.words.tempting : this.words.wrong, move);
    const { textContent: said } = byId("reason");
    const insight = await this.exercise.evaluate([move], REFUTE_SECONDS);
    const reply = insight?.lines[0]?.line.find(({ player }) => player !== this.solver)?.move;
    const tells = reply && reply !== this.moves[0];
    if (tells && byId("reason").textContent === said) this.exercise.warn(format(this.words.refuted, { move, reply }));
  }

  /** Checks by analysis whether a move wins as well: only the first move is known to be unique.
   * @param {string} move */
  async check(move) {
    const { found } = this;
    const moves = [...this.moves.slice(0, found), move];
    this.showText(format(this.words.checking, { move }));
    const insight = await this.exercise.evaluate(moves, CHECK_SECONDS);
    if (!insight || this.found !== found || this.done) return;
    this.showText("");
    const { proved, values, lines } = insight;
    const wins = proved && values[this.solver] === 1;
    if (proved && !wins) this.rate(false);
    if (!wins) this.refuse(proved ? this.words.wrong : this.words.unproved, move);
    else if (lines.length) await this.playLine(format(this.words.as_well, { move, right: this.moves[found] }));
    else await this.succeedWith(moves);
  }

  /** Another winning move ended the game. @param {string[]} moves */
  async succeedWith(moves) {
    await this.exercise.show(moves, false);
    this.succeed();
  }

  /** @param {string} words @param {string} move */
  refuse(words, move) {
    this.exercise.board.cancel();
    this.exercise.warn(format(words, { move }));
  }

  succeed() {
    this.rate(true);
    markSolved(this.entry[0]);
    this.finish(this.words.done);
    byId("go-on").focus();
  }

  /** Changes the rating, at the first try. @param {boolean} solved */
  rate(solved) {
    this.change ||= rate(this.entry, solved);
    this.updateButtons();
  }

  /** Ends the puzzle; its line can now be stepped through. @param {string} words */
  finish(words) {
    this.done = true;
    this.at = this.found;
    this.showText(words);
    this.updateButtons();
    this.listMoves();
  }

  // --- buttons ------------------------------------------------------------------------------

  /** The actions of the buttons. @type {{[action: string]: () => unknown}} */
  actions = {
    hint: () => this.hint(),
    solution: () => this.solution(),
    previous: () => this.go(this.at - 1),
    next: () => this.go(this.at + 1),
    again: () => this.begin(),
  };

  /** Shows where the move is. */
  hint() {
    const step = this.puzzle.solution[this.found];
    if (this.done || step?.player !== this.solver) return;
    this.rate(false);
    this.showText(this.exercise.hint(step.hints, this.words));
  }

  /** Shows the solution, from the next move on. */
  async solution() {
    const { found } = this;
    this.rate(false);
    this.found = this.moves.length;
    this.finish(format(this.words.shown, { line: this.moves.join(" ") }));
    await this.go(Math.min(found + 1, this.moves.length));
  }

  /** @param {number} at */
  async go(at) {
    if (!this.done || at < 0 || at > this.found) return;
    this.at = at;
    await this.exercise.attempt(() => this.show());
  }

  addListeners() {
    const choice = /** @type {HTMLSelectElement} */ (byId("grade"));
    choice.value = chosenGrade();
    choice.addEventListener("change", () => {
      chooseGrade(choice.value);
      this.updateButtons();
    });
    document.addEventListener("click", (event) => {
      const action = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.do;
      if (action) void this.actions[action]();
    });
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** Arrow keys step through the line once the puzzle is done. @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !this.done || !isForPage(event)) return;
    event.preventDefault();
    event.stopPropagation();
    void this.go(this.at + by);
  }

  // --- text ---------------------------------------------------------------------------------

  /** @param {string} words */
  showText(words) {
    this.exercise.warn("");
    byId("words").textContent = words;
  }

  /** Shows the buttons that apply now, and the link to the next puzzle. */
  updateButtons() {
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#actions button"))) {
      button.hidden = ["hint", "solution"].includes(button.dataset.do ?? "") === this.done;
    }
    const step = (/** @type {string} */ action) => /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${action}"]`));
    step("previous").disabled = !this.at;
    step("next").disabled = this.at === this.found;
    byId("instruction").hidden = this.done || this.found > 0; // it is about the first move
    byId("after").hidden = !this.done;
    byId("themes").hidden = !this.done;
    byId("go-on").classList.toggle("primary", this.done);
    byId("go-on").setAttribute("href", addressOf(`/puzzles/${this.game}/${nextPuzzle(this.all, this.number)}`));
    const solved = solvedPuzzles();
    const done = this.all.filter(([id]) => solved.has(id)).length;
    const text = format(this.words.solved, { done, all: this.all.length });
    byId("solved").textContent = solved.has(this.entry[0]) ? `${text} · ${this.words.again}` : text;
    const change = this.change > 0 ? `+${this.change}` : `−${-this.change}`;
    byId("standing").textContent = format(this.change ? this.words.rated : this.words.standing, { ...standing(), change });
  }

  /** Lists the moves found so far. */
  listMoves() {
    const shown = this.done ? this.at : this.found;
    this.exercise.list(this.moves.slice(0, this.found), shown - 1, this.done ? (i) => void this.go(i + 1) : null);
  }
}

new PuzzlePage(byId("puzzle"));
