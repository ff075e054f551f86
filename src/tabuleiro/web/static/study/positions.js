/**
 * The positions of a study as the server shows them, each asked for once.
 *
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("../board/types.js").State & {position: string, query: string, said: string[],
 *   captions: string[], over: boolean, player: number | null}} Shown
 */

import { post } from "../api.js";

export class Positions {
  /** @type {{from: Node, move: string, shown: Promise<Shown>} | null} */
  #aimed = null;

  /** @param {Node} root @param {Shown} shown  of the root */
  constructor(root, shown) {
    root.known.shown = Promise.resolve(shown);
    root.known.position = shown.position;
  }

  /** What is shown of a node. @param {Node} node @returns {Promise<Shown>} */
  get(node) {
    node.known.shown ??= this.#ask(node).catch((error) => {
      node.known.shown = undefined;
      throw error;
    });
    return node.known.shown;
  }

  /** From the nearest position whose text is known. @param {Node} node @returns {Promise<Shown>} */
  async #ask(node) {
    const moves = [node.move];
    let from = /** @type {Node} */ (node.parent);
    for (; !from.known.position; from = /** @type {Node} */ (from.parent)) moves.unshift(from.move);
    const shown = await (this.#aimedAt(from, moves) ?? after(from, moves));
    node.known.position = shown.position;
    return shown;
  }

  /** Asks for what a move would lead to that is about to be made. @param {Node} from @param {string} move */
  aim(from, move) {
    if (!from.known.position || from.children.some((node) => node.move === move)) return;
    const shown = after(from, [move]);
    shown.catch(() => undefined); // who makes the move hears of it
    this.#aimed = { from, move, shown };
  }

  /** @param {Node} from @param {string[]} moves */
  #aimedAt(from, moves) {
    const { from: known, move, shown } = this.#aimed ?? {};
    this.#aimed = null;
    return from === known && moves.length === 1 && moves[0] === move ? shown : null;
  }
}

/** What some moves lead to. @param {Node} from @param {string[]} moves @returns {Promise<Shown>} */
function after(from, moves) {
  return post("/positions", { position: from.known.position, moves, still: false });
}
