// What the board of a game shows: its picture, the marks on it, and what a move would change.
import { worth } from "./hints.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Handle} Handle */
/** @typedef {import("./types.js").Picture} Picture */

/**
 * The picture that is shown: of a position looked back at, else of the game with the move being made.
 * @param {import("./game.js").GamePage} page
 * @returns {Picture}
 */
export function pictureOf(page) {
  const state = /** @type {State} */ (page.state);
  const past = page.leaf.shown() ?? page.teacher.shown();
  if (past) return past.picture;
  if (!page.early) return state.now.picture;
  const { changes, counts } = page.early.handle;
  const changed = new Map(changes.map((cell) => [cell.name, cell]));
  return {
    ...state.now.picture,
    counts: counts ?? state.now.picture.counts,
    cells: state.now.picture.cells.map((cell) => changed.get(cell.name) ?? cell),
  };
}

/**
 * What the pointed or considered move would do.
 * @param {import("./game.js").GamePage} page
 * @returns {Handle | null}
 */
export function foreseenOf(page) {
  if (!page.isLive() || !page.hand) return null;
  if (page.considered) return page.considered;
  const { touched } = page.hand;
  if (!touched.length || !page.pointed || page.pointed === touched.at(-1)) return null;
  const finishes = page.hand.finishes([...touched, page.pointed]);
  return finishes[Math.floor((finishes.length - 1) / 2)]?.handle ?? null;
}

/** What to draw beside the picture. @param {import("./game.js").GamePage} page */
export function marksOf(page) {
  const past = page.leaf.shown() ?? page.teacher.shown();
  const now = /** @type {State} */ (page.state).now;
  const hand = page.isLive() ? page.hand : null;
  const early = page.early?.cells;
  const known = page.early ? null : page.hints.current();
  const hint = page.teacher.isHere()
    ? (known?.lines ?? []).slice(0, page.teacher.stepsOf(known?.position ?? "") > 2 ? 1 : 0)
    : (known?.lines ?? []);
  const piece = page.teacher.isHere() && known?.steps?.piece;
  return {
    hinted: piece ? [piece] : [],
    last: past ? (past.last?.cells ?? []) : (early ?? now.last?.cells ?? []),
    deciding: past ? [] : now.deciding,
    touched: hand?.touched ?? [],
    starts: hand?.starts() ?? [],
    targets: page.considered ? [] : (hand?.targets() ?? []),
    preview: foreseenOf(page)?.changes ?? [],
    badges: hand ? (page.values?.badges() ?? []) : [],
    arrows: hint.map((line, rank) => ({
      cells: line.cells,
      rank: rank + 1,
      value: worth(line),
      tone: line.kind,
    })),
  };
}
