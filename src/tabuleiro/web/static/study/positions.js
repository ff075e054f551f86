/**
 * The positions of a study as the server shows them, each asked for once.
 *
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("../board/types.js").State & {position: string, query: string, said: string[],
 *   captions: string[], over: boolean, player: number | null}} Shown
 */

import { post } from "../api.js";

export class Positions {
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
    const shown = await post("/positions", { position: from.known.position, moves, still: false });
    node.known.position = shown.position;
    return shown;
  }
}
