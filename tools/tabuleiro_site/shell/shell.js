/**
 * The first page. It shows the pages of the app in a frame, starts the worker that makes them, and
 * connects the service worker to it. The part of the address after # is the page that is shown.
 */

const LOCK_TIME = 200; // milliseconds after which another tab has the lock
const NOTICE_TIME = 15_000; // milliseconds
const SAVING_TIME = 60_000; // milliseconds within which a browser has begun to save a file
const WORDS = {
  en: {
    starting: "Starting …",
    weak: "In this browser the computer plays without its networks, so it is weaker. For stronger opponents, use a current version of Chrome or Edge.",
    unsupported: "This browser cannot keep pages for offline use here. Use HTTPS, and not a private window.",
    failed: "Tabuleiro could not start. Reload the page.",
    unsaved: "The file could not be saved. Try again.",
  },
  pt: {
    starting: "A iniciar …",
    weak: "Neste navegador o computador joga sem as suas redes, por isso é mais fraco. Para adversários mais fortes, use uma versão atual do Chrome ou do Edge.",
    unsupported: "Aqui, este navegador não pode guardar páginas para usar sem rede. Use HTTPS, e não uma janela privada.",
    failed: "Não foi possível iniciar o Tabuleiro. Recarregue a página.",
    unsaved: "Não foi possível guardar o ficheiro. Tente de novo.",
  },
};
const CHOSEN = "tabuleiro-language"; // in the browser's storage: that of the last page
const languages = [localStorage.getItem(CHOSEN) ?? "", ...navigator.languages].map((each) => each.slice(0, 2));
const words = WORDS[/** @type {"en" | "pt"} */ (languages.find((each) => each in WORDS) ?? "en")];
const root = new URL("./", location.href).pathname;
const LOCK = `tabuleiro ${root}`; // held by the tab whose worker has the games; other tabs use that worker
const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("page"));

const ID = String(Math.random()); // of the server in this tab
/** @type {Worker | null} */
let server = null;

/** @param {string} text */
function notify(text) {
  const notice = /** @type {HTMLElement} */ (document.getElementById("notice"));
  notice.textContent = text;
  notice.hidden = !text;
}

/** @param {string} text */
function notifyForAWhile(text) {
  notify(text);
  setTimeout(() => notify(""), NOTICE_TIME);
}

/** The page that the address names. */
const wanted = () => root + (location.hash.startsWith("#/") ? location.hash.slice(2) : "");

/** Shows the address and the title of the page in the frame, also when they change. */
function adoptPage() {
  showAddress();
  showTitle();
  // @ts-ignore: newer than the types
  frame.contentWindow?.navigation?.addEventListener("currententrychange", showAddress);
  frame.contentDocument?.addEventListener("click", (event) => void download(event));
  const language = frame.contentDocument?.documentElement.lang;
  if (language) localStorage.setItem(CHOSEN, language);
  const title = frame.contentDocument?.querySelector("title");
  if (title) new MutationObserver(showTitle).observe(title, { childList: true });
}

/** Saves the file of a link, for which browsers would not ask the service worker.
 * @param {MouseEvent} event */
async function download(event) {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[download]"));
  if (!link?.href.startsWith(location.origin)) return;
  event.preventDefault();
  const content = await fetch(link.href).then((response) => response.ok ? response.blob() : null).catch(() => null);
  if (!content) return notifyForAWhile(words.unsaved);
  const saved = document.createElement("a");
  saved.download = link.download;
  saved.href = URL.createObjectURL(content);
  saved.click();
  setTimeout(() => URL.revokeObjectURL(saved.href), SAVING_TIME);
}

function showAddress() {
  const page = frame.contentWindow?.location;
  if (!page?.pathname.startsWith(root)) return;
  const path = page.pathname.slice(root.length) + page.search;
  history.replaceState(null, "", path ? `#/${path}` : root);
}

function showTitle() {
  document.title = frame.contentDocument?.title || "Tabuleiro";
}

/** Fetches a new version of the site, which is used from the next start. */
async function update() {
  const registration = await navigator.serviceWorker.ready;
  await registration.update().catch(() => undefined); // without a network, another time
}

/** Gives the service worker a way to the server. */
function connect() {
  if (!server) return;
  const { port1, port2 } = new MessageChannel();
  server.postMessage({ name: "port", port: port1 }, [port1]);
  navigator.serviceWorker.controller?.postMessage({ name: "server", server: ID, port: port2 }, [port2]);
}

function startServer() {
  const engine = new Worker("engine_worker.js", { type: "module" });
  const { port1, port2 } = new MessageChannel();
  server = new Worker("server_worker.js", { type: "module" });
  server.postMessage({ name: "start", address: new URL(root, location.href).href, engine: port1 }, [port1]);
  server.addEventListener("error", () => notify(words.failed));
  server.addEventListener("message", ({ data }) => {
    if (data.name === "failed") notify(words.failed);
    if (data.name === "warning") notifyForAWhile(data.text);
    if (data.name !== "ready") return;
    notify("");
    if (!("Suspending" in WebAssembly)) notifyForAWhile(words.weak); // Python cannot wait for networks
    engine.postMessage({ name: "start", port: port2 }, [port2]);
    navigator.serviceWorker.controller?.postMessage({ name: "keep" });
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
    if (data.games && !frame.contentDocument?.hasFocus() && frame.contentWindow?.location.pathname === root) frame.contentWindow.location.reload();
  });
  connect();
}

async function start() {
  if (!navigator.serviceWorker || !navigator.locks) return notify(words.unsupported);
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.name === "connect") connect();
    if (data.name === "kept") {
      document.documentElement.dataset.kept = ""; // everything is here now
      void update();
    }
  });
  try {
    const { active } = await navigator.serviceWorker.register("service_worker.js");
    active?.postMessage({ name: "claim" }); // a forced reload leaves it out
  } catch {
    return notify(words.unsupported);
  }
  if (!navigator.serviceWorker.controller) {
    await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  }
  frame.addEventListener("load", adoptPage);
  const show = () => { if (!frame.src) frame.src = wanted(); };
  setTimeout(show, LOCK_TIME);
  addEventListener("hashchange", () => frame.contentWindow?.location.replace(wanted()));
  void navigator.locks.request(LOCK, () => {
    notify(words.starting);
    startServer();
    show();
    return new Promise(() => undefined); // held until the tab is closed
  });
}

void start();
