// The game that was seen last, kept in this browser to be shown while the server cannot be reached.

/** @typedef {import("./types.js").State} State */

const LAST = "jogo-last";

/** @param {State} state */
export function remember(state) {
  try {
    // Offline, a running clock would show a wrong time.
    const clocks = state.now.clocks && { ...state.now.clocks, running: null };
    localStorage.setItem(LAST, JSON.stringify({ ...state, now: { ...state.now, clocks } }));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** @param {string} id @returns {State | null} */
export function recall(id) {
  try {
    const state = JSON.parse(localStorage.getItem(LAST) ?? "null");
    return state?.game?.id === id ? state : null;
  } catch {
    return null;
  }
}
