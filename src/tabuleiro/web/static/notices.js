/**
 * The card beside the board: invitations to send, a starting layout or a proposal to accept, or the
 * result of the game. It shows one of these at a time.
 */

import { addressOf, linkTo } from "./addresses.js";
import { format, html, sentence } from "./elements.js";

/** The key of each proposal in `words`. @type {Record<string, string>} */
const PROPOSALS = { draw: "draw", takeback: "takeback", rematch: "rematch_wanted" };

export class Notices {
  /**
   * @param {HTMLElement} element
   * @param {Record<string, string>} words
   * @param {Record<string, string>} invitations  the tokens of free seats
   * @param {(action: string, more?: object) => void} act
   */
  constructor(element, words, invitations, act) {
    this.element = element;
    this.words = words;
    this.invitations = invitations;
    this.act = act;
    this.markup = "";
  }

  /** @param {any} state */
  show(state) {
    const parts = this.#parts(state);
    const markup = parts.map((part) => (typeof part === "string" ? part : part.outerHTML)).join("");
    if (markup === this.markup) return;
    this.markup = markup;
    const focused = this.element.contains(document.activeElement);
    this.element.hidden = !parts.length;
    this.element.classList.toggle("proposal", Boolean(state.proposal && !state.finish));
    this.element.replaceChildren(...parts);
    if (focused) this.#moveFocus();
  }

  /** Moves the focus to the first link or button of the new card, else to the board. */
  #moveFocus() {
    const next = this.element.querySelector("a, button") ?? document.querySelector('.board button[tabindex="0"]');
    /** @type {HTMLElement | null} */ (next)?.focus();
  }

  /** @param {any} state @returns {HTMLElement[]} */
  #parts(state) {
    if (state.finish) return this.#finish(state);
    if (state.can.invite) return this.#waiting(state);
    if (state.can.layout) return this.#layout();
    if (state.proposal) return this.#proposal(state);
    return [];
  }

  /** @param {any} state */
  #waiting(state) {
    const free = state.seats.filter((/** @type {any} */ seat) => seat.free && this.invitations[seat.seat]);
    const fields = free.map((/** @type {any} */ seat) => this.#invitation(seat, free.length === 1));
    return [
      this.#title(this.words.waiting),
      ...(fields.length ? this.#hostControls(fields) : []),
    ];
  }

  /** For the player who opened the game, while it waits. @param {HTMLElement[]} fields */
  #hostControls(fields) {
    return [
      html("p", {}, [this.words.invite]),
      ...fields,
      this.#buttons([[this.words.withdraw, () => this.act("withdraw"), false]]),
    ];
  }

  /** @param {{seat: number, name: string}} free @param {boolean} only */
  #invitation({ seat, name }, only) {
    const address = linkTo(`/join/${this.invitations[seat]}`);
    const id = `invitation-${seat}`;
    const field = html("input", { id, readonly: true, value: address });
    const button = html("button", { type: "button", class: "button primary", "data-copy": id }, [this.words.copy]);
    const label = html("label", { for: id }, [only ? this.words.only_invitation : format(this.words.invitation, { player: name })]);
    return html("div", { class: "field" }, [label, html("div", { class: "copy" }, [field, button])]);
  }

  #layout() {
    return [
      this.#title(this.words.layout),
      this.#buttons([
        [this.words.another, () => this.act("layout", { agrees: false }), false],
        [this.words.keep, () => this.act("layout", { agrees: true }), true],
      ]),
    ];
  }

  /** @param {any} state */
  #proposal(state) {
    const { what, seat } = state.proposal;
    const name = state.seats[seat].name;
    if (!state.can.answer) {
      const mine = state.you.includes(seat);
      return [html("p", {}, [mine ? this.words.proposed : format(this.words[PROPOSALS[what]], { player: name })])];
    }
    return [
      this.#title(format(this.words[PROPOSALS[what]], { player: name })),
      this.#buttons([
        [this.words.decline, () => this.act("answer", { agrees: false }), false],
        [this.words.agree, () => this.act("answer", { agrees: true }), true],
      ]),
    ];
  }

  /** @param {any} state */
  #finish(state) {
    return [
      this.#title(this.#result(state)),
      html("p", { class: "why" }, [this.#why(state)]),
      ...(state.proposal && !state.next ? this.#proposal(state) : []),
      html("div", { class: "notice-buttons" }, [
        ...this.#rematch(state),
        html("a", { class: "button", href: addressOf(`/review/game/${state.id}`) }, [this.words.review]),
        html("a", { class: "button", href: addressOf(`/study/game/${state.id}`) }, [this.words.study]),
      ]),
    ];
  }

  /** @param {any} state */
  #result({ you, finish, seats }) {
    const own = finish.places[you[0]];
    if (you.length === 1 && own > 1 && seats.length > 2) return format(this.words.finished, { place: own, count: seats.length });
    if (finish.result === "draw") return this.words.undecided;
    if (you.length !== 1) return format(this.words.player_won, { player: seats[finish.places.indexOf(1)].name });
    return own === 1 ? this.words.you_won : this.words.you_lost;
  }

  /** The reason of the result. The score belongs to it if the rules ended the game; with more than
   * two players, their rows show it.
   * @param {any} state */
  #why({ finish, score, seats }) {
    const scored = finish.ending === "rules" && seats.length === 2;
    return [...finish.words, ...(scored ? [score] : [])].map(sentence).join(" ");
  }

  /** @param {any} state @returns {HTMLElement[]} */
  #rematch(state) {
    if (state.next) return [html("a", { class: "button primary", href: addressOf(`/g/${state.next}`) }, [this.words.next])];
    if (state.proposal || !state.can.rematch) return [];
    return [this.#button(this.words.rematch, () => this.act("rematch"), true)];
  }

  /** @param {string} words */
  #title(words) {
    return html("h2", {}, [words]);
  }

  /** @param {[string, () => void, boolean][]} buttons */
  #buttons(buttons) {
    return html("div", { class: "notice-buttons" }, buttons.map((button) => this.#button(...button)));
  }

  /** @param {string} words @param {() => void} act @param {boolean} primary */
  #button(words, act, primary) {
    const button = html("button", { type: "button", class: primary ? "button primary" : "button" }, [words]);
    button.addEventListener("click", act);
    return button;
  }
}
