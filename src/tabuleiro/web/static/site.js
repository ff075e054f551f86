/** The settings menu of every page. */

const menu = document.querySelector(".menu");

menu?.querySelector("form")?.addEventListener("change", (event) => {
  /** @type {HTMLFormElement} */ (event.currentTarget).requestSubmit();
});

document.addEventListener("click", (event) => {
  if (menu?.hasAttribute("open") && !menu.contains(/** @type {Node} */ (event.target))) {
    menu.removeAttribute("open");
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu?.hasAttribute("open")) return;
  menu.removeAttribute("open");
  menu.querySelector("summary")?.focus();
});
