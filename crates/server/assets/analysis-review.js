// The review of a finished game, beside the analysis board: a graph, accuracy, where the game turned, and
// another try at it.
import { announce, attempt, note } from "./announce.js";
import { openContinue } from "./analysis-dialogs.js";
import { get, post, remove } from "./api.js";
import { fill, h, s } from "./dom.js";
import { icon } from "./icons.js";
import { listen } from "./stream.js";
import { inWords } from "./values.js";
import { moveName, said, t } from "./words.js";

/**
 * @typedef {{ply: number, side: string, move: string, numbered: string, quality: string, loss: number, best: string[], text: import("./types.js").Text | null}} Judged
 */
/**
 * @typedef {{complete: boolean, moves: string[], accuracy: (number | null)[], expected: (number | null)[], judged: Judged[], study: string}} Review
 */
/** @typedef {{state: string, done: number, all: number, review: Review | null}} ReviewState */

/** How often it is asked how far a review is. */
const POLL_MS = 400;
/** The size of the graph in its own units. */
const [WIDE, HIGH] = [600, 140];
/** For how long a tried move is searched. */
const TRY_MS = 1000;

export class AnalysisReview {
  /** @param {import("./analysis.js").AnalysisPage} page @param {string} id of the game */
  constructor(page, id) {
    this.page = page;
    this.id = id;
    /** @type {Review | null} */
    this.review = null;
    /** What is tried again. @type {{judged: Judged, node: number} | null} */
    this.trying = null;
    this.body = h("div", { class: "review-body" });
    this.element = h("section", { class: "review", "aria-label": t("review") }, this.body);
    page.panels.list.after(this.element);
    page.onShown(() => this.shown());
    fill(this.body, this.offer());
  }

  offer() {
    return h("button", { type: "button", class: "primary", on: { click: attempt(() => this.begin()) } }, icon("chart"), t("review-begin"));
  }

  /** Begins, goes on, or shows what is there already. */
  async begin() {
    /** @type {ReviewState} */
    let state = await post(`/api/games/${this.id}/review`);
    const progress = h("progress", { max: state.all, value: state.done, "aria-label": t("review-making") });
    const count = h("span", { class: "quiet" });
    const stop = h("button", { type: "button", on: { click: attempt(() => remove(`/api/games/${this.id}/review`)) } }, t("review-stop"));
    if (state.state === "running") {
      fill(this.body, h("p", { role: "status" }, t("review-making")), h("div", { class: "buttons" }, progress, count, stop));
      announce(t("review-making"));
    }
    while (state.state === "running") {
      progress.max = state.all;
      progress.value = state.done;
      fill(count, t("review-progress", { done: state.done, all: state.all }));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      state = await get(`/api/games/${this.id}/review`);
    }
    if (!state.review) {
      fill(this.body, this.offer());
      throw new Error(t("review-failed"));
    }
    await this.show(state.review);
  }

  /** @param {Review} review */
  async show(review) {
    const { page } = this;
    const { sides } = page.study.game;
    this.review = review;
    const at = page.study.nodes[page.at].ply;
    await page.open({ text: review.study });
    const turned = review.judged.filter((one) => ["mistake", "blunder"].includes(one.quality));
    await page.go(page.onMain(at || (turned[0]?.ply ?? -1) + 1));
    const accuracy = review.accuracy.map((percent, index) => (percent === null ? t("review-accuracy-none", { side: said(sides[index].name) }) : t("review-accuracy-of", { side: said(sides[index].name), percent: Math.round(percent) })));
    this.graph = this.drawGraph(review, turned);
    this.attempt = h("div", { class: "attempt", role: "status" });
    fill(
      this.body,
      h("h2", {}, t("review")),
      h("p", {}, `${t("review-accuracy")}: ${accuracy.join(", ")}`),
      !review.complete && h("p", {}, t("review-incomplete"), " ", this.offer()),
      this.graph,
      this.attempt,
      h("h3", {}, t("review-turning-points")),
      turned.length ? h("ul", { class: "turns" }, ...turned.map((one) => this.turn(one))) : h("p", { class: "quiet" }, t("review-no-turning-points")),
      this.counts(review),
    );
    announce(`${t("review")}. ${accuracy.join(", ")}. ${t("review-turned", { count: turned.length })}`);
    this.shown();
  }

  /** @param {Judged} judged */
  turn(judged) {
    const { page } = this;
    const look = h("button", { type: "button", class: "plain told", on: { click: () => page.go(page.onMain(judged.ply + 1)) } }, said(judged.text));
    const again = h("button", { type: "button", "aria-label": t("review-try-of", { move: judged.numbered }), on: { click: attempt(() => this.tryAgain(judged)) } }, icon("again"), t("review-try"));
    return h("li", { class: judged.quality }, look, again);
  }

  /** @param {Review} review */
  counts(review) {
    const { sides } = this.page.study.game;
    const qualities = ["blunder", "mistake", "inaccuracy", "good", "best", "only", "forced"];
    const count = (/** @type {string} */ quality, /** @type {string} */ side) => review.judged.filter((one) => one.quality === quality && one.side === side).length;
    const rows = qualities.map((quality) => h("tr", {}, h("th", { scope: "row" }, t(`quality-${quality}`)), h("td", {}, count(quality, "first")), h("td", {}, count(quality, "second"))));
    return h("details", {}, h("summary", {}, t("review-counts")), h("table", { class: "counted" }, h("thead", {}, h("tr", {}, h("td", {}), ...sides.map((side) => h("th", { scope: "col" }, said(side.name))))), h("tbody", {}, ...rows)));
  }

  /** The expected result after every move, to click on. @param {Review} review @param {Judged[]} turned */
  drawGraph(review, turned) {
    const { page } = this;
    const count = Math.max(2, review.expected.length);
    const step = WIDE / (count - 1);
    const points = review.expected.flatMap((expected, ply) => (expected === null ? [] : [[ply * step, HIGH * (1 - expected)]]));
    const path = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    this.now = s("path", { class: "now" });
    const label = t("review-graph", { side: said(page.study.game.sides[0].name) });
    const svg = s("svg", { class: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
      points.length > 0 && s("path", { class: "area", d: `M${points[0][0]} ${HIGH}L${path}L${points.at(-1)?.[0]} ${HIGH}z` }),
      s("path", { class: "middle", d: `M0 ${HIGH / 2}H${WIDE}` }),
      ...turned.map((one) => s("path", { class: `turned ${one.quality}`, d: `M${(one.ply + 1) * step} 0V${HIGH}` })),
      points.length > 0 && s("path", { class: "course", d: `M${path}` }),
      this.now);
    const slider = h("input", { type: "range", class: "unseen", min: 0, max: count - 1, step: 1, "aria-label": label, on: { input: () => page.go(page.onMain(Number(slider.value))) } });
    this.slider = slider;
    svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const box = svg.getBoundingClientRect();
      void page.go(page.onMain(Math.round(((event.clientX - box.left) / box.width) * (count - 1))));
    });
    return h("div", { class: "graph-frame" }, svg, slider);
  }

  /** Another position is shown. */
  shown() {
    const { page, review, trying } = this;
    if (!review) return;
    const { ply } = page.study.nodes[page.at];
    const step = WIDE / Math.max(1, review.expected.length - 1);
    this.now?.setAttribute("d", `M${ply * step} 0V${HIGH}`);
    const expected = review.expected[ply];
    if (this.slider) {
      this.slider.value = String(ply);
      this.slider.setAttribute("aria-valuetext", `${page.tree.nodes[page.at].move ?? t("analysis-start")}, ${expected === null || expected === undefined ? "" : `${Math.round(expected * 100)} %`}`);
    }
    if (!trying || page.at === trying.node) return;
    if (page.tree.parents[page.at] === trying.node) void attempt(() => this.judge(trying))();
    else this.endTry();
  }

  // Another try.

  /** @param {Judged} judged */
  async tryAgain(judged) {
    const { page } = this;
    this.endTry();
    const node = page.onMain(judged.ply);
    page.panels.engine?.mute(true);
    page.panels.root.classList.add("trying");
    this.trying = { judged, node };
    await page.go(node);
    this.ask(t("review-find", { side: said(page.study.game.sides[judged.side === "first" ? 0 : 1].name), move: moveName(judged.move) }));
    page.board.focus(page.board.focused);
    // What is asked has to be seen; as much of the board as there is room for stands above it.
    page.panels.frame.scrollIntoView({ block: "nearest" });
    this.attempt?.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} text */
  ask(text) {
    const { trying } = this;
    if (!trying || !this.attempt) return;
    const [best] = trying.judged.best;
    const button = (/** @type {string} */ label, /** @type {() => unknown} */ click) => h("button", { type: "button", on: { click } }, label);
    const hint = () => {
      const handle = this.page.places.get(this.page.tree.keys[trying.node])?.moves.find((one) => one.move === best);
      const [cell] = handle?.gestures[0]?.cells ?? [];
      this.ask(cell ? t("review-hint", { cell }) : text);
      if (cell && this.page.at === trying.node && this.page.hand.touch(cell)) this.page.mark();
    };
    const solution = () => {
      const { judged } = trying;
      this.endTry();
      fill(this.attempt, h("p", {}, t("review-solution", { moves: judged.best.slice(0, 6).map(moveName).join(" ") })));
      void this.page.change({ kind: "line", moves: judged.best.slice(0, 1) }, trying.node).then(() => this.page.go(this.page.tree.child(trying.node, best), true));
    };
    fill(this.attempt, h("p", {}, text), h("div", { class: "buttons" }, button(t("review-hint-button"), hint), button(t("review-solution-button"), solution), button(t("review-play-out"), () => openContinue(this.page)), button(t("review-give-up"), () => this.endTry())));
    announce(text);
  }

  /** Says what the move that was tried is worth. @param {{judged: Judged, node: number}} trying */
  async judge(trying) {
    const { page } = this;
    const move = page.tree.nodes[page.at].move ?? "";
    /** @type {import("./values.js").ValuedLine | undefined} */
    let found;
    if (move === trying.judged.best[0]) found = undefined;
    else {
      const asked = { game: page.study.game.rules, position: page.study.start, moves: page.tree.line(trying.node), values: true, time_ms: TRY_MS };
      await listen("/api/analysis", asked, new AbortController().signal, (thought) => {
        found = thought?.lines.find((/** @type {any} */ line) => line.moves[0] === move) ?? found;
      });
    }
    if (this.trying !== trying) return;
    const isRight = move === trying.judged.best[0] || (found?.class === "keeps" && move !== trying.judged.move);
    if (isRight) {
      this.endTry();
      const text = t("review-right", { move: moveName(move) });
      fill(this.attempt ?? h("div"), h("p", { class: "right" }, text));
      announce(text);
      return;
    }
    const text = t("review-wrong", { move: moveName(move), worth: found ? inWords(found) : "" });
    note(text);
    await page.go(trying.node);
    this.ask(text);
  }

  endTry() {
    if (!this.trying) return;
    this.trying = null;
    this.page.panels.root.classList.remove("trying");
    this.page.panels.engine?.mute(false);
    if (this.attempt) fill(this.attempt);
  }
}
