/** Talking with the server: JSON over HTTP. */

const ROOT = "/api/v1";

/** An answer that refuses something, in the reader's words. */
export class Refusal extends Error {
  /** @param {number} status @param {{code: string, message: string, state?: any}} error */
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.state = error.state;
  }
}

/** Nobody answered: the network or the server is away. */
export class Unreachable extends Error {}

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function call(method, path, body) {
  const response = await send(method, path, body);
  const answer = await read(response);
  if (!response.ok) throw trouble(response, answer);
  return answer;
}

/** The events that the server sends in answer to a question, until they end or are not wanted.
 * @param {string} path @param {unknown} body @param {AbortSignal} signal
 * @returns {AsyncGenerator<{name: string, data: any}>} */
export async function* follow(path, body, signal) {
  const response = await send("POST", path, body, signal);
  if (!response.ok || !response.body) throw trouble(response, await read(response));
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
  return reach(ROOT + path, {
    method,
    headers: { "X-Tabuleiro": "1", "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
}

/** @param {Response} response @param {any} answer */
function trouble(response, answer) {
  if (response.status >= 502 || !answer?.error) return new Unreachable();
  return new Refusal(response.status, answer.error);
}

/** @param {string} path */
export const get = (path) => call("GET", path);

/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => call("POST", path, body);

/** @param {string} path @param {RequestInit} request */
async function reach(path, request) {
  try {
    return await fetch(path, request);
  } catch {
    throw new Unreachable();
  }
}

/** @param {Response} response */
async function read(response) {
  try {
    return response.status === 204 ? null : await response.json();
  } catch {
    return null;
  }
}
