// The engine beside the analysis board: on a leash of time and lines, and what it found is kept for every
// position.
import { announce } from "./announce.js";
import { tick } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { worth } from "./hints.js";
import { colours } from "./pieces.js";
import { listen } from "./stream.js";
import { SIGNS_OF, ValuedCells, badgesOf, classInWords, inWords } from "./values.js";
import { moveName, said, t } from "./words.js";

/**
 * @typedef {{position: string, turn: string, depth: number, nodes: number, expected: number, lines: import("./values.js").ValuedLine[], keeping: number | null, done: boolean}} Thought
 */

const KEY = "jogo-analysis";
/** Seconds and lines that can be chosen. */
const TIMES_MS = [300, 1000, 3000];
const LINES = [1, 2, 3, 4, 5];
/** The engine is asked again after so long when it has no time. */
const RETRY_MS = 1200;
/** So many results are kept. */
const KEPT_MAX = 2000;

function recalled() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

export class AnalysisEngine {
  /** @param {import("./analysis.js").AnalysisPage} page */
  constructor(page) {
    this.page = page;
    this.wish = { on: true, values: false, lines: 3, time_ms: 1000, ...recalled() };
    /** What was found, by what was asked. @type {Map<string, Thought>} */
    this.known = new Map();
    /** @type {{key: string, stop: AbortController} | null} */
    this.asked = null;
    this.retry = 0;
    this.valued = new ValuedCells();
    /** Why there is nothing to show. */
    this.trouble = "";
    /** Whether the engine keeps silent for now. */
    this.muted = false;
    this.fill = h("div", {});
    // Until the first values have come, the bar shows its name only.
    this.bar = h("div", { role: "meter", "aria-label": t("engine"), "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 50, tabIndex: 0 }, this.fill);
    this.switch = tick(t("engine"), this.wish.on, (on) => this.set({ on }));
    this.valuing = tick(t("values"), this.wish.values, (values) => this.set({ values }));
    const select = (/** @type {string} */ label, /** @type {number[]} */ options, /** @type {number} */ value, /** @type {(value: number) => string} */ name, /** @type {(value: number) => void} */ change) => {
      const field = h("select", { "aria-label": label, title: label, on: { change: () => change(Number(field.value)) } }, ...options.map((one) => h("option", { value: one, selected: one === value }, name(one))));
      return field;
    };
    const times = select(t("engine-time"), TIMES_MS, this.wish.time_ms, (ms) => t("seconds", { count: ms / 1000 }), (time_ms) => this.set({ time_ms }));
    const lines = select(t("engine-lines"), LINES, this.wish.lines, (count) => t(count === 1 ? "engine-line" : "engine-count", { count }), (count) => this.set({ lines: count }));
    this.lines = h("ol", { class: "lines" });
    this.about = h("p", { class: "quiet", role: "status" });
    this.all = h("ol", { class: "all" });
    this.summary = h("summary", {});
    this.list = h("details", { class: "values", open: true }, this.summary, this.all);
    this.element = h("section", { class: "engine", "aria-label": t("engine") }, h("div", { class: "leash" }, this.switch, this.valuing, times, lines), this.lines, this.about, this.list);
    for (const list of [this.lines, this.all]) list.addEventListener("click", (/** @type {Event} */ event) => this.click(event));
    page.panels.list.after(this.element);
    page.panels.table.prepend(this.bar);
    page.onShown(() => this.update());
  }

  /** @param {Partial<typeof this.wish>} changes */
  set(changes) {
    Object.assign(this.wish, changes);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.wish));
    } catch {
      // A browser that keeps nothing still analyses.
    }
    this.asked?.stop.abort();
    this.asked = null;
    this.trouble = "";
    this.update();
    this.page.mark();
  }

  toggle() {
    this.switch.querySelector("input").click();
    announce(t(this.wish.on ? "engine-on" : "engine-off"));
  }

  toggleValues() {
    this.valuing.querySelector("input").click();
    announce(t(this.wish.values ? "values-on" : "values-off"));
  }

  /** Hides the lines while a move is to be found without help. @param {boolean} muted */
  mute(muted) {
    this.muted = muted;
    this.asked?.stop.abort();
    this.asked = null;
    this.update();
    this.page.mark();
  }

  isOn() {
    return (this.wish.on || this.wish.values) && !this.muted;
  }

  /** What makes one question differ from another. */
  key() {
    const { values, lines, time_ms } = this.wish;
    return `${values ? "values" : lines} ${time_ms} ${this.page.tree.keys[this.page.at]}`;
  }

  /** What is known of what is shown. @returns {Thought | null} */
  current() {
    return this.isOn() ? (this.known.get(this.key()) ?? null) : null;
  }

  /** Another position is shown, or another leash is given. */
  update() {
    const key = this.key();
    if (this.asked && this.asked.key !== key) {
      this.asked.stop.abort();
      this.asked = null;
    }
    clearTimeout(this.retry);
    const place = this.page.place();
    this.trouble = "";
    if (this.isOn() && place?.turn && !this.known.get(key)?.done && !this.asked) void this.ask(key);
    this.show();
  }

  /** @param {string} key */
  async ask(key) {
    const { page, wish } = this;
    const stop = new AbortController();
    this.asked = { key, stop };
    const isWanted = () => this.asked?.stop === stop;
    let isFirst = true;
    const hear = (/** @type {Thought | null} */ thought) => {
      if (!thought || !isWanted()) return;
      if (this.known.size >= KEPT_MAX) this.known.delete(this.known.keys().next().value ?? "");
      this.known.set(key, thought);
      if (isFirst) performance.mark("thought");
      isFirst = false;
      this.show();
      page.mark();
    };
    try {
      const asked = { game: page.study.game.rules, position: page.study.start, moves: page.line(), time_ms: wish.time_ms };
      await listen("/api/analysis", { ...asked, ...(wish.values ? { values: true } : { lines: wish.lines }) }, stop.signal, hear);
    } catch (error) {
      if (!isWanted()) return;
      const { code, message } = /** @type {import("./api.js").Refusal} */ (error);
      if (!["too-fast", "engine-busy", "busy"].includes(code)) this.trouble = message;
    }
    if (!isWanted()) return;
    this.asked = null;
    // An engine without time, or one whose work was lost, is asked again.
    if (!this.trouble && !this.known.get(key)?.done) {
      this.retry = window.setTimeout(() => this.update(), RETRY_MS);
    }
    this.show();
  }

  // What is shown.

  show() {
    const thought = this.current();
    const place = this.page.place();
    const isOver = !place?.turn;
    this.element.classList.toggle("off", !this.isOn());
    this.showBar(thought);
    const shown = this.isOn() ? (thought?.lines.slice(0, this.wish.lines) ?? []) : [];
    fill(this.lines, ...shown.map((line, index) => this.row(line, index)));
    const depth = thought?.depth ? t("depth", { depth: thought.depth }) : "";
    const legend = thought ? [t("legend-signs"), depth].filter(Boolean).join(" · ") : "";
    const about = this.trouble || (!this.isOn() ? "" : isOver ? t("no-more-moves") : thought ? legend : t("thinking"));
    if (this.about.textContent !== about) fill(this.about, about);
    this.about.classList.toggle("error", !!this.trouble);
    Object.assign(this.element.dataset, { shown: thought ? this.page.tree.keys[this.page.at] : "", done: String(thought?.done ?? false) });
    this.showAll(thought);
  }

  /** @param {Thought | null} thought */
  showBar(thought) {
    const { sides } = this.page.study.game;
    const result = this.page.place()?.result;
    const expected = result ? { "1-0": 1, "0-1": 0 }[result] ?? 0.5 : (thought?.expected ?? null);
    // Another game may have been opened.
    this.fill.className = `fill ${colours(sides[0])}`;
    this.bar.className = `bar ${colours(sides[1])}`;
    this.bar.hidden = this.muted || (!this.isOn() && !result);
    if (expected === null) return;
    const percent = Math.round(expected * 100);
    this.bar.style.setProperty("--part", String(expected));
    this.bar.setAttribute("aria-valuenow", String(percent));
    const text = t("engine-expected", { side: said(sides[0].name), percent });
    this.bar.setAttribute("aria-label", text);
    this.bar.title = text;
  }

  /** @param {import("./values.js").ValuedLine} line @param {number} index */
  row(line, index) {
    const moves = line.moves.slice(0, 6).map((move, at) => h("button", { type: "button", class: "plain move", data: { line: index, upto: at + 1 } }, moveName(move)));
    return h("li", { class: line.kind }, h("span", { class: "sign", "aria-hidden": "true" }, worth(line)), h("b", {}, inWords(line)), h("span", { class: "way" }, ...moves));
  }

  /** @param {Thought | null} thought */
  showAll(thought) {
    const isValued = !!thought && thought.keeping !== null;
    this.list.hidden = !isValued;
    if (!thought || !isValued) return;
    fill(this.summary, t("values-keeping", { count: thought.keeping ?? 0, all: thought.lines.length }));
    const signature = JSON.stringify(thought.lines.map((line) => [line.moves[0], line.kind, line.plies, line.score, line.class]));
    if (this.all.dataset.signature === signature) return;
    this.all.dataset.signature = signature;
    fill(this.all, ...thought.lines.map((line, index) => h("li", { class: line.class }, h("button", { type: "button", class: "plain", data: { line: index, upto: 1 } }, h("span", { class: "shape", "aria-hidden": "true" }, SIGNS_OF[line.class ?? ""]), h("b", {}, moveName(line.moves[0])), h("span", {}, inWords(line)), h("span", { class: "unseen" }, `, ${classInWords(line)}`)))));
  }

  /** The values of what can be touched next. */
  cells() {
    const thought = this.wish.values ? this.current() : null;
    return thought && thought.keeping !== null ? this.valued.of(thought.lines, this.page.hand) : new Map();
  }

  badges() {
    return badgesOf(this.cells());
  }

  arrows() {
    if (this.wish.values || this.page.hand.touched.length) return [];
    return (this.current()?.lines ?? []).slice(0, this.wish.lines).map((line, rank) => ({ cells: line.cells, rank: rank + 1, value: worth(line), tone: line.kind }));
  }

  /** What is said of a cell. @param {string} cell */
  labelOf(cell) {
    const line = this.cells().get(cell);
    return line ? `${classInWords(line)}: ${inWords(line)}` : "";
  }

  spoken() {
    const best = this.current()?.lines[0];
    return best ? `${moveName(best.moves[0])}: ${inWords(best)}` : "";
  }

  /** @param {Event} event */
  click(event) {
    const button = event.target instanceof HTMLElement ? event.target.closest("button") : null;
    if (button?.dataset.line) void this.playLine(Number(button.dataset.line), Number(button.dataset.upto));
  }

  /** Plays the first moves of a line. @param {number} index @param {number} [count] */
  async playLine(index, count = 1) {
    const { page } = this;
    const moves = this.current()?.lines[index]?.moves.slice(0, count);
    if (!moves?.length) return;
    let node = page.at;
    const isKnown = moves.every((move) => (node = page.tree.child(node, move)) >= 0);
    if (!isKnown && !(await page.change({ kind: "line", moves }))) return;
    node = page.at;
    for (const move of moves) node = page.tree.child(node, move);
    await page.go(node, true);
  }
}
