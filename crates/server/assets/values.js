// What moves are worth: in signs for the board, in words for those who ask.
import { worth } from "./hints.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").HintLine & {class?: string}} ValuedLine */
/** @typedef {{cell: string, text: string, tone: string}} Badge */

/** The sign of each beside its colour; on the board each has a shape of its own. */
export const SIGNS_OF = /** @type {Record<string, string>} */ ({
  keeps: "●",
  "loses-little": "◆",
  loses: "■",
});

/** A value in words, as the side to move sees it. @param {ValuedLine} line */
export function inWords(line) {
  if (line.kind === "draw") return t("value-draw");
  if (line.distance === "unless counted")
    return t((line.score ?? 0) > 0 ? "value-win-unless" : "value-loss-unless");
  if (line.kind === "about") return t("worth-about", { score: worth(line) });
  // Of the moves to the end, the winner makes the first and the last.
  const count = Math.ceil((line.plies ?? 0) / 2);
  const bound = line.distance === "at most" ? "-within" : "";
  return t(`value-${line.kind}${bound}${count === 1 ? "-one" : ""}`, { count });
}

/** @param {ValuedLine} line */
export function classInWords(line) {
  return line.class ? t(`class-${line.class}`) : "";
}

/**
 * The best line that every cell which can be touched next leads to.
 * @param {ValuedLine[]} lines
 * @param {import("./hand.js").Hand} hand
 * @returns {Map<string, ValuedLine>}
 */
function byCell(lines, hand) {
  // Lines come best first, so the first of several is the best.
  const ranks = new Map(lines.map((line, rank) => [line.moves[0], rank]));
  const found = new Map();
  for (const cell of hand.after(hand.touched)) {
    const led = hand.leading([...hand.touched, cell]).map((handle) => ranks.get(handle.move) ?? Infinity);
    const line = lines[Math.min(...led)];
    if (line) found.set(cell, line);
  }
  return found;
}

/** Remembers what was asked for last: every cell of a board asks for the same. */
export class ValuedCells {
  constructor() {
    this.lines = /** @type {ValuedLine[]} */ ([]);
    this.hand = /** @type {import("./hand.js").Hand | null} */ (null);
    this.touched = "";
    this.cells = /** @type {Map<string, ValuedLine>} */ (new Map());
  }

  /** @param {ValuedLine[]} lines @param {import("./hand.js").Hand} hand */
  of(lines, hand) {
    const touched = hand.touched.join();
    if (this.lines !== lines || this.hand !== hand || this.touched !== touched)
      Object.assign(this, { lines, hand, touched, cells: byCell(lines, hand) });
    return this.cells;
  }
}

/** @param {Map<string, ValuedLine>} cells @returns {Badge[]} */
export function badgesOf(cells) {
  return [...cells].map(([cell, line]) => ({ cell, text: worth(line), tone: line.class ?? "" }));
}
