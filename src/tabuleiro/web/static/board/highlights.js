/**
 * What is highlighted on a board while a move is being entered.
 *
 * @typedef {import("./types.js").Box} Box
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./move_input.js").MoveInput} MoveInput
 * @typedef {import("./partial_move.js").PartialMove} PartialMove
 *
 * @typedef {{d: string, last: boolean}} Ring  an outline; `last` if a recent move ended there
 *
 * @typedef {object} Highlights
 * @property {Box[]} guides
 * @property {Site[]} ghosts  sites that the move would fill
 * @property {boolean} faint  whether the ghosts are at the site to be touched next
 * @property {[Site, Site][]} shifts  pieces, and where the move would shift them
 * @property {Site[]} full  dots of pieces that the move would fill
 * @property {string} tone  the colour of the ghosts
 * @property {Site[]} dots  free sites that can be touched
 * @property {Ring[]} rings  around pieces that can be touched
 * @property {Ring[]} selected  around what has been touched
 * @property {Site[]} outlined  free sites that have been touched
 * @property {Site[]} chosen  crossings and dots of pieces that have been touched
 * @property {Site[]} reach  sites that a piece could go to
 * @property {Site | null} hovered
 * @property {boolean} crowded  whether the dots are small
 * @property {boolean} sent  whether the move has been sent, and is not confirmed
 *
 * @typedef {object} View  what is shown apart from the move
 * @property {Map<string, Site>} sites
 * @property {string} hovered
 * @property {Set<string>} marked  where recent moves ended
 */

/** Dots are small if there are more than this and they fill most of the board. */
const FEW = 8;

/** @param {MoveInput} input @param {View} view @returns {Highlights} */
export function highlightsOf({ partial, done, sent, aimed }, { sites, hovered, marked }) {
  const { steps, rings, ghosts, tone } = partial.choices;
  const next = done ? [] : [...new Set(partial.next.values())];
  const selected = [...partial.selected];
  const dots = found(sites, next.filter((step) => !(step in rings)).map((step) => steps[step][0]));
  const covered = done ? [] : found(sites, [...partial.covered.keys()]);
  const move = aimed ?? partial.move ?? partial.touch(hovered)?.move;
  const site = sites.get(hovered);
  const target = site && partial.next.has(hovered) && !done ? site : null;
  const filled = found(sites, move === undefined ? [] : (ghosts[move] ?? []));
  const free = found(sites, partial.touched.filter((step) => !(step in rings)).flatMap((i) => steps[i]));
  /** @param {number} step @returns {Ring[]} */
  const ringOf = (step) => (rings[step] ? [{ d: rings[step], last: steps[step].some((name) => marked.has(name)) }] : []);
  return {
    guides: aimed === undefined ? [...found(sites, selected), ...(target ? [target] : [])].flatMap((one) => one.guides ?? []) : [],
    ghosts: filled,
    faint: !partial.touched.length,
    shifts: filled.length || move === undefined ? [] : shiftsOf(partial, move, sites),
    full: sent ? free.filter((one) => one.inside) : [],
    tone,
    dots: [...dots.filter((one) => !isHandle(one) && !(one.optional && covered.length)), ...covered],
    rings: next.flatMap(ringOf),
    selected: partial.touched.flatMap(ringOf),
    outlined: free.filter((one) => !one.optional && !one.inside),
    chosen: free.filter((one) => (one.optional || (one.inside && !sent)) && !isHandle(one)),
    reach: found(sites, site?.leads ? [site.leads] : (site?.reach ?? [])),
    hovered: target,
    crowded: covered.length > 0 || isCrowded(dots.length, sites),
    sent,
  };
}

/** The pieces that a move would shift, as if they were dragged: those that its game names, else the
 * first site that is touched goes to the last.
 * @param {PartialMove} partial @param {number} move @param {Map<string, Site>} sites
 * @returns {[Site, Site][]} */
function shiftsOf({ choices }, move, sites) {
  const way = choices.moves[move][1].map((step) => choices.steps[step][0]);
  const pairs = choices.shifts[move] ?? [[way[0], way[way.length - 1]]];
  return pairs.flatMap(([from, to]) => {
    const [start, end] = found(sites, [from, to]);
    const shown = end && start !== end && start.taken && !end.optional && !end.inside;
    return shown ? [/** @type {[Site, Site]} */ ([start, end])] : [];
  });
}

/** Whether a site is a labelled disc beside the board, which has a highlight of its own.
 * @param {Site} site */
function isHandle(site) {
  return site.shape.startsWith("handle");
}

/** @param {Map<string, Site>} sites @param {string[]} names @returns {Site[]} */
function found(sites, names) {
  return names.flatMap((name) => sites.get(name) ?? []);
}

/** @param {number} dots @param {Map<string, Site>} sites */
function isCrowded(dots, sites) {
  const free = [...sites.values()].filter((site) => !site.taken && !site.optional && !site.inside);
  return dots > FEW && 2 * dots > free.length;
}
