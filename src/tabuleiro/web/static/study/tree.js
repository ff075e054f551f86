/**
 * The moves of a study as a tree, made from a record and written as one again: the first child of a
 * node goes on with its line, the others are variations. It knows neither rules nor page.
 *
 * @typedef {object} Ply  a move of a record, with what is known and said of it
 * @property {string} move
 * @property {number} [value]
 * @property {number} [clock]
 * @property {number} [spent]
 * @property {string} [by]
 * @property {string} [comment]
 * @property {string} [before]
 * @property {Ply[][]} [variations]
 * @property {number} [player]  who makes it, which the page is told besides
 *
 * @typedef {object} Record  as the server's `records.json` writes it
 * @property {string} game
 * @property {string} start
 * @property {string[]} players
 * @property {string} [comment]
 * @property {Ply[]} plies
 */

/** A position of a study: the root, or what comes after a move. */
export class Node {
  /** @param {Node | null} parent @param {Ply} ply */
  constructor(parent, { variations: _, player: mover, ...facts }) {
    this.parent = parent;
    this.facts = facts;
    this.mover = mover;
    /** @type {Node[]} */
    this.children = [];
    /** What is known of the position, for whoever shows it. @type {any} */
    this.known = {};
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

  /** All that could be played here, itself included. @returns {Node[]} */
  get siblings() {
    return this.parent ? this.parent.children : [this];
  }

  /** The nodes from the first move to this one. @returns {Node[]} */
  get path() {
    const path = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) path.unshift(node);
    return path;
  }

  /** The number of its turn: a turn is all moves of one player in succession. */
  get turn() {
    return this.path.filter((node) => node.mover !== node.parent?.mover).length;
  }

  /** The texts of the moves that lead here. */
  get moves() {
    return this.path.map((node) => node.move);
  }

  /** The way from the root as numbers of children. */
  get way() {
    return this.path.map((node) => node.siblings.indexOf(node));
  }

  /** Whether no variation leads here. */
  get isMain() {
    return this.way.every((number) => number === 0);
  }
}

export class Tree {
  /** @param {Record} record */
  constructor({ plies, comment, ...rest }) {
    this.rest = rest;
    this.count = 0; // nodes that were added
    this.root = new Node(null, { move: "", comment });
    grow(this.root, plies);
  }

  /** The whole tree as a record. @returns {Record} */
  get record() {
    const comment = this.root.comment ? { comment: this.root.comment } : {};
    return { ...this.rest, ...comment, plies: line(this.root) };
  }

  /** The node that a player's move leads to: a new variation, unless it is there.
   * @param {Node} from @param {string} move @param {number} player */
  add(from, move, player) {
    const known = from.children.find((node) => node.move === move);
    if (known) return known;
    const node = new Node(from, { move, player });
    from.children.push(node);
    this.count += 1;
    return node;
  }

  /** Takes a node and all after it out; where it stood. @param {Node} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return node;
    parent.children.splice(parent.children.indexOf(node), 1);
    return parent;
  }

  /** Makes the way to a node the main line. @param {Node} node */
  promote(node) {
    for (const each of node.path) {
      const { siblings } = each;
      siblings.splice(siblings.indexOf(each), 1);
      siblings.unshift(each);
      settle(each);
    }
  }

  /** The node at the end of a way, or as far as it leads. @param {number[]} way */
  at(way) {
    return way.reduce((node, number) => node.children[number] ?? node, this.root);
  }

  /** The node after so many moves of the main line. @param {number} count */
  main(count) {
    return this.at(Array(count).fill(0));
  }

  /** The line that a node lies on, to its end. @param {Node} node @returns {Node[]} */
  line(node) {
    const nodes = node.path;
    for (let next = node.next; next; next = next.next) nodes.push(next);
    return nodes;
  }
}

/** @param {Node} from @param {Ply[]} plies */
function grow(from, plies) {
  let at = from;
  for (const ply of plies) {
    const node = new Node(at, ply);
    at.children.push(node);
    for (const variation of ply.variations ?? []) grow(at, variation);
    at = node;
  }
}

/** What follows a node, as a record has it. @param {Node} node @returns {Ply[]} */
function line(node) {
  const plies = [];
  for (let at = node; at.next; at = at.next) {
    const [main, ...others] = at.children;
    const variations = others.map((other) => [written(other), ...line(other)]);
    plies.push(variations.length ? { ...written(main), variations } : written(main));
  }
  return plies;
}

/** A move with what is known of it; what is empty is left out. @param {Node} node @returns {Ply} */
function written(node) {
  const facts = Object.entries(node.facts).filter(([, value]) => value !== "" && value !== undefined);
  return { move: node.move, ...Object.fromEntries(facts) };
}

/** Only the first move of a variation has a comment before it. @param {Node} node */
function settle(node) {
  const { before = "" } = node.facts;
  node.facts.before = "";
  node.comment = [before, node.comment].filter(Boolean).join(" ");
}
