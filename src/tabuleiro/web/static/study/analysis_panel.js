/**
 * The analysis beside the board: candidate moves, evaluation bar, graph and progress.
 *
 * @typedef {import("./analysis.js").Insight} Insight
 * @typedef {import("./analysis.js").AnalysisStatus} AnalysisStatus
 * @typedef {import("./analysis.js").Step} Step
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Tree} Tree
 *
 * @typedef {object} PanelActions
 * @property {(steps: Step[]) => void} follow  plays moves of a line
 * @property {(node: Node) => void} goTo
 */

import { Refusal } from "../api.js";
import { byId, format, sentence, setPressed } from "../elements.js";
import { Analysis } from "./analysis.js";
import { Candidates } from "./candidates.js";
import { EvaluationBar } from "./evaluation.js";
import { Graph } from "./graph.js";
import { readRemark } from "./marks.js";
import { findReasons } from "./reasons.js";

const MIN_NODES = 50; // a search with fewer nodes has no reliable evaluation
const SETTING = "tabuleiro-analysis";
/** The key in `words` of each status; "" for no text. @type {Record<AnalysisStatus, string>} */
const STATUS_WORDS = { waiting: "waiting", thinking: "", done: "", paused: "paused", replaced: "elsewhere", off: "off" };

export class AnalysisPanel {
  /** @param {Tree} tree @param {import("./overlay.js").Overlay} overlay @param {string[]} tones @param {string[]} names
   * @param {Record<string, string> & {expects: string, unknown: string}} words @param {PanelActions} actions */
  constructor(tree, overlay, tones, names, words, actions) {
    this.tree = tree;
    this.node = tree.root;
    this.overlay = overlay;
    this.tones = tones;
    this.names = names;
    this.words = words;
    this.on = localStorage.getItem(SETTING) !== "off";
    this.position = ""; // of the node, once it has arrived
    this.bar = new EvaluationBar(byId("evaluation"), words, tones);
    this.graph = new Graph(byId("graph"), (index) => actions.goTo(this.line[index]));
    this.candidates = new Candidates(byId("candidates"), words, {
      select: () => this.render(),
      play: actions.follow,
      explain: (steps) => this.explain(steps),
    });
    this.analysis = new Analysis({
      insight: (insight, { position }) => this.update(insight, position),
      status: (status) => this.showStatus(status),
      error: (message) => this.showNote(sentence(message)),
    }, words.unreachable);
    setPressed("analysis", this.on);
  }

  /** The nodes of the current line, from the root. */
  get line() {
    return [this.tree.root, ...this.tree.line(this.node)];
  }

  /** Shows the results for a node. @param {Node} node */
  show(node) {
    this.node = node;
    this.render();
  }

  /** Starts an analysis of the node's position, unless one is complete. @param {string} position */
  analyse(position) {
    this.position = position;
    if (!this.on) this.showStatus("off");
    else if (this.node.cache.done) {
      this.analysis.stop();
      this.showStatus("done");
    } else this.analysis.start({ position });
  }

  /** Stops the analysis before another node is shown. */
  leave() {
    this.analysis.stop();
    this.position = "";
  }

  /** Turns the analysis on or off, and saves the setting. */
  toggle() {
    this.on = !this.on;
    localStorage.setItem(SETTING, this.on ? "on" : "off");
    setPressed("analysis", this.on);
    if (!this.on) this.analysis.stop();
    this.render();
    if (this.position) this.analyse(this.position);
  }

  /** @param {Insight} insight @param {string} position */
  update(insight, position) {
    const { node } = this;
    if (node.cache.position !== position) return;
    node.cache.insight = insight;
    if (node.mover !== undefined && insight.nodes >= MIN_NODES) {
      node.facts.value = Math.round(1000 * insight.values[node.mover]) / 1000;
    }
    this.render();
    this.showProgress(insight);
  }

  /** The reasons for the first of some moves; null if they are refused. @param {Step[]} steps */
  async explain(steps) {
    try {
      return await findReasons(this.position, steps.map(({ move }) => move));
    } catch (error) {
      this.showNote(error instanceof Refusal ? sentence(error.message) : this.words.unreachable);
      return null;
    }
  }

  /** Shows the results for the position. */
  render() {
    const insight = /** @type {Insight | undefined} */ (this.node.cache.insight);
    const lines = this.on ? insight?.lines ?? [] : [];
    this.candidates.show(lines, this.node);
    if (insight && this.on) this.bar.show(insight.values, this.names, insight.proved);
    else this.bar.clear();
    const { shapes } = readRemark(this.node.comment);
    this.overlay.draw({ lines, line: this.candidates.selectedLine(lines), shapes });
    this.graph.show(this.line.map((node) => firstValue(node, this.tones.length)), this.line.indexOf(this.node), this.tones[0]);
  }

  /** @param {AnalysisStatus} status */
  showStatus(status) {
    const { cache } = this.node;
    if (status === "done") cache.done = true;
    const over = status === "done" && cache.insight && !cache.insight.lines.length;
    this.showNote(status === "waiting" && cache.insight ? "" : this.words[over ? "over" : STATUS_WORDS[status]] ?? "");
    byId("analysis").classList.toggle("thinking", status === "waiting" || status === "thinking");
    if (status === "off" || status === "waiting") byId("searched").textContent = "";
  }

  /** @param {Insight} insight */
  showProgress({ depth, nodes }) {
    const count = nodes.toLocaleString(document.documentElement.lang, { notation: "compact" });
    byId("searched").textContent = nodes ? format(this.words.searched, { depth, nodes: count }) : "";
  }

  /** @param {string} text */
  showNote(text) {
    byId("analysis-note").textContent = text;
  }
}

/** The first player's expected score; null if unknown. @param {Node} node @param {number} players @returns {number | null} */
function firstValue(node, players) {
  const { insight } = node.cache;
  if (insight) return insight.values[0];
  const { facts: { value }, mover } = node;
  if (value === undefined) return null;
  if (mover === 0) return value;
  return players === 2 ? 1 - value : null;
}
