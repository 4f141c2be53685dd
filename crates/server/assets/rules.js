// Boards among the rules: touch a piece to see its moves, and where it would go to see what becomes of the
// board.
import { announce } from "./announce.js";
import { catalogue, get } from "./api.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { Hand } from "./hand.js";
import { cellLabel } from "./speech.js";
import { said, spoken, t } from "./words.js";

/**
 * Makes the boards of a text live. They are drawn already: where that fails, they stay as they are.
 * @param {HTMLElement} root
 */
export async function show(root) {
  const figures = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".sketch")]);
  const game = figures[0]?.dataset.game;
  if (!game) return;
  try {
    const [known, boards] = await Promise.all([
      catalogue(),
      get(`/api/rules/${encodeURIComponent(game)}/boards`),
      spoken(),
    ]);
    const rules = known.games.find((one) => one.id === game);
    if (rules) figures.forEach((figure, index) => boards[index] && new Sketch(figure, rules, boards[index]));
  } catch {
    // Offline, for example.
  }
}

class Sketch {
  /**
   * @param {HTMLElement} figure
   * @param {import("./types.js").Rules} rules
   * @param {import("./types.js").RulesBoard} shown
   */
  constructor(figure, rules, shown) {
    this.shown = shown;
    this.look = { ...rules, rules: rules.id };
    this.hand = new Hand(shown.moves);
    /** @type {string | null} */
    this.pointed = null;
    this.board = new Board({
      touch: (cell) => this.touch(cell),
      point: (cell) => this.point(cell),
      label: (cell) => cellLabel(cell, /** @type {any} */ ({ game: rules }), this.marks()),
      holds: () => false,
    });
    this.board.grid.setAttribute("aria-label", t("board-of", { game: said(rules.name) }));
    figure.replaceChildren(this.board.element, h("figcaption", { class: "quiet" }, t("touch-piece")));
    this.board.show(shown.picture, this.look, false, this.marks());
  }

  /** @param {string} cell */
  touch(cell) {
    const { hand } = this;
    this.pointed = null;
    // The last cell of a move is looked at, not moved to: nothing here changes for good.
    const isEnd = hand.touched.length > 0 && hand.finishes([...hand.touched, cell]).length > 0;
    if (isEnd) this.pointed = cell;
    else if (hand.touched.includes(cell) || !hand.touch(cell)) hand.clear();
    else announce(t("said-touched", { cell, count: hand.targets().length }));
    this.board.mark(this.marks());
  }

  /** @param {string | null} cell */
  point(cell) {
    if (cell === this.pointed || !this.hand.touched.length) return;
    this.pointed = cell;
    this.board.mark(this.marks());
  }

  marks() {
    const { hand, pointed } = this;
    const finishes = hand.touched.length && pointed ? hand.finishes([...hand.touched, pointed]) : [];
    const foreseen = finishes[Math.floor((finishes.length - 1) / 2)]?.handle;
    return {
      touched: hand.touched,
      starts: hand.starts(),
      targets: hand.targets(),
      preview: foreseen?.changes ?? [],
      last: [],
      deciding: [],
    };
  }
}
