/**
 * What a board says while a move is being entered.
 *
 * @typedef {import("./entering.js").Entering} Entering
 * @typedef {import("./types.js").Site} Site
 */

import { worded } from "./shapes.js";

/** Of so many places that may be touched next at most, their names are said. */
const MOST_NAMED = 8;

/** What may follow the touch of a site.
 * @param {Entering} entering @param {Map<string, Site>} sites @param {Record<string, string>} words
 * @param {string} site */
export function whatFollows({ entry, waiting, text }, sites, words, site) {
  if (waiting) return worded(words.ready, { move: text });
  /** @param {string} name */
  const named = (name) => sites.get(name)?.place ?? name;
  const steps = [...new Set(entry.next.values())];
  const place = named(site);
  if (steps.length > MOST_NAMED) return worded(words.many, { place, count: steps.length });
  const places = steps.map((step) => named(entry.choices.steps[step][0])).join(", ");
  return worded(words.next, { place, places });
}
