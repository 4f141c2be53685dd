// What was played from here in finished games of this server, without names, and what is known of it.
import { post } from "./api.js";
import { fill, h } from "./dom.js";
import { inWords } from "./values.js";
import { moveName, said, t } from "./words.js";

/**
 * @typedef {{games: number, moves: {move: string, games: number, results: [number, number, number], known: import("./types.js").HintLine | null}[]}} Explored
 */

/** What is looked at for longer than this is asked about. */
const PAUSE_MS = 150;

export class AnalysisExplorer {
  /** @param {import("./analysis.js").AnalysisPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<string, Explored>} */
    this.known = new Map();
    this.later = 0;
    this.body = h("div", {});
    this.element = h("details", { class: "explorer", on: { toggle: () => this.update() } }, h("summary", {}, t("explorer")), this.body);
    page.panels.engine.element.after(this.element);
    page.onShown(() => this.update());
  }

  /** Asks about what is shown, while the list is open. */
  update() {
    const { page } = this;
    clearTimeout(this.later);
    if (!this.element.open) return;
    const key = page.tree.keys[page.at];
    const known = this.known.get(key);
    if (known) return this.show(known);
    this.later = window.setTimeout(async () => {
      try {
        const explored = await post("/api/explorer", { game: page.study.game.rules, position: page.study.start, moves: page.line() });
        this.known.set(key, explored);
        if (page.tree.keys[page.at] === key) this.show(explored);
      } catch (error) {
        fill(this.body, h("p", { class: "error" }, error instanceof Error ? error.message : String(error)));
      }
    }, PAUSE_MS);
  }

  /** @param {Explored} explored */
  show({ games, moves }) {
    const { page } = this;
    const { sides } = page.study.game;
    if (!moves.length) return fill(this.body, h("p", { class: "quiet" }, t("explorer-none", { count: games })));
    const percent = (/** @type {number} */ part, /** @type {number} */ all) => `${Math.round((100 * part) / Math.max(1, all))} %`;
    const row = (/** @type {Explored["moves"][0]} */ { move, games: count, results, known }) => {
      const play = () => {
        const handle = page.hand.handles.find((one) => one.move === move);
        if (handle) page.play(handle);
      };
      const finished = results[0] + results[1] + results[2];
      return h("tr", {}, h("td", {}, h("button", { type: "button", class: "plain", on: { click: play } }, moveName(move))), h("td", {}, count), ...(known ? [h("td", { class: known.kind, colSpan: 3 }, inWords(known))] : results.map((part) => h("td", {}, finished ? percent(part, finished) : ""))));
    };
    const head = h("tr", {}, h("th", { scope: "col" }, t("move")), h("th", { scope: "col" }, t("explorer-games")), h("th", { scope: "col" }, said(sides[0].name)), h("th", { scope: "col" }, t("library-drawn")), h("th", { scope: "col" }, said(sides[1].name)));
    fill(this.body, h("table", { class: "explored" }, h("thead", {}, head), h("tbody", {}, ...moves.map(row))), h("p", { class: "quiet" }, t("explorer-counted", { count: games })));
  }
}
