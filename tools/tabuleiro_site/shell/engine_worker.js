/** The worker in which computer players think; the networks run in it too. */

// @ts-ignore: the build puts it there
import * as ort from "./ort/ort.wasm.min.mjs";
import { CAN_WAIT, startPython } from "./python.js";

addEventListener("message", ({ data }) => void start(data.port), { once: true });

/** @param {MessagePort} port */
async function start(port) {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = new URL("ort/", import.meta.url).href;
  Object.assign(globalThis, { openSession });
  const starting = startPython(["tabuleiro.zip"]).then((python) => python.pyimport("tabuleiro_site.engine"));
  port.addEventListener("message", async ({ data }) => {
    const { id, task } = data;
    const report = (/** @type {any} */ part) => port.postMessage({ id, part: part.toJs() });
    try {
      const engine = await starting;
      const answer = CAN_WAIT ? await engine.answer.callPromising(task, report) : engine.answer(task, report);
      port.postMessage({ id, answer: answer.toJs() });
      answer.destroy();
    } catch (error) {
      port.postMessage({ id, error: String(error) }); // so that no game waits forever
    }
  });
  port.start();
}

/** The session of a network, for Python. @param {string} url */
async function openSession(url) {
  const session = await ort.InferenceSession.create(new URL(url, import.meta.url).href);
  return {
    /** The answers to packed questions: for each its entries, then its values. */
    async run(/** @type {Uint8Array} */ packed, /** @type {number} */ planes, /** @type {number[]} */ scales, /** @type {number} */ rows, /** @type {number} */ columns) {
      const unpacked = unpackPlanes(packed, planes, scales, rows * columns);
      const questions = unpacked.length / ((planes + scales.length) * rows * columns);
      const input = new ort.Tensor("float32", unpacked, [questions, planes + scales.length, rows, columns]);
      const { logits, values } = await session.run({ planes: input });
      return joinRows(logits.data, values.data, questions);
    },
  };
}

/** The planes of questions: bits, then numbers that are the same on a whole plane.
 * @param {Uint8Array} packed @param {number} planes @param {number[]} scales @param {number} cells */
function unpackPlanes(packed, planes, scales, cells) {
  const planeBytes = 8 * Math.ceil(cells / 64);
  const size = planes * planeBytes + 8 * Math.ceil(scales.length / 8);
  const unpacked = new Float32Array((packed.length / size) * (planes + scales.length) * cells);
  let at = 0;
  for (let start = 0; start < packed.length; start += size) {
    for (let plane = 0; plane < planes; plane++) {
      const first = start + plane * planeBytes;
      for (let cell = 0; cell < cells; cell++) unpacked[at++] = (packed[first + (cell >> 3)] >> (cell & 7)) & 1;
    }
    scales.forEach((scale, number) => {
      unpacked.fill(packed[start + planes * planeBytes + number] / scale, at, at + cells);
      at += cells;
    });
  }
  return unpacked;
}

/** @param {any} logits @param {any} values @param {number} rows */
function joinRows(logits, values, rows) {
  const [entries, seats] = [logits.length / rows, values.length / rows];
  const joined = new Float32Array(rows * (entries + seats));
  for (let row = 0; row < rows; row++) {
    joined.set(logits.subarray(row * entries, (row + 1) * entries), row * (entries + seats));
    joined.set(values.subarray(row * seats, (row + 1) * seats), row * (entries + seats) + entries);
  }
  return joined;
}
