/**
 * Answers the requests of the pages: files from the cache, everything else from the app, which runs
 * in a worker of the first page. FILES and STARTS are filled in when the site is built.
 */

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** @type {Record<string, string>} */
const FILES = /* files */ {}; // the hash of each file
const ROOT = new URL("./", scope.location.href).pathname;
const CACHE = `tabuleiro ${ROOT}`; // other folders of this host may have their own sites
const KEPT_STARTS = "/kept starts"; // in the cache, before the path of the page
const BUILT = "http://localhost/ROOT/"; // the address of the site in start pages
/** @type {Record<string, string>} */
const STARTS = /* starts */ {}; // pages that are shown until the app has started
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
  "img-src 'self' data:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";
const PATIENCE = 120_000; // milliseconds that a request waits for the app to start
const CALLING = 1_000; // milliseconds between calls to the first page
const STARTING = 500; // milliseconds after which a start page is shown while the app starts
const RUNNING = 1_500; // likewise, if the app has answered: perhaps it runs no longer

/** @type {MessagePort | null} */
let port = null;
let serverId = "";
let started = false; // whether the app has answered
/** @type {((port: MessagePort) => void)[]} */
let waiting = [];
let requests = 0;
/** @type {Map<number, (message: any) => void>} */
const answers = new Map();

scope.addEventListener("install", (event) => {
  if (scope.registration.active) event.waitUntil(keepAll()); // an update: complete before it is used
});

scope.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    await dropOld();
    await scope.clients.claim();
  })());
});

scope.addEventListener("message", (event) => {
  const { data } = event;
  if (data.name === "claim") event.waitUntil(scope.clients.claim());
  if (data.name === "keep") event.waitUntil(keepAll().then(() => event.source?.postMessage({ name: "kept" })));
  if (data.name === "server") adoptPort(data.port, data.server);
});

scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== scope.location.origin) return;
  const path = url.pathname.startsWith(ROOT) ? url.pathname.slice(ROOT.length) : url.pathname.slice(1);
  if (event.request.destination === "document") {
    const shell = path === "" || path === "index.html";
    event.respondWith(shell ? file("index.html") : Response.redirect(`${ROOT}#/${path}${url.search}`, 302));
  } else if (path in FILES) event.respondWith(file(path));
  else event.respondWith(answer(event, `/${path}${url.search}`));
});

// --- files ----------------------------------------------------------------------------------

/** Where a file is kept: files that an update does not change stay. @param {string} path */
const addressOf = (path) => `${ROOT}${path}?${FILES[path]}`;

/** @param {string} path */
const requestFor = (path) => new Request(addressOf(path), { cache: "no-cache" });

/** A file of this version. @param {string} path */
async function file(path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(addressOf(path));
  if (kept) return guarded(kept);
  const response = await fetch(requestFor(path));
  if (response.ok) await cache.put(addressOf(path), response.clone());
  return guarded(response);
}

/** Keeps all files for offline use. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  for (const path of Object.keys(FILES)) {
    if (!await cache.match(addressOf(path))) await cache.add(requestFor(path));
  }
}

/** Drops the files and the pages of earlier versions. */
async function dropOld() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(FILES).map((path) => new URL(addressOf(path), scope.location.href).href));
  for (const request of await cache.keys()) {
    if (!wanted.has(request.url)) await cache.delete(request);
  }
}

/** A response with our policy, which workers need as a header. @param {Response} response */
function guarded(response) {
  const headers = new Headers(response.headers);
  headers.set("Content-Security-Policy", POLICY);
  headers.set("X-Content-Type-Options", "nosniff");
  return new Response(response.body, { status: response.status, headers });
}

// --- the app ----------------------------------------------------------------------------------

/** Uses the way to a server from now on. What another one has not answered is asked again; streams
 * that it began end with an error, after which pages open them again.
 * @param {MessagePort} given @param {string} id */
function adoptPort(given, id) {
  port = given;
  port.addEventListener("message", ({ data }) => {
    started = true;
    answers.get(data.id)?.(data);
  });
  port.start();
  if (id !== serverId) {
    started = false;
    for (const receive of answers.values()) receive({ lost: given });
  }
  serverId = id;
  for (const done of waiting) done(given);
  waiting = [];
}

/** The way to the app. When this worker was stopped meanwhile, the first page is asked again. */
async function server() {
  if (port) return port;
  const found = new Promise((done) => waiting.push(done));
  const call = async () => {
    for (const client of await scope.clients.matchAll({ type: "window" })) client.postMessage({ name: "connect" });
  };
  const calling = setInterval(call, CALLING); // a page that is just being opened does not hear the first call
  await call();
  return found.finally(() => clearInterval(calling));
}

/** The answer of the app. @param {FetchEvent} event @param {string} target */
async function answer(event, target) {
  const { request } = event;
  const start = request.mode === "navigate" && STARTS[`${target} ${languageOf(request)}`];
  if (!start) return ask(request, target);
  const answered = ask(request.clone(), target).then((page) => keepStart(target, page));
  const late = new Promise((done) => setTimeout(done, started ? RUNNING : STARTING, null));
  return (await Promise.race([answered, late])) ?? startPage(target, start);
}

/** Keeps a page for the next start: it has the language, the colours and the games of the reader.
 * @param {string} target @param {Response} page */
async function keepStart(target, page) {
  if (page.ok) await (await caches.open(CACHE)).put(KEPT_STARTS + target, page.clone());
  return page;
}

/** The page as it was last, else as it was built. @param {string} target @param {string} path */
async function startPage(target, path) {
  const kept = await (await caches.open(CACHE)).match(KEPT_STARTS + target);
  if (kept) return kept;
  const page = await file(path);
  const text = (await page.text()).replaceAll(BUILT, `${scope.location.origin}${ROOT}`).replaceAll(new URL(BUILT).pathname, ROOT);
  return new Response(text, { headers: page.headers });
}

/** @param {Request} request */
function languageOf(request) {
  const wanted = (request.headers.get("accept-language") ?? navigator.languages.join(",")).toLowerCase().split(",");
  return wanted.map((each) => each.trim().slice(0, 2)).find((each) => each === "en" || each === "pt") ?? "en";
}

/** @param {Request} request @param {string} target @returns {Promise<Response>} */
async function ask(request, target) {
  const body = ["GET", "HEAD"].includes(request.method) ? new ArrayBuffer(0) : await request.arrayBuffer();
  const headers = [...request.headers].filter(([name]) => !["origin", "referer"].includes(name));
  const cookies = await scope.cookieStore?.getAll() ?? [];
  headers.push(["cookie", cookies.map((/** @type {any} */ each) => `${each.name}=${each.value}`).join("; ")]);
  const way = await server();
  const id = ++requests;
  const question = { name: "request", id, method: request.method, target, headers, body };
  let begun = false; // whether the answer has begun
  return new Promise((done) => {
    /** @type {ReadableStreamDefaultController | undefined} */
    let controller;
    const stream = new ReadableStream({
      start: (given) => { controller = given; },
      cancel: () => {
        answers.delete(id);
        way.postMessage({ name: "cancel", id });
      },
    });
    answers.set(id, (message) => {
      if (message.lost && begun) {
        answers.delete(id);
        controller?.error();
      } else if (message.lost) message.lost.postMessage(question);
      else if (message.status) {
        begun = true;
        const bare = [204, 205, 304].includes(message.status);
        done(new Response(bare ? null : stream, { status: message.status, headers: message.headers }));
      } else if (message.part) controller?.enqueue(message.part);
      else {
        answers.delete(id);
        try { controller?.close(); } catch { /* it was cancelled */ }
      }
    });
    way.postMessage(question);
    setTimeout(() => done(new Response(null, { status: 503 })), PATIENCE);
  });
}
