/**
 * The page of a game: shows the states that the server sends, sends what the reader does.
 * It knows no rule and no game.
 */

import { get, post, call, Refusal } from "./api.js";
import { Board } from "./board/board.js";
import { Sound } from "./board/sound.js";
import { Ticker } from "./clocks.js";
import { byId, copy, html, press, sentence, worded } from "./elements.js";
import { MoveList } from "./moves.js";
import { Notices } from "./notices.js";
import { Outbox } from "./outbox.js";
import { Players } from "./players.js";
import { EvaluationBar } from "./study/evaluation.js";

const CONFIRM = "tabuleiro-confirm";
const JUDGEMENT = 50; // nodes of a search from which its value is more than chance

class Game {
  /** @param {HTMLElement} element */
  constructor(element) {
    const data = element.dataset;
    this.id = data.id ?? "";
    this.words = JSON.parse(data.words ?? "{}");
    this.state = JSON.parse(data.state ?? "{}");
    /** @type {string[]} */
    this.tones = JSON.parse(data.tones ?? "[]");
    this.heard = 0; // the version of the last event that was told
    /** @type {number | null} */
    this.past = null; // how many moves the board shows, when not all
    this.goesOn = false; // to the next game as soon as there is one
    this.title = document.title;
    this.sound = new Sound();
    this.board = new Board(byId("board"), JSON.parse(data.still ?? "{}"), {
      confirm: localStorage.getItem(CONFIRM) === "on",
      sound: this.sound,
    });
    this.bar = new EvaluationBar(byId("evaluation"), this.words, this.tones);
    this.players = new Players(byId("above"), byId("below"), this.words, this.tones);
    this.ticker = new Ticker((...clock) => this.players.showClock(...clock));
    this.moves = new MoveList(byId("moves"), (count) => void this.look(count));
    this.notices = new Notices(byId("notice"), this.words, JSON.parse(data.invitations ?? "{}"), (deed, more) =>
      this.act(deed, more));
    this.outbox = new Outbox(this.id, {
      done: (state) => state && this.show(state),
      refused: (refusal) => this.refused(refusal),
      waiting: (is) => this.connection(is ? this.words.unsent : ""),
    });
    this.attend(element);
    this.show(this.state);
    this.follow();
    void this.outbox.send();
    if (data.sound === "on") addEventListener("pointerdown", () => this.hear(true), { once: true });
    press("confirm", this.board.confirm);
    press("sound", data.sound === "on");
  }

  // --- showing ------------------------------------------------------------------------------

  /** @param {any} state */
  show(state) {
    if (state.version < this.state.version) return;
    const before = this.state;
    this.state = state;
    this.tell(state);
    this.players.show(state);
    this.ticker.set(state.clocks);
    this.notices.show(state);
    this.permit(state.can);
    if (this.expectsThoughts(state)) byId("evaluation").hidden = false;
    const waiting = state.seats.some((/** @type {any} */ seat) => seat.free);
    byId("game").classList.toggle("waiting", waiting);
    byId("actions").classList.toggle("idle", waiting || Boolean(state.finish) || !state.you.length);
    if (state.moves.length !== before.moves.length) byId("line").hidden = true;
    if (state.next && this.goesOn) location.assign(`/g/${state.next}`);
    if (this.past === null || this.past > state.moves.length) this.live();
    this.list();
    this.signal(before, state);
  }

  /** One announcement for each event. @param {any} state */
  tell(state) {
    const fresh = state.said.filter((/** @type {any} */ said) => said.version > this.heard).reverse();
    const words = fresh.flatMap((/** @type {any} */ said) => said.words);
    const first = !this.heard;
    this.heard = Math.max(this.heard, state.version);
    if (first) words.splice(0, words.length, ...state.captions);
    if (words.length) byId("status").textContent = words.map(sentence).join(" ");
    if (!first) this.warn("");
  }

  /** @param {any} before @param {any} state */
  signal(before, state) {
    document.title = (state.can.move ? "● " : "") + this.title;
    if (state.finish && !before.finish) {
      const won = state.you.some((/** @type {number} */ seat) => state.finish.places[seat] === 1);
      this.sound.play(won ? "won" : "over");
    } else if (state.can.move && !before.can.move) this.sound.play("turn");
  }

  /** @param {Record<string, boolean>} can */
  permit(can) {
    const known = { ...can, takeback: can.undo };
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-do]"))) {
      const deed = button.dataset.do ?? "";
      if (deed in known) button.disabled = !known[/** @type {keyof typeof known} */ (deed)];
    }
  }

  list() {
    const { moves, seats } = this.state;
    const at = this.past ?? moves.length;
    this.moves.show(moves, seats.length, at);
    byId("move-number").textContent = moves.length ? worded(this.words.count, { count: moves.length }) : "";
  }

  /** Shows the position after so many moves. @param {number} count */
  async look(count) {
    const all = this.state.moves.length;
    if (count < 0 || count > all) return;
    if (count === all) {
      this.past = null;
      this.live();
      this.list();
      return;
    }
    this.past = count;
    this.list();
    const shown = await get(`/games/${this.id}/positions/${count}`);
    if (this.past !== count) return;
    this.board.show({ ...shown, choices: null });
    const past = byId("past");
    past.hidden = false;
    const words = count ? worded(this.words.past, { count, all }) : this.words.start;
    /** @type {HTMLElement} */ (past.firstElementChild).textContent = words;
  }

  /** Shows the game as it stands. */
  live() {
    this.past = null;
    byId("past").hidden = true;
    this.board.show(this.state);
  }

  /** @param {string} words */
  warn(words) {
    byId("reason").textContent = words;
  }

  /** @param {string} words */
  connection(words) {
    const banner = byId("connection");
    banner.hidden = !words;
    banner.textContent = words;
  }

  // --- hearing the server -------------------------------------------------------------------

  follow() {
    const source = new EventSource(`/api/v1/games/${this.id}/live?version=${this.state.version}`);
    source.addEventListener("open", () => {
      this.connection("");
      void this.outbox.send();
    });
    source.addEventListener("error", () => {
      this.connection(this.words.reconnecting);
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.follow(), 2_000);
    });
    source.addEventListener("state", (event) => this.show(JSON.parse(event.data)));
    source.addEventListener("thinking", (event) => this.think(JSON.parse(event.data)));
  }

  /** @param {{value: number | null, line: string[], nodes: number | null}} thought */
  think({ value, line, nodes }) {
    this.judge(value, nodes ?? 0);
    const shown = byId("line");
    shown.hidden = !line.length;
    shown.textContent = worded(this.words.line, { line: line.join(" ") });
  }

  /** @param {number | null} value  for whoever is to move @param {number} nodes */
  judge(value, nodes) {
    if (value === null || nodes < JUDGEMENT || this.state.seats.length !== 2) return;
    const share = this.state.player === 0 ? value : 1 - value;
    this.bar.show([share, 1 - share], this.state.seats.map((/** @type {any} */ seat) => seat.name));
  }

  /** Whether evaluations will come: then they have their place before, and the board keeps its own. @param {any} state */
  expectsThoughts({ advice, finish, seats }) {
    return advice && !finish && seats.length === 2 && seats.some((/** @type {any} */ seat) => seat.computer);
  }

  // --- doing --------------------------------------------------------------------------------

  /** @param {HTMLElement} element */
  attend(element) {
    const board = this.board.element;
    board.addEventListener("move", (event) => {
      this.warn("");
      this.act("move", { move: /** @type {CustomEvent} */ (event).detail.text });
    });
    board.addEventListener("refused", (event) => void this.why(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    byId("entry").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.typed();
    });
  }

  /** @param {MouseEvent} event */
  click(event) {
    this.warn("");
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    if (button.dataset.copy) {
      void copy(byId(button.dataset.copy), button, this.words.copied);
      return;
    }
    const deed = button.dataset.do;
    if (deed) void (this.deeds[deed] ?? (() => this.act(deed)))(button);
  }

  /** What buttons do that is more than a command. @type {Record<string, (button: HTMLElement) => any>} */
  deeds = {
    hint: () => this.hint(),
    draw: () => this.ask(this.words.ask_draw, () => this.act("draw")),
    resign: () => this.ask(this.words.ask_resign, () => this.act("resign")),
    more: () => void this.more(),
    live: () => void this.look(this.state.moves.length),
    turn: () => this.board.turn(),
    enlarge: () => {
      dialog("more").close();
      this.board.enlarge();
    },
    sound: () => this.hear(!this.sound.on, true),
    confirm: () => this.confirmMoves(!this.board.confirm),
    rules: () => void this.rules(),
    link: () => void this.link(),
  };

  /** @param {string} deed @param {object} [more] */
  act(deed, more = {}) {
    this.goesOn ||= deed === "rematch" || this.state.proposal?.what === "rematch";
    if (deed === "withdraw") void this.withdraw();
    else this.outbox.put(this.state, deed, more);
  }

  /** @param {Refusal} refusal */
  refused(refusal) {
    if (refusal.state) this.show(refusal.state);
    this.board.cancel();
    this.warn(sentence(refusal.message));
  }

  /** Tries something of the server's and says why it is refused. @param {() => Promise<void>} act */
  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.warn(error instanceof Refusal ? sentence(error.message) : this.words.unreachable);
    }
  }

  /** @param {{site: string, touched: string[]}} refused */
  why({ site, touched }) {
    if (!this.state.can.move || this.past !== null) return;
    return this.attempt(async () => {
      const { words } = await post(`/games/${this.id}/why`, { site, touched });
      this.warn(words.map(sentence).join(" "));
    });
  }

  hint() {
    byId("status").textContent = this.words.hint_wait;
    return this.attempt(async () => {
      const { move, line, value, nodes } = await post(`/games/${this.id}/hint`);
      byId("status").textContent = worded(this.words.hint, { move, line: line.join(" ") });
      this.judge(value, nodes ?? 0);
      const count = this.state.moves.length;
      const pointed = await get(`/games/${this.id}/positions/${count}?pointed=${encodeURIComponent(move)}`);
      if (count === this.state.moves.length) this.board.show({ ...pointed, choices: this.state.choices });
    });
  }

  /** A move or a question in writing. */
  typed() {
    const field = /** @type {HTMLInputElement} */ (byId("typed"));
    const text = field.value.trim();
    if (!text) return;
    return this.attempt(async () => {
      this.warn("");
      const answer = await post(`/games/${this.id}/typed`, { text });
      byId("answer").replaceChildren(...answer.words.map((/** @type {string} */ words) => html("p", {}, [sentence(words)])));
      byId("answer").scrollIntoView({ block: "nearest" });
      if (!answer.refused) field.value = "";
      this.warn(answer.refused && sentence(answer.refused));
      if (answer.move) this.act("move", { move: answer.move });
      if (answer.command) this.commanded(answer.command);
    });
  }

  /** @param {string} name  of a command that is more than a question */
  commanded(name) {
    const deed = /** @type {Record<string, string>} */ ({ undo: "takeback" })[name] ?? name;
    const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(`[data-do="${deed}"]`));
    if (button && !button.disabled) button.click();
    else this.warn(this.words.not_now);
  }

  /** @param {string} words @param {() => void} act */
  ask(words, act) {
    const asked = dialog("ask");
    byId("ask-words").textContent = words;
    asked.returnValue = "no";
    asked.addEventListener("close", () => asked.returnValue === "yes" && act(), { once: true });
    asked.showModal();
  }

  withdraw() {
    return this.attempt(async () => {
      await call("DELETE", `/games/${this.id}`);
      location.assign("/");
    });
  }

  // --- more ---------------------------------------------------------------------------------

  more() {
    dialog("more").showModal();
    return document.getElementById("links") ? this.links() : undefined;
  }

  /** @param {boolean} on @param {boolean} [keep] */
  hear(on, keep = false) {
    this.sound.turn(on);
    press("sound", on);
    if (keep) {
      document.cookie = `sound=${on ? "on" : "off"}; path=/; max-age=31536000; samesite=lax`;
      this.sound.play("place");
    }
  }

  /** @param {boolean} on */
  confirmMoves(on) {
    this.board.confirm = on;
    localStorage.setItem(CONFIRM, on ? "on" : "off");
    press("confirm", on);
  }

  async rules() {
    const place = byId("rules-text");
    if (!place.childElementCount) {
      const page = await (await fetch(`/rules/${this.state.game}`)).text();
      const found = new DOMParser().parseFromString(page, "text/html").querySelector(".rules");
      if (found) place.append(document.adoptNode(found));
      const { prepare } = await import("./examples.js");
      prepare(place);
    }
    dialog("more").close();
    dialog("rules").showModal();
  }

  link() {
    return this.attempt(async () => {
      const { token } = await post(`/games/${this.id}/links`);
      await this.links(`${location.origin}/device/${token}`);
    });
  }

  /** @param {string} [fresh]  the address of a link that was just made */
  links(fresh = "") {
    return this.attempt(async () => {
      const { links } = await get(`/games/${this.id}/links`);
      byId("links").replaceChildren(
        ...(fresh ? [this.freshLink(fresh)] : []),
        ...links.map((/** @type {any} */ link) => this.oldLink(link)),
      );
    });
  }

  /** @param {string} address */
  freshLink(address) {
    const field = /** @type {HTMLInputElement} */ (
      html("input", { readonly: true, value: address, "aria-label": this.words.device })
    );
    const button = html("button", { type: "button", class: "button primary" }, [this.words.copy]);
    button.addEventListener("click", () => void copy(field, button, this.words.copied));
    return html("li", { class: "copy" }, [field, button]);
  }

  /** @param {{id: string, created: number, used: boolean}} link */
  oldLink(link) {
    const day = new Date(1000 * link.created).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const button = html("button", { type: "button", class: "button" }, [this.words.revoke]);
    button.addEventListener("click", () => void this.attempt(async () => {
      await call("DELETE", `/games/${this.id}/links/${link.id}`);
      await this.links();
    }));
    const words = worded(link.used ? this.words.link_used : this.words.link_open, { day });
    return html("li", {}, [html("span", { class: "note" }, [words]), button]);
  }

  // --- keys ---------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, select, textarea, dialog, .board, [role=toolbar], .menu")) return;
    const at = this.past ?? this.state.moves.length;
    /** @type {Record<string, number>} */
    const goals = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.state.moves.length };
    if (!(event.key in goals)) return;
    event.preventDefault();
    void this.look(goals[event.key]);
  }
}


/** @param {string} id @returns {HTMLDialogElement} */
const dialog = (id) => byId(id);

new Game(byId("game"));
