/**
 * The positions of a study, requested from the server and cached in their nodes.
 *
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("../board/types.js").State & {position: string, query: string, said: string[],
 *   captions: string[], over: boolean, player: number | null}} PositionState
 */

import { post } from "../api.js";

export class Positions {
  /** @type {{from: Node, move: string, state: Promise<PositionState>} | null} */
  #prefetched = null;

  /** @param {Node} root @param {PositionState} state  of the root */
  constructor(root, state) {
    root.cache.state = Promise.resolve(state);
    root.cache.position = state.position;
  }

  /** The state of a node. @param {Node} node @returns {Promise<PositionState>} */
  get(node) {
    node.cache.state ??= this.#request(node).catch((error) => {
      node.cache.state = undefined;
      throw error;
    });
    return node.cache.state;
  }

  /** Requests a node's state, starting from the nearest ancestor whose position is known. @param {Node} node @returns {Promise<PositionState>} */
  async #request(node) {
    const moves = [node.move];
    let from = /** @type {Node} */ (node.parent);
    for (; !from.cache.position; from = /** @type {Node} */ (from.parent)) moves.unshift(from.move);
    const state = await (this.#prefetchedFor(from, moves) ?? requestState(from, moves));
    node.cache.position = state.position;
    return state;
  }

  /** Requests the position after a move that will probably be made. @param {Node} from @param {string} move */
  prefetch(from, move) {
    if (!from.cache.position || from.children.some((node) => node.move === move)) return;
    const state = requestState(from, [move]);
    state.catch(() => undefined); // an error is shown when the move is made
    this.#prefetched = { from, move, state };
  }

  /** @param {Node} from @param {string[]} moves */
  #prefetchedFor(from, moves) {
    const { from: parent, move, state } = this.#prefetched ?? {};
    this.#prefetched = null;
    return from === parent && moves.length === 1 && moves[0] === move ? state : null;
  }
}

/** The state after some moves. @param {Node} from @param {string[]} moves @returns {Promise<PositionState>} */
function requestState(from, moves) {
  return post("/positions", { position: from.cache.position, moves, still: false });
}
