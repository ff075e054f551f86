/**
 * A review of a game: its moments one after the other, each first as a move to be found, then with
 * the answer; at the end, or when it is asked for, a summary with a graph. Nothing is given away
 * before.
 *
 * @typedef {import("./analysis.js").Step} Step
 *
 * @typedef {object} Moment  a move that could be bettered
 * @property {number} number  of the move, from 1
 * @property {number} player
 * @property {string} played
 * @property {string} said  what kind of moment it was, without the answer
 * @property {string} answer
 * @property {Step[]} line  the better line
 * @property {number} value  what the player could expect before the move
 * @property {number} cost
 *
 * @typedef {{summary: string[], values: (number[] | null)[], moments: Moment[]}} Found
 */

import { follow, post, Refusal } from "../api.js";
import { byId, html, sentence, worded } from "../elements.js";
import { Exercise } from "./exercise.js";
import { Graph } from "./graph.js";
import { PlayOn } from "./play_on.js";

const CHECK = 1.5; // seconds in which it is found out what a move is worth
const NOTICED = 0.05; // what a move costs at least to be called worse

class ReviewPage {
  /** @param {HTMLElement} element */
  constructor(element) {
    const { dataset } = element;
    this.words = JSON.parse(dataset.words ?? "{}");
    /** @type {string[]} */
    this.moves = JSON.parse(dataset.moves ?? "[]");
    /** @type {string[]} */
    this.names = JSON.parse(dataset.names ?? "[]");
    /** @type {string[]} */
    this.tones = JSON.parse(dataset.tones ?? "[]");
    /** @type {number[]} */
    this.own = JSON.parse(dataset.own ?? "[]"); // whom the reader played, unless that is everybody
    this.whose = this.own.length ? "own" : "all"; // whose moments are gone through
    /** @type {Found | null} */
    this.found = null;
    this.which = -1; // the moment that is looked at; -1 for none
    this.answered = false;
    this.walk = this.moves; // the moves that the board goes through
    this.at = 0; // after how many of them it stands
    const state = JSON.parse(dataset.state ?? "{}");
    this.exercise = new Exercise(
      { still: JSON.parse(dataset.still ?? "{}"), state, tones: this.tones, unreachable: this.words.unreachable },
      (move) => void this.exercise.attempt(() => this.enter(move)),
    );
    this.graph = new Graph(byId("graph"), (index) => void this.go(index));
    this.again = new PlayOn(byId("play-on"), this.tones.length, (order, place) => this.exercise.attempt(async () => {
      const { id } = await post("/games", { ...order, game: state.position, moves: this.walk.slice(0, this.at) });
      location.assign(`/g/${id}`);
    }, place));
    this.attend();
    void this.go(0);
    void this.begin();
  }

  /** Those that are gone through. */
  get moments() {
    const all = this.found?.moments ?? [];
    return this.whose === "all" ? all : all.filter(({ player }) => this.own.includes(player));
  }

  /** @returns {Moment | undefined} */
  get moment() {
    return this.moments[this.which];
  }

  // --- looking at the game ------------------------------------------------------------------

  /** Has the game looked at. */
  begin() {
    return this.exercise.attempt(async () => {
      const { start } = this.exercise;
      for await (const { name, data } of follow("/review", { position: start, moves: this.moves }, new AbortController().signal)) {
        if (name === "trouble") throw new Refusal(403, { code: name, message: data.message });
        if (name === "progress") this.wait(data);
        if (name === "review") this.learn(data);
        if (name === "end" && data.replaced) this.exercise.warn(this.words.elsewhere);
      }
    });
  }

  /** @param {{done: number, all: number}} far */
  wait({ done, all }) {
    const progress = /** @type {HTMLProgressElement} */ (byId("progress"));
    progress.max = all;
    progress.value = done;
    if (!done) this.tell(worded(this.words.looking, { done: done + 1, all }));
    else byId("words").textContent = worded(this.words.looking, { done: done + 1, all });
  }

  /** @param {Found} found */
  learn(found) {
    this.found = found;
    byId("progress").hidden = true;
    byId("whose").hidden = !this.own.length;
    this.open();
  }

  /** Says how many moments there are to go through. */
  open() {
    const { length: count } = this.moments;
    const none = this.found?.moments.length ? this.words.none_own : this.words.none;
    this.tell(count ? worded(this.words.found, { count }) : none);
    this.permit();
  }

  /** Keeps to one's own moments, or goes through those of all. @param {string} whose */
  async choose(whose) {
    const { summed } = this;
    this.whose = whose;
    this.which = -1;
    if (summed) {
      await this.sum();
      return;
    }
    this.answered = false;
    byId("place").textContent = "";
    this.open();
    this.walk = this.moves;
    await this.go(0);
  }

  // --- moments ------------------------------------------------------------------------------

  /** Asks for a better move in a moment; after the last comes the summary. @param {number} which */
  async ask(which) {
    this.which = which;
    this.answered = false;
    const { moment } = this;
    if (!moment) {
      await this.sum();
      return;
    }
    byId("place").textContent = worded(this.words.moment, { at: which + 1, all: this.moments.length });
    this.tell(moment.said, this.task(moment));
    this.fold();
    this.walk = this.moves.slice(0, moment.number - 1);
    await this.go(this.walk.length);
  }

  /** @param {Moment} moment */
  task({ player, played }) {
    return worded(this.words.task, { player: this.names[player], played });
  }

  /** Judges a move that was tried. @param {string} move */
  async enter(move) {
    const { moment } = this;
    if (!moment) return;
    this.exercise.warn("");
    if (move === moment.line[0].move) {
      await this.reveal(worded(this.words.right, { move }));
      return;
    }
    if (move === moment.played) this.refuse(this.words.same, move, moment);
    else await this.weigh(move, moment);
  }

  /** Finds out what a move is worth. @param {string} move @param {Moment} moment */
  async weigh(move, moment) {
    this.tell(worded(this.words.checking, { move }));
    const { values } = await this.exercise.worth([...this.walk, move], CHECK);
    if (this.moment !== moment || this.answered) return;
    this.tell(moment.said, this.task(moment));
    const cost = moment.value - values[moment.player];
    if (cost < NOTICED) await this.reveal(worded(this.words.right, { move }));
    else this.refuse(cost < moment.cost - NOTICED ? this.words.better : this.words.no_better, move, moment);
  }

  /** @param {string} words @param {string} move @param {Moment} moment */
  refuse(words, move, { played }) {
    this.exercise.board.cancel();
    this.exercise.warn(worded(words, { move, played }));
  }

  /** Shows the answer with its line, which can be gone through. @param {string} [praise] */
  async reveal(praise) {
    const { moment } = this;
    if (!moment) return;
    this.answered = true;
    this.tell(...(praise ? [praise] : []), moment.answer);
    this.walk = [...this.moves.slice(0, moment.number - 1), ...moment.line.map(({ move }) => move)];
    await this.go(moment.number - 1);
    this.exercise.overlay.draw({ line: moment.line });
  }

  /** Shows where the better move begins. */
  hint() {
    const { moment } = this;
    if (!moment || this.answered) return;
    const [site] = moment.line[0].sites;
    this.exercise.overlay.draw({ shapes: [[site]] });
    this.tell(this.task(moment), worded(this.words.hint, { site }));
  }

  // --- summary ------------------------------------------------------------------------------

  /** Whether the summary is shown. */
  get summed() {
    return this.which < 0 && this.answered;
  }

  /** Says what the game was like, with its graph. */
  async sum() {
    if (!this.found) return;
    this.which = -1;
    this.answered = true;
    byId("place").textContent = this.words.summary;
    this.tell(...this.found.summary);
    byId("moments").replaceChildren(...this.moments.map(({ said }, i) => {
      const button = html("button", { type: "button" }, [said]);
      button.addEventListener("click", () => void this.ask(i));
      return html("li", {}, [button]);
    }));
    byId("moments").hidden = !this.moments.length;
    this.walk = this.moves;
    await this.go(Math.min(this.at, this.walk.length));
  }

  /** Puts the graph and the list of moments away. */
  fold() {
    byId("graph").hidden = true;
    byId("moments").hidden = true;
  }

  /** Draws what the first player could expect, once the summary is asked for. */
  curve() {
    if (!this.summed || !this.found) return;
    this.graph.show(this.found.values.map((values) => values && values[0]), this.at, this.tones[0]);
  }

  // --- the board ----------------------------------------------------------------------------

  /** Shows the position after so many moves of the walk. @param {number} at */
  async go(at) {
    if (at < 0 || at > this.walk.length) return;
    this.at = at;
    this.permit();
    this.curve();
    this.list();
    const open = Boolean(this.moment) && !this.answered && at === this.walk.length;
    await this.exercise.attempt(() => this.exercise.show(this.walk.slice(0, at), open));
  }

  /** Lists the better line, once it is known. */
  list() {
    const { moment } = this;
    const line = moment && this.answered ? moment.line : [];
    const before = moment ? moment.number - 1 : 0;
    this.exercise.list(line.map(({ move }) => move), this.at - before - 1, (i) => void this.go(before + i + 1));
  }

  /** What buttons do. @type {{[deed: string]: () => unknown}} */
  deeds = {
    previous: () => this.go(this.at - 1),
    next: () => this.go(this.at + 1),
    hint: () => this.hint(),
    answer: () => this.reveal(),
    "go-on": () => this.ask(this.which + 1),
    summary: () => this.sum(),
    "play-on": () => this.playOn(),
  };

  /** Opens a game from the position on the board. */
  playOn() {
    return this.exercise.attempt(async () => {
      const { player } = await this.exercise.after(this.walk.slice(0, this.at));
      if (!this.again.open(player)) this.exercise.warn(this.words.over);
    });
  }

  /** Which buttons are of use. */
  permit() {
    const asked = Boolean(this.moment) && !this.answered;
    const { summed } = this;
    /** @type {Record<string, [boolean, boolean]>} whether each is hidden, and disabled */
    const standing = {
      previous: [false, !this.at],
      next: [false, this.at === this.walk.length],
      hint: [!asked, false],
      answer: [!asked, false],
      "go-on": [!this.found || (summed && !this.moments.length), false],
      "play-on": [!(this.moment && this.answered) && !summed, false],
      summary: [!this.found || summed, false],
    };
    for (const [deed, [hidden, disabled]] of Object.entries(standing)) {
      const button = /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${deed}"]`));
      button.hidden = hidden;
      button.disabled = disabled;
    }
    byId("go-on").textContent = this.which < 0 ? this.words.begin : this.words.next;
  }

  attend() {
    document.addEventListener("click", (event) => {
      const deed = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.do;
      if (deed) void this.deeds[deed]();
    });
    byId("whose").addEventListener("change", (event) => {
      void this.choose(/** @type {HTMLInputElement} */ (event.target).value);
    });
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** Arrow keys lead through the moves, unless they walk over the board. @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const target = /** @type {HTMLElement} */ (event.target);
    if (!by || event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, dialog, .menu")) return;
    if (target.closest(".board, .board-cards") && this.exercise.open && !this.exercise.board.element.classList.contains("by-hand")) return;
    event.preventDefault();
    event.stopPropagation();
    void this.go(this.at + by);
  }

  /** @param {string[]} sentences */
  tell(...sentences) {
    this.exercise.warn("");
    scrollTo({ top: 0 }); // the card is above the board where there is no room beside it
    byId("words").replaceChildren(...sentences.map((words) => html("p", {}, [sentence(words)])));
  }
}

new ReviewPage(byId("review"));
