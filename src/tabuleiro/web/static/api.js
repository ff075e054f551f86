/** The client of the JSON API. */

const ROOT = "/api/v1";

/** An error response, with its message in the language of the page. */
export class Refusal extends Error {
  /** @param {number} status @param {{code: string, message: string, state?: any}} error */
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.state = error.state;
  }
}

/** The network or the server is down. */
export class Unreachable extends Error {}

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function call(method, path, body) {
  const response = await send(method, path, body);
  const answer = await readBody(response);
  if (!response.ok) throw errorOf(response, answer);
  return answer;
}

/** The server-sent events in response to a POST, until they end or the signal aborts.
 * @param {string} path @param {unknown} body @param {AbortSignal} signal
 * @returns {AsyncGenerator<{name: string, data: any}>} */
export async function* streamEvents(path, body, signal) {
  const response = await send("POST", path, body, signal);
  if (!response.ok || !response.body) throw errorOf(response, await readBody(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (name) yield { name, data: JSON.parse(data) };
    }
  }
}

/** @param {string} method @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
function send(method, path, body, signal) {
  return fetchOrThrow(ROOT + path, {
    method,
    headers: { "X-Tabuleiro": "1", "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
}

/** @param {Response} response @param {any} answer */
function errorOf(response, answer) {
  if (response.status >= 502 || !answer?.error) return new Unreachable();
  return new Refusal(response.status, answer.error);
}

/** @param {string} path */
export const get = (path) => call("GET", path);

/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => call("POST", path, body);

/** @param {string} path @param {RequestInit} request */
async function fetchOrThrow(path, request) {
  try {
    return await fetch(path, request);
  } catch {
    throw new Unreachable();
  }
}

/** @param {Response} response */
async function readBody(response) {
  try {
    return response.status === 204 ? null : await response.json();
  } catch {
    return null;
  }
}
