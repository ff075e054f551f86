/** Making elements, and filling in words. */

/** @param {string} name @param {Record<string, string | number | boolean>} [attributes]
 * @param {(Node | string)[]} [children] */
export function html(name, attributes = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/** A sentence with its values: `{name}` stands for `values.name`.
 * @param {string} template @param {Record<string, unknown>} [values] */
export function worded(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** A message as a sentence. The name of a place at its beginning stays as it is.
 * @param {string} text */
export function sentence(text) {
  const named = /^\S*[\d'"]/.test(text);
  const begun = named ? text : text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?:…]$/.test(begun) ? begun : `${begun}.`;
}

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return /** @type {T} */ (found);
}

/** Shows whether what a button does is on, on every such button. @param {string} deed @param {boolean} on */
export function press(deed, on) {
  for (const button of document.querySelectorAll(`[data-do="${deed}"]`)) button.setAttribute("aria-pressed", String(on));
}

/** Copies what a field shows, and says so on the button for a moment.
 * @param {HTMLInputElement | HTMLTextAreaElement} field @param {HTMLElement} button @param {string} done */
export async function copy(field, button, done) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  const words = button.textContent;
  button.textContent = done;
  setTimeout(() => { button.textContent = words; }, 1_500);
}
