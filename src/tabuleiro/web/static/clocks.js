/**
 * Clocks that tick between the states of the server, which decides.
 *
 * @typedef {{left: number[], running: number | null, at: number, control: string}} Clocks
 */

const SHORT = 20; // seconds from which a clock shows its tenths and its colour
const DAY = 86_400;
const HOUR = 3_600;

export class Ticker {
  /** @param {(seat: number, face: string, short: boolean) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {Clocks | null} */
    this.clocks = null;
    this.since = 0;
    setInterval(() => this.tick(), 200);
  }

  /** @param {Clocks | null} clocks */
  set(clocks) {
    this.clocks = clocks;
    this.since = performance.now();
    this.tick();
  }

  tick() {
    const clocks = this.clocks;
    if (!clocks) return;
    const passed = (performance.now() - this.since) / 1000;
    clocks.left.forEach((left, seat) => {
      const now = Math.max(0, left - (seat === clocks.running ? passed : 0));
      this.show(seat, face(now), now < SHORT && !clocks.control.endsWith("d"));
    });
  }
}

/** @param {number} seconds */
function face(seconds) {
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  const hours = Math.floor(seconds / HOUR);
  const minutes = Math.floor((seconds % HOUR) / 60);
  const rest = seconds < SHORT ? (seconds % 60).toFixed(1).padStart(4, "0") : two(Math.floor(seconds % 60));
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");
