// Looking through a game: earlier positions, one after another, at a pace.
import { get } from "./api.js";

/** @typedef {import("./types.js").Past} Past */

/** So many positions are asked for at once, some of them before the one that is wanted. */
const CHUNK = 48;
const BEFORE = 16;

export class Leaf {
  /**
   * @param {string} id
   * @param {() => number} length how many moves there are
   * @param {() => void} changed what is shown has changed
   */
  constructor(id, length, changed) {
    this.id = id;
    this.length = length;
    this.changed = changed;
    /** The position that is shown, or null: the present one. @type {number | null} */
    this.ply = null;
    /** @type {Map<number, Past>} */
    this.known = new Map();
    this.timer = 0;
  }

  /** The past position that is shown, as soon as it is known. */
  shown() {
    return this.ply === null ? null : (this.known.get(this.ply) ?? null);
  }

  /** The number of moves before what is shown. */
  at() {
    return this.ply ?? this.length();
  }

  isPlaying() {
    return this.timer !== 0;
  }

  /** @param {number} ply */
  async to(ply) {
    const wanted = Math.max(0, Math.min(this.length(), ply));
    this.ply = wanted === this.length() ? null : wanted;
    if (this.ply !== null && !this.known.has(wanted)) await this.ask(wanted);
    if (this.ply === null || this.ply === wanted) this.changed();
  }

  /** @param {number} ply */
  async ask(ply) {
    const from = Math.max(0, ply - BEFORE);
    try {
      const answer = await get(
        `/api/games/${this.id}/positions?from=${from}&to=${Math.min(this.length(), from + CHUNK)}`,
      );
      for (const past of answer.positions) this.known.set(past.ply, past);
    } catch {
      this.stop();
      this.ply = null;
    }
  }

  /** Moves were taken back: what came after is no longer true. @param {number} from */
  forget(from) {
    for (const ply of this.known.keys()) if (ply > from) this.known.delete(ply);
    if (this.ply !== null && this.ply > from) this.ply = null;
  }

  /** Plays the moves one after another, or stops doing so. @param {number} seconds */
  toggle(seconds) {
    if (this.timer) return this.stop();
    const begin = this.ply === null ? 0 : this.ply + 1;
    void this.to(begin);
    this.timer = window.setInterval(() => {
      if (this.ply === null || this.ply + 1 >= this.length()) this.stop();
      if (this.ply !== null) void this.to(this.ply + 1);
    }, seconds * 1000);
    this.changed();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.changed();
  }
}
