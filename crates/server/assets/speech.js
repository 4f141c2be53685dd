// What is said about a game to people who listen.
import { botName, moveName, said, t } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Side} Side */

/** @param {Side} side */
export const indexOf = (side) => (side === "second" ? 1 : 0);
/** @param {number} index @returns {Side} */
export const sideAt = (index) => (index ? "second" : "first");

/** @param {State} state @param {Side} side */
export function holds(state, side) {
  return state.you === "both" || state.you === side;
}

/** The name of a seat's player. @param {State} state @param {number} index */
export function seatName(state, index) {
  const seat = state.now.seats[index];
  if (seat.kind === "bot") return botName(seat.bot ?? seat.name ?? "");
  if (seat.open) return t("open-seat");
  const you = state.you === sideAt(index);
  if (seat.name) return you ? t("name-you", { name: seat.name }) : seat.name;
  return you ? t("you") : state.you === "both" ? said(state.game.sides[index].name) : t("somebody");
}

/**
 * A cell in words.
 * @param {import("./types.js").Cell} cell
 * @param {State} state
 * @param {{touched: string[], starts: string[], targets: {cell: string, kind: string}[], last: string[], deciding: string[]}} marks
 */
export function cellLabel(cell, state, marks) {
  const parts = [cell.name];
  if (cell.ground && !["plain", "beyond"].includes(cell.ground)) parts.push(t(`ground-${cell.ground}`));
  if (cell.owner)
    parts.push(
      `${said(state.game.sides[indexOf(cell.owner)].name)}${cell.size === undefined ? "" : ` ${cell.size}`}`,
    );
  else if (!cell.ground || cell.ground === "plain") parts.push(t("empty"));
  const target = marks.targets.find((one) => one.cell === cell.name);
  if (marks.touched.includes(cell.name)) parts.push(t("cell-touched"));
  else if (target) parts.push(t(target.kind === "clone" ? "cell-clone" : "cell-target"));
  else if (!marks.touched.length && marks.starts.includes(cell.name)) parts.push(t("cell-start"));
  if (marks.deciding.includes(cell.name)) parts.push(t("cell-deciding"));
  else if (marks.last.includes(cell.name)) parts.push(t("cell-last"));
  return parts.join(", ");
}

/** @param {State} state */
function countsText(state) {
  const counts = state.now.picture.counts;
  return counts
    ? state.game.sides.map((side, index) => `${said(side.name)} ${counts[index]}`).join(", ")
    : "";
}

/** What has just happened. @param {State} state @param {import("./types.js").Cause} cause */
export function happening(state, cause) {
  const side = cause.side ? said(state.game.sides[indexOf(cause.side)].name) : "";
  if (cause.kind === "move")
    return [
      t("said-move", { side, move: moveName(cause.move ?? "") }),
      countsText(state),
      state.now.result ? said(state.now.status) : "",
    ]
      .filter(Boolean)
      .join(". ");
  if (cause.kind === "catch-up") return said(state.now.status);
  if (["offer", "accept", "decline"].includes(cause.kind))
    return t(`said-${cause.kind}`, { side, offer: t(`offer-${cause.offer}`) });
  const happened = t(`said-${cause.kind}`, { side });
  return state.now.result ? `${happened} ${said(state.now.status)}` : happened;
}

/** @param {State} state */
export function lastText(state) {
  return lastOf(state.now.last, state.now.ply);
}

/** @param {import("./types.js").Last | null} last @param {number} ply */
export function lastOf(last, ply) {
  if (!last || !ply) return t("no-move-yet");
  return t("said-last", { number: ply, move: moveName(last.move), cells: last.changed.join(", ") });
}

/** How many moves are read out. */
const READ_MAX = 60;

/** @param {import("./types.js").Handle[] | null} handles @param {string[]} touched */
export function movesText(handles, touched) {
  if (!handles) return t("not-your-turn");
  const wanted = touched.length
    ? handles.filter((handle) =>
        handle.gestures.some((gesture) => touched.every((cell, index) => gesture.cells[index] === cell)),
      )
    : handles;
  const read = wanted.slice(0, READ_MAX).map((handle) => handle.move).join(", ");
  return t("said-moves", { count: wanted.length, moves: wanted.length > READ_MAX ? `${read} …` : read });
}

/** A time as 4:07, or 0:09.3 when it gets short. @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  const [minutes, seconds] = [Math.floor(left / 60000), Math.floor(left / 1000) % 60];
  const clock =
    minutes >= 60 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}` : String(minutes);
  const text = `${clock}:${String(seconds).padStart(2, "0")}`;
  return left < 20000 ? `${text}.${Math.floor(left / 100) % 10}` : text;
}
