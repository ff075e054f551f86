/**
 * The review of a game. It goes through its moments: the user first looks for the better move, then
 * sees the answer. At the end, or on request, it shows a summary with a graph; before that, nothing
 * reveals the answers.
 *
 * @typedef {import("./analysis.js").Step} Step
 *
 * @typedef {object} Moment  a move that could have been better
 * @property {number} number  of the move, from 1
 * @property {number} player
 * @property {string} played
 * @property {string} said  a description without the answer
 * @property {string} answer
 * @property {Step[]} line  the better line
 * @property {import("./reasons.js").Reason} expected  what the search expects after the move that was played
 * @property {string[][]} hints  the sites of each hint to it
 * @property {number} value  the player's expected score before the move
 * @property {number} cost
 *
 * @typedef {{summary: string[], values: (number[] | null)[], moments: Moment[]}} Review
 */

import { addressOf } from "../addresses.js";
import { post, Refusal, streamEvents } from "../api.js";
import { byId, format, html, isForPage, sentence } from "../elements.js";
import { Exercise } from "./exercise.js";
import { Graph } from "./graph.js";
import { PlayOn } from "./play_on.js";
import { findReasons, listReasons } from "./reasons.js";

const CHECK_SECONDS = 1.5; // of analysis for a move that was tried
const NOTICEABLE = 0.05; // the least cost of a move that counts as worse

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
    this.own = JSON.parse(dataset.own ?? "[]"); // the players that the user played; empty if all or none
    this.whose = this.own.length ? "own" : "all"; // whose moments are shown: "own" or "all"
    /** @type {Review | null} */
    this.review = null;
    this.index = -1; // of the current moment; -1 for none
    this.answered = false;
    this.line = this.moves; // the moves that can be stepped through
    this.at = 0; // how many of them are on the board
    const state = JSON.parse(dataset.state ?? "{}");
    this.exercise = new Exercise(
      { still: JSON.parse(dataset.still ?? "{}"), state, tones: this.tones, unreachable: this.words.unreachable },
      (move) => void this.exercise.attempt(() => this.tryMove(move)),
    );
    this.exercise.board.turnTo(Number(dataset.turn));
    this.graph = new Graph(byId("graph"), (index) => void this.go(index));
    this.playOnDialog = new PlayOn(byId("play-on"), this.tones.length, (settings, place) => this.exercise.attempt(async () => {
      const { id } = await post("/games", { ...settings, game: state.position, moves: this.line.slice(0, this.at) });
      location.assign(addressOf(`/g/${id}`));
    }, place));
    this.addListeners();
    void this.go(0);
    void this.load();
  }

  /** The moments of the chosen players. */
  get moments() {
    const all = this.review?.moments ?? [];
    return this.whose === "all" ? all : all.filter(({ player }) => this.own.includes(player));
  }

  /** @returns {Moment | undefined} */
  get moment() {
    return this.moments[this.index];
  }

  // --- loading ------------------------------------------------------------------------------

  /** Requests the review. */
  load() {
    return this.exercise.attempt(async () => {
      const { start } = this.exercise;
      for await (const { name, data } of streamEvents("/review", { position: start, moves: this.moves, names: this.names }, new AbortController().signal)) {
        if (name === "trouble") throw new Refusal(403, { code: name, message: data.message });
        if (name === "progress") this.showProgress(data);
        if (name === "review") this.showReview(data);
        if (name === "end" && data.replaced) this.exercise.warn(this.words.elsewhere);
      }
    });
  }

  /** @param {{done: number, all: number}} progress */
  showProgress({ done, all }) {
    const progress = /** @type {HTMLProgressElement} */ (byId("progress"));
    progress.max = all;
    progress.value = done;
    if (!done) this.showText(format(this.words.looking, { done: done + 1, all }));
    else byId("words").textContent = format(this.words.looking, { done: done + 1, all });
  }

  /** @param {Review} review */
  showReview(review) {
    this.review = review;
    byId("progress").hidden = true;
    byId("whose").hidden = !this.own.length;
    this.showCount();
  }

  /** Shows how many moments there are. */
  showCount() {
    const { length: count } = this.moments;
    const none = this.review?.moments.length ? this.words.none_own : this.words.none;
    this.showText(count ? format(this.words.found, { count }) : none);
    this.updateButtons();
  }

  /** Switches between the user's own moments and all. @param {string} whose */
  async filter(whose) {
    const { showsSummary } = this;
    this.whose = whose;
    this.index = -1;
    if (showsSummary) {
      await this.showSummary();
      return;
    }
    this.answered = false;
    byId("place").textContent = "";
    this.showCount();
    this.line = this.moves;
    await this.go(0);
  }

  // --- moments ------------------------------------------------------------------------------

  /** Shows a moment as a task; after the last, the summary. @param {number} index */
  async ask(index) {
    this.index = index;
    this.answered = false;
    const { moment } = this;
    if (!moment) {
      await this.showSummary();
      return;
    }
    byId("place").textContent = format(this.words.moment, { at: index + 1, all: this.moments.length });
    this.showText(moment.said, this.task(moment));
    this.hideSummary();
    this.line = this.moves.slice(0, moment.number - 1);
    await this.go(this.line.length);
  }

  /** @param {Moment} moment */
  task({ player, played }) {
    return format(this.own.includes(player) ? this.words.task_own : this.words.task, { player: this.names[player], played });
  }

  /** Checks an entered move. @param {string} move */
  async tryMove(move) {
    const { moment } = this;
    if (!moment) return;
    this.exercise.warn("");
    if (move === moment.line[0].move) {
      await this.reveal(format(this.words.right, { move }));
      return;
    }
    if (move === moment.played) this.refuse(this.words.same, move, moment);
    else await this.evaluate(move, moment);
  }

  /** Has an entered move analysed. @param {string} move @param {Moment} moment */
  async evaluate(move, moment) {
    this.showText(format(this.words.checking, { move }));
    const insight = await this.exercise.evaluate([...this.line, move], CHECK_SECONDS);
    if (!insight || this.moment !== moment || this.answered) return;
    this.showText(moment.said, this.task(moment));
    const cost = moment.value - insight.values[moment.player];
    if (cost < NOTICEABLE) await this.reveal(format(this.words.right, { move }));
    else this.refuse(cost < moment.cost - NOTICEABLE ? this.words.better : this.words.no_better, move, moment);
  }

  /** @param {string} words @param {string} move @param {Moment} moment */
  refuse(words, move, { played }) {
    this.exercise.board.cancel();
    this.exercise.warn(format(words, { move, played }));
  }

  /** Shows the answer and its line. @param {string} [praise] */
  async reveal(praise) {
    const { moment } = this;
    if (!moment) return;
    this.answered = true;
    this.showText(...(praise ? [praise] : []), moment.answer);
    void this.explain(moment);
    this.line = [...this.moves.slice(0, moment.number - 1), ...moment.line.map(({ move }) => move)];
    await this.go(moment.number - 1);
    this.exercise.overlay.draw({ line: moment.line });
  }

  /** Lists what is wrong with the move and good about the better one. @param {Moment} moment */
  explain(moment) {
    return this.exercise.attempt(async () => {
      const { position } = await this.exercise.after(this.moves.slice(0, moment.number - 1));
      const faults = await findReasons(position, [moment.played], true);
      const merits = await findReasons(position, moment.line.map(({ move }) => move));
      if (this.moment !== moment || !this.answered) return;
      const reasons = [...(faults.length ? faults : [moment.expected]), ...merits];
      listReasons(byId("reasons"), reasons, (line) => void this.go(moment.number - 1).then(() => this.exercise.overlay.draw({ line })));
    });
  }

  /** Shows where the better move is. */
  hint() {
    const { moment } = this;
    if (!moment || this.answered) return;
    this.showText(this.task(moment), this.exercise.hint(moment.hints, this.words));
  }

  // --- summary ------------------------------------------------------------------------------

  /** Whether the summary is shown. */
  get showsSummary() {
    return this.index < 0 && this.answered;
  }

  /** Shows the summary with the graph. */
  async showSummary() {
    if (!this.review) return;
    this.index = -1;
    this.answered = true;
    byId("place").textContent = this.words.summary;
    this.showText(...this.review.summary);
    byId("moments").replaceChildren(...this.moments.map(({ said }, i) => {
      const button = html("button", { type: "button" }, [said]);
      button.addEventListener("click", () => void this.ask(i));
      return html("li", {}, [button]);
    }));
    byId("moments").hidden = !this.moments.length;
    this.line = this.moves;
    await this.go(Math.min(this.at, this.line.length));
  }

  /** Hides the graph and the list of moments. */
  hideSummary() {
    byId("graph").hidden = true;
    byId("moments").hidden = true;
  }

  /** Draws the graph, if the summary is shown. */
  updateGraph() {
    if (!this.showsSummary || !this.review) return;
    this.graph.show(this.review.values.map((values) => values && values[0]), this.at, this.tones[0]);
  }

  // --- the board ----------------------------------------------------------------------------

  /** Shows the position after that many moves of the line. @param {number} at */
  async go(at) {
    if (at < 0 || at > this.line.length) return;
    this.at = at;
    this.updateButtons();
    this.updateGraph();
    this.listMoves();
    const open = Boolean(this.moment) && !this.answered && at === this.line.length;
    await this.exercise.attempt(() => this.exercise.show(this.line.slice(0, at), open));
  }

  /** Lists the better line once the answer is shown. */
  listMoves() {
    const { moment } = this;
    const line = moment && this.answered ? moment.line : [];
    const before = moment ? moment.number - 1 : 0;
    this.exercise.list(line.map(({ move }) => move), this.at - before - 1, (i) => void this.go(before + i + 1));
  }

  /** The actions of the buttons. @type {{[action: string]: () => unknown}} */
  actions = {
    previous: () => this.go(this.at - 1),
    next: () => this.go(this.at + 1),
    hint: () => this.hint(),
    answer: () => this.reveal(),
    "go-on": () => this.ask(this.index + 1),
    summary: () => this.showSummary(),
    "play-on": () => this.playOn(),
  };

  /** Opens the dialog for a game from the position on the board. */
  playOn() {
    return this.exercise.attempt(async () => {
      const { player } = await this.exercise.after(this.line.slice(0, this.at));
      if (!this.playOnDialog.open(player)) this.exercise.warn(this.words.over);
    });
  }

  /** Shows the buttons that apply now. */
  updateButtons() {
    const solving = Boolean(this.moment) && !this.answered;
    const { showsSummary } = this;
    /** @type {Record<string, [boolean, boolean]>} whether each is hidden, and disabled */
    const buttons = {
      previous: [false, !this.at],
      next: [false, this.at === this.line.length],
      hint: [!solving, false],
      answer: [!solving, false],
      "go-on": [!this.review || (showsSummary && !this.moments.length), false],
      "play-on": [!(this.moment && this.answered) && !showsSummary, false],
      summary: [!this.review || showsSummary, false],
    };
    for (const [action, [hidden, disabled]] of Object.entries(buttons)) {
      const button = /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${action}"]`));
      button.hidden = hidden;
      button.disabled = disabled;
    }
    byId("go-on").textContent = this.index < 0 ? this.words.begin : this.words.next;
  }

  addListeners() {
    document.addEventListener("click", (event) => {
      const action = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.do;
      if (action) void this.actions[action]();
    });
    byId("whose").addEventListener("change", (event) => {
      void this.filter(/** @type {HTMLInputElement} */ (event.target).value);
    });
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** Arrow keys step through the moves, unless they move the focus on the board. @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const target = /** @type {HTMLElement} */ (event.target);
    if (!by || !isForPage(event)) return;
    if (target.closest(".board, .board-cards") && this.exercise.open && !this.exercise.board.element.classList.contains("pointer-focus")) return;
    event.preventDefault();
    event.stopPropagation();
    void this.go(this.at + by);
  }

  /** @param {string[]} sentences */
  showText(...sentences) {
    this.exercise.warn("");
    scrollTo({ top: 0 }); // on narrow screens the card is above the board
    byId("reasons").replaceChildren();
    byId("words").replaceChildren(...sentences.map((words) => html("p", {}, [sentence(words)])));
  }
}

new ReviewPage(byId("review"));
