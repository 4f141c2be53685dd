// What this browser remembers. Nothing of it ever leaves the browser. Runs before anything is painted.

const KEY = "jogo";

/** What a person can set, and how it is before they did. */
const USUAL = {
  /** auto, light or dark */
  theme: "auto",
  /** auto, more or less */
  contrast: "auto",
  /** auto or reduced */
  motion: "auto",
  /** off, on, or empty: nobody has chosen yet. */
  sound: "",
  autoPass: false,
  letterKeys: true,
  /** Seconds for each move of a replay. */
  pace: 1,
  name: "",
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

/** Tells the stylesheet. */
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
