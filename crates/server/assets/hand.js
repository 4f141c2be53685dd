// A move in the making: cells touched so far, matched against the gestures of the legal moves.

/** @typedef {import("./types.js").Handle} Handle */
/**
 * @typedef {{handle: Handle, choice: string | null}} Finish a move that the touched cells make, with its choice where there is one
 */

export class Hand {
  /** @param {Handle[]} handles */
  constructor(handles) {
    this.handles = handles;
    /** @type {string[]} */
    this.touched = [];
  }

  /** The cells that a move can begin on. */
  starts() {
    return this.after([]);
  }

  /** Where the touched cells can lead next, and whether the piece would stay and a new one appear. */
  targets() {
    if (!this.touched.length) return [];
    return this.after(this.touched).map((cell) => {
      const led = this.leading([...this.touched, cell]);
      const stays = (/** @type {Handle} */ handle) =>
        !handle.changes.some((change) => change.name === this.touched[0]);
      return {
        cell,
        kind: /** @type {"clone" | "jump"} */ (led.length && led.every(stays) ? "clone" : "jump"),
      };
    });
  }

  /** The moves whose gestures begin with these cells. @param {string[]} cells */
  leading(cells) {
    return this.handles.filter((handle) => handle.gestures.some((gesture) => begins(gesture.cells, cells)));
  }

  /** The moves that exactly these cells make. @param {string[]} cells @returns {Finish[]} */
  finishes(cells = this.touched) {
    if (!cells.length) return [];
    return this.handles.flatMap((handle) =>
      handle.gestures
        .filter((gesture) => gesture.cells.length === cells.length && begins(gesture.cells, cells))
        .map((gesture) => ({ handle, choice: gesture.choice ?? null })),
    );
  }

  /**
   * Touches a cell: goes on with the move, or begins another. Whether that led anywhere.
   * @param {string} cell
   */
  touch(cell) {
    if (this.touched.length && this.leading([...this.touched, cell]).length) this.touched.push(cell);
    else if (this.leading([cell]).length) this.touched = [cell];
    else return false;
    return true;
  }

  clear() {
    this.touched = [];
  }

  /** Moves without cells: passes. */
  passes() {
    return this.handles.filter((handle) => handle.gestures.some((gesture) => gesture.cells.length === 0));
  }

  /** @param {string[]} cells */
  after(cells) {
    const next = this.handles.flatMap((handle) =>
      handle.gestures
        .filter((gesture) => begins(gesture.cells, cells))
        .map((gesture) => gesture.cells[cells.length]),
    );
    return [...new Set(next.filter((cell) => cell !== undefined))];
  }
}

/** @param {string[]} cells @param {string[]} first */
function begins(cells, first) {
  return first.every((cell, index) => cells[index] === cell);
}
