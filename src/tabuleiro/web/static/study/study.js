/**
 * The page of a study: a board, the tree of moves, an analysis that follows. It knows no rule and no
 * game: what may be touched and what moves are worth come from the server.
 *
 * @typedef {import("./tree.js").Node} Node
 */

import { post, Refusal } from "../api.js";
import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { byId, copy, painted, sentence, worded } from "../elements.js";
import { Desk } from "./desk.js";
import { Overlay } from "./overlay.js";
import { Panel } from "./panel.js";
import { PlayOn } from "./play_on.js";
import { Positions } from "./positions.js";
import { Remarks } from "./remarks.js";
import { Tree } from "./tree.js";
import { TreeView } from "./tree_view.js";

class Study {
  /** @param {HTMLElement} element */
  constructor(element) {
    const data = element.dataset;
    const study = JSON.parse(data.study ?? "{}");
    const tones = JSON.parse(data.tones ?? "[]");
    this.words = JSON.parse(data.words ?? "{}");
    this.desk = new Desk(study, this.words, {
      record: () => /** @type {Tree} */ (this.tree).record,
      way: () => this.node.way,
      warn: (words) => this.warn(words),
    });
    const draft = /** @type {any} */ (this.desk.keeping.draft);
    /** @type {Tree} */
    this.tree = new Tree(draft?.record ?? study.record);
    this.node = history.state?.way ? this.tree.at(history.state.way) : this.tree.main(study.at);
    this.positions = new Positions(this.tree.root, JSON.parse(data.state ?? "{}"));
    this.board = new Board(byId("board"), JSON.parse(data.still ?? "{}"), { sound: new Sound() });
    this.overlay = new Overlay(this.board, tones);
    this.view = new TreeView(byId("tree"), (node) => this.goTo(node));
    this.panel = new Panel(this.tree, this.overlay, tones, this.words, {
      follow: (steps) => this.follow(steps),
      goTo: (node) => this.goTo(node),
    });
    this.remarks = new Remarks(this.board, this.overlay, this.words.marking, () => {
      this.changed();
      this.panel.judge();
    });
    this.playOn = new PlayOn(dialog("play-on"), tones.length, (order, place) => this.attempt(async () => {
      const { game, start } = this.tree.record;
      const { id } = await post("/games", { ...order, game: `${game} | ${start}`, moves: this.node.moves });
      location.assign(`/g/${id}`);
    }, place));
    this.attend();
    this.desk.show();
    this.view.show(this.tree, this.node);
    void this.show();
  }

  // --- showing ------------------------------------------------------------------------------

  /** Leads to a node. @param {Node | null | undefined} node */
  goTo(node) {
    if (!node || node === this.node) return;
    this.leave(node);
    this.view.mark(node);
    this.desk.keeping.note();
    void this.show();
  }

  /** The board is to show another node; until it does, touches of it mean nothing. @param {Node} node */
  leave(node) {
    this.panel.leave();
    this.node = node;
    this.shown = null;
  }

  /** Shows the node: its position on the board first, then what is beside it. */
  async show() {
    const { node } = this;
    const asked = this.positions.get(node);
    const busy = (/** @type {boolean} */ is) => this.board.element.setAttribute("aria-busy", String(is));
    busy(true);
    this.warn("");
    await this.attempt(async () => {
      const shown = await asked;
      if (node !== this.node) return;
      this.remarks.present(shown);
      this.overlay.draw({ shapes: [] });
      busy(false);
      this.shown = shown;
      await painted();
    });
    if (node === this.node) this.tell();
  }

  /** Tells what is known of the node beside the board, and has its position analysed. */
  tell() {
    const { node, shown } = this;
    this.remarks.show(node);
    this.permit();
    this.panel.show(node);
    if (!shown || shown.position !== node.known.position) return;
    byId("status").textContent = [...shown.said, ...shown.captions.slice(0, 1)].map(sentence).join(" ");
    this.panel.analyse(shown.position);
    if (node.next) void this.positions.get(node.next).catch(() => undefined);
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
    byId("move-number").textContent = this.place(node);
  }

  /** Where a node stands, in words. @param {Node} node */
  place({ path: { length }, siblings }) {
    const number = length ? worded(this.words.count, { count: length }) : this.words.start;
    if (siblings.length < 2) return number;
    return `${number} · ${worded(this.words.variation, { number: siblings.indexOf(this.node) + 1, all: siblings.length })}`;
  }

  // --- moving -------------------------------------------------------------------------------

  /** @param {string} move */
  play(move) {
    const { player } = this.shown ?? {};
    if (player !== null && player !== undefined) this.follow([{ move, player }]);
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
    void this.show().then(() => this.changed());
  }

  changed() {
    this.view.show(this.tree, this.node);
    this.desk.keeping.changed();
    this.permit();
  }

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

  // --- hands and keys -----------------------------------------------------------------------

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
    analysis: () => this.panel.switch(),
    mark: () => {
      dialog("more").close();
      this.remarks.switch();
    },
    promote: () => {
      this.tree.promote(this.node);
      this.changed();
    },
    remove: () => this.ask(worded(this.words.remove, { move: this.node.move }), () => this.remove()),
    keep: () => this.desk.keep(),
    share: () => this.attempt(() => this.desk.share()),
    unshare: () => this.attempt(() => this.desk.unshare()),
    delete: () => this.ask(this.words.delete, () => void this.attempt(() => this.desk.delete())),
    more: () => dialog("more").showModal(),
    "play-on": () => this.attempt(() => this.askWhomToPlay()),
  };

  /** What keys do. @type {Record<string, () => void>} */
  keys = {
    ArrowLeft: () => this.goTo(this.node.parent),
    ArrowRight: () => this.goTo(this.node.next),
    ArrowUp: () => this.sibling(-1),
    ArrowDown: () => this.sibling(1),
    Home: () => this.goTo(this.tree.root),
    End: () => this.goTo(this.tree.line(this.node).at(-1)),
  };

  attend() {
    const board = this.board.element;
    board.addEventListener("aimed", (event) => {
      if (!this.remarks.marking) this.positions.aim(this.node, /** @type {CustomEvent} */ (event).detail.text);
    });
    board.addEventListener("move", (event) => {
      const { text } = /** @type {CustomEvent} */ (event).detail;
      if (this.remarks.marking) this.remarks.touch(text);
      else this.play(text);
    });
    board.addEventListener("refused", (event) => void this.why(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** @param {MouseEvent} event */
  click(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    const { do: deed, sign, copy: field } = button.dataset;
    if (field) void copy(byId(field), button, this.words.copied);
    else if (sign) this.remarks.judge(sign);
    else if (deed) void this.deeds[deed](button);
  }

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

  /** Asks whom to play from the node, once its position is known: the board may still show another. */
  async askWhomToPlay() {
    const { node } = this;
    const { player } = await this.positions.get(node);
    if (node === this.node && !this.playOn.open(player)) this.warn(this.words.over);
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
}

/** @param {string} id @returns {HTMLDialogElement} */
const dialog = (id) => byId(id);

new Study(byId("study"));
