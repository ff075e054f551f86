/**
 * The picture of a piece while it is dragged.
 *
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./picture.js").Picture} Picture
 */

import { rotated } from "./geometry.js";

/** Draws the piece of a site above all others.
 * @param {Picture} picture @param {string} site */
export function startDrag(picture, site) {
  const stack = picture.stack(site);
  stack?.classList.add("dragged");
  stack?.parentElement?.append(stack);
}

/** Moves the piece of a site to a point of the screen.
 * @param {Picture} picture @param {Site} site @param {Point} at */
export function dragTo(picture, site, at) {
  const start = picture.onScreen(site);
  const [dx, dy] = [(at.x - start.x) / picture.scale, (at.y - start.y) / picture.scale];
  const [x, y] = rotated(dx, dy, -picture.quarter);
  for (const part of picture.partsOn(site.name)) part.style.translate = `${x}px ${y}px`;
}

/** Moves the piece of a site back to its place.
 * @param {Picture} picture @param {string} site */
export function endDrag(picture, site) {
  picture.stack(site)?.classList.remove("dragged");
  for (const part of picture.partsOn(site)) part.style.translate = "";
}
