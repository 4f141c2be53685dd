// The HTTP door of the server.
import { said, t } from "./words.js";

/** What the server refused, in words. */
export class Refusal extends Error {
  /** @param {string} code @param {import("./types.js").Text} text */
  constructor(code, text) {
    super(said(text) || code);
    this.code = code;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin" };
  if (body !== undefined)
    Object.assign(request, { body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refusal("unreachable", t("unreachable"));
  }
  const kind = answer.headers.get("content-type") ?? "";
  const content = kind.includes("json") ? await answer.json().catch(() => null) : await answer.text();
  if (!answer.ok)
    throw new Refusal(
      content?.code ?? String(answer.status),
      content?.text ?? t("refused", { status: answer.status }),
    );
  return content;
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/** @param {string} path @param {object} [body] */
export const post = (path, body = {}) => ask("POST", path, body);
/** @param {string} path */
export const remove = (path) => ask("DELETE", path);

/** @type {Promise<import("./types.js").Catalogue> | null} */
let asked = null;

/** The rule sets. Asked for once. @returns {Promise<import("./types.js").Catalogue>} */
export function catalogue() {
  asked ??= get("/api/catalogue").catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** The address of a game for others. @param {import("./types.js").Catalogue} catalogue @param {string} id */
export function linkTo(catalogue, id) {
  // A page that was opened by an address that others can use shares that one.
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return `${isLocal ? (catalogue.reach.urls[0] ?? location.origin) : location.origin}/g/${id}`;
}
