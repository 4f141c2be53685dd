// How pieces and grounds are drawn, around the middle of a cell that is CELL wide. The two sides differ in shape as well as in colour.
import { s, slug } from "./dom.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").SideView} SideView */

export const CELL = 60;

/** A stack shows the edges of this many tiles at most below its uppermost. */
const EDGES_MAX = 5;
const EDGE_STEP = 2.8;

const CIRCLE = "M-22 0a22 22 0 1 1 44 0a22 22 0 1 1-44 0z";
const AMOEBA = "M22 1c2 8-6 9-8 13c-2 5-3 9-9 8c-5-1-5-5-10-6c-6-1-13 0-16-6c-2-6 3-8 3-12c0-5-4-10 1-14c5-4 9 0 13-1c4-2 6-7 12-5c5 2 4 8 6 11c3 4 7 6 8 12z";

/**
 * The paths of a shape, for the first and the second side.
 * @type {Record<string, {outline: [string, string], limbs?: [string, string], groove?: [string, string], spot: [string, string], shine?: string}>}
 */
const SHAPES = {
  disc: {
    outline: [CIRCLE, CIRCLE],
    groove: ["M-15.5 0a15.5 15.5 0 1 1 31 0a15.5 15.5 0 1 1-31 0z", ""],
    spot: ["", "M-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0z"],
    shine: "M-18.5-4a19 19 0 0 1 14.5-14.5",
  },
  stack: {
    outline: ["M-14-21h28q7 0 7 7v28q0 7-7 7h-28q-7 0-7-7v-28q0-7 7-7z", "M-12-21h24l9 9v24l-9 9h-24l-9-9v-24z"],
    groove: ["M-13-17h26q4 0 4 4v26q0 4-4 4h-26q-4 0-4-4v-26q0-4 4-4z", ""],
    spot: ["", "M-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0z"],
  },
  die: {
    outline: [
      "M-13-20h26q7 0 7 7v26q0 7-7 7h-26q-7 0-7-7v-26q0-7 7-7z",
      "M-4.5-23.5q4.5-4.5 9 0l19 19q4.5 4.5 0 9l-19 19q-4.5 4.5-9 0l-19-19q-4.5-4.5 0-9z",
    ],
    spot: ["M-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0z", "M-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0z"],
  },
  microbe: {
    outline: ["M-16 0a16 16 0 1 1 32 0a16 16 0 1 1-32 0z", AMOEBA],
    limbs: ["M0-22.5v45M-22.5 0h45M-16-16l32 32M16-16l-32 32", ""],
    spot: ["M-8-4a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM2-4a3 3 0 1 1 6 0a3 3 0 1 1-6 0zM-3 7a3.5 3.5 0 1 1 7 0a3.5 3.5 0 1 1-7 0z", "M-8 1a7 7 0 1 1 14 0a7 7 0 1 1-14 0z"],
    shine: "M-11-3a11.5 11.5 0 0 1 8-8",
  },
};

const HUMP = "M-25 20c0-12 3-18 8-26c3-5 6-4 9-9c3-5 9-6 13-2c3 3 7 3 10 8c5 9 10 17 10 29q0 2.5-2.5 2.5h-45q-2.5 0-2.5-2.5z";
const MOUTH = "M-13.5 22.5v-16c0-20 27-20 27 0v16z";

/** How a ground looks above its tile: classes and paths from back to front. @type {Record<string, [string, string][]>} */
const GROUNDS = {
  gap: [["pit", "M-30-30h60v9h-60z"]],
  mountain: [
    ["rock", "M-27 23l13-23q2-3.5 4 0l4 6l12-29q2-5 4.5 0l17 44q1 3-2 3h-51q-3 0-1.5-1z"],
    ["rock-shade", "M8-25q1.5 0 2.5 2.5l17 44q1 3-2 3h-20l5-16l-6-10l4-10z"],
    ["snow", "M1.5-12.5l4.5-10.5q2-5 4.5 0l5.5 14.5l-4-2l-3 5l-3.5-5z"],
  ],
  cave: [["rock", HUMP], ["mouth", MOUTH]],
  "spent-cave": [["rock", HUMP], ["rubble", MOUTH], ["cracks", "M-10 6h20M-12.5 14h25M-2-8.5v14.5M5 6v8M-6 6v8M0 14v8.5"]],
};

/** The English name of a side chooses its colours. @param {SideView} side */
function colours(side) {
  return `side-${slug(typeof side.name === "string" ? side.name : (side.name.en ?? ""))}`;
}

/**
 * A piece around the origin.
 * @param {Cell} cell
 * @param {string} shape
 * @param {[SideView, SideView]} sides
 */
export function drawPiece(cell, shape, sides) {
  const index = cell.owner === "first" ? 0 : 1;
  const paths = SHAPES[shape] ?? SHAPES.disc;
  const outline = paths.outline[index];
  const edges = shape === "stack" ? Math.min((cell.size ?? 1) - 1, EDGES_MAX) : 0;
  const top = (-edges * EDGE_STEP) / 2;
  const piece = s("g", { class: `piece ${cell.owner} ${colours(sides[index])}` });
  piece.append(s("path", { class: "shadow", d: outline, transform: `translate(0 ${-top + 2.5})` }));
  for (let edge = edges; edge > 0; edge--) piece.append(s("path", { class: "edge", d: outline, transform: `translate(0 ${top + edge * EDGE_STEP})` }));
  const face = s("g", { transform: `translate(0 ${top})` });
  if (paths.limbs?.[index]) face.append(s("path", { class: "limbs", d: paths.limbs[index] }));
  face.append(s("path", { class: "body", d: outline }), s("path", { d: outline, fill: "url(#gloss)" }));
  if (paths.groove?.[index]) face.append(s("path", { class: "groove", d: paths.groove[index] }));
  const numbered = cell.size !== undefined && cell.size !== null;
  if (!numbered && paths.spot[index]) face.append(s("path", { class: "spot", d: paths.spot[index] }));
  if (paths.shine) face.append(s("path", { class: "shine", d: paths.shine }));
  if (numbered) face.append(s("text", { class: "size", y: 0.5 }, cell.size));
  piece.append(face);
  return piece;
}

/** What stands on a ground, around the origin. @param {Cell} cell */
export function drawGround(cell) {
  return (GROUNDS[cell.ground ?? "plain"] ?? []).map(([name, path]) => s("path", { class: name, d: path }));
}

/** One piece of a side as a small drawing of its own. @param {string} shape @param {[SideView, SideView]} sides @param {number} index */
export function token(shape, sides, index) {
  const piece = drawPiece({ name: "", owner: index ? "second" : "first" }, shape, sides);
  return s("svg", { class: "token", viewBox: "-26 -26 52 52", "aria-hidden": "true", focusable: "false" }, piece);
}
