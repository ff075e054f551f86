/** Addresses of pages. The site may be in a folder of its host; its server does not know that. */

const ROOT = new URL("..", import.meta.url);

/** The address of a page in this window. @param {string} path  as `/g/1` */
export const addressOf = (path) => ROOT.pathname + path.slice(1);

/** Whether the site has no server: it runs in this browser, for one visitor. */
export const ALONE = document.documentElement.dataset.alone !== undefined;

/** The link to a page for others. In a site without a server, its first page opens the link.
 * @param {string} path */
export const linkTo = (path) => `${ROOT.href}${ALONE ? "#/" : ""}${path.slice(1)}`;
