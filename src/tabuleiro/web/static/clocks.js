/**
 * Clocks that count down between states. Only the server decides when time is up.
 *
 * @typedef {{left: number[], running: number | null, at: number, control: string}} Clocks
 */

const SHORT = 20; // seconds below which a clock shows tenths and changes colour
const DAY = 86_400;
const HOUR = 3_600;

export class Ticker {
  /** @param {(seat: number, text: string, short: boolean) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {Clocks | null} */
    this.clocks = null;
    this.receivedAt = 0;
    setInterval(() => this.tick(), 200);
  }

  /** @param {Clocks | null} clocks */
  set(clocks) {
    this.clocks = clocks;
    this.receivedAt = performance.now();
    this.tick();
  }

  tick() {
    const clocks = this.clocks;
    if (!clocks) return;
    const passed = (performance.now() - this.receivedAt) / 1000;
    clocks.left.forEach((left, seat) => {
      const now = Math.max(0, left - (seat === clocks.running ? passed : 0));
      this.show(seat, formatTime(now), now < SHORT && !clocks.control.endsWith("d"));
    });
  }
}

/** @param {number} seconds */
function formatTime(seconds) {
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  const hours = Math.floor(seconds / HOUR);
  const minutes = Math.floor((seconds % HOUR) / 60);
  const rest = seconds < SHORT ? (seconds % 60).toFixed(1).padStart(4, "0") : twoDigits(Math.floor(seconds % 60));
  return hours ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");
