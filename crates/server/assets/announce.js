// Texts for screen readers, and short notes on the screen.
import { byId, h } from "./dom.js";
import { t } from "./words.js";

let turnOver = false;

/** Said when there is a pause. @param {string} text */
export function announce(text) {
  const live = byId("live");
  // The same text twice would not be said twice, so every other one ends differently.
  turnOver = !turnOver;
  live.textContent = turnOver ? text : `${text}\u00a0`;
}

/** Said at once. @param {string} text */
export function alarm(text) {
  byId("alert").textContent = text;
}

/** How long a note stays, in milliseconds. */
const STAY_MS = 4500;

/** A note at the edge of the window, said as well. @param {string} text @param {"info" | "problem"} [kind] */
export function note(text, kind = "info") {
  announce(text);
  const toast = h(
    "div",
    { class: `toast ${kind}` },
    h("span", {}, text),
    h(
      "button",
      { class: "plain", type: "button", "aria-label": t("close"), on: { click: () => toast.remove() } },
      "×",
    ),
  );
  const toasts = byId("toasts");
  while (toasts.childElementCount > 2) toasts.firstElementChild?.remove();
  toasts.append(toast);
  // Shown anew, it stands above a dialog that was opened since.
  toasts.hidePopover();
  toasts.showPopover();
  setTimeout(() => toast.remove(), STAY_MS);
}

/**
 * Runs what a button starts, and shows a note when it is refused.
 * @param {() => Promise<unknown> | unknown} work
 */
export function attempt(work) {
  return async () => {
    try {
      await work();
    } catch (error) {
      note(error instanceof Error ? error.message : String(error), "problem");
    }
  };
}
