// A position with a move to find, for lessons and puzzles: the board, the move in the making, and what is
// said of a try.
import { announce, attempt } from "./announce.js";
import { Board } from "./board.js";
import { choose } from "./choose.js";
import { h } from "./dom.js";
import { cellLabel } from "./speech.js";
import { said, t } from "./words.js";

/** @typedef {import("./types.js").LessonBoard} LessonBoard */

export class Exercise {
  /** @param {HTMLElement} root @param {import("./types.js").Rules} rules */
  constructor(root, rules) {
    this.root = root;
    this.rules = rules;
    this.look = { ...rules, rules: rules.id };
    /** The legal moves, while one is asked for. @type {import("./hand.js").Hand | null} */
    this.hand = null;
    /**
     * The position in which a move is asked for.
     * @type {{picture: import("./types.js").Picture, turn: import("./types.js").Side, last?: import("./types.js").Last | null} | null}
     */
    this.asked = null;
    /** The board after a move, instead of that position. @type {LessonBoard | null} */
    this.after = null;
    /** @type {string | null} */
    this.pointed = null;
    /** What a choice that is being made would do. @type {import("./types.js").Handle | null} */
    this.considered = null;
    /** The cells of a move that is shown, and cells to look at. @type {string[]} */
    this.shown = [];
    /** @type {string[]} */
    this.hinted = [];
    this.board = new Board({
      touch: (cell, dragged) => this.touch(cell, dragged),
      point: (cell) => this.point(cell),
      label: (cell) => cellLabel(cell, /** @type {any} */ ({ game: rules }), this.marks()),
      holds: (cell) => this.hand?.starts().includes(cell) ?? false,
    });
    this.progress = h("div", { class: "quiet progress" });
    this.task = h("p", { class: "task" });
    this.answer = h("p", { class: "answer" });
    this.buttons = h("div", { class: "buttons" });
    this.board.grid.setAttribute("aria-label", t("board-of", { game: said(rules.name) }));
    addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Asks the server about a move, or about cells that begin none: lessons and puzzles do that each in their
   * way.
   * @param {{move?: string, cells?: string[]}} _tried
   * @returns {Promise<void>}
   */
  async try(_tried) {}

  /** @param {string} text @param {() => unknown} click @param {string} [name] */
  button(text, click, name = "") {
    return h("button", { type: "button", class: name, on: { click: attempt(click) } }, text);
  }

  /** @param {string} text @param {"" | "right" | "wrong"} kind */
  say(text, kind) {
    this.answer.textContent = text;
    this.answer.className = `answer ${kind}`;
    if (text) announce(text);
  }

  /** @param {string} cell @param {boolean} dragged */
  touch(cell, dragged) {
    const hand = this.hand;
    if (!hand) return;
    const before = [...hand.touched];
    this.shown = [];
    // A second press on the same cell lets go of it. A drag from it does not.
    if (before.at(-1) === cell && !hand.after(before).includes(cell)) {
      if (!dragged) this.cancel();
      return;
    }
    if (!hand.touch(cell)) {
      void attempt(() => this.try({ cells: [...before, cell].slice(-8) }))();
      return dragged ? this.mark() : this.cancel();
    }
    const finishes = hand.finishes();
    if (finishes.length === 1 && !hand.after(hand.touched).length) void attempt(() => this.try({ move: finishes[0].handle.move }))();
    else if (finishes.length) this.ask(finishes);
    this.mark();
    if (hand.touched.length === 1) announce(t("said-touched", { cell, count: hand.targets().length }));
  }

  /** @param {import("./hand.js").Finish[]} finishes */
  ask(finishes) {
    choose(finishes, {
      preview: ({ handle }) => {
        this.considered = handle;
        this.mark();
      },
      done: (finish) => {
        this.considered = null;
        if (finish) return void attempt(() => this.try({ move: finish.handle.move }))();
        this.cancel();
      },
    });
  }

  /** @param {string | null} cell */
  point(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    if (this.hand?.touched.length) this.mark();
  }

  cancel() {
    this.hand?.clear();
    this.mark();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") this.cancel();
    if (event.key === "b") this.board.focus(this.board.focused);
  }

  marks() {
    const { hand, after, asked, considered } = this;
    const touched = hand?.touched ?? [];
    const finishes = hand && touched.length && this.pointed && this.pointed !== touched.at(-1) ? hand.finishes([...touched, this.pointed]) : [];
    const foreseen = considered ?? finishes[Math.floor((finishes.length - 1) / 2)]?.handle;
    return {
      last: (after ? after.last : asked?.last)?.cells ?? [],
      deciding: after?.deciding ?? [],
      touched,
      starts: hand?.starts() ?? [],
      targets: considered ? [] : (hand?.targets() ?? []),
      preview: foreseen?.changes ?? [],
      arrows: this.shown.length ? [{ cells: this.shown, rank: 1, value: "✓", tone: "win" }] : [],
      hinted: touched.length ? [] : this.hinted,
    };
  }

  mark() {
    if (this.asked) this.board.mark(this.marks());
  }

  /** @param {LessonBoard} board */
  become(board) {
    this.after = board;
    this.draw(board.last ? { cells: board.last.cells } : null);
  }

  /** @param {import("./board.js").Motion | null} [motion] */
  draw(motion = null) {
    const picture = this.after?.picture ?? this.asked?.picture;
    if (picture) this.board.show(picture, this.look, this.asked?.turn === "second", this.marks(), motion);
  }

  /** The stage with the board, for the page. */
  stage() {
    return h("section", { class: "stage", "aria-label": t("board") }, h("div", { class: "table" }, h("div", { class: "frame" }, this.board.element)));
  }
}
