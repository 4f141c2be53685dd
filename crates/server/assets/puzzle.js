// A puzzle, and then the next one. The server chooses, judges and keeps count; it sends the solution only on
// request.
import { announce, note } from "./announce.js";
import { catalogue, get, post } from "./api.js";
import { listKeys, tick } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { Exercise } from "./exercise.js";
import { Hand } from "./hand.js";
import { icon } from "./icons.js";
import { isCalm, set, settings } from "./main.js";
import { play as sound } from "./sound.js";
import { moveName, said, spoken, t } from "./words.js";

/** @typedef {import("./types.js").LessonBoard} LessonBoard */
/** @typedef {import("./types.js").PuzzleView} PuzzleView */
/** @typedef {import("./types.js").PuzzleAnswer} PuzzleAnswer */
/** @typedef {import("./types.js").PuzzleEnd} PuzzleEnd */

/**
 * So long a move is seen before the answer to it, each move of a line, and a solved puzzle before the next
 * one.
 */
const REPLY_MS = 700;
const PACE_MS = 1100;
const NEXT_MS = 2500;
/** The last step of a hint says the move. */
const STEPS = 3;

const KEYS = [["↑ ↓ ← →", "key-board"], ["Enter", "key-touch"], ["Esc", "key-cancel"], ["B", "key-to-board"], ["H", "key-puzzle-hint"], ["N", "key-puzzle-next"], ["?", "key-help"]];

/** @param {HTMLElement} root */
export async function show(root) {
  try {
    const { game, series } = root.dataset;
    const [known, view] = await Promise.all([catalogue(), get(`/api/puzzles/${series}/${game}`), spoken()]);
    const rules = known.games.find((one) => one.id === view.game);
    if (!rules) throw new Error(t("unreachable"));
    listKeys(KEYS);
    new Puzzle(root, rules).open(view, true);
  } catch (error) {
    fill(root, h("p", { class: "apology" }, error instanceof Error ? error.message : String(error)));
  }
}

class Puzzle extends Exercise {
  /** @param {HTMLElement} root @param {import("./types.js").Rules} rules */
  constructor(root, rules) {
    super(root, rules);
    this.isDaily = root.dataset.series === "daily";
    this.path = `/api/puzzles/${root.dataset.series}/${root.dataset.game}`;
    /** @type {PuzzleView | null} */
    this.view = null;
    /** The solution, once it was requested. @type {LessonBoard[]} */
    this.line = [];
    this.timer = 0;
    /** Whether something that changes the puzzle is on its way. */
    this.isSending = false;
    this.about = h("p", { class: "quiet about" });
    // Enter that is held, or a double click, would press what takes the place of the button, and leave a
    // solution unseen.
    this.buttons.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
    const drop = (/** @type {MouseEvent} */ event) => {
      if (event.detail < 2 || !(event.target instanceof Element && event.target.matches(".big"))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    this.buttons.addEventListener("click", drop, true);
    this.build();
  }

  get puzzle() {
    return this.view?.puzzle ?? null;
  }

  build() {
    const title = this.isDaily ? t("puzzle-daily-of", { game: this.rules.family }) : t("puzzles-of", { game: said(this.rules.name) });
    const tools = h("div", { class: "buttons tools" },
      !this.isDaily && tick(t("puzzle-auto"), settings.nextPuzzle, (nextPuzzle) => set({ nextPuzzle })),
      h("a", { class: "button", href: "/puzzles" }, t("puzzle-all")),
      h("a", { class: "button", href: `/rules/${this.rules.id}` }, icon("book"), t("rules")));
    fill(
      this.root,
      this.stage(),
      h("section", { class: "side", "aria-label": title }, h("div", { class: "headline" }, h("h1", {}, title), this.about), this.progress, this.task, this.answer, this.buttons, tools),
    );
  }

  /** Turns to a state. @param {"asked" | "wrong" | "over"} state */
  turn(state) {
    clearTimeout(this.timer);
    this.root.dataset.state = state;
    this.offer();
  }

  /** Shows the puzzle that the server has at hand. @param {PuzzleView} view @param {boolean} [isFirst] */
  open(view, isFirst = false) {
    // Another day may have chosen other rules.
    if (view.game !== this.rules.id) return location.reload();
    this.view = view;
    [this.line, this.shown, this.hinted] = [[], [], []];
    const { puzzle, solver } = view;
    this.count(solver);
    if (!puzzle) return;
    this.root.dataset.puzzle = puzzle.id;
    this.pose();
    this.tell(puzzle.themes);
    this.say("", "");
    if (solver.result) {
      this.hand = null;
      this.say(`${t(`puzzle-done-${solver.result}`)} ${t("puzzle-tomorrow")}`, "");
      this.turn("over");
    } else announce(said(puzzle.ask));
    this.draw();
    if (!isFirst) this.board.focus(this.hand?.starts()[0] ?? this.board.focused);
  }

  /** What the puzzle is about; all of it once it is over. @param {import("./types.js").Text} themes */
  tell(themes) {
    const { puzzle } = this;
    if (puzzle) fill(this.about, t("puzzle-about", { difficulty: puzzle.difficulty, themes: said(themes) }));
  }

  /** Asks for the next move of the puzzle. */
  pose() {
    const { puzzle } = this;
    if (!puzzle) return;
    [this.asked, this.hand, this.after, this.considered] = [puzzle, new Hand(puzzle.moves), null, null];
    this.root.dataset.found = String(puzzle.found);
    const part = puzzle.count > 1 ? t("puzzle-find", { number: puzzle.found + 1, count: puzzle.count }) : "";
    fill(this.task, said(puzzle.ask), part && h("span", { class: "quiet part" }, ` ${part}`));
    this.turn("asked");
  }

  /**
   * The rating, or the days; and the streak.
   * @param {import("./types.js").PuzzleSolver} solver
   * @param {number} [change]
   */
  count(solver, change) {
    const rating = solver.rating === null ? "" : t(solver.provisional ? "puzzle-rating-first" : "puzzle-rating", { rating: solver.rating });
    const changed = change === undefined || !rating ? "" : h("b", { class: change < 0 ? "fell" : "rose" }, ` ${signed(change)}`);
    const streak = t(this.isDaily ? "puzzle-days" : "puzzle-streak", { streak: solver.streak });
    const best = solver.best_streak > solver.streak ? ` (${t("puzzle-best", { best: solver.best_streak })})` : "";
    fill(this.progress, h("p", { class: "standing" }, rating && h("span", { title: solver.provisional ? t("puzzle-rating-note") : "" }, rating, changed), h("span", {}, streak, best)));
  }

  /** What can be done besides touching the board. */
  offer() {
    const { puzzle, isDaily } = this;
    const { state } = this.root.dataset;
    const pass = this.hand?.passes()[0];
    const asked = state === "asked" && puzzle;
    const over = state === "over";
    const hadFocus = this.buttons.contains(document.activeElement);
    fill(
      this.buttons,
      state === "wrong" && this.button(t("puzzle-again"), () => this.retry(), "primary"),
      over && !isDaily && this.button(t("puzzle-next"), () => this.next(), "primary big"),
      over && isDaily && h("a", { class: "button primary big", href: `/puzzles/${this.rules.id}` }, t("puzzle-more")),
      asked && pass && this.button(moveName(pass.move), () => this.try({ move: pass.move }), "primary"),
      asked && puzzle.hints < STEPS && this.button(t("hint"), () => this.hint()),
      !over && this.button(t("puzzle-solution"), () => this.solve()),
      over && this.line.length > 0 && this.button(t("puzzle-show-again"), () => this.replay()),
      over && isDaily && !this.line.length && this.button(t("puzzle-solution"), () => this.solve()),
      asked && !isDaily && this.button(t("puzzle-skip"), () => this.next(), "plain"),
      over && puzzle && h("a", { class: "button", href: `/analysis/${this.rules.id}?p=${encodeURIComponent(puzzle.position)}` }, icon("chart"), t("puzzle-analyse")),
    );
    if (hadFocus) this.buttons.querySelector("button, a")?.focus();
  }

  /**
   * Asks the server; when another page was faster, shows what is at hand now.
   * @param {string} act
   * @param {object} body
   * @returns {Promise<any>}
   */
  async send(act, body) {
    const { puzzle } = this;
    try {
      const answer = await post(`${this.path}/${act}`, { puzzle: puzzle?.id, ...body });
      // An answer that comes after the puzzle was left is about nothing that is shown.
      return this.puzzle === puzzle ? answer : null;
    } catch (error) {
      const { code, message } = /** @type {import("./api.js").Refusal} */ (error);
      if (code !== "other-puzzle") throw error;
      note(message, "problem");
      this.open(await get(this.path));
      return null;
    }
  }

  /**
   * Sends one thing at a time, and drops a second: it would be about what the first may change.
   * @param {() => Promise<any>} send
   */
  async once(send) {
    if (this.isSending) return null;
    this.isSending = true;
    return send().finally(() => (this.isSending = false));
  }

  /** @param {{move?: string, cells?: string[]}} tried */
  async try(tried) {
    const { hand, puzzle } = this;
    if (!hand || !puzzle) return;
    const { state } = this.root.dataset;
    /** @type {PuzzleAnswer | null} */
    const answer = await this.once(() => this.send("try", { found: puzzle.found, ...tried }));
    if (!answer || this.hand !== hand || state !== this.root.dataset.state) return;
    hand.clear();
    if (answer.verdict === "illegal" || !answer.after) {
      sound("wrong");
      this.say(said(answer.text), "wrong");
      return this.mark();
    }
    [this.hand, this.shown, this.hinted] = [null, [], []];
    this.become(answer.after);
    if (answer.verdict === "wrong") return this.miss(tried.move ?? "", answer);
    sound(answer.ended ? "end" : "change");
    if (answer.ended) return this.end(answer.ended, true);
    this.goOn(answer);
  }

  /** The other side answers, and there is more to find. @param {PuzzleAnswer} answer */
  goOn({ puzzle, reply }) {
    if (!this.view || !puzzle || !reply) return;
    this.view.puzzle = puzzle;
    this.say(`${t("puzzle-right")} ${t("puzzle-reply", { move: moveName(reply.last?.move ?? "") })} ${said(puzzle.ask)}`, "right");
    fill(this.buttons);
    this.timer = window.setTimeout(() => {
      this.pose();
      this.draw(reply.last ? { cells: reply.last.cells } : null);
    }, isCalm() ? 0 : REPLY_MS);
  }

  /**
   * A wrong try: the board shows it, and how it is answered.
   * @param {string} move
   * @param {PuzzleAnswer} answer
   */
  async miss(move, answer) {
    sound("wrong");
    if (this.view && answer.puzzle) this.view.puzzle = answer.puzzle;
    this.turn("wrong");
    this.say(t("puzzle-wrong", { move: moveName(move) }), "wrong");
    this.buttons.querySelector("button")?.focus();
    const { after } = this;
    try {
      const found = await this.send("refutation", { found: this.puzzle?.found, move });
      // Another puzzle is shown already.
      if (!found || this.after !== after) return;
      if (found.text) this.say(said(found.text), "wrong");
      this.play(found.line);
    } catch {
      // The engine is busy: that it is wrong stays true.
    }
  }

  retry() {
    [this.after, this.shown] = [null, []];
    this.pose();
    this.say("", "");
    this.draw();
    this.board.focus(this.board.focused);
  }

  /** Shows boards one after the other. @param {LessonBoard[]} line */
  play(line) {
    const [first, ...rest] = line;
    if (!first) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.become(first);
      this.play(rest);
    }, PACE_MS);
  }

  replay() {
    this.after = null;
    this.draw();
    this.play(this.line);
  }

  async hint() {
    const { puzzle } = this;
    if (!puzzle || this.root.dataset.state !== "asked") return;
    const hint = await this.once(() => this.send("hint", { found: puzzle.found, step: puzzle.hints }));
    if (!hint) return;
    puzzle.hints = Math.max(puzzle.hints, hint.step + 1);
    this.hand?.clear();
    [this.shown, this.hinted] = hint.move ? [hint.cells, []] : [[], hint.cells];
    this.say(said(hint.text), "");
    this.mark();
    this.offer();
  }

  async solve() {
    const { puzzle } = this;
    if (!puzzle || (this.root.dataset.state === "over" && !this.isDaily)) return;
    const solution = await this.once(() => this.send("solution", {}));
    if (!solution) return;
    this.line = solution.line;
    [this.hand, this.after, this.shown, this.hinted] = [null, null, [], []];
    const moves = this.line.map((board) => moveName(board.last?.move ?? "")).join(", ");
    this.turn("over");
    if (solution.ended) {
      this.count(solution.ended.solver, solution.ended.change);
      this.tell(solution.ended.themes);
    }
    if (this.view && solution.ended) this.view.solver = solution.ended.solver;
    this.say(`${t("puzzle-solution-is", { moves })}. ${said(solution.text)}`, "");
    this.buttons.querySelector("button, a")?.focus();
    this.replay();
  }

  /** The puzzle is over. @param {PuzzleEnd} ended @param {boolean} isFound */
  end(ended, isFound) {
    this.turn("over");
    this.count(ended.solver, ended.change);
    this.tell(ended.themes);
    const rating = ended.solver.rating === null ? t("puzzle-days", { streak: ended.solver.streak }) : t("puzzle-change", { rating: ended.solver.rating, change: signed(ended.change) });
    this.say(`${t(`puzzle-${ended.result}`)} ${rating}.`, "right");
    if (isFound && ended.result === "solved") this.board.cheer();
    this.buttons.querySelector("button, a")?.focus();
    if (this.isDaily || ended.result !== "solved") return;
    // Unticking it meanwhile keeps this puzzle.
    this.timer = window.setTimeout(() => settings.nextPuzzle && void this.next().catch(() => {}), NEXT_MS);
  }

  /** The puzzle after this one; one that is not over is left. */
  async next() {
    if (this.isDaily) return;
    clearTimeout(this.timer);
    const view = await this.once(() => (this.root.dataset.state === "over" ? get(this.path) : this.send("next", {})));
    if (view) this.open(view);
  }

  /** @param {string} cell @param {boolean} dragged */
  touch(cell, dragged) {
    // A touch on the board after a wrong try begins another try.
    if (this.root.dataset.state === "wrong") this.retry();
    super.touch(cell, dragged);
  }

  cancel() {
    if (this.root.dataset.state === "wrong") return this.retry();
    super.cancel();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    super.key(event);
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || !settings.letterKeys || document.querySelector("dialog[open]")) return;
    const presses = /** @type {Record<string, () => Promise<void>>} */ ({ h: () => this.hint(), n: () => this.next() });
    void presses[event.key.toLowerCase()]?.().catch((error) => note(error.message, "problem"));
  }
}

/** @param {number} change */
function signed(change) {
  return change < 0 ? `−${-change}` : `+${change}`;
}
