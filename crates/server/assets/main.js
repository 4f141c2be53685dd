// Begins: what this browser remembers, before anything is painted, and ears for what the server has sent.
// Both are needed first, so they are one file; whatever else there is comes after the first paint, or when it
// is wanted.

/** Where it is remembered. Nothing of it ever leaves the browser. */
const KEY = "jogo";

/** What a person can set, and how it is before they did. */
const USUAL = {
  /** auto, light or dark */
  theme: "auto",
  /** auto, more or less */
  contrast: "auto",
  /** auto or reduced */
  motion: "auto",
  /** off, on, or empty: not chosen yet. */
  sound: "",
  autoPass: false,
  /** Whether a solved puzzle is followed by the next one. */
  nextPuzzle: true,
  letterKeys: true,
  /** Seconds for each move of a replay. */
  pace: 1,
  name: "",
  /** The rule sets that a game was played to the end of, here. @type {string[]} */
  finished: [],
  /** The last choices of the dialog for a new game. @type {Record<string, any>} */
  wishes: {},
};

/** @typedef {typeof USUAL} Settings */

/** @returns {Settings} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { ...USUAL, ...(kept && typeof kept === "object" ? kept : {}) };
  } catch {
    return { ...USUAL };
  }
}

/** @type {Settings} */
export const settings = read();

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Partial<Settings>} changes */
export function set(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  apply();
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const wantsContrast = matchMedia("(prefers-contrast: more)");
const wantsCalm = matchMedia("(prefers-reduced-motion: reduce)");

export function isCalm() {
  return settings.motion === "reduced" || wantsCalm.matches;
}

export function isAudible() {
  return settings.sound !== "off";
}

/** Sets the attributes that the stylesheet reads. */
export function apply() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  const more = settings.contrast === "more" || (settings.contrast === "auto" && wantsContrast.matches);
  root.dataset.contrast = more ? "more" : "usual";
  root.dataset.motion = isCalm() ? "reduced" : "usual";
}

wantsContrast.addEventListener("change", apply);
wantsCalm.addEventListener("change", apply);
apply();

/** Does what a button, a link or a form says it does. @param {HTMLElement} element */
async function act(element) {
  try {
    const deeds = await import("./deeds.js");
    await deeds.act(element);
  } catch {
    // Where the code cannot be fetched, the address of a link leads there as well.
    if (element instanceof HTMLAnchorElement) location.assign(element.href);
  }
}

/** @param {Event} event @param {string} kind */
function heed(event, kind) {
  const element = event.target instanceof Element ? event.target.closest(kind) : null;
  if (!(element instanceof HTMLElement)) return;
  event.preventDefault();
  void act(element);
}

addEventListener("click", (event) => {
  // With these keys a link opens elsewhere.
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) heed(event, "a[data-do], button[data-do]");
});
addEventListener("submit", (event) => heed(event, "form[data-do]"));
addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  const keys = document.querySelector('[data-do="keys"]');
  if (
    event.key === "?" &&
    !typing &&
    settings.letterKeys &&
    !document.querySelector("dialog[open]") &&
    keys instanceof HTMLElement
  )
    void act(keys);
});
// A page that comes back as it was left may have other settings and games by now.
addEventListener("pageshow", (event) => event.persisted && navigator.onLine && location.reload());

const sound = document.querySelector('[data-do="sound"]');
const showSound = () => sound?.setAttribute("aria-pressed", String(isAudible()));
onSettings(showSound);
showSound();

performance.mark("usable");

/** How long the rest waits, at most, for a browser to paint. */
const PAINT_MS_MAX = 1000;

/** Resolves when there is something to see. Until then the rest would only stand in its way. */
function painted() {
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
    setTimeout(resolve, PAINT_MS_MAX);
  });
}

/**
 * What was seen is kept for when the server cannot be reached. Browsers offer that where pages are safe from
 * others.
 */
function keepPages() {
  // A browser that refuses plays all the same.
  void navigator.serviceWorker?.register("/worker.js").then(warm, () => {});
}

/**
 * This page and its files came before there was anything to keep them. The service worker fetches them again, not the page: a game may be
 * gone by then, which a browser reports as an error of whoever fetches it.
 */
async function warm() {
  const { active } = await navigator.serviceWorker.ready;
  const seen = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => /\/assets\/|\/api\/(catalogue|words)/.test(name));
  const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (page?.responseStatus === 200) seen.push(location.href);
  active?.postMessage({ seen });
}

const id = location.pathname.match(/^\/g\/([\w-]+)\/?$/)?.[1];
// A page that begins with a module of its own names it.
const own = /** @type {HTMLElement | null} */ (document.querySelector("[data-module]"));
if (own) void import(`./${own.dataset.module}.js`).then(({ show }) => show(own)).finally(keepPages);
else if (id) void import("./game.js").then(({ showGame }) => showGame(id)).finally(keepPages);
else void painted().then(() => import("./home.js")).then(({ showHome }) => showHome()).finally(keepPages);
