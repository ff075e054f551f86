/**
 * The page of a study: a board, the tree of moves, an analysis that follows. It knows no rule and no
 * game: what may be touched and what moves are worth come from the server.
 *
 * @typedef {import("./analysis.js").Insight} Insight
 * @typedef {import("./analysis.js").Standing} Standing
 * @typedef {import("./tree.js").Node} Node
 */

import { post, Refusal } from "../api.js";
import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { byId, copy, sentence, worded } from "../elements.js";
import { Analysis } from "./analysis.js";
import { Candidates } from "./candidates.js";
import { EvaluationBar } from "./evaluation.js";
import { Graph } from "./graph.js";
import { Keeping } from "./keeping.js";
import { showKept } from "./kept.js";
import { readRemark, toggled, writeRemark } from "./marks.js";
import { Overlay } from "./overlay.js";
import { PlayOn } from "./play_on.js";
import { Positions } from "./positions.js";
import { Tree } from "./tree.js";
import { TreeView } from "./tree_view.js";

const ENOUGH = 50; // nodes from which an evaluation is more than chance
const SWITCH = "tabuleiro-analysis";

class Study {
  /** @param {HTMLElement} element */
  constructor(element) {
    const data = element.dataset;
    const study = JSON.parse(data.study ?? "{}");
    this.words = JSON.parse(data.words ?? "{}");
    /** @type {string[]} */
    this.tones = JSON.parse(data.tones ?? "[]");
    this.names = this.tones.map((_, i) => worded(this.words.player, { number: i + 1 }));
    this.keeping = new Keeping(study, {
      record: () => /** @type {Tree} */ (this.tree).record,
      way: () => this.node.way,
      standing: (standing, words) => this.kept(standing, words),
    });
    const draft = /** @type {any} */ (this.keeping.draft);
    /** @type {Tree} */
    this.tree = new Tree(draft?.record ?? study.record);
    this.node = history.state?.way ? this.tree.at(history.state.way) : this.tree.main(study.at);
    /** @type {string | null} */
    this.marking = null; // the place that was touched first while marks are drawn
    this.analysing = localStorage.getItem(SWITCH) !== "off";
    this.positions = new Positions(this.tree.root, JSON.parse(data.state ?? "{}"));
    this.board = new Board(byId("board"), JSON.parse(data.still ?? "{}"), { sound: new Sound() });
    this.overlay = new Overlay(this.board, this.tones);
    this.bar = new EvaluationBar(byId("evaluation"), this.words, this.tones);
    this.graph = new Graph(byId("graph"), (index) => this.goTo([this.tree.root, ...this.tree.line(this.node)][index]));
    this.view = new TreeView(byId("tree"), (node) => this.goTo(node));
    this.candidates = new Candidates(byId("candidates"), this.words, {
      select: () => this.judge(),
      play: (steps) => this.follow(steps),
    });
    this.analysis = new Analysis({
      insight: (insight, { position }) => this.learn(insight, position),
      standing: (standing) => this.stand(standing),
      trouble: (words) => this.note(sentence(words)),
    }, this.words.unreachable);
    this.playOn = new PlayOn(dialog("play-on"), this.names.length, (order, place) => this.attempt(async () => {
      const { game, start } = this.tree.record;
      const { id } = await post("/games", { ...order, game: `${game} | ${start}`, moves: this.node.moves });
      location.assign(`/g/${id}`);
    }, place));
    this.attend();
    this.kept(this.keeping.id ? "saved" : "unsaved");
    this.press("analysis", this.analysing);
    this.view.show(this.tree, this.node);
    void this.show();
  }

  // --- showing ------------------------------------------------------------------------------

  /** Leads to a node. @param {Node | null | undefined} node */
  goTo(node) {
    if (!node || node === this.node) return;
    this.leave(node);
    this.view.mark(node);
    this.keeping.note();
    void this.show();
  }

  /** The board is to show another node. @param {Node} node */
  leave(node) {
    this.analysis.stop(); // what still comes is about another position
    this.node = node;
    this.marking &&= "";
  }

  /** Shows the position of the node. */
  async show() {
    const { node } = this;
    const asked = this.positions.get(node);
    const busy = (/** @type {boolean} */ is) => this.board.element.setAttribute("aria-busy", String(is));
    busy(true);
    this.warn("");
    this.judge();
    this.remark();
    this.permit();
    await this.attempt(async () => {
      const shown = await asked;
      if (node !== this.node) return;
      this.board.show(this.marking === null ? shown : this.toMark(shown));
      busy(false);
      this.shown = shown;
      byId("status").textContent = [...shown.said, ...shown.captions.slice(0, 1)].map(sentence).join(" ");
      this.judge();
      this.analyse(shown);
      if (node.next) void this.positions.get(node.next).catch(() => undefined);
    });
  }

  /** Has the position analysed, unless all is known of it. @param {import("./positions.js").Shown} shown */
  analyse({ position }) {
    if (!this.analysing) this.stand("off");
    else if (this.node.known.done) this.analysis.stop();
    else this.analysis.ask({ position });
    if (this.analysing && this.node.known.done) this.stand("done");
  }

  /** @param {Insight} insight @param {string} position */
  learn(insight, position) {
    const { node } = this;
    if (node.known.position !== position) return;
    node.known.insight = insight;
    if (node.mover !== undefined && insight.nodes >= ENOUGH) {
      node.facts.value = Math.round(1000 * insight.values[node.mover]) / 1000;
    }
    this.judge();
    byId("searched").textContent = insight.nodes
      ? worded(this.words.searched, { depth: insight.depth, nodes: insight.nodes.toLocaleString(document.documentElement.lang, { notation: "compact" }) })
      : "";
  }

  /** Shows what is known of the position. */
  judge() {
    const insight = /** @type {Insight | undefined} */ (this.node.known.insight);
    const lines = this.analysing ? insight?.lines ?? [] : [];
    this.candidates.show(lines);
    if (insight && this.analysing) this.bar.show(insight.values, this.names, insight.proved);
    else this.bar.clear();
    const { shapes } = readRemark(this.node.comment);
    this.overlay.draw({ lines, line: this.candidates.chosen(lines), shapes });
    this.curve();
  }

  /** Draws what is known of the positions of the line. */
  curve() {
    const nodes = [this.tree.root, ...this.tree.line(this.node)];
    this.graph.show(nodes.map((node) => firstValue(node, this.tones.length)), nodes.indexOf(this.node), this.tones[0]);
  }

  /** Says how the analysis stands. @param {Standing} standing */
  stand(standing) {
    if (standing === "done") this.node.known.done = true;
    const over = this.node.known.insight && !this.node.known.insight.lines.length;
    const told = { waiting: "waiting", thinking: "", done: over ? "over" : "", paused: "paused", replaced: "elsewhere", off: "off" }[standing];
    this.note(standing === "waiting" && this.node.known.insight ? "" : this.words[told] ?? "");
    byId("analysis").classList.toggle("thinking", standing === "waiting" || standing === "thinking");
    if (standing === "off" || standing === "waiting") byId("searched").textContent = "";
  }

  /** @param {string} words */
  note(words) {
    byId("analysis-note").textContent = words;
  }

  /** @param {string} words */
  warn(words) {
    byId("reason").textContent = words;
  }

  /** Which buttons are of use here. */
  permit() {
    const { node } = this;
    const useless = {
      first: !node.parent, previous: !node.parent, next: !node.next, last: !node.next,
      promote: node.isMain, remove: !node.parent,
    };
    for (const [deed, is] of Object.entries(useless)) {
      for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(`[data-do="${deed}"]`))) button.disabled = is;
    }
    const { length } = node.path;
    const number = length ? worded(this.words.count, { count: length }) : this.words.start;
    const { siblings } = node;
    const which = siblings.length > 1 ? ` · ${worded(this.words.variation, { number: siblings.indexOf(node) + 1, all: siblings.length })}` : "";
    byId("move-number").textContent = number + which;
  }

  // --- moving -------------------------------------------------------------------------------

  /** @param {string} move */
  play(move) {
    if (this.shown?.player !== null && this.shown?.player !== undefined) this.follow([{ move, player: this.shown.player }]);
  }

  /** Leads to the end of some moves, which become a variation unless they are there.
   * @param {{move: string, player: number}[]} steps */
  follow(steps) {
    const before = this.tree.count;
    const end = steps.reduce((from, { move, player }) => this.tree.add(from, move, player), this.node);
    if (this.tree.count === before) {
      this.goTo(end);
      return;
    }
    this.leave(end);
    void this.show();
    this.changed();
  }

  changed() {
    this.view.show(this.tree, this.node);
    this.keeping.changed();
    this.permit();
  }

  /** What buttons do. @type {{[deed: string]: (button: HTMLElement) => unknown}} */
  deeds = {
    first: () => this.keys.Home(),
    previous: () => this.keys.ArrowLeft(),
    next: () => this.keys.ArrowRight(),
    last: () => this.keys.End(),
    turn: () => this.board.turn(),
    enlarge: () => {
      dialog("more").close();
      this.board.enlarge();
    },
    analysis: () => this.switchAnalysis(),
    mark: () => this.switchMarking(),
    promote: () => {
      this.tree.promote(this.node);
      this.changed();
    },
    remove: () => this.ask(worded(this.words.remove, { move: this.node.move }), () => this.remove()),
    keep: () => this.keep(),
    share: () => this.attempt(() => this.share()),
    unshare: () => this.attempt(() => this.unshare()),
    delete: () => this.ask(this.words.delete, () => void this.attempt(() => this.delete())),
    more: () => dialog("more").showModal(),
    "play-on": () => this.playOn.open(this.shown?.player ?? null) || this.warn(this.words.over),
  };

  remove() {
    this.leave(this.tree.remove(this.node));
    this.changed();
    void this.show();
  }

  /** The next or last of what could be played here. @param {number} by */
  sibling(by) {
    const { siblings } = this.node;
    this.goTo(siblings[siblings.indexOf(this.node) + by]);
  }

  switchAnalysis() {
    this.analysing = !this.analysing;
    localStorage.setItem(SWITCH, this.analysing ? "on" : "off");
    this.press("analysis", this.analysing);
    if (!this.analysing) this.analysis.stop();
    this.judge();
    if (this.shown) this.analyse(this.shown);
  }

  // --- remarks ------------------------------------------------------------------------------

  /** Shows what is said of the node. */
  remark() {
    const { sign, text } = readRemark(this.node.comment);
    const field = /** @type {HTMLTextAreaElement} */ (byId("comment"));
    if (field.value !== text) field.value = text;
    for (const button of document.querySelectorAll("[data-sign]")) {
      const own = /** @type {HTMLButtonElement} */ (button);
      own.setAttribute("aria-pressed", String(own.dataset.sign === sign));
      own.disabled = !this.node.parent;
    }
  }

  /** @param {Partial<import("./marks.js").Remark>} part */
  say(part) {
    this.node.comment = writeRemark({ ...readRemark(this.node.comment), ...part });
    this.changed();
    this.remark();
    this.judge();
  }

  switchMarking() {
    this.marking = this.marking === null ? "" : null;
    this.press("mark", this.marking !== null);
    dialog("more").close();
    byId("status").textContent = this.marking === null ? "" : this.words.marking;
    if (this.shown) this.board.show(this.marking === null ? this.shown : this.toMark(this.shown));
  }

  /** A board on which any place may be touched. @param {import("./positions.js").Shown} shown */
  toMark(shown) {
    const sites = this.board.still.sites.filter((site) => !site.optional && !site.quiet).map(({ name }) => name);
    const moves = sites.map((site, i) => /** @type {[string, number[]]} */ ([site, [i]]));
    return { ...shown, choices: { steps: sites.map((site) => [site]), moves, rings: {}, ghosts: {}, tone: "p1" } };
  }

  /** A place was touched while marks are drawn. @param {string} site */
  markSite(site) {
    const first = this.marking;
    this.marking = first ? "" : site;
    const shape = first === site ? [site] : [first ?? "", site];
    if (first) this.say(toggled(readRemark(this.node.comment), shape));
    else this.overlay.draw({ shapes: [...readRemark(this.node.comment).shapes, [site]] });
    if (this.shown) this.board.show(this.toMark(this.shown));
  }

  // --- keeping ------------------------------------------------------------------------------

  /** @param {import("./keeping.js").Standing} standing @param {string} [words] */
  kept(standing, words) {
    byId("kept").textContent = this.words[standing] ?? "";
    if (standing === "stale" || standing === "unreachable") this.warn(this.words[standing]);
    else if (words) this.warn(sentence(words));
    showKept(this.keeping);
  }

  async keep() {
    this.keeping.title ||= byId("title").textContent ?? "";
    /** @type {HTMLInputElement} */ (byId("study-title")).value = this.keeping.title;
    await this.keeping.store();
    this.kept(this.keeping.id ? "saved" : "unsaved");
  }

  async share() {
    await this.keeping.store();
    await this.keeping.share();
    this.kept("saved");
    byId("link").focus();
  }

  async delete() {
    await this.keeping.delete();
    location.assign("/study");
  }

  async unshare() {
    await this.keeping.unshare();
    this.kept("saved");
  }

  /** @param {string} title */
  rename(title) {
    this.keeping.title = title;
    byId("title").textContent = title || byId("title").dataset.usual || "";
    this.keeping.changed();
  }

  // --- hands and keys -----------------------------------------------------------------------

  attend() {
    const board = this.board.element;
    board.addEventListener("move", (event) => {
      const { text } = /** @type {CustomEvent} */ (event).detail;
      if (this.marking === null) this.play(text);
      else this.markSite(text);
    });
    board.addEventListener("aimed", (event) => {
      if (this.marking === null) this.positions.aim(this.node, /** @type {CustomEvent} */ (event).detail.text);
    });
    board.addEventListener("refused", (event) => void this.why(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
    byId("comment").addEventListener("input", (event) => {
      this.say({ text: /** @type {HTMLTextAreaElement} */ (event.target).value });
    });
    byId("study-title").addEventListener("change", (event) => {
      this.rename(/** @type {HTMLInputElement} */ (event.target).value.trim());
    });
  }

  /** @param {MouseEvent} event */
  click(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    const { do: deed, sign, copy: field } = button.dataset;
    if (field) void copy(byId(field), button, this.words.copied);
    else if (sign) this.say({ sign: button.getAttribute("aria-pressed") === "true" ? "" : sign });
    else if (deed) void this.deeds[deed](button);
  }

  /** What keys do. @type {Record<string, () => void>} */
  keys = {
    ArrowLeft: () => this.goTo(this.node.parent),
    ArrowRight: () => this.goTo(this.node.next),
    ArrowUp: () => this.sibling(-1),
    ArrowDown: () => this.sibling(1),
    Home: () => this.goTo(this.tree.root),
    End: () => this.goTo(this.tree.line(this.node).at(-1)),
  };

  /** Arrow keys lead through the tree, unless they walk over the board. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog, .menu")) return;
    if (target.closest(".board, .board-cards") && !this.board.element.classList.contains("by-hand")) return;
    const act = this.keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** @param {{site: string, touched: string[]}} refused */
  why({ site, touched }) {
    return this.attempt(async () => {
      const { words } = await post("/positions/why", { position: this.node.known.position, site, touched });
      this.warn(words.map(sentence).join(" "));
    });
  }

  /** @param {string} words @param {() => void} act */
  ask(words, act) {
    dialog("more").close();
    const asked = dialog("ask");
    byId("ask-words").textContent = words;
    asked.returnValue = "no";
    asked.addEventListener("close", () => asked.returnValue === "yes" && act(), { once: true });
    asked.showModal();
  }

  /** Tries something of the server's and says why it is refused. @param {() => Promise<void>} act @param {HTMLElement} [place] */
  async attempt(act, place = byId("reason")) {
    try {
      await act();
    } catch (error) {
      this.board.cancel();
      place.textContent = error instanceof Refusal ? sentence(error.message) : this.words.unreachable;
    }
  }

  /** @param {string} deed @param {boolean} on */
  press(deed, on) {
    for (const button of document.querySelectorAll(`[data-do="${deed}"]`)) button.setAttribute("aria-pressed", String(on));
  }
}

/** What the first player can expect there, as far as is known. @param {Node} node @param {number} players @returns {number | null} */
function firstValue(node, players) {
  const { insight } = node.known;
  if (insight) return insight.values[0];
  const { facts: { value }, mover } = node;
  if (value === undefined) return null;
  if (mover === 0) return value;
  return players === 2 ? 1 - value : null;
}

/** @param {string} id @returns {HTMLDialogElement} */
const dialog = (id) => byId(id);

new Study(byId("study"));
