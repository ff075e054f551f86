/**
 * The page of a study: a board, the tree of moves, and an analysis of the current position. It
 * contains no game rules: possible moves and evaluations come from the server.
 *
 * @typedef {import("./tree.js").Node} Node
 */

import { addressOf } from "../addresses.js";
import { post, Refusal } from "../api.js";
import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { byId, copy, format, isForPage, nextPaint, sentence } from "../elements.js";
import { AnalysisPanel } from "./analysis_panel.js";
import { Explorer } from "./explorer.js";
import { Overlay } from "./overlay.js";
import { PlayOn } from "./play_on.js";
import { Positions } from "./positions.js";
import { Remarks } from "./remarks.js";
import { SaveControls } from "./save_controls.js";
import { Tree } from "./tree.js";
import { TreeView } from "./tree_view.js";

class Study {
  /** @param {HTMLElement} element */
  constructor(element) {
    const data = element.dataset;
    const study = JSON.parse(data.study ?? "{}");
    const tones = JSON.parse(data.tones ?? "[]");
    this.words = JSON.parse(data.words ?? "{}");
    this.saveControls = new SaveControls(study, this.words, {
      record: () => /** @type {Tree} */ (this.tree).record,
      indexPath: () => this.node.indexPath,
      warn: (words) => this.warn(words),
    });
    const draft = /** @type {any} */ (this.saveControls.storage.draft);
    /** @type {Tree} */
    this.tree = new Tree(draft?.record ?? study.record);
    this.node = history.state?.way ? this.tree.at(history.state.way) : this.tree.main(study.at);
    this.positions = new Positions(this.tree.root, JSON.parse(data.state ?? "{}"));
    this.board = new Board(byId("board"), JSON.parse(data.still ?? "{}"), { sound: new Sound() });
    this.overlay = new Overlay(this.board, tones);
    this.view = new TreeView(byId("tree"), (node) => this.goTo(node));
    this.panel = new AnalysisPanel(this.tree, this.overlay, tones, JSON.parse(data.names ?? "[]"), this.words, {
      follow: (steps) => this.follow(steps),
      goTo: (node) => this.goTo(node),
    });
    this.explorer = new Explorer(this.words, (move, node) => node === this.node && this.play(move));
    this.remarks = new Remarks(this.board, this.overlay, this.words.marking, () => {
      this.changed();
      this.panel.render();
    });
    this.playOn = new PlayOn(dialog("play-on"), tones.length, (settings, place) => this.attempt(async () => {
      const { game, start } = this.tree.record;
      const { id } = await post("/games", { ...settings, game: `${game} | ${start}`, moves: this.node.moves });
      location.assign(addressOf(`/g/${id}`));
    }, place));
    this.addListeners();
    this.saveControls.show();
    this.view.show(this.tree, this.node);
    void this.show();
  }

  // --- showing ------------------------------------------------------------------------------

  /** Shows another node. @param {Node | null | undefined} node */
  goTo(node) {
    if (!node || node === this.node) return;
    this.leave(node);
    this.view.mark(node);
    this.saveControls.storage.rememberNode();
    void this.show();
  }

  /** Makes another node current. Until its state arrives, moves on the board are ignored. @param {Node} node */
  leave(node) {
    this.panel.leave();
    this.node = node;
    this.state = null;
  }

  /** Shows the node: first its position, then, after a paint, the panels beside the board. */
  async show() {
    const { node } = this;
    const request = this.positions.get(node);
    const busy = (/** @type {boolean} */ is) => this.board.element.setAttribute("aria-busy", String(is));
    busy(true);
    this.warn("");
    await this.attempt(async () => {
      const state = await request;
      if (node !== this.node) return;
      this.remarks.showBoard(state);
      this.overlay.draw({ shapes: [] });
      busy(false);
      this.state = state;
      await nextPaint();
    });
    if (node === this.node) this.updatePanels();
  }

  /** Updates the panels beside the board, and starts the analysis. */
  updatePanels() {
    const { node, state } = this;
    this.remarks.show(node);
    this.updateButtons();
    this.panel.show(node);
    if (!state || state.position !== node.cache.position) return;
    byId("status").textContent = [...state.said, ...state.captions.slice(0, 1)].map(sentence).join(" ");
    this.panel.analyse(state.position);
    void this.explorer.show(node);
    if (node.next) void this.positions.get(node.next).catch(() => undefined);
  }

  /** @param {string} words */
  warn(words) {
    byId("reason").textContent = words;
  }

  /** Disables buttons that have no effect here. */
  updateButtons() {
    const { node } = this;
    const disabled = {
      first: !node.parent, previous: !node.parent, next: !node.next, last: !node.next,
      promote: node.isMain, remove: !node.parent,
    };
    for (const [action, is] of Object.entries(disabled)) {
      for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(`[data-do="${action}"]`))) button.disabled = is;
    }
    byId("move-number").textContent = this.placeText(node);
  }

  /** The move number and variation of a node as text. @param {Node} node */
  placeText({ number, siblings }) {
    const place = number ? format(this.words.move, { number }) : this.words.start;
    if (siblings.length < 2) return place;
    return `${place} · ${format(this.words.variation, { number: siblings.indexOf(this.node) + 1, all: siblings.length })}`;
  }

  // --- moving -------------------------------------------------------------------------------

  /** @param {string} move */
  play(move) {
    const { player } = this.state ?? {};
    if (player !== null && player !== undefined) this.follow([{ move, player }]);
  }

  /** Plays moves from the current node, as a new variation unless the tree has them.
   * @param {{move: string, player: number}[]} steps */
  follow(steps) {
    const before = this.tree.count;
    const end = steps.reduce((from, { move, player }) => this.tree.add(from, move, player), this.node);
    if (this.tree.count === before) {
      this.goTo(end);
      return;
    }
    this.leave(end);
    void this.show().then(() => this.changed());
  }

  changed() {
    this.view.show(this.tree, this.node);
    this.saveControls.storage.changed();
    this.updateButtons();
  }

  remove() {
    this.leave(this.tree.remove(this.node));
    this.changed();
    void this.show();
  }

  /** Shows the next or previous alternative to this move. @param {number} by */
  sibling(by) {
    const { siblings } = this.node;
    this.goTo(siblings[siblings.indexOf(this.node) + by]);
  }

  // --- clicks and keys ----------------------------------------------------------------------

  /** The actions of the buttons. @type {{[action: string]: (button: HTMLElement) => unknown}} */
  actions = {
    first: () => this.keys.Home(),
    previous: () => this.keys.ArrowLeft(),
    next: () => this.keys.ArrowRight(),
    last: () => this.keys.End(),
    turn: () => this.board.turn(),
    enlarge: () => {
      dialog("more").close();
      this.board.enlarge();
    },
    analysis: () => this.panel.toggle(),
    mark: () => {
      dialog("more").close();
      this.remarks.toggleMarking();
    },
    promote: () => {
      this.tree.promote(this.node);
      this.changed();
    },
    remove: () => this.askFirst(format(this.words.remove, { move: this.node.move }), () => this.remove()),
    keep: () => this.saveControls.save(),
    share: () => this.attempt(() => this.saveControls.share()),
    unshare: () => this.attempt(() => this.saveControls.unshare()),
    delete: () => this.askFirst(this.words.delete, () => void this.attempt(() => this.saveControls.delete())),
    more: () => dialog("more").showModal(),
    "play-on": () => this.attempt(() => this.openPlayOn()),
  };

  /** The actions of keys. @type {Record<string, () => void>} */
  keys = {
    ArrowLeft: () => this.goTo(this.node.parent),
    ArrowRight: () => this.goTo(this.node.next),
    ArrowUp: () => this.sibling(-1),
    ArrowDown: () => this.sibling(1),
    Home: () => this.goTo(this.tree.root),
    End: () => this.goTo(this.tree.line(this.node).at(-1)),
  };

  addListeners() {
    const board = this.board.element;
    board.addEventListener("movestart", (event) => {
      if (!this.remarks.marking) this.positions.prefetch(this.node, /** @type {CustomEvent} */ (event).detail.text);
    });
    board.addEventListener("move", (event) => {
      const { text } = /** @type {CustomEvent} */ (event).detail;
      if (this.remarks.marking) this.remarks.touch(text);
      else this.play(text);
    });
    board.addEventListener("refused", (event) => void this.explainRefusal(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** @param {MouseEvent} event */
  click(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    const { do: action, sign, copy: field } = button.dataset;
    if (field) void copy(byId(field), button, this.words.copied);
    else if (sign) this.remarks.toggleSign(sign);
    else if (action) void this.actions[action](button);
  }

  /** Arrow keys step through the tree, unless they move the focus on the board. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!isForPage(event)) return;
    if (target.closest(".board, .board-cards") && !this.board.element.classList.contains("pointer-focus")) return;
    const act = this.keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** @param {{site: string, touched: string[]}} refused */
  explainRefusal({ site, touched }) {
    return this.attempt(async () => {
      const { words } = await post("/positions/why", { position: this.node.cache.position, site, touched });
      this.warn(words.map(sentence).join(" "));
    });
  }

  /** Opens the dialog for a game from the node. The board may still show another position. */
  async openPlayOn() {
    const { node } = this;
    const { player } = await this.positions.get(node);
    if (node === this.node && !this.playOn.open(player)) this.warn(this.words.over);
  }

  /** @param {string} words @param {() => void} act */
  askFirst(words, act) {
    dialog("more").close();
    const question = dialog("ask");
    byId("ask-words").textContent = words;
    question.returnValue = "no";
    question.addEventListener("close", () => question.returnValue === "yes" && act(), { once: true });
    question.showModal();
  }

  /** Runs a request, and shows the error if it fails. @param {() => Promise<void>} act @param {HTMLElement} [place] */
  async attempt(act, place = byId("reason")) {
    try {
      await act();
    } catch (error) {
      this.board.cancel();
      place.textContent = error instanceof Refusal ? sentence(error.message) : this.words.unreachable;
    }
  }
}

/** @param {string} id @returns {HTMLDialogElement} */
const dialog = (id) => byId(id);

new Study(byId("study"));
