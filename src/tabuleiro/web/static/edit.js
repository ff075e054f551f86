/**
 * The position editor. The draft is a text. Every change is made by the server, which returns the
 * new board and what is wrong with the position.
 *
 * @typedef {{name: string, label: string, svg: string}} Tool
 * @typedef {{name: string, label: string, value: string, choices: [string, string][], most: number}} Field
 * @typedef {object} EditedPosition
 * @property {string} position
 * @property {string} game
 * @property {string} query
 * @property {Record<string, string>} options
 * @property {boolean} over
 * @property {string} problem
 * @property {boolean} readable
 *
 * @typedef {object} EditorView
 * @property {string} tool  the selected one
 * @property {Tool[]} tools
 * @property {Field[]} fields
 * @property {string[]} captions
 * @property {import("./board/types.js").Still} [still]
 *
 * @typedef {EditedPosition & EditorView & import("./board/types.js").State} Draft
 * @typedef {object} EditAction
 * @property {string} [do]
 * @property {string} [position]
 * @property {string[]} [sites]
 * @property {string} [field]
 * @property {string} [value]
 */

import { addressOf } from "./addresses.js";
import { post, Refusal } from "./api.js";
import { Board } from "./board/board.js";
import { byId, copy, format, html, sentence } from "./elements.js";
import { updatePositionLinks } from "./position_links.js";

const DEBOUNCE = 250; // milliseconds without typing before the text is sent

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
    this.game = ""; // the game and options of the board, as text
    /** @type {Board | null} */
    this.board = null;
    this.text = /** @type {HTMLTextAreaElement} */ (byId("text"));
    this.toolsKey = ""; // identifies the tools and fields on the page
    this.queue = Promise.resolve();
    this.timer = 0;
    this.#addListeners();
    void this.do({});
  }

  #addListeners() {
    this.root.addEventListener("move", (event) => {
      const sites = /** @type {CustomEvent} */ (event).detail.text.split(" ");
      void this.do({ do: "touch", sites });
    });
    byId("tools").addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button) void this.selectTool(button.dataset.tool ?? "");
    });
    byId("fields").addEventListener("change", (event) => {
      const { name, value } = /** @type {HTMLInputElement} */ (event.target);
      void this.do({ do: "set", field: name, value });
    });
    this.text.addEventListener("input", () => this.#textChanged());
    document.getElementById("options")?.addEventListener("change", () => void this.#changeOptions());
    document.getElementById("options")?.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  // --- changing the draft -------------------------------------------------------------------

  /** Changes the draft, after all earlier changes. @param {EditAction} action */
  do(action) {
    return this.#enqueue(() => this.#do(action));
  }

  /** @param {() => Promise<void>} act */
  #enqueue(act) {
    this.queue = this.queue.then(act);
    return this.queue;
  }

  /** @param {EditAction} action */
  async #do(action) {
    const body = { position: this.position, tool: this.tool, known: this.game, ...action };
    try {
      this.#show(await post("/editing", body), action);
    } catch (error) {
      this.board?.cancel();
      this.#showVerdict(error instanceof Refusal ? error.message : this.words.unreachable);
    }
  }

  /** @param {string} tool */
  selectTool(tool) {
    return this.#enqueue(() => {
      this.tool = tool;
      return this.#do({});
    });
  }

  /** Sends the typed text, debounced. */
  #textChanged() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      void this.do({ position: this.#typedPosition() });
    }, DEBOUNCE);
  }

  /** The typed text. If it names no game, that of the board is added. */
  #typedPosition() {
    const typed = this.text.value.trim().replace(/\s+/g, " ");
    return typed.includes("|") ? typed : `${this.game} | ${typed}`;
  }

  #changeOptions() {
    const form = /** @type {HTMLFormElement} */ (byId("options"));
    const fields = /** @type {HTMLInputElement[]} */ ([...form.elements]);
    const value = (/** @type {HTMLInputElement} */ field) =>
      field.type === "checkbox" ? (field.checked ? "on" : "off") : field.value;
    const given = fields.filter((field) => field.name && value(field));
    return this.do({ do: "options", value: given.map((field) => `${field.name}=${value(field)}`).join(" ") });
  }

  /** @param {number} by  -1 to undo, 1 to redo */
  undoRedo(by) {
    return this.#enqueue(async () => {
      const [from, to] = by < 0 ? [this.past, this.future] : [this.future, this.past];
      const position = from.pop();
      if (position === undefined) return;
      to.push(this.position);
      this.position = position;
      await this.#do({});
    });
  }

  // --- clicks and keys ----------------------------------------------------------------------

  /** @param {MouseEvent} event */
  #click(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("[data-do]");
    if (!(button instanceof HTMLElement)) return;
    const action = button.dataset.do ?? "";
    if (action === "undo") void this.undoRedo(-1);
    else if (action === "redo") void this.undoRedo(1);
    else if (action === "copy") void copy(this.text, button, this.words.copied);
    else void this.do({ do: action });
  }

  /** Number keys select a tool; 0, Delete and Backspace select the last. @param {KeyboardEvent} event */
  #key(event) {
    if (/** @type {HTMLElement} */ (event.target).closest("input:not([type=radio], [type=checkbox]), textarea, select")) return;
    const tools = [...byId("tools").querySelectorAll("button")];
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (control && key === "z") void this.undoRedo(event.shiftKey ? 1 : -1);
    else if (control && key === "y") void this.undoRedo(1);
    else if (control || event.altKey) return;
    else if (key === "0" || key === "delete" || key === "backspace") void this.selectTool(tools.at(-1)?.dataset.tool ?? "");
    else if (tools[Number(key) - 1]) void this.selectTool(tools[Number(key) - 1].dataset.tool ?? "");
    else return;
    event.preventDefault();
  }

  // --- showing ------------------------------------------------------------------------------

  /** @param {Draft} draft @param {EditAction} action */
  #show(draft, action) {
    if (this.#redirect(draft)) return;
    this.#showVerdict(draft.problem, draft);
    this.#updateLinks(draft);
    if (!draft.readable) return;
    if (draft.position !== this.position) this.#remember(draft.position);
    if (!("position" in action) && !this.timer) this.text.value = draft.position;
    this.#showTools(draft);
    if (draft.still) this.#newBoard(draft.still, draft.game);
    this.board?.show(draft);
    this.#reopenPiece(action.sites ?? []);
  }

  /** Opens the editor of another game if the text names one. @param {Draft} draft */
  #redirect(draft) {
    const [game] = draft.game.split(" ");
    if (game === this.root.dataset.game) return false;
    location.assign(addressOf(`/edit/${game}?${draft.query}`));
    return true;
  }

  /** @param {string} position */
  #remember(position) {
    this.past.push(this.position);
    this.future = [];
    this.position = position;
  }

  /** @param {import("./board/types.js").Still} still @param {string} game */
  #newBoard(still, game) {
    this.game = game;
    const fresh = html("div", { class: "board", id: "board" });
    byId("board").replaceWith(fresh);
    this.board = new Board(fresh, still);
  }

  /** Opens a piece again after one of its dots was touched. @param {string[]} sites */
  #reopenPiece(sites) {
    if (sites.length > 1) this.board?.touch(sites[0], "keys");
  }

  /** Shows what is wrong, or else the captions of the position.
   * @param {string} problem @param {Draft} [draft] */
  #showVerdict(problem, draft) {
    const verdict = byId("verdict");
    verdict.classList.toggle("impossible", problem !== "");
    const lines = problem ? [problem] : (draft?.captions ?? []).slice(0, 2);
    const parts = lines.map((words) => html("p", {}, [sentence(words)]));
    if (draft && !draft.readable) parts.push(html("p", { class: "note" }, [this.words.kept]));
    verdict.replaceChildren(...parts);
  }

  /** Updates the links to other pages; an impossible position disables them. @param {Draft} draft */
  #updateLinks(draft) {
    const game = this.root.dataset.game ?? "";
    updatePositionLinks(game, draft.query, draft.over, draft.problem !== "");
    if (draft.readable) history.replaceState(null, "", addressOf(`/edit/${game}?${draft.query}`));
  }

  /** Shows the tools, fields and options. @param {Draft} draft */
  #showTools(draft) {
    this.tool = draft.tool;
    const key = JSON.stringify([draft.tools, draft.fields.map((field) => ({ ...field, value: "" }))]);
    if (key !== this.toolsKey) {
      this.toolsKey = key;
      byId("tools").replaceChildren(...draft.tools.map((tool, i) => this.#toolButton(tool, i)));
      byId("fields").replaceChildren(...draft.fields.map(fieldElement));
    }
    for (const button of byId("tools").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.tool === this.tool));
    }
    draft.fields.forEach(showValue);
    this.#fillOptions(draft.options);
    this.#updateButtons(draft.tools.length > 0);
  }

  /** @param {boolean} tools  whether the game has any */
  #updateButtons(tools) {
    byId("text-only").hidden = tools;
    byId("text-only").textContent = this.words.text_only;
    button("clear").hidden = !tools;
    button("undo").disabled = !this.past.length;
    button("redo").disabled = !this.future.length;
  }

  /** @param {Tool} tool @param {number} index */
  #toolButton(tool, index) {
    const picture = html("i", { class: tool.svg ? "" : "eraser" });
    picture.innerHTML = tool.svg;
    const key = index + 1;
    return html("button", {
      type: "button",
      class: "tool",
      title: tool.label,
      "aria-label": format(this.words.tool, { label: tool.label, key }),
      "data-tool": tool.name,
      "data-key": key,
    }, [picture]);
  }

  /** @param {Record<string, string>} options */
  #fillOptions(options) {
    const form = /** @type {HTMLFormElement | null} */ (document.getElementById("options"));
    for (const [name, value] of Object.entries(options)) {
      const input = /** @type {HTMLInputElement | null} */ (form?.elements.namedItem(name));
      if (input?.type === "checkbox") input.checked = value === "on";
      else if (input && document.activeElement !== input) input.value = value;
    }
  }
}

/** @param {string} action */
function button(action) {
  return /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${action}"]`));
}

/** Radio buttons for a field with choices, else a number input. @param {Field} field */
function fieldElement(field) {
  if (!field.choices.length) {
    const number = html("input", { type: "number", name: field.name, min: 0, max: field.most, id: `field-${field.name}` });
    return html("div", { class: "field" }, [html("label", { for: `field-${field.name}` }, [field.label]), number]);
  }
  const choices = field.choices.map(([value, words]) =>
    html("label", { class: "choice" }, [
      html("input", { type: "radio", name: field.name, value }),
      html("span", {}, [words]),
    ]));
  return html("fieldset", { class: "field" }, [html("legend", {}, [field.label]), html("div", { class: "chips" }, choices)]);
}

/** Shows the value of a field. @param {Field} field */
function showValue({ name, value }) {
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (byId("fields").querySelectorAll(`[name="${name}"]`));
  for (const input of inputs) {
    if (input.type === "radio") input.checked = input.value === value;
    else if (document.activeElement !== input) input.value = value;
  }
}

new Editor(byId("editor"));
