// A bot that teaches: what it says of a move that lost much, how it would answer, and hints in three steps.
import { announce, attempt } from "./announce.js";
import { get } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { moveName, said, t } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** The time that each move of a refutation is seen. */
const PACE_MS = 1100;
/** A hint comes in so many steps. */
const STEPS = 3;

export class Teacher {
  /** @param {import("./game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /**
     * The positions of the refutation that is shown, and which of them.
     * @type {import("./types.js").Past[]}
     */
    this.line = [];
    this.index = 0;
    this.timer = 0;
    /** How many steps of the hint are shown, and in which position. */
    this.steps = 1;
    this.position = "";
  }

  isHere() {
    return this.page.state?.now.seats.some((seat) => seat.teaches) ?? false;
  }

  /** What the board shows instead of the game: a position of the refutation. */
  shown() {
    return this.page.state?.now.warning ? (this.line[this.index] ?? null) : null;
  }

  /** Asks for the refutation and plays it out. */
  async show() {
    const { page } = this;
    const { positions } = await get(`/api/games/${page.id}/refutation`);
    if (!page.state?.now.warning) return;
    this.stop();
    document.querySelector(".warning")?.classList.add("showing");
    this.line = positions;
    this.index = 0;
    const step = () => {
      this.index++;
      const last = this.shown()?.last;
      if (last) announce(t("said-leaf", { number: this.shown()?.ply ?? 0, move: last.move }));
      page.render(last ? { cells: last.cells } : null);
      if (this.index + 1 >= this.line.length) clearInterval(this.timer);
    };
    page.render();
    this.timer = window.setInterval(step, PACE_MS);
  }

  stop() {
    clearInterval(this.timer);
    this.line = [];
  }

  /** @param {State} state */
  banner(state) {
    const { warning } = state.now;
    if (!warning || !state.you) {
      this.stop();
      return null;
    }
    const { page } = this;
    const button = (/** @type {string} */ text, /** @type {() => unknown} */ click, name = "") =>
      h("button", { type: "button", class: name, on: { click } }, text);
    return h(
      "div",
      { class: "banner ask warning" },
      h("h2", {}, t("teach-title")),
      h("p", {}, said(warning.text)),
      ...warning.facts.map((fact) => h("p", { class: "fact" }, said(fact))),
      h(
        "div",
        { class: "buttons" },
        button(t("teach-back"), () => page.act({ type: "undo" }), "primary"),
        button(
          t("teach-why"),
          attempt(() => this.show()),
        ),
        button(t("teach-go-on"), () => page.act({ type: "go-on" })),
      ),
    );
  }

  /** How many steps of the hint about what is shown may be seen. */
  stepsOf(/** @type {string} */ position) {
    if (this.position !== position) [this.position, this.steps] = [position, 1];
    return this.steps;
  }

  /** A hint, as far as it was asked for. @param {import("./types.js").Hint} hint */
  hint(hint) {
    const { steps } = hint;
    if (!steps) return [h("p", { class: "quiet" }, t("no-more-moves"))];
    const seen = this.stepsOf(hint.position);
    const more = h("button", { type: "button", on: { click: () => {
      this.steps++;
      this.page.render();
    } } }, icon("hint"), t("hint-more"));
    return [
      h(
        "ol",
        { class: "hint-steps" },
        h("li", {}, steps.piece ? t("hint-piece", { cell: steps.piece }) : moveName(steps.move)),
        seen > 1 && h("li", {}, t("hint-kind", { kind: said(steps.kind) })),
        seen > 2 &&
          h(
            "li",
            {},
            h("b", {}, t("hint-move", { move: moveName(steps.move) })),
            ...steps.reasons.map((reason) => h("span", {}, ` ${said(reason)}.`)),
          ),
      ),
      seen < STEPS && more,
    ];
  }
}
