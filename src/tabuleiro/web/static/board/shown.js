/**
 * What is drawn over a board while a move is being entered.
 *
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./entry.js").Entry} Entry
 * @typedef {import("./picture.js").Shown} Shown
 */

/** Dots are small when there are more than this and they fill most of the board. */
const FEW = 8;

/**
 * @param {Entry} entry
 * @param {Map<string, Site>} sites
 * @param {string} hovered
 * @param {boolean} done  nothing more is to be touched
 * @returns {Shown}
 */
export function shown(entry, sites, hovered, done) {
  const { steps, rings, ghosts, tone } = entry.choices;
  const next = done ? [] : [...new Set(entry.next.values())];
  const selected = [...entry.selected];
  const dots = found(sites, next.filter((step) => !(step in rings)).map((step) => steps[step][0]));
  const move = entry.move ?? entry.touch(hovered)?.move;
  const site = sites.get(hovered);
  const asked = site && entry.next.has(hovered) && !done ? site : null;
  const ghosted = found(sites, move === undefined ? [] : (ghosts[move] ?? []));
  const free = found(sites, entry.touched.filter((step) => !(step in rings)).flatMap((i) => steps[i]));
  return {
    guides: [...found(sites, selected), ...(asked ? [asked] : [])].flatMap((one) => one.guides ?? []),
    ghosts: ghosted,
    faint: !entry.touched.length,
    moved: ghosted.length || entry.move !== undefined ? null : moved(entry, sites, asked),
    tone,
    dots: dots.filter((one) => !isHandle(one)),
    rings: next.flatMap((step) => rings[step] ?? []),
    selected: entry.touched.flatMap((step) => rings[step] ?? []),
    outlined: free.filter((one) => !one.optional),
    chosen: free.filter((one) => one.optional && !isHandle(one)),
    hovered: asked,
    crowded: crowded(dots.length, sites),
  };
}

/** A piece that was touched, and the free site that it would be led to: as it is when dragged.
 * @param {Entry} entry @param {Map<string, Site>} sites @param {Site | null} to
 * @returns {[Site, Site] | null} */
function moved(entry, sites, to) {
  const [from] = found(sites, [...entry.selected]);
  const goal = to && !to.taken && !to.optional && entry.touch(to.name)?.move !== undefined;
  return goal && from?.taken ? [from, to] : null;
}

/** Whether a site is a labelled disc beside the board, which shows by itself how it stands.
 * @param {Site} site */
function isHandle(site) {
  return site.shape.startsWith("handle");
}

/** @param {Map<string, Site>} sites @param {string[]} names @returns {Site[]} */
function found(sites, names) {
  return names.flatMap((name) => sites.get(name) ?? []);
}

/** @param {number} dots @param {Map<string, Site>} sites */
function crowded(dots, sites) {
  const free = [...sites.values()].filter((site) => !site.taken && !site.optional && !site.inside);
  return dots > FEW && 2 * dots > free.length;
}
