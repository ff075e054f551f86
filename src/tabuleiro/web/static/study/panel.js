/**
 * The analysis beside the board: the moves to consider, the bar, the curve, and how far it has come.
 *
 * @typedef {import("./analysis.js").Insight} Insight
 * @typedef {import("./analysis.js").Standing} Standing
 * @typedef {import("./analysis.js").Step} Step
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Tree} Tree
 *
 * @typedef {object} Deeds
 * @property {(steps: Step[]) => void} follow  makes moves of a line
 * @property {(node: Node) => void} goTo
 */

import { byId, press, sentence, worded } from "../elements.js";
import { Analysis } from "./analysis.js";
import { Candidates } from "./candidates.js";
import { EvaluationBar } from "./evaluation.js";
import { Graph } from "./graph.js";
import { readRemark } from "./marks.js";

const ENOUGH = 50; // nodes from which an evaluation is more than chance
const SWITCH = "tabuleiro-analysis";
/** @type {Record<Standing, string>} what is said of it, by the name of the words */
const TOLD = { waiting: "waiting", thinking: "", done: "", paused: "paused", replaced: "elsewhere", off: "off" };

export class Panel {
  /** @param {Tree} tree @param {import("./overlay.js").Overlay} overlay @param {string[]} tones
   * @param {Record<string, string> & {expects: string, unknown: string}} words @param {Deeds} deeds */
  constructor(tree, overlay, tones, words, deeds) {
    this.tree = tree;
    this.node = tree.root;
    this.overlay = overlay;
    this.tones = tones;
    this.words = words;
    this.on = localStorage.getItem(SWITCH) !== "off";
    this.position = ""; // of the node, once it is known
    this.bar = new EvaluationBar(byId("evaluation"), words, tones);
    this.graph = new Graph(byId("graph"), (index) => deeds.goTo(this.line[index]));
    this.candidates = new Candidates(byId("candidates"), words, { select: () => this.judge(), play: deeds.follow });
    this.analysis = new Analysis({
      insight: (insight, { position }) => this.learn(insight, position),
      standing: (standing) => this.stand(standing),
      trouble: (said) => this.note(sentence(said)),
    }, words.unreachable);
    press("analysis", this.on);
  }

  /** What each player is called. */
  get names() {
    return this.tones.map((_, i) => worded(this.words.player, { number: i + 1 }));
  }

  /** The line that the node is in, from the start. */
  get line() {
    return [this.tree.root, ...this.tree.line(this.node)];
  }

  /** Shows what is known of a node. @param {Node} node */
  show(node) {
    this.node = node;
    this.judge();
  }

  /** Has the position of the node analysed, unless all is known of it. @param {string} position */
  analyse(position) {
    this.position = position;
    if (!this.on) this.stand("off");
    else if (this.node.known.done) {
      this.analysis.stop();
      this.stand("done");
    } else this.analysis.ask({ position });
  }

  /** The node is left: what still comes is about another position. */
  leave() {
    this.analysis.stop();
    this.position = "";
  }

  /** Turns it on or off, also for the next time. */
  switch() {
    this.on = !this.on;
    localStorage.setItem(SWITCH, this.on ? "on" : "off");
    press("analysis", this.on);
    if (!this.on) this.analysis.stop();
    this.judge();
    if (this.position) this.analyse(this.position);
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
    this.count(insight);
  }

  /** Shows what is known of the position. */
  judge() {
    const insight = /** @type {Insight | undefined} */ (this.node.known.insight);
    const lines = this.on ? insight?.lines ?? [] : [];
    this.candidates.show(lines);
    if (insight && this.on) this.bar.show(insight.values, this.names, insight.proved);
    else this.bar.clear();
    const { shapes } = readRemark(this.node.comment);
    this.overlay.draw({ lines, line: this.candidates.chosen(lines), shapes });
    this.graph.show(this.line.map((node) => firstValue(node, this.tones.length)), this.line.indexOf(this.node), this.tones[0]);
  }

  /** Says how the analysis stands. @param {Standing} standing */
  stand(standing) {
    const { known } = this.node;
    if (standing === "done") known.done = true;
    const over = standing === "done" && known.insight && !known.insight.lines.length;
    this.note(standing === "waiting" && known.insight ? "" : this.words[over ? "over" : TOLD[standing]] ?? "");
    byId("analysis").classList.toggle("thinking", standing === "waiting" || standing === "thinking");
    if (standing === "off" || standing === "waiting") byId("searched").textContent = "";
  }

  /** Says how far it has come. @param {Insight} insight */
  count({ depth, nodes }) {
    const count = nodes.toLocaleString(document.documentElement.lang, { notation: "compact" });
    byId("searched").textContent = nodes ? worded(this.words.searched, { depth, nodes: count }) : "";
  }

  /** @param {string} said */
  note(said) {
    byId("analysis-note").textContent = said;
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
