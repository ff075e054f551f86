/**
 * The moves of a study as a tree, read from a record and written back to one. The first child of a
 * node continues its line, the others are variations. Independent of game rules and the DOM.
 *
 * @typedef {object} Ply  a move of a record, with its facts and comments
 * @property {string} move
 * @property {number} [value]
 * @property {number} [clock]
 * @property {number} [spent]
 * @property {string} [by]
 * @property {string} [comment]
 * @property {string} [before]
 * @property {Ply[][]} [variations]
 * @property {number} [player]  who makes it; only in the data of the page
 *
 * @typedef {object} Record  as the server's `records.json` writes it
 * @property {string} game
 * @property {string} start
 * @property {string[]} players
 * @property {string} [comment]
 * @property {Ply[]} plies
 */

/** A position of a study: the root, or the position after a move. */
export class Node {
  /** @param {Node | null} parent @param {Ply} ply */
  constructor(parent, { variations: _, player: mover, ...facts }) {
    this.parent = parent;
    this.facts = facts;
    this.mover = mover;
    /** @type {Node[]} */
    this.children = [];
    /** Data from the server: the state, the position and the analysis. @type {any} */
    this.cache = {};
  }

  get move() {
    return this.facts.move;
  }

  get comment() {
    return this.facts.comment ?? "";
  }

  set comment(text) {
    this.facts.comment = text;
  }

  /** The next move of its line. @returns {Node | undefined} */
  get next() {
    return this.children[0];
  }

  /** All alternatives to this move, including itself. @returns {Node[]} */
  get siblings() {
    return this.parent ? this.parent.children : [this];
  }

  /** The nodes from the first move to this one. @returns {Node[]} */
  get path() {
    const path = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) path.unshift(node);
    return path;
  }

  /** The number of the move, counted in rounds from 1. */
  get number() {
    return this.path.filter(({ mover = 0, parent }) => mover < (parent?.mover ?? Infinity)).length;
  }

  /** The texts of the moves to this node. */
  get moves() {
    return this.path.map((node) => node.move);
  }

  /** The path from the root as child indexes. */
  get indexPath() {
    return this.path.map((node) => node.siblings.indexOf(node));
  }

  /** Whether the node is on the main line. */
  get isMain() {
    return this.indexPath.every((number) => number === 0);
  }
}

export class Tree {
  /** @param {Record} record */
  constructor({ plies, comment, ...rest }) {
    this.rest = rest;
    this.count = 0; // nodes that were added
    this.root = new Node(null, { move: "", comment });
    addPlies(this.root, plies);
  }

  /** The whole tree as a record. @returns {Record} */
  get record() {
    const comment = this.root.comment ? { comment: this.root.comment } : {};
    return { ...this.rest, ...comment, plies: toPlies(this.root) };
  }

  /** The node after a move. It is added as a variation unless the tree has it.
   * @param {Node} from @param {string} move @param {number} player */
  add(from, move, player) {
    const known = from.children.find((node) => node.move === move);
    if (known) return known;
    const node = new Node(from, { move, player });
    from.children.push(node);
    this.count += 1;
    return node;
  }

  /** Removes a node and all after it; returns its parent. @param {Node} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return node;
    parent.children.splice(parent.children.indexOf(node), 1);
    return parent;
  }

  /** Makes the path to a node the main line. @param {Node} node */
  promote(node) {
    for (const each of node.path) {
      const { siblings } = each;
      siblings.splice(siblings.indexOf(each), 1);
      siblings.unshift(each);
      joinComments(each);
    }
  }

  /** The node at the end of an index path, or the last that exists. @param {number[]} indexPath */
  at(indexPath) {
    return indexPath.reduce((node, number) => node.children[number] ?? node, this.root);
  }

  /** The node after that many moves of the main line. @param {number} count */
  main(count) {
    return this.at(Array(count).fill(0));
  }

  /** The nodes of the line through a node, without the root. @param {Node} node @returns {Node[]} */
  line(node) {
    const nodes = node.path;
    for (let next = node.next; next; next = next.next) nodes.push(next);
    return nodes;
  }
}

/** @param {Node} from @param {Ply[]} plies */
function addPlies(from, plies) {
  let at = from;
  for (const ply of plies) {
    const node = new Node(at, ply);
    at.children.push(node);
    for (const variation of ply.variations ?? []) addPlies(at, variation);
    at = node;
  }
}

/** The moves after a node, as in a record. @param {Node} node @returns {Ply[]} */
function toPlies(node) {
  const plies = [];
  for (let at = node; at.next; at = at.next) {
    const [main, ...others] = at.children;
    const variations = others.map((other) => [toPly(other), ...toPlies(other)]);
    plies.push(variations.length ? { ...toPly(main), variations } : toPly(main));
  }
  return plies;
}

/** A move with its facts; empty ones are omitted. @param {Node} node @returns {Ply} */
function toPly(node) {
  const facts = Object.entries(node.facts).filter(([, value]) => value !== "" && value !== undefined);
  return { move: node.move, ...Object.fromEntries(facts) };
}

/** Joins the comment before a move to that after it: only the first move of a variation can have one before. @param {Node} node */
function joinComments(node) {
  const { before = "" } = node.facts;
  node.facts.before = "";
  node.comment = [before, node.comment].filter(Boolean).join(" ");
}
