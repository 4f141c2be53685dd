// Pieces and grounds: symbols that the page brings along, around the middle of a cell that is CELL wide. How
// they look is known to the server alone.
import { s, slug } from "./dom.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").SideView} SideView */

export const CELL = 60;

/** Grounds on which something stands. */
const LANDMARKS = ["gap", "mountain", "cave", "spent-cave"];

/** The English name of a side chooses its colours. @param {SideView} side */
export function colours(side) {
  return `side-${slug(typeof side.name === "string" ? side.name : (side.name.en ?? ""))}`;
}

/**
 * A piece around the origin.
 * @param {Cell} cell
 * @param {string} shape
 * @param {[SideView, SideView]} sides
 */
export function drawPiece(cell, shape, sides) {
  const size = cell.size === undefined || cell.size === null ? "" : `-${cell.size}`;
  const look = colours(sides[cell.owner === "first" ? 0 : 1]);
  return s("use", { class: `piece ${cell.owner} ${look}`, href: `#${shape}-${cell.owner}${size}` });
}

/** What stands on a ground, around the origin. @param {Cell} cell */
export function drawGround(cell) {
  return LANDMARKS.includes(cell.ground ?? "") && s("use", { href: `#${cell.ground}` });
}

/**
 * One piece of a side as a small drawing of its own.
 * @param {string} shape
 * @param {[SideView, SideView]} sides
 * @param {number} index
 */
export function token(shape, sides, index) {
  const piece = drawPiece({ name: "", owner: index ? "second" : "first" }, shape, sides);
  return s(
    "svg",
    { class: "token", viewBox: "-26 -26 52 52", "aria-hidden": "true", focusable: "false" },
    piece,
  );
}
