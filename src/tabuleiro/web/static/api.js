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
  const response = await reach(ROOT + path, {
    method,
    headers: { "X-Tabuleiro": "1", "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await read(response);
  if (response.ok) return answer;
  if (response.status >= 502 || !answer?.error) throw new Unreachable();
  throw new Refusal(response.status, answer.error);
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
