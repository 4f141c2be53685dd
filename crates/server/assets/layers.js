// What a board is drawn of: its layers, and the shapes that lie in them.
import { s } from "./dom.js";
import { drawStand } from "./motion.js";
import { CELL, drawGround } from "./pieces.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./board.js").Arrow} Arrow */
/** @typedef {import("./board.js").Look} Look */

/**
 * The middle of every cell by its name.
 * @param {Picture} picture
 * @param {boolean} flipped
 * @returns {Map<string, [number, number]>}
 */
export function places(picture, flipped) {
  const [wide, high] = [picture.columns.length, picture.rows.length];
  return new Map(
    picture.cells.map((cell, index) => {
      const [column, row] = [index % wide, Math.floor(index / wide)];
      const [x, y] = flipped ? [wide - 1 - column, high - 1 - row] : [column, row];
      return [cell.name, [(x + 0.5) * CELL, (y + 0.5) * CELL]];
    }),
  );
}

/** @param {Picture} picture @param {Map<string, [number, number]>} place */
export function groundLayer(picture, place) {
  const wide = picture.columns.length;
  const layer = s("g", { class: "grounds" });
  picture.cells.forEach((cell, index) => {
    const [x, y] = place.get(cell.name) ?? [0, 0];
    const shade = ((index % wide) + Math.floor(index / wide)) % 2 ? " alternate" : "";
    layer.append(
      s(
        "g",
        { class: `cell ${cell.ground ?? "plain"}${shade}`, transform: `translate(${x} ${y})` },
        s("rect", { class: "ground", x: -29.5, y: -29.5, width: 59, height: 59, rx: 2.5 }),
        drawGround(cell),
      ),
    );
  });
  return layer;
}

/** @param {Cell[]} cells @param {Map<string, [number, number]>} place @param {Look} look */
export function pieceLayer(cells, place, look) {
  const layer = s("g", { class: "pieces" });
  for (const cell of cells) {
    const at = cell.owner && place.get(cell.name);
    if (at) layer.append(drawStand(cell, at, look));
  }
  return layer;
}

/** All pieces with their cells, as one text. @param {Picture} picture */
export function piecesOf(picture) {
  return picture.cells
    .filter((cell) => cell.owner)
    .map((cell) => `${cell.name} ${cell.owner} ${cell.size ?? ""}`)
    .sort()
    .join(";");
}

/** About how wide a value is, in units of the board: signs are wider than digits. @param {string} text */
function widthOf(text) {
  return [...text].reduce((sum, sign) => sum + (/[\d.,]/.test(sign) ? 7 : 9.5), 0);
}

/**
 * What a cell is worth: its kind has a shape as well as a colour.
 * @param {import("./values.js").Badge} badge
 */
export function badgeShape({ text, tone }) {
  const wide = Math.max(22, 9 + widthOf(text));
  const half = wide / 2;
  const shapes = /** @type {Record<string, string>} */ ({
    keeps: `M${-half + 10}-10h${wide - 20}a10 10 0 0 1 0 20h${20 - wide}a10 10 0 0 1 0-20z`,
    "loses-little": `M${-half - 4} 0l8-11h${wide - 8}l8 11-8 11h${8 - wide}z`,
    loses: `M${-half}-10h${wide}v20h${-wide}z`,
  });
  return s(
    "g",
    { class: `badge ${tone}`, transform: "translate(0 17)" },
    s("path", { d: shapes[tone] ?? shapes.keeps }),
    s("text", { y: 0.5 }, text),
  );
}

/** The layers of a board, empty. */
export function newLayers() {
  const layer = (/** @type {string} */ name) => s("g", { class: name });
  return {
    pieces: layer("pieces"),
    under: layer("under"),
    over: layer("over"),
    preview: layer("preview"),
    leaving: layer("departing"),
    arrows: layer("arrows"),
    badges: layer("badges"),
    held: layer("held"),
    joy: layer("joy"),
  };
}

/**
 * An arrow with its value; where a move stays on its cell, the value alone.
 * @param {Arrow} arrow
 * @param {Map<string, [number, number]>} place
 */
export function arrowShape(arrow, place) {
  const from = place.get(arrow.cells[0] ?? "");
  const to = place.get(arrow.cells.at(-1) ?? "");
  if (!from || !to) return null;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / (length || 1), dy / (length || 1)];
  const [tipX, tipY] = [to[0] - ux * 14, to[1] - uy * 14];
  const [neckX, neckY] = [tipX - ux * 15, tipY - uy * 15];
  const side = (/** @type {number} */ by) => `L${neckX - uy * by} ${neckY + ux * by}`;
  const shaft = `M${from[0] + ux * 12} ${from[1] + uy * 12}L${neckX} ${neckY}`;
  const head = `M${tipX} ${tipY}${side(10)}${side(-10)}z`;
  const line = [s("path", { class: "shaft", d: shaft }), s("path", { class: "head", d: head })];
  // In the middle of the arrow: several may end on one cell.
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const width = 10 + widthOf(arrow.value);
  const badge = s(
    "g",
    { class: "worth", transform: `translate(${x} ${y})` },
    s("rect", { x: -width / 2, y: -10.5, width, height: 21, rx: 10.5 }),
    s("text", { y: 0.5 }, arrow.value),
  );
  const rank = Math.min(arrow.rank, 3);
  return s("g", { class: `arrow rank-${rank} ${arrow.tone}` }, ...(length > 1 ? line : []), badge);
}
