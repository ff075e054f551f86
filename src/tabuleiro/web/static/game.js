/**
 * The page of a game: shows the states that the server sends, and sends commands. It contains no
 * game rules.
 */

import { addressOf, linkTo } from "./addresses.js";
import { get, post, call, Refusal } from "./api.js";
import { Board } from "./board/board.js";
import { Sound } from "./board/sound.js";
import { Ticker } from "./clocks.js";
import { byId, format, html, isForPage, sentence, setPressed } from "./elements.js";
import { MoveList, placeText } from "./moves.js";
import { Notices } from "./notices.js";
import { Outbox } from "./outbox.js";
import { Pace } from "./pace.js";
import { Players } from "./players.js";
import { listenForSharing } from "./sharing.js";
import { EvaluationBar } from "./study/evaluation.js";

const TYPED = "tabuleiro-typed"; // what was typed in a game and not sent; its id follows
const SETTINGS = { confirm: "tabuleiro-confirm", evaluations: "tabuleiro-evaluations", coordinates: "tabuleiro-coordinates" };
const SILENCE = 9_000; // milliseconds without a message after which the connection counts as lost
const MIN_NODES = 50; // a search with fewer nodes has no reliable evaluation

class Game {
  /** @param {HTMLElement} element */
  constructor(element) {
    const data = element.dataset;
    this.id = data.id ?? "";
    this.words = JSON.parse(data.words ?? "{}");
    this.state = JSON.parse(data.state ?? "{}");
    /** @type {string[]} */
    this.tones = JSON.parse(data.tones ?? "[]");
    this.announced = 0; // the version that was announced last
    /** @type {number | null} */
    this.past = null; // after how many moves the board shows the game, if not the current position
    this.followsRematch = false; // whether to open the next game when it starts
    this.title = document.title;
    this.sound = new Sound();
    /** @type {number[]} */
    this.turns = JSON.parse(data.turns ?? "[]"); // those that bring the side of each player to the bottom
    this.players = new Players(byId("above"), byId("below"), this.words, this.tones);
    this.board = new Board(byId("board"), JSON.parse(data.still ?? "{}"), {
      confirm: isOn("confirm", "off"),
      sound: this.sound,
      cards: byId("supplies"),
      slots: this.players.slots,
      lens: byId("detail"),
      pageKeys: true,
    });
    this.evaluations = isOn("evaluations"); // whether they are shown
    this.bar = new EvaluationBar(byId("evaluation"), this.words, this.tones);
    this.ticker = new Ticker((...clock) => this.players.showClock(...clock));
    this.pace = new Pace(this.state, {
      show: (state) => this.show(state),
      load: (count) => get(`/games/${this.id}/positions/${count}`),
      showPart: (state, count, part) => this.showPart(state, count, part),
    });
    this.moves = new MoveList(byId("moves"), (count) => void this.showPosition(count));
    this.notices = new Notices(byId("notice"), this.words, JSON.parse(data.invitations ?? "{}"), (action, more) =>
      this.act(action, more));
    this.outbox = new Outbox(this.id, {
      done: (state) => state && this.receive(state),
      refused: (refusal) => this.refused(refusal),
      waiting: (is) => this.showConnection(is ? this.words.unsent : ""),
    });
    this.addListeners();
    this.turnToViewer(this.state.you);
    this.show(this.state);
    this.connect();
    void this.outbox.send();
    if (data.sound === "on") addEventListener("pointerdown", () => this.setSound(true), { once: true });
    setPressed("confirm", this.board.confirm);
    setPressed("evaluations", this.evaluations);
    this.showCoordinates(isOn("coordinates"));
    setPressed("sound", data.sound === "on");
  }

  // --- showing ------------------------------------------------------------------------------

  /** Turns the side of a player who holds one seat to the bottom. @param {number[]} you */
  turnToViewer(you) {
    const [own] = you.length === 1 ? you : [];
    this.board.turnTo(this.turns[own] ?? 0);
    this.setBottom(own ?? Math.max(0, this.turns.indexOf(0)));
  }

  /** Turns the board, and the players with their sides. */
  turnBoard() {
    const bottom = this.turns.indexOf((this.board.quarter + 2) % 4);
    if (bottom < 0) return this.board.turn();
    this.board.turnTo(this.turns[bottom]);
    this.setBottom(bottom);
  }

  /** Shows a player and their expected score at the bottom. @param {number} seat */
  setBottom(seat) {
    this.players.setBottom(seat);
    byId("evaluation").classList.toggle("flipped", seat !== 0);
  }

  /** Shows a new state: the moves of others one by one. That it is your turn is shown at once.
   * @param {any} state */
  receive(state) {
    if (state.version < this.pace.latest.version) return;
    this.ticker.set(state.clocks);
    if (state.moves.length !== this.pace.latest.moves.length) byId("line").hidden = true;
    void this.pace.receive(state);
    if (this.state === state || !state.can.move) return;
    this.players.show(state);
    this.showTask(0, state);
  }

  /** @param {any} state */
  show(state) {
    const before = this.state;
    this.state = state;
    this.announce(before, state);
    this.players.show(state);
    this.ticker.set(state.clocks);
    this.notices.show(state);
    this.updateButtons(state.can);
    this.showBar();
    byId("legend").textContent = state.board.includes("mark-open") ? this.words.prospects : "";
    const waiting = state.seats.some((/** @type {any} */ seat) => seat.free);
    byId("game").classList.toggle("waiting", waiting);
    byId("game").classList.toggle("over", Boolean(state.finish));
    byId("actions").classList.toggle("idle", waiting || Boolean(state.finish) || !state.you.length);
    if (state.moves.length !== before.moves.length) this.bar.expire();
    if (state.finish) this.bar.clear();
    if (state.next && this.followsRematch) location.assign(addressOf(`/g/${state.next}`));
    if (this.past === null || this.past > state.moves.length) this.showCurrent();
    this.showTask(this.board.touches);
    this.updateMoves();
    this.signalTurn(before, state);
  }

  /** Shows a state as it was after that many moves, unless you look at an earlier position.
   * @param {any} state @param {number} count @param {any} part  the position at that time */
  showPart(state, count, part) {
    if (this.past !== null) return;
    this.board.show({ ...part, choices: null });
    this.players.show({ ...state, finish: null, cards: part.cards });
    byId("status").textContent = part.said.map(sentence).join(" ");
    this.moves.show(state.moves.slice(0, count), state.seats.length, count);
  }

  /** Says what is to be done now. @param {number} touches  how much of a move has been entered
   * @param {any} state */
  showTask(touches, state = this.state) {
    const { words } = this;
    const confirm = touches ? { one: words.confirm, several: words.confirm_or_see, hovered: words.click_or_see }[this.board.confirming] : "";
    const task = confirm || state.task[Math.min(touches, state.task.length - 1)];
    this.setTask(this.taskOf(state, words, task ?? ""));
  }

  /** Shows what to do, also beside an enlarged piece. @param {string} words */
  setTask(words) {
    byId("task").textContent = this.board.lens.note.textContent = words;
  }

  /** @param {any} state @param {Record<string, string>} words @param {string} task */
  taskOf({ player, you, seats, finish, can, layout }, words, task) {
    const free = seats.some((/** @type {any} */ seat) => seat.free);
    if (layout && !can.layout && !free) {
      const deciding = format(words.deciding, { player: seats[layout.asked].name });
      return you.length ? deciding : `${sentence(words.watching_only)} ${deciding}`;
    }
    if (finish || free || player === null) return you.length ? "" : sentence(words.watching_only);
    const name = seats[player].name;
    if (can.move) return you.length > 1 ? format(words.task_of, { player: name, task: sentence(task) }) : sentence(task);
    if (!you.length) return sentence(format(words.watching, { player: name }));
    return seats[player].computer ? format(words.thinks, { player: name }) : sentence(format(words.waits, { player: name }));
  }

  /** Says what happened: the moves since your last one, or each other event once.
   * @param {any} before @param {any} state */
  announce(before, state) {
    const first = !this.announced;
    const fresh = state.said.filter((/** @type {any} */ said) => said.version > this.announced).reverse();
    const moved = first || state.moves.length > before.moves.length;
    const words = moved ? state.recent : fresh.flatMap((/** @type {any} */ said) => said.words);
    this.announced = Math.max(this.announced, state.version);
    const status = byId("status");
    if (words.length || first) status.textContent = words.map(sentence).join(" ");
    status.title = status.textContent ?? "";
    if (!first) this.warn("");
  }

  /** Shows in the title and by sound whose turn it is, or the end. @param {any} before @param {any} state */
  signalTurn(before, state) {
    document.title = (state.can.move ? "● " : "") + this.title;
    if (state.finish && !before.finish) {
      const won = state.you.some((/** @type {number} */ seat) => state.finish.places[seat] === 1);
      this.sound.play(won ? "won" : "over");
    } else if (state.can.move && !before.can.move) this.sound.play("turn");
  }

  /** @param {Record<string, boolean>} can */
  updateButtons(can) {
    const known = { ...can, takeback: can.undo };
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-do]"))) {
      const action = button.dataset.do ?? "";
      if (action in known) button.disabled = !known[/** @type {keyof typeof known} */ (action)];
    }
  }

  updateMoves() {
    const { moves, seats } = this.state;
    const at = this.past ?? moves.length;
    this.moves.show(moves, seats.length, at);
    for (const button of document.querySelectorAll("[data-go]")) {
      const goal = this.goals[/** @type {HTMLElement} */ (button).dataset.go ?? ""];
      button.setAttribute("aria-disabled", String(goal === at || goal < 0 || goal > moves.length));
    }
  }

  /** Shows the position after that many moves. @param {number} count */
  async showPosition(count) {
    const all = this.state.moves.length;
    if (count < 0 || count > all) return;
    if (count === all) {
      this.past = null;
      this.showCurrent();
      this.updateMoves();
      return;
    }
    this.past = count;
    this.updateMoves();
    const shown = await get(`/games/${this.id}/positions/${count}`);
    if (this.past !== count) return;
    this.board.show({ ...shown, choices: null });
    const past = byId("past");
    past.hidden = false;
    const words = count ? placeText(this.words.past, this.state.moves[count - 1]) : this.words.start;
    /** @type {HTMLElement} */ (past.firstElementChild).textContent = words;
  }

  /** Shows the current position. */
  showCurrent() {
    this.past = null;
    byId("past").hidden = true;
    this.board.show(this.state);
  }

  /** @param {string} words */
  warn(words) {
    byId("reason").textContent = words;
  }

  /** @param {string} words */
  showConnection(words) {
    const banner = byId("connection");
    banner.hidden = !words;
    banner.textContent = words;
  }

  // --- server-sent events -------------------------------------------------------------------

  connect() {
    const source = new EventSource(`/api/v1/games/${this.id}/live?version=${this.pace.latest.version}`);
    let silence = 0; // a timer
    const listen = () => {
      this.showConnection("");
      clearTimeout(silence);
      silence = setTimeout(() => this.reconnect(source), SILENCE);
    };
    source.addEventListener("open", () => {
      listen();
      void this.outbox.send();
    });
    source.addEventListener("error", () => {
      this.showUnconnected();
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(silence);
      setTimeout(() => this.connect(), 2_000);
    });
    for (const name of ["alive", "state", "thinking"]) source.addEventListener(name, listen);
    source.addEventListener("state", (event) => this.receive(JSON.parse(event.data)));
    source.addEventListener("thinking", (event) => this.showThought(JSON.parse(event.data)));
    listen();
  }

  /** Replaces a connection on which the server has become silent. @param {EventSource} source */
  reconnect(source) {
    source.close();
    this.connect();
    this.showUnconnected();
  }

  /** Says that the connection is lost, and what happens to a move that has not been sent. */
  showUnconnected() {
    this.showConnection(this.outbox.pending ? this.words.unsent : this.words.reconnecting);
  }

  /** @param {{value: number | null, line: string[], nodes: number | null}} thought */
  showThought({ value, line, nodes }) {
    this.showEvaluation(value, nodes ?? 0);
    const shown = byId("line");
    shown.hidden = !line.length || !this.evaluations;
    shown.textContent = format(this.words.line, { line: line.join(" ") });
  }

  /** @param {number | null} value  for the player to move @param {number} nodes */
  showEvaluation(value, nodes) {
    if (!this.evaluations || value === null || nodes < MIN_NODES || this.state.seats.length !== 2) return;
    const share = this.state.player === 0 ? value : 1 - value;
    this.bar.show([share, 1 - share], this.state.seats.map((/** @type {any} */ seat) => seat.name));
  }

  /** Shows the bar if it is wanted and evaluations can arrive: its space is reserved, so that the board does not move. */
  showBar() {
    const { advice, seats } = this.state;
    const expected = advice && seats.length === 2 && seats.some((/** @type {any} */ seat) => seat.computer);
    byId("evaluation").hidden = !expected || !this.evaluations;
  }

  // --- actions ------------------------------------------------------------------------------

  addListeners() {
    const board = this.board.element;
    board.addEventListener("move", (event) => {
      this.warn("");
      this.act("move", { move: /** @type {CustomEvent} */ (event).detail.text });
    });
    board.addEventListener("refused", (event) => void this.explainRefusal(/** @type {CustomEvent} */ (event).detail));
    board.addEventListener("touches", (event) => this.showTask(/** @type {CustomEvent} */ (event).detail.touches));
    for (const part of [board, byId("supplies")]) {
      for (const event of ["pointerdown", "keydown"]) {
        part.addEventListener(event, () => this.pace.skip(), { capture: true });
      }
    }
    listenForSharing(this.words.copied);
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    const pace = /** @type {HTMLSelectElement} */ (byId("pace"));
    pace.value = this.pace.setting;
    pace.addEventListener("change", () => { this.pace.setting = pace.value; });
    if (document.getElementById("entry")) this.listenToTyping();
  }

  /** What is typed survives a reload, for example after a change of the settings. */
  listenToTyping() {
    const field = /** @type {HTMLInputElement} */ (byId("typed"));
    field.value ||= sessionStorage.getItem(TYPED + this.id) ?? "";
    field.addEventListener("input", () => sessionStorage.setItem(TYPED + this.id, field.value));
    byId("entry").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.submitTyped();
    });
  }

  /** @param {MouseEvent} event */
  click(event) {
    this.warn("");
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    if (button.dataset.go) void this.showPosition(this.goals[button.dataset.go]);
    const action = button.dataset.do;
    if (action) void (this.actions[action] ?? (() => this.act(action)))(button);
  }

  /** The actions of buttons that do more than send a command. @type {Record<string, (button: HTMLElement) => any>} */
  actions = {
    hint: () => this.hint(),
    draw: () => this.askFirst(this.words.ask_draw, this.words.yes, () => this.act("draw")),
    resign: () => this.askFirst(this.words.ask_resign, this.words.resign, () => this.act("resign")),
    more: () => void this.showMore(),
    live: () => void this.showPosition(this.state.moves.length),
    turn: () => this.turnBoard(),
    enlarge: () => {
      dialog("more").close();
      this.board.enlarge();
    },
    sound: () => this.setSound(!this.sound.on, true),
    confirm: () => this.confirmMoves(!this.board.confirm),
    evaluations: () => this.showEvaluations(!this.evaluations),
    coordinates: () => this.showCoordinates(byId("game").classList.contains("bare")),
    rules: () => void this.showRules(),
    link: () => void this.createLink(),
  };

  /** @param {string} action @param {object} [more] */
  act(action, more = {}) {
    this.pace.skip();
    this.followsRematch ||= action === "rematch" || this.state.proposal?.what === "rematch";
    if (action === "withdraw") void this.withdraw();
    else this.outbox.put(this.state, action, more);
  }

  /** @param {Refusal} refusal */
  refused(refusal) {
    if (refusal.state) this.receive(refusal.state);
    this.board.cancel();
    this.warn(sentence(refusal.message));
  }

  /** Runs a request, and shows the error if it fails. @param {() => Promise<void>} act */
  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.warn(error instanceof Refusal ? sentence(error.message) : this.words.unreachable);
    }
  }

  /** @param {{site: string, touched: string[]}} refused */
  explainRefusal({ site, touched }) {
    if (!this.state.can.move || this.past !== null) return;
    return this.attempt(async () => {
      const { words } = await post(`/games/${this.id}/why`, { site, touched });
      this.warn(words.map(sentence).join(" "));
    });
  }

  async hint() {
    this.pace.skip();
    this.setTask(this.words.hint_wait);
    let hint = "";
    await this.attempt(async () => {
      const { moves, choices } = this.state;
      const { move, value, nodes } = await post(`/games/${this.id}/hint`);
      this.showEvaluation(value, nodes ?? 0);
      const pointed = await get(`/games/${this.id}/positions/${moves.length}?pointed=${encodeURIComponent(move)}`);
      if (moves.length !== this.state.moves.length) return;
      hint = format(this.words.hint, { move: this.board.wayOf(move) });
      this.board.show({ ...pointed, moves, choices });
    });
    if (hint) this.setTask(hint);
    else this.showTask(this.board.touches);
  }

  /** Sends the typed move or question. */
  submitTyped() {
    const field = /** @type {HTMLInputElement} */ (byId("typed"));
    const text = field.value.trim();
    if (!text) return;
    return this.attempt(async () => {
      this.warn("");
      const answer = await post(`/games/${this.id}/typed`, { text });
      byId("answer").replaceChildren(...answer.words.map((/** @type {string} */ words) => html("p", {}, [sentence(words)])));
      byId("answer").scrollIntoView({ block: "nearest" });
      if (!answer.refused) field.value = "";
      sessionStorage.setItem(TYPED + this.id, field.value);
      this.warn(answer.refused && sentence(answer.refused));
      if (answer.move) this.act("move", { move: answer.move });
      if (answer.command) this.runCommand(answer.command);
    });
  }

  /** Runs a typed command by clicking its button. @param {string} name */
  runCommand(name) {
    const action = /** @type {Record<string, string>} */ ({ undo: "takeback" })[name] ?? name;
    const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(`[data-do="${action}"]`));
    if (button && !button.disabled) button.click();
    else this.warn(this.words.not_now);
  }

  /** @param {string} words @param {string} yes  the button that does it @param {() => void} act */
  askFirst(words, yes, act) {
    const question = dialog("ask");
    byId("ask-words").textContent = words;
    byId("ask-yes").textContent = yes;
    question.returnValue = "no";
    question.addEventListener("close", () => question.returnValue === "yes" && act(), { once: true });
    question.showModal();
  }

  withdraw() {
    return this.attempt(async () => {
      await call("DELETE", `/games/${this.id}`);
      location.assign(addressOf("/"));
    });
  }

  // --- dialogs ------------------------------------------------------------------------------

  showMore() {
    dialog("more").showModal();
    return document.getElementById("links") ? this.showLinks() : undefined;
  }

  /** @param {boolean} on @param {boolean} [save]  as a cookie */
  setSound(on, save = false) {
    this.sound.setOn(on);
    setPressed("sound", on);
    if (save) {
      document.cookie = `sound=${on ? "on" : "off"}; path=/; max-age=31536000; samesite=lax`;
      this.sound.play("place");
    }
  }

  /** @param {boolean} on */
  confirmMoves(on) {
    this.board.confirm = on;
    keep("confirm", on);
  }

  /** @param {boolean} on */
  showEvaluations(on) {
    this.evaluations = on;
    keep("evaluations", on);
    if (!on) byId("line").hidden = true;
    this.showBar();
  }

  /** @param {boolean} on */
  showCoordinates(on) {
    byId("game").classList.toggle("bare", !on);
    keep("coordinates", on);
  }

  async showRules() {
    const place = byId("rules-text");
    if (!place.childElementCount) {
      const page = await (await fetch(`/rules/${this.state.game}`)).text();
      const found = new DOMParser().parseFromString(page, "text/html").querySelector(".rules");
      if (found) place.append(document.adoptNode(found));
      const { enableExamples } = await import("./examples.js");
      enableExamples(place);
    }
    dialog("more").close();
    dialog("rules").showModal();
  }

  createLink() {
    return this.attempt(async () => {
      const { token } = await post(`/games/${this.id}/links`);
      await this.showLinks(linkTo(`/device/${token}`));
    });
  }

  /** @param {string} [fresh]  the URL of a new link */
  showLinks(fresh = "") {
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
    const id = "fresh-link";
    const field = html("input", { id, readonly: true, value: address, "aria-label": this.words.device });
    const button = html("button", { type: "button", class: "button primary", "data-copy": id }, [this.words.copy]);
    return html("li", { class: "copy" }, [field, button]);
  }

  /** @param {{id: string, created: number, used: boolean}} link */
  oldLink(link) {
    const day = new Date(1000 * link.created).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const button = html("button", { type: "button", class: "button" }, [this.words.revoke]);
    button.addEventListener("click", () => void this.attempt(async () => {
      await call("DELETE", `/games/${this.id}/links/${link.id}`);
      await this.showLinks();
    }));
    const words = format(link.used ? this.words.link_used : this.words.link_open, { day });
    return html("li", {}, [html("span", { class: "note" }, [words]), button]);
  }

  // --- keys ---------------------------------------------------------------------------------

  /** How many moves of the game each key shows. @returns {Record<string, number>} */
  get goals() {
    const all = this.state.moves.length;
    const at = this.past ?? all;
    return { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || !isForPage(event) || !(event.key in this.goals)) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("[data-site]") && !this.board.element.classList.contains("pointer-focus")) return;
    event.preventDefault();
    void this.showPosition(this.goals[event.key]);
  }
}

/** Whether a setting of this browser is on. @param {keyof typeof SETTINGS} name @param {string} [usual] */
const isOn = (name, usual = "on") => (localStorage.getItem(SETTINGS[name]) ?? usual) === "on";

/** Keeps a setting of this browser, and shows it on its buttons. @param {keyof typeof SETTINGS} name @param {boolean} on */
function keep(name, on) {
  localStorage.setItem(SETTINGS[name], on ? "on" : "off");
  setPressed(name, on);
}

/** @param {string} id @returns {HTMLDialogElement} */
const dialog = (id) => byId(id);

new Game(byId("game"));
