/**
 * The opening explorer beside the board: the moves that the position has there. A click plays one.
 *
 * @typedef {{move: string, symmetric: string[], value: number, visits: number, share: number}} ExploredMove
 * @typedef {{moves: ExploredMove[], notes: string[]}} Explored
 * @typedef {import("./tree.js").Node} Node
 */

import { post, Refusal } from "../api.js";
import { format, html, sentence } from "../elements.js";
import { percent } from "./evaluation.js";

const SETTING = "tabuleiro-explorer"; // whether it is open

export class Explorer {
  /** @param {Record<string, string>} words @param {(move: string, node: Node) => void} play */
  constructor(words, play) {
    this.panel = /** @type {HTMLDetailsElement | null} */ (document.getElementById("explorer")); // if the game has one
    this.words = words;
    this.play = play;
    /** @type {Node | null} */
    this.node = null;
    if (!this.panel) return;
    this.panel.open = localStorage.getItem(SETTING) !== "closed";
    this.panel.addEventListener("toggle", () => localStorage.setItem(SETTING, this.panel?.open ? "open" : "closed"));
  }

  /** Shows the moves of a node's position. @param {Node} node */
  async show(node) {
    if (!this.panel) return;
    this.node = node;
    const { cache } = node;
    cache.explored ??= post("/positions/explored", { position: cache.position }).catch((error) => {
      cache.explored = undefined;
      return { moves: [], notes: [error instanceof Refusal ? sentence(error.message) : this.words.unreachable] };
    });
    /** @type {Explored} */
    const { moves, notes } = await cache.explored;
    if (node !== this.node) return;
    this.panel.querySelector("ol")?.replaceChildren(...moves.map((move) => this.#row(move, node)));
    const note = this.panel.querySelector("p");
    if (note) note.textContent = notes.join(" ");
  }

  /** @param {ExploredMove} explored @param {Node} node */
  #row({ move, symmetric, value, visits, share }, node) {
    const others = format(this.words.symmetric, { moves: symmetric.join(" ") });
    const count = visits.toLocaleString(document.documentElement.lang.replace(/^pt$/, "pt-PT"));
    const button = html("button", { type: "button", class: "candidate-row", title: symmetric.length ? others : "" }, [
      html("span", { class: "candidate-move" }, [move, ...(symmetric.length ? [` ×${symmetric.length + 1}`] : [])]),
      html("span", { class: "worth" }, [`${percent(value)} %`]),
      html("span", { class: "candidate-share" }, [format(this.words.visits, { count })]),
    ]);
    button.addEventListener("click", () => this.play(move, node));
    const row = html("li", {}, [button]);
    row.style.setProperty("--part", String(share));
    return row;
  }
}
