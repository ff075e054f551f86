/**
 * A piece under a hand that drags it.
 *
 * @typedef {import("./types.js").Site} Site
 * @typedef {import("./walk.js").Point} Point
 * @typedef {import("./picture.js").Picture} Picture
 */

import { rotated } from "./picture.js";

/** Lifts a piece over all others.
 * @param {Picture} picture @param {string} site */
export function lift(picture, site) {
  const stack = picture.stack(site);
  stack?.classList.add("dragged");
  stack?.parentElement?.append(stack);
}

/** Holds the piece of a site under a point of the screen.
 * @param {Picture} picture @param {Site} site @param {Point} at */
export function carry(picture, site, at) {
  const stack = picture.stack(site.name);
  if (!stack) return;
  const start = picture.onScreen(site);
  const [dx, dy] = [(at.x - start.x) / picture.scale, (at.y - start.y) / picture.scale];
  const [x, y] = rotated(dx, dy, -picture.quarter);
  stack.style.translate = `${x}px ${y}px`;
}

/** Lets the piece of a site go back to its place.
 * @param {Picture} picture @param {string} site */
export function putBack(picture, site) {
  const stack = picture.stack(site);
  if (!stack) return;
  stack.classList.remove("dragged");
  stack.style.translate = "";
}
