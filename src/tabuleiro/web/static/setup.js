/** The form for a new game: shows as many seats as the number of players. */

const counter = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-seats]"));
const seats = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".seat"));

function showSeats() {
  const count = Number(counter?.value) || seats.length;
  for (const seat of seats) seat.hidden = Number(seat.dataset.seat) > count;
}

if (counter) {
  counter.addEventListener("input", showSeats);
  showSeats();
}
