/**
 * What is highlighted on a board while a move is being entered.
 *
 * @typedef {import("./types.js").Box} Box
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./partial_move.js").PartialMove} PartialMove
 *
 * @typedef {object} Highlights
 * @property {Box[]} guides
 * @property {Site[]} ghosts  sites that the move would fill
 * @property {boolean} faint  whether the ghosts are at the site to be touched next
 * @property {[Site, Site] | null} moved  a piece, and where the next touch would move it
 * @property {string} tone  the colour of the ghosts
 * @property {Site[]} dots  free sites that can be touched
 * @property {string[]} rings  outlines around pieces that can be touched
 * @property {string[]} selected  outlines around what has been touched
 * @property {Site[]} outlined  free sites that have been touched
 * @property {Site[]} chosen  crossings and holes that have been touched
 * @property {Site | null} hovered
 * @property {boolean} crowded  whether the dots are small
 */

/** Dots are small if there are more than this and they fill most of the board. */
const FEW = 8;

/**
 * @param {PartialMove} partial
 * @param {Map<string, Site>} sites
 * @param {string} hovered
 * @param {boolean} done  whether the move is complete
 * @returns {Highlights}
 */
export function highlightsOf(partial, sites, hovered, done) {
  const { steps, rings, ghosts, tone } = partial.choices;
  const next = done ? [] : [...new Set(partial.next.values())];
  const selected = [...partial.selected];
  const dots = found(sites, next.filter((step) => !(step in rings)).map((step) => steps[step][0]));
  const move = partial.move ?? partial.touch(hovered)?.move;
  const site = sites.get(hovered);
  const target = site && partial.next.has(hovered) && !done ? site : null;
  const filled = found(sites, move === undefined ? [] : (ghosts[move] ?? []));
  const free = found(sites, partial.touched.filter((step) => !(step in rings)).flatMap((i) => steps[i]));
  return {
    guides: [...found(sites, selected), ...(target ? [target] : [])].flatMap((one) => one.guides ?? []),
    ghosts: filled,
    faint: !partial.touched.length,
    moved: filled.length || partial.move !== undefined ? null : movedPiece(partial, sites, target),
    tone,
    dots: dots.filter((one) => !isHandle(one)),
    rings: next.flatMap((step) => rings[step] ?? []),
    selected: partial.touched.flatMap((step) => rings[step] ?? []),
    outlined: free.filter((one) => !one.optional),
    chosen: free.filter((one) => one.optional && !isHandle(one)),
    hovered: target,
    crowded: isCrowded(dots.length, sites),
  };
}

/** The touched piece and the free site that it would move to, previewed as if it were dragged.
 * @param {PartialMove} partial @param {Map<string, Site>} sites @param {Site | null} to
 * @returns {[Site, Site] | null} */
function movedPiece(partial, sites, to) {
  const [from] = found(sites, [...partial.selected]);
  const goal = to && !to.taken && !to.optional && partial.touch(to.name)?.move !== undefined;
  return goal && from?.taken ? [from, to] : null;
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
