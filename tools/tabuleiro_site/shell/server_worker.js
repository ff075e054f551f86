/** The worker that runs the app: it answers requests, which the service worker passes on. */

import { startPython } from "./python.js";

const SAVE_DELAY = 10; // milliseconds after a change, so that several are saved at once

/** @type {(message: any) => void} */
let begin;
const beginning = new Promise((done) => { begin = done; });
/** @type {Promise<{python: any, server: any}>} */
const running = run();
running.catch((error) => {
  console.error(error);
  postMessage({ name: "failed" });
});

addEventListener("message", ({ data }) => {
  if (data.name === "start") begin(data);
  if (data.name === "port") serve(data.port);
});

async function run() {
  const python = await startPython(["tabuleiro.zip", "packages.zip"]);
  const { address, engine } = await beginning;
  const folder = `/games${new URL(address).pathname}`.replace(/\/$/, ""); // all sites of a host share IndexedDB
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, folder);
  await sync(python, true);
  python.pyimport("tabuleiro_site.in_place").install_in_anyio();
  const { SiteServer } = python.pyimport("tabuleiro_site.server");
  let saved = Promise.resolve(); // all that has begun
  /** @type {Promise<void> | null} */
  let next = null; // what has not begun yet
  const save = () => next ??= saved = saved.catch(() => undefined).then(async () => {
    await new Promise((done) => setTimeout(done, SAVE_DELAY));
    next = null;
    await sync(python, false);
  });
  const warn = (/** @type {string} */ text) => postMessage({ name: "warning", text });
  const server = SiteServer(address, folder, engineAt(engine), save, warn);
  await server.start();
  await sync(python, false);
  const games = python.FS.analyzePath(`${folder}/cookies.json`).exists;
  postMessage({ name: "ready", games });
  return { python, server };
}

/** Asks the engine in the other worker. @param {MessagePort} port */
function engineAt(port) {
  let asked = 0;
  /** @type {Map<number, (message: any) => void>} */
  const answers = new Map();
  port.addEventListener("message", ({ data }) => answers.get(data.id)?.(data));
  port.start();
  return (/** @type {any} */ task, /** @type {any} */ report) => new Promise((done, fail) => {
    const id = ++asked;
    const told = report.copy();
    answers.set(id, ({ part, answer, error }) => {
      if (part) return told(part);
      answers.delete(id);
      told.destroy();
      return error ? fail(new Error(error)) : done(answer);
    });
    port.postMessage({ id, task: task.toJs() });
  });
}

/** Answers the requests that come through a port. @param {MessagePort} port */
function serve(port) {
  /** @type {Map<number, any>} */
  const leaving = new Map();
  port.addEventListener("message", async ({ data }) => {
    if (data.name === "cancel") return leaving.get(data.id)?.set();
    const { id, method, target, headers, body } = data;
    const { python, server } = await running.catch(() => ({ python: null, server: null }));
    if (!server) return port.postMessage({ id, status: 503, headers: [] });
    const left = python.pyimport("asyncio").Event();
    leaving.set(id, left);
    try {
      await server.respond(
        method, target, python.toPy(headers), python.toPy(new Uint8Array(body)).tobytes(),
        (/** @type {number} */ status, /** @type {any} */ sent) => port.postMessage({ id, status, headers: sent.toJs() }),
        (/** @type {any} */ part) => port.postMessage({ id, part: part.toJs() }),
        left,
      );
    } catch (error) {
      console.error(error);
      port.postMessage({ id, status: 500, headers: [] });
    }
    leaving.delete(id);
    port.postMessage({ id });
    return undefined;
  });
  port.start();
}

/** Reads the games from IndexedDB, or writes them. @param {any} python @param {boolean} read */
function sync(python, read) {
  return new Promise((done, fail) => python.FS.syncfs(read, (/** @type {any} */ error) => error ? fail(error) : done(undefined)));
}
