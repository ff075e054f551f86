/**
 * A position that is set up by hand. The draft is a text; whatever is done to it the server does,
 * and says what the board looks like then and what is wrong.
 *
 * @typedef {{name: string, label: string, svg: string}} Tool
 * @typedef {{name: string, label: string, value: string, choices: [string, string][], most: number}} Field
 * @typedef {object} Edited
 * @property {string} position
 * @property {string} game
 * @property {string} query
 * @property {Record<string, string>} options
 * @property {boolean} over
 * @property {string} problem
 * @property {boolean} readable
 *
 * @typedef {object} Pictured
 * @property {string} tool  the one in hand
 * @property {Tool[]} tools
 * @property {Field[]} fields
 * @property {string[]} captions
 * @property {import("./board/types.js").Still} [still]
 *
 * @typedef {Edited & Pictured & import("./board/types.js").State} Draft
 * @typedef {object} Deed
 * @property {string} [do]
 * @property {string} [position]
 * @property {string[]} [sites]
 * @property {string} [field]
 * @property {string} [value]
 */

import { post, Refusal } from "./api.js";
import { Board } from "./board/board.js";
import { byId, copy, html, sentence, worded } from "./elements.js";
import { lead } from "./ways.js";

const PAUSE = 250; // milliseconds after which what is being written is read

class Editor {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.words = JSON.parse(root.dataset.words ?? "{}");
    this.position = root.dataset.position ?? "";
    this.tool = "";
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    this.game = ""; // the game text of the board
    /** @type {Board | null} */
    this.board = null;
    this.text = /** @type {HTMLTextAreaElement} */ (byId("text"));
    this.made = ""; // the tools and fields that are there
    this.waiting = Promise.resolve();
    this.timer = 0;
    this.#attend();
    void this.do({});
  }

  #attend() {
    this.root.addEventListener("move", (event) => {
      const sites = /** @type {CustomEvent} */ (event).detail.text.split(" ");
      void this.do({ do: "touch", sites });
    });
    byId("tools").addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button) void this.take(button.dataset.tool ?? "");
    });
    byId("fields").addEventListener("change", (event) => {
      const { name, value } = /** @type {HTMLInputElement} */ (event.target);
      void this.do({ do: "set", field: name, value });
    });
    this.text.addEventListener("input", () => this.#written());
    document.getElementById("options")?.addEventListener("change", () => void this.#otherOptions());
    document.getElementById("options")?.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("click", (event) => this.#press(event));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  // --- doing something ----------------------------------------------------------------------

  /** Does something to the draft, after all that was done before. @param {Deed} deed */
  do(deed) {
    return this.#then(() => this.#do(deed));
  }

  /** @param {() => Promise<void>} act */
  #then(act) {
    this.waiting = this.waiting.then(act);
    return this.waiting;
  }

  /** @param {Deed} deed */
  async #do(deed) {
    const body = { position: this.position, tool: this.tool, known: this.game, ...deed };
    try {
      this.#show(await post("/editing", body), deed);
    } catch (error) {
      this.board?.cancel();
      this.#judge(error instanceof Refusal ? error.message : this.words.unreachable);
    }
  }

  /** Takes a tool in hand. @param {string} tool */
  take(tool) {
    return this.#then(() => {
      this.tool = tool;
      return this.#do({});
    });
  }

  /** What is written is read when its author pauses. */
  #written() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      void this.do({ position: this.#typed() });
    }, PAUSE);
  }

  /** The text as it is written; one without a game is of this game. */
  #typed() {
    const typed = this.text.value.trim().replace(/\s+/g, " ");
    return typed.includes("|") ? typed : `${this.game} | ${typed}`;
  }

  #otherOptions() {
    const form = /** @type {HTMLFormElement} */ (byId("options"));
    const fields = /** @type {HTMLInputElement[]} */ ([...form.elements]);
    const value = (/** @type {HTMLInputElement} */ field) =>
      field.type === "checkbox" ? (field.checked ? "on" : "off") : field.value;
    const written = fields.filter((field) => field.name && value(field));
    return this.do({ do: "options", value: written.map((field) => `${field.name}=${value(field)}`).join(" ") });
  }

  /** @param {number} by  back to what was before, or forward again */
  turn(by) {
    return this.#then(async () => {
      const [from, to] = by < 0 ? [this.past, this.future] : [this.future, this.past];
      const position = from.pop();
      if (position === undefined) return;
      to.push(this.position);
      this.position = position;
      await this.#do({});
    });
  }

  // --- hands and keys -----------------------------------------------------------------------

  /** @param {MouseEvent} event */
  #press(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("[data-do]");
    if (!(button instanceof HTMLElement)) return;
    const deed = button.dataset.do ?? "";
    if (deed === "undo") void this.turn(-1);
    else if (deed === "redo") void this.turn(1);
    else if (deed === "copy") void copy(this.text, button, this.words.copied);
    else void this.do({ do: deed });
  }

  /** Numbers choose a tool, the last with 0 and Delete too. @param {KeyboardEvent} event */
  #key(event) {
    if (/** @type {HTMLElement} */ (event.target).closest("input:not([type=radio], [type=checkbox]), textarea, select")) return;
    const tools = [...byId("tools").querySelectorAll("button")];
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (control && key === "z") void this.turn(event.shiftKey ? 1 : -1);
    else if (control && key === "y") void this.turn(1);
    else if (control || event.altKey) return;
    else if (key === "0" || key === "delete" || key === "backspace") void this.take(tools.at(-1)?.dataset.tool ?? "");
    else if (tools[Number(key) - 1]) void this.take(tools[Number(key) - 1].dataset.tool ?? "");
    else return;
    event.preventDefault();
  }

  // --- showing ------------------------------------------------------------------------------

  /** @param {Draft} draft @param {Deed} deed */
  #show(draft, deed) {
    if (this.#elsewhere(draft)) return;
    this.#judge(draft.problem, draft);
    this.#lead(draft);
    if (!draft.readable) return;
    if (draft.position !== this.position) this.#remember(draft.position);
    if (!("position" in deed) && !this.timer) this.text.value = draft.position;
    this.#tell(draft);
    if (draft.still) this.#build(draft.still, draft.game);
    this.board?.show(draft);
    this.#goOn(deed.sites ?? []);
  }

  /** A text of another game is edited on the page of that. @param {Draft} draft */
  #elsewhere(draft) {
    const [game] = draft.game.split(" ");
    if (game === this.root.dataset.game) return false;
    location.assign(`/edit/${game}?${draft.query}`);
    return true;
  }

  /** @param {string} position */
  #remember(position) {
    this.past.push(this.position);
    this.future = [];
    this.position = position;
  }

  /** @param {import("./board/types.js").Still} still @param {string} game */
  #build(still, game) {
    this.game = game;
    const fresh = html("div", { class: "board", id: "board" });
    byId("board").replaceWith(fresh);
    this.board = new Board(fresh, still);
  }

  /** A piece whose holes are touched stays open for the next. @param {string[]} sites */
  #goOn(sites) {
    if (sites.length > 1) this.board?.touch(sites[0], "keys");
  }

  /** Says what is wrong, or how the position stands.
   * @param {string} problem @param {Draft} [draft] */
  #judge(problem, draft) {
    const verdict = byId("verdict");
    verdict.classList.toggle("impossible", problem !== "");
    const said = problem ? [problem] : (draft?.captions ?? []).slice(0, 2);
    const parts = said.map((words) => html("p", {}, [sentence(words)]));
    if (draft && !draft.readable) parts.push(html("p", { class: "note" }, [this.words.kept]));
    verdict.replaceChildren(...parts);
  }

  /** Where this position leads: nowhere, if it is none. @param {Draft} draft */
  #lead(draft) {
    const game = this.root.dataset.game ?? "";
    lead(game, draft.query, draft.over, draft.problem !== "");
    if (draft.readable) history.replaceState(null, "", `/edit/${game}?${draft.query}`);
  }

  /** The tools, the fields and the options as they are. @param {Draft} draft */
  #tell(draft) {
    this.tool = draft.tool;
    const made = JSON.stringify([draft.tools, draft.fields.map((field) => ({ ...field, value: "" }))]);
    if (made !== this.made) {
      this.made = made;
      byId("tools").replaceChildren(...draft.tools.map((tool, i) => this.#tool(tool, i)));
      byId("fields").replaceChildren(...draft.fields.map(field));
    }
    for (const button of byId("tools").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.tool === this.tool));
    }
    draft.fields.forEach(fill);
    this.#fillOptions(draft.options);
    this.#offer(draft.tools.length > 0);
  }

  /** @param {boolean} tools  whether there are any */
  #offer(tools) {
    byId("text-only").hidden = tools;
    byId("text-only").textContent = this.words.text_only;
    button("clear").hidden = !tools;
    button("undo").disabled = !this.past.length;
    button("redo").disabled = !this.future.length;
  }

  /** @param {Tool} tool @param {number} index */
  #tool(tool, index) {
    const picture = html("i", { class: tool.svg ? "" : "eraser" });
    picture.innerHTML = tool.svg;
    const key = index + 1;
    return html("button", {
      type: "button",
      class: "tool",
      title: tool.label,
      "aria-label": worded(this.words.tool, { label: tool.label, key }),
      "data-tool": tool.name,
      "data-key": key,
    }, [picture]);
  }

  /** @param {Record<string, string>} options */
  #fillOptions(options) {
    const form = /** @type {HTMLFormElement | null} */ (document.getElementById("options"));
    for (const [name, value] of Object.entries(options)) {
      const at = /** @type {HTMLInputElement | null} */ (form?.elements.namedItem(name));
      if (at?.type === "checkbox") at.checked = value === "on";
      else if (at && document.activeElement !== at) at.value = value;
    }
  }
}

/** @param {string} deed */
function button(deed) {
  return /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${deed}"]`));
}

/** A field with its choices, or a number. @param {Field} told */
function field(told) {
  if (!told.choices.length) {
    const number = html("input", { type: "number", name: told.name, min: 0, max: told.most, id: `field-${told.name}` });
    return html("div", { class: "field" }, [html("label", { for: `field-${told.name}` }, [told.label]), number]);
  }
  const choices = told.choices.map(([value, words]) =>
    html("label", { class: "choice" }, [
      html("input", { type: "radio", name: told.name, value }),
      html("span", {}, [words]),
    ]));
  return html("fieldset", { class: "field" }, [html("legend", {}, [told.label]), html("div", { class: "chips" }, choices)]);
}

/** Shows the value of a field. @param {Field} told */
function fill({ name, value }) {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (byId("fields").querySelectorAll(`[name="${name}"]`));
  for (const one of fields) {
    if (one.type === "radio") one.checked = one.value === value;
    else if (document.activeElement !== one) one.value = value;
  }
}

new Editor(byId("editor"));
