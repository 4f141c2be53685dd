// How a move is seen: its piece slides, what it has turned turns, what it has captured goes.
import { s } from "./dom.js";
import { drawPiece } from "./pieces.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./board.js").Look} Look */
/**
 * @typedef {{cells: string[], carried?: boolean}} Motion the cells of a move; `carried`: the pointer has brought the piece there already
 */
/**
 * @typedef {object} Scene
 * @property {Motion} motion
 * @property {Map<string, Cell>} before the pieces as they stood
 * @property {number} since when the motion began
 * @property {import("./types.js").Picture} picture the board as it is now
 * @property {Look} look
 * @property {Map<string, [number, number]>} place the middle of every cell
 * @property {Element} pieces the drawn pieces
 * @property {Element} leaving a layer below them, for what is on its way out
 */

/** Both together are over before a bot's answer is due. */
const SLIDE_MS = 200;
const CHANGE_MS = 180;
/** What a piece does to others begins when it has nearly arrived. */
const ARRIVAL = 0.7;
const CHEER_MS = 1600;
const CHEER_PIECES = 18;
const EASE = "cubic-bezier(.3,.7,.3,1)";

/** A piece on its cell. @param {Cell} cell @param {[number, number]} at @param {Look} look */
export function drawStand(cell, at, look) {
  return s(
    "g",
    { class: "stand", "data-cell": cell.name, transform: `translate(${at[0]} ${at[1]})` },
    drawPiece(cell, look.shape, look.sides),
  );
}

/** @param {Scene} scene */
export function setInMotion(scene) {
  const { motion, before, picture, place } = scene;
  const stands = new Map(
    [...scene.pieces.children].map((stand) => [stand.getAttribute("data-cell") ?? "", stand]),
  );
  const [from, to] = [motion.cells[0] ?? "", motion.cells.at(-1) ?? ""];
  const start = !motion.carried && from !== to ? place.get(from) : undefined;
  const delay = start ? SLIDE_MS * ARRIVAL : 0;
  const now = new Map(picture.cells.map((cell) => [cell.name, cell]));
  for (const name of new Set([...before.keys(), ...stands.keys()])) {
    const [was, is, stand, at] = [before.get(name), now.get(name), stands.get(name), place.get(name)];
    if (!at || (was?.owner === is?.owner && was?.size === is?.size)) continue;
    const isMover = name === to && start;
    if (was && name !== from && was.owner !== is?.owner)
      (isMover || !stand ? vanish : turnOver)(scene, was, at, delay);
    if (!stand) continue;
    if (isMover) slide(scene, stand, start, at, stands.has(from));
    else if (was && was.owner !== is?.owner)
      run(scene, stand, "turn", at, ["scaleX(0)", ""], {
        duration: CHANGE_MS / 2,
        delay: delay + CHANGE_MS / 2,
      });
    else if (!was && name !== to)
      run(scene, stand, "grow", at, ["scale(.3)", ""], { duration: CHANGE_MS, delay });
  }
}

/**
 * @param {Scene} scene
 * @param {Element} stand
 * @param {[number, number]} start
 * @param {[number, number]} end
 * @param {boolean} stays whether a piece stays behind: then this one comes out of it
 */
function slide(scene, stand, start, end, stays) {
  // Above the others.
  stand.parentNode?.append(stand);
  const frames = [{ transform: `${shift(start)}${stays ? " scale(.55)" : ""}` }, { transform: shift(end) }];
  begin(scene, stand, "slide", frames, { duration: SLIDE_MS, easing: EASE });
}

/**
 * The old face of a piece that is turned, until the new one shows.
 * @param {Scene} scene
 * @param {Cell} was
 * @param {[number, number]} at
 * @param {number} delay
 */
function turnOver(scene, was, at, delay) {
  const old = scene.leaving.appendChild(drawStand(was, at, scene.look));
  run(scene, old, "turn", at, ["", "scaleX(0)"], { duration: CHANGE_MS / 2, delay }).onfinish = () =>
    old.remove();
}

/**
 * A piece that was captured.
 * @param {Scene} scene
 * @param {Cell} was
 * @param {[number, number]} at
 * @param {number} delay
 */
function vanish(scene, was, at, delay) {
  const old = scene.leaving.appendChild(drawStand(was, at, scene.look));
  const frames = [
    { transform: shift(at), opacity: 1 },
    { transform: `${shift(at)} scale(1.25)`, opacity: 0.9, offset: 0.3 },
    { transform: `${shift(at)} scale(.2)`, opacity: 0 },
  ];
  begin(scene, old, "vanish", frames, { duration: CHANGE_MS, delay, fill: "both" }).onfinish = () =>
    old.remove();
}

/**
 * The moment of joy: small pieces of both colours fly up from the middle and fall.
 * @param {Element} layer
 * @param {Look} look
 * @param {[number, number]} middle
 */
export function cheer(layer, look, [x, y]) {
  for (let index = 0; index < CHEER_PIECES; index++) {
    const piece = layer.appendChild(
      s(
        "g",
        { class: "cheer" },
        drawPiece({ name: "", owner: index % 3 ? "first" : "second" }, look.shape, look.sides),
      ),
    );
    const angle = (index / CHEER_PIECES) * 2 * Math.PI;
    const [dx, dy] = [
      Math.cos(angle) * x * (0.6 + (0.5 * ((index * 7) % 5)) / 4),
      Math.sin(angle) * y * 0.7 - y * 0.35,
    ];
    const frames = [
      { transform: `${shift([x, y])} scale(.1)`, opacity: 1 },
      {
        transform: `${shift([x + dx, y + dy])} scale(.42) rotate(${index * 40}deg)`,
        opacity: 1,
        offset: 0.45,
        easing: "ease-in",
      },
      {
        transform: `${shift([x + dx * 1.25, y + dy + y * 0.9])} scale(.32) rotate(${index * 80}deg)`,
        opacity: 0,
      },
    ];
    piece.animate(frames, { id: "cheer", duration: CHEER_MS, easing: "cubic-bezier(.15,.8,.4,1)" }).onfinish =
      () => piece.remove();
  }
}

/** @param {[number, number]} place */
const shift = ([x, y]) => `translate(${x}px, ${y}px)`;

/**
 * @param {Scene} scene
 * @param {Element} element
 * @param {string} id
 * @param {[number, number]} at
 * @param {[string, string]} scales
 * @param {KeyframeAnimationOptions} options
 */
function run(scene, element, id, at, scales, options) {
  return begin(
    scene,
    element,
    id,
    scales.map((scale) => ({ transform: `${shift(at)} ${scale}` })),
    { easing: EASE, fill: "both", ...options },
  );
}

/**
 * @param {Scene} scene
 * @param {Element} element
 * @param {string} id
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
function begin(scene, element, id, frames, options) {
  const animation = element.animate(frames, { id, ...options });
  // A board that has grown meanwhile is drawn anew; its pieces go on from where they were.
  animation.currentTime = performance.now() - scene.since;
  return animation;
}
