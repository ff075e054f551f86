/** Sounds, synthesised: short, soft, and off until somebody turns them on. */

/** @typedef {{at: number, hertz: number, seconds: number, noise?: boolean, muffled?: boolean}} Note */

const TICK = 0.06;
const LOUDNESS = 0.125; // −18 dB

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  place: [{ at: 0, hertz: 420, seconds: TICK }],
  push: [
    { at: 0, hertz: 420, seconds: TICK },
    { at: 0.04, hertz: 420, seconds: TICK },
  ],
  capture: [{ at: 0, hertz: 300, seconds: 0.09, noise: true }],
  copy: [
    { at: 0, hertz: 420, seconds: TICK },
    { at: 0.06, hertz: 560, seconds: TICK },
  ],
  illegal: [{ at: 0, hertz: 140, seconds: 0.1, muffled: true }],
  turn: [{ at: 0, hertz: 660, seconds: 0.1 }],
  won: [
    { at: 0, hertz: 440, seconds: 0.04 },
    { at: 0.04, hertz: 554, seconds: 0.04 },
    { at: 0.08, hertz: 659, seconds: 0.04 },
  ],
  over: [
    { at: 0, hertz: 440, seconds: 0.03 },
    { at: 0.045, hertz: 440, seconds: 0.03 },
    { at: 0.09, hertz: 440, seconds: 0.03 },
  ],
};

/** Plays sounds by name while it is on. */
export class Sound {
  constructor() {
    this.on = false;
    /** @type {AudioContext | null} */
    this.context = null;
  }

  /** To be called from a click or a key: browsers let nothing sound before one.
   * @param {boolean} on */
  turn(on) {
    this.on = on;
    if (on) this.context ??= new AudioContext();
    if (on) void this.context?.resume();
  }

  /** @param {string} name  one of place, push, capture, copy, illegal, turn, won, over */
  play(name) {
    const context = this.context;
    if (!this.on || !context) return;
    for (const note of SOUNDS[name]) sound(context, note);
  }
}

/** @param {AudioContext} context @param {Note} note */
function sound(context, note) {
  const start = context.currentTime + note.at;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(LOUDNESS, start + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + note.seconds);
  volume.connect(context.destination);
  const tone = new OscillatorNode(context, { type: "triangle", frequency: note.hertz });
  const sources = note.noise ? [tone, rustle(context, note.seconds)] : [tone];
  for (const source of sources) {
    source.connect(note.muffled ? muffle(context, volume) : volume);
    source.start(start);
    source.stop(start + note.seconds);
  }
}

/** @param {AudioContext} context @param {AudioNode} into */
function muffle(context, into) {
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: 220 });
  filter.connect(into);
  return filter;
}

/** @param {AudioContext} context @param {number} seconds */
function rustle(context, seconds) {
  const buffer = context.createBuffer(1, Math.ceil(seconds * context.sampleRate), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = 0.5 * (Math.random() - 0.5);
  return new AudioBufferSourceNode(context, { buffer });
}
