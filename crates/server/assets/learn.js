// A lesson: each step shows a position and asks for a move. The server says whether a try is what was asked
// for.
import { announce } from "./announce.js";
import { catalogue, get, post } from "./api.js";
import { fill, h } from "./dom.js";
import { Exercise } from "./exercise.js";
import { Hand } from "./hand.js";
import { icon } from "./icons.js";
import { isCalm } from "./main.js";
import { play as sound } from "./sound.js";
import { moveName, said, spoken, t } from "./words.js";

/** @typedef {import("./types.js").LessonStep} LessonStep */
/** @typedef {import("./types.js").LessonAnswer} LessonAnswer */

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

class Lesson extends Exercise {
  /** @param {HTMLElement} root @param {import("./types.js").Rules} rules */
  constructor(root, rules) {
    super(root, rules);
    /** @type {LessonStep | null} */
    this.step = null;
    /** The step that follows, or null after the last. @type {number | null} */
    this.next = null;
    this.replyLater = 0;
  }

  build() {
    const book = h("a", { class: "button", href: `/rules/${this.rules.id}` }, icon("book"), t("rules"));
    fill(
      this.root,
      this.stage(),
      h("section", { class: "side", "aria-label": t("learn-game", { game: said(this.rules.name) }) },
        h("div", { class: "headline" }, h("h1", {}, t("learn-game", { game: said(this.rules.name) })), h("p", { class: "quiet goal" }, said(this.rules.goal))),
        this.progress, this.task, h("div", { class: "said" }, this.answer, this.buttons), h("div", { class: "buttons tools" }, book)),
    );
  }

  /** @param {number} number */
  async open(number) {
    const isFirst = !this.step;
    clearTimeout(this.replyLater);
    this.step = this.asked = /** @type {LessonStep} */ (await get(`/api/lessons/${this.rules.id}/${number}`));
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
    const { step, hand } = this;
    if (!step) return;
    const pass = hand?.passes()[0];
    fill(
      this.buttons,
      pass && this.button(moveName(pass.move), () => this.try({ move: pass.move }), "primary"),
      hand && !pass && this.button(t("learn-show"), () => this.reveal()),
      hand && step.step < step.count && this.button(t("learn-skip"), () => this.open(step.step + 1), "plain"),
      !hand && this.next && this.button(t("learn-next"), () => this.open(this.next ?? 1), "primary big"),
      !hand && !this.next && h("a", { class: "button primary big", href: `/new/${this.rules.id}`, data: { do: "new", game: this.rules.id } }, icon("play"), t("play-game", { game: said(this.rules.name) })),
      !hand && !this.next && h("a", { class: "button", href: `/puzzles/${this.rules.id}` }, t("puzzles")),
      !hand && !this.next && this.button(t("learn-again"), () => this.open(1)),
    );
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
}
