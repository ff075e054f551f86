/** Synthesised sounds: short, soft, and off by default. */

/** @typedef {{at: number, hertz: number, seconds: number, noise?: boolean, lowpass?: boolean}} Note */

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
  illegal: [{ at: 0, hertz: 140, seconds: 0.1, lowpass: true }],
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

/** Plays sounds by name, if it is on. */
export class Sound {
  constructor() {
    this.on = false;
    /** @type {AudioContext | null} */
    this.context = null;
  }

  /** Call this from a click or key event: browsers allow no sound before one.
   * @param {boolean} on */
  setOn(on) {
    this.on = on;
    if (on) this.context ??= new AudioContext();
    if (on) void this.context?.resume();
  }

  /** @param {string} name  one of place, push, capture, copy, illegal, turn, won, over */
  play(name) {
    const context = this.context;
    if (!this.on || !context) return;
    for (const note of SOUNDS[name]) playNote(context, note);
  }
}

/** @param {AudioContext} context @param {Note} note */
function playNote(context, note) {
  const start = context.currentTime + note.at;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(LOUDNESS, start + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + note.seconds);
  volume.connect(context.destination);
  const tone = new OscillatorNode(context, { type: "triangle", frequency: note.hertz });
  const sources = note.noise ? [tone, noiseSource(context, note.seconds)] : [tone];
  for (const source of sources) {
    source.connect(note.lowpass ? lowpassInto(context, volume) : volume);
    source.start(start);
    source.stop(start + note.seconds);
  }
}

/** @param {AudioContext} context @param {AudioNode} into */
function lowpassInto(context, into) {
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: 220 });
  filter.connect(into);
  return filter;
}

/** @param {AudioContext} context @param {number} seconds */
function noiseSource(context, seconds) {
  const buffer = context.createBuffer(1, Math.ceil(seconds * context.sampleRate), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = 0.5 * (Math.random() - 0.5);
  return new AudioBufferSourceNode(context, { buffer });
}
