// A lesson: each step shows a position and asks for a move. The server says whether a try is what was asked for.
import { announce, attempt } from "./announce.js";
import { catalogue, get, post } from "./api.js";
import { Board } from "./board.js";
import { choose } from "./choose.js";
import { fill, h } from "./dom.js";
import { Hand } from "./hand.js";
import { icon } from "./icons.js";
import { isCalm } from "./main.js";
import { play as sound } from "./sound.js";
import { cellLabel } from "./speech.js";
import { moveName, said, spoken, t } from "./words.js";

/** @typedef {import("./types.js").LessonStep} LessonStep */
/** @typedef {import("./types.js").LessonAnswer} LessonAnswer */
/** @typedef {import("./types.js").LessonBoard} LessonBoard */

/** So long a move is seen before the answer to it. */
const REPLY_MS = 900;

/** @param {HTMLElement} root */
export async function show(root) {
  try {
    const [known] = await Promise.all([catalogue(), spoken()]);
    const rules = known.games.find((one) => one.id === root.dataset.game);
    if (!rules) throw new Error(t("unreachable"));
    // The step stands in the address, so that a page that is loaded anew goes on.
    await new Lesson(root, rules).open(Number(location.hash.slice(1)) || 1);
  } catch (error) {
    fill(root, h("p", { class: "apology" }, error instanceof Error ? error.message : String(error)));
  }
}

class Lesson {
  /** @param {HTMLElement} root @param {import("./types.js").Rules} rules */
  constructor(root, rules) {
    this.root = root;
    this.rules = rules;
    this.look = { ...rules, rules: rules.id };
    /** @type {LessonStep | null} */
    this.step = null;
    /** The legal moves, until one is accepted. @type {Hand | null} */
    this.hand = null;
    /** @type {string | null} */
    this.pointed = null;
    /** What a choice that is being made would do. @type {import("./types.js").Handle | null} */
    this.considered = null;
    /** The board after an accepted move. @type {LessonBoard | null} */
    this.after = null;
    /** The cells of a move that is shown. @type {string[]} */
    this.shown = [];
    /** The step that follows, or null after the last. @type {number | null} */
    this.next = null;
    this.replyLater = 0;
    this.board = new Board({
      touch: (cell, dragged) => this.touch(cell, dragged),
      point: (cell) => this.point(cell),
      label: (cell) => cellLabel(cell, /** @type {any} */ ({ game: rules }), this.marks()),
      holds: (cell) => this.hand?.starts().includes(cell) ?? false,
    });
    this.progress = h("p", { class: "quiet progress" });
    this.task = h("p", { class: "task" });
    this.answer = h("p", { class: "answer" });
    this.buttons = h("div", { class: "buttons" });
    this.board.grid.setAttribute("aria-label", t("board-of", { game: said(rules.name) }));
    addEventListener("keydown", (event) => this.key(event));
  }

  build() {
    const book = h("a", { class: "button", href: `/rules/${this.rules.id}` }, icon("book"), t("rules"));
    fill(
      this.root,
      h("section", { class: "stage", "aria-label": t("board") }, h("div", { class: "table" }, h("div", { class: "frame" }, this.board.element))),
      h("section", { class: "side", "aria-label": t("learn-game", { game: said(this.rules.name) }) },
        h("div", { class: "headline" }, h("h1", {}, t("learn-game", { game: said(this.rules.name) })), h("p", { class: "quiet goal" }, said(this.rules.goal))),
        this.progress, this.task, this.answer, this.buttons, h("div", { class: "buttons tools" }, book)),
    );
  }

  /** @param {number} number */
  async open(number) {
    const isFirst = !this.step;
    clearTimeout(this.replyLater);
    this.step = /** @type {LessonStep} */ (await get(`/api/lessons/${this.rules.id}/${number}`));
    this.hand = new Hand(this.step.moves);
    [this.after, this.considered, this.shown, this.next] = [null, null, [], null];
    if (isFirst) this.build();
    history.replaceState(null, "", number > 1 ? `#${number}` : location.pathname);
    this.root.dataset.step = String(number);
    this.root.dataset.state = "asked";
    const { step, count, ask } = this.step;
    fill(this.progress, t("learn-step", { number: step, count }), h("progress", { max: count, value: step - 1, "aria-hidden": "true" }));
    fill(this.task, said(ask));
    this.say("", "");
    this.offer();
    this.draw();
    announce(`${t("learn-step", { number: step, count })}. ${said(ask)}`);
    if (!isFirst) this.board.focus(this.hand.starts()[0] ?? this.board.focused);
  }

  /** What can be done besides touching the board. */
  offer() {
    const button = (/** @type {string} */ text, /** @type {() => unknown} */ click, name = "") => h("button", { type: "button", class: name, on: { click: attempt(click) } }, text);
    const { step, hand } = this;
    if (!step) return;
    const pass = hand?.passes()[0];
    fill(
      this.buttons,
      pass && button(moveName(pass.move), () => this.try({ move: pass.move }), "primary"),
      hand && !pass && button(t("learn-show"), () => this.reveal()),
      hand && step.step < step.count && button(t("learn-skip"), () => this.open(step.step + 1), "plain"),
      !hand && this.next && button(t("learn-next"), () => this.open(this.next ?? 1), "primary big"),
      !hand && !this.next && h("a", { class: "button primary big", href: `/new/${this.rules.id}`, data: { do: "new", game: this.rules.id } }, icon("play"), t("play-game", { game: said(this.rules.name) })),
      !hand && !this.next && button(t("learn-again"), () => this.open(1)),
    );
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

  /** @param {{move?: string, cells?: string[]}} tried */
  async try(tried) {
    const { step, hand } = this;
    if (!step || !hand) return;
    /** @type {LessonAnswer} */
    const answer = await post(`/api/lessons/${this.rules.id}/${step.step}`, tried);
    // An answer that comes after the step was left is about nothing that is shown.
    if (this.step !== step || this.hand !== hand) return;
    hand.clear();
    if (!answer.accepted || !answer.after) {
      sound("wrong");
      this.say(said(answer.text), "wrong");
      return this.mark();
    }
    this.hand = null;
    this.next = answer.next;
    this.root.dataset.state = answer.next ? "right" : "finished";
    const { after, reply } = answer;
    sound(answer.next ? "change" : "end");
    this.say([answer.next ? t("learn-right") : `${t("learn-won")} ${t("learn-end")} ${t("learn-end-more")}`, reply?.last ? t("learn-reply", { move: reply.last.move }) : ""].filter(Boolean).join(" "), "right");
    this.become(after);
    if (reply) this.replyLater = window.setTimeout(() => this.become(reply), isCalm() ? 0 : REPLY_MS);
    if (!answer.next) this.board.cheer();
    fill(this.progress, t("learn-step", { number: step.step, count: step.count }), h("progress", { max: step.count, value: step.step, "aria-hidden": "true" }));
    this.offer();
    this.buttons.querySelector("button, a")?.focus();
  }

  /** Shows a move that is right. */
  async reveal() {
    const { step } = this;
    const { move, cells } = await get(`/api/lessons/${this.rules.id}/${step?.step}/solution`);
    if (this.step !== step || !this.hand) return;
    this.hand.clear();
    this.shown = cells;
    this.say(t("learn-shown", { move: moveName(move) }), "");
    this.mark();
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
    const { hand, after, considered } = this;
    const touched = hand?.touched ?? [];
    const finishes = hand && touched.length && this.pointed && this.pointed !== touched.at(-1) ? hand.finishes([...touched, this.pointed]) : [];
    const foreseen = considered ?? finishes[Math.floor((finishes.length - 1) / 2)]?.handle;
    return {
      last: after?.last?.cells ?? [],
      deciding: after?.deciding ?? [],
      touched,
      starts: hand?.starts() ?? [],
      targets: considered ? [] : (hand?.targets() ?? []),
      preview: foreseen?.changes ?? [],
      arrows: this.shown.length ? [{ cells: this.shown, rank: 1, value: "✓", tone: "win" }] : [],
    };
  }

  mark() {
    if (this.step) this.board.mark(this.marks());
  }

  /** @param {LessonBoard} board */
  become(board) {
    this.after = board;
    this.draw(board.last ? { cells: board.last.cells } : null);
  }

  /** @param {import("./board.js").Motion | null} [motion] */
  draw(motion = null) {
    const picture = this.after?.picture ?? this.step?.picture;
    if (picture) this.board.show(picture, this.look, this.step?.turn === "second", this.marks(), motion);
  }
}
