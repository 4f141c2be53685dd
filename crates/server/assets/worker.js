// The service worker: keeps what was seen last, for when the server cannot be reached. It never stands before
// an answer that can be had.

const CACHE = "jogo-1";
/** So many pages and answers are kept. */
const KEPT_MAX = 120;

const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(tidy()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  // The address of a file names its version.
  if (pathname.startsWith("/assets/")) event.respondWith(keptFirst(request));
  else if (request.mode === "navigate") event.respondWith(freshFirst(request, "/"));
  else if (pathname === "/api/catalogue" || pathname.startsWith("/api/words/"))
    event.respondWith(freshFirst(request));
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  // Only pages of this origin can reach a worker.
  const seen = /** @type {string[]} */ (
    Array.isArray(event.data?.seen) ? event.data.seen.slice(0, KEPT_MAX) : []
  );
  event.waitUntil(Promise.allSettled(seen.map(fetchAndKeep)));
});

async function tidy() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

/** @param {Request} request @param {Response} answer */
async function keep(request, answer) {
  if (answer.status !== 200) return;
  const cache = await caches.open(CACHE);
  await cache.put(request, answer);
  const known = await cache.keys();
  for (const old of known.slice(0, Math.max(0, known.length - KEPT_MAX))) await cache.delete(old);
}

/** Fetches what a page had before there was a worker. What is gone by now is not kept. @param {string} address */
async function fetchAndKeep(address) {
  if (new URL(address).origin !== location.origin || (await caches.match(address, { ignoreVary: true })))
    return;
  const request = new Request(address);
  await keep(request, await fetch(request));
}

/** @param {Request} request */
async function keptFirst(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  // Only what the server calls immutable belongs to this address: for another version's file it sends its
  // own.
  if (answer.headers.get("cache-control")?.includes("immutable")) void keep(request, answer.clone());
  return answer;
}

/**
 * What the server says, or what it said last, or what it said of another page.
 * @param {Request} request
 * @param {string} [other]
 */
async function freshFirst(request, other) {
  try {
    const answer = await fetch(request);
    void keep(request, answer.clone());
    return answer;
  } catch (error) {
    // Pages differ by what the browser accepts; what it was sent last will do.
    const kept =
      (await caches.match(request, { ignoreVary: true })) ??
      (other ? await caches.match(other, { ignoreVary: true }) : undefined);
    if (kept) return kept;
    throw error;
  }
}
