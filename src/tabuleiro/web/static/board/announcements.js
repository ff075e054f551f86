/**
 * Text for screen readers while a move is being entered.
 *
 * @typedef {import("./move_input.js").MoveInput} MoveInput
 */

import { format } from "./dom.js";

/** If more sites can be touched next, only their number is announced. */
const MOST_NAMED = 8;

/** Describes what can be touched after a site.
 * @param {MoveInput} input @param {(name: string) => string} placeOf @param {Record<string, string>} words
 * @param {string} site */
export function describeNextSteps({ partial, waiting, text }, placeOf, words, site) {
  if (waiting) return format(words.ready, { move: text });
  const steps = [...new Set(partial.next.values())];
  const place = placeOf(site);
  if (steps.length > MOST_NAMED) return format(words.many, { place, count: steps.length });
  const places = steps.map((step) => placeOf(partial.choices.steps[step][0])).join(", ");
  return format(words.next, { place, places });
}
