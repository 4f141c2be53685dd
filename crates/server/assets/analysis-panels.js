// What stands around the analysis board: what is shown, the moves, what can be said of a move, and what can
// be done with all of it.
import { announce, attempt } from "./announce.js";
import { openContinue, openPaste, openTexts } from "./analysis-dialogs.js";
import { SIGNS } from "./analysis-tree.js";
import { openRules } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { token } from "./pieces.js";
import { botName, said, t } from "./words.js";

export class AnalysisPanels {
  /** @param {import("./analysis.js").AnalysisPage} page @param {HTMLElement} main */
  constructor(page, main) {
    this.page = page;
    /** The engine, where there is one. @type {any} */
    this.engine = null;
    this.status = h("p", { class: "status" });
    this.sides = h("p", { class: "sides quiet" });
    this.list = h("div", { class: "record" });
    /** @type {HTMLElement | null} */
    this.moves = null;
    this.comment = h("textarea", { id: "comment", rows: 2, maxLength: 4000, on: { change: () => this.sayComment(), keydown: (/** @type {KeyboardEvent} */ event) => this.commentKey(event) } });
    this.typed = h("input", { id: "typed", name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: false, maxLength: 100, placeholder: t("type-move") });
    this.marks = h("div", { class: "buttons marks", role: "group", "aria-label": t("analysis-marks") });
    const button = (/** @type {string} */ sign, /** @type {string} */ text, /** @type {() => unknown} */ click) => h("button", { type: "button", class: "plain", title: text, "aria-label": text, on: { click } }, icon(sign));
    this.backward = [button("start", t("to-start"), () => page.go(0)), button("back", t("back"), () => this.step(-1))];
    this.forward = [button("next", t("forward"), () => this.step(1)), button("end", t("to-end"), () => this.step(Infinity))];
    this.undo = button("undo", t("analysis-undo"), () => page.undo());
    this.redo = button("again", t("analysis-redo"), () => page.redo());
    this.leaf = h("div", { class: "leaf" }, ...this.backward, ...this.forward, this.undo, this.redo);
    this.promoting = h("button", { type: "button", on: { click: () => this.promote() } }, icon("end"), t("analysis-promote"));
    this.removing = h("button", { type: "button", on: { click: () => this.remove() } }, icon("bin"), t("analysis-remove"));
    this.build(main);
  }

  /** @param {HTMLElement} main */
  build(main) {
    const { page } = this;
    const { game } = page.study;
    page.board.grid.setAttribute("aria-label", t("board-of", { game: said(game.name) }));
    const form = h("form", { class: "type", on: { submit: attemptOf(async () => {
      if (await page.type(this.typed.value)) this.typed.value = "";
    }) } }, h("label", { class: "unseen", htmlFor: "typed" }, t("type-move")), this.typed, h("button", { type: "submit" }, t("move")));
    const tool = (/** @type {string} */ sign, /** @type {string} */ text, /** @type {() => unknown} */ click) => h("button", { type: "button", on: { click } }, icon(sign), text);
    const tools = h(
      "div",
      { class: "buttons tools" },
      tool("copy", t("analysis-paste"), () => openPaste(page)),
      tool("share", t("analysis-take"), () => openTexts(page)),
      tool("robot", t("analysis-continue"), () => openContinue(page)),
      tool("gear", t("editor-open"), () => location.assign(`/editor/${page.study.game.rules}?${new URLSearchParams({ p: page.place()?.position ?? page.study.start })}`)),
      tool("flip", t("flip"), () => page.flip()),
      tool("book", t("rules"), () => openRules({ rules: page.study.game.rules, name: page.study.game.name })),
    );
    this.about = h("details", { class: "about-move", open: true }, h("summary", {}, t("analysis-about-move")), h("div", { class: "inside" }, this.marks, h("label", { class: "field" }, t("analysis-comment"), this.comment), h("div", { class: "buttons" }, this.promoting, this.removing)));
    this.frame = h("div", { class: "frame" }, page.board.element);
    this.table = h("div", { class: "table" }, this.frame);
    this.title = h("h1", {});
    this.headline = h("div", { class: "headline" }, this.title, this.status, this.sides);
    this.side = h("section", { class: "side", "aria-label": t("analysis") }, this.headline, this.list, form, this.about, tools);
    this.root = h("div", { class: "game analysis-page" }, h("section", { class: "stage", "aria-label": t("board") }, this.table), this.side);
    fill(main, this.root);
  }

  /** There is another study, or the same with a change. */
  study() {
    const { page } = this;
    const { game } = page.study;
    fill(this.title, t("analysis-of", { game: said(game.name) }));
    document.title = this.title.textContent;
    const scroll = this.moves?.scrollTop ?? 0;
    const hadFocus = this.moves?.contains(document.activeElement);
    this.moves = page.tree.draw((node) => void page.go(node));
    fill(this.list, this.moves, this.leaf);
    /** @type {HTMLElement} */ (this.moves).scrollTop = scroll;
    const names = new Map(page.study.tags);
    // People without a name are called by their side alone, as are players that are not known.
    const nameOf = (/** @type {string} */ tag) => (["human", "?"].includes(names.get(tag) ?? "?") ? "" : botName(names.get(tag) ?? ""));
    const players = ["First", "Second"].map((tag, index) => [token(game.shape, game.sides, index), h("span", {}, [said(game.sides[index].name), nameOf(tag)].filter(Boolean).join(": ")), h("b", { class: "count" })]);
    fill(this.sides, ...players.map((parts) => h("span", { class: "one" }, ...parts)));
    this.mark();
    if (hadFocus) /** @type {HTMLElement | null} */ (this.moves?.querySelector('[aria-current="true"]'))?.focus();
  }

  /** Marks the move that is looked at. */
  mark() {
    const { page, moves } = this;
    if (!moves) return;
    for (const old of moves.querySelectorAll('[aria-current="true"]')) old.removeAttribute("aria-current");
    const current = /** @type {HTMLElement | null} */ (moves.querySelector(`[data-node="${page.at}"]`));
    current?.setAttribute("aria-current", "true");
    // Only the list scrolls, never the page.
    if (current && (current.offsetTop < moves.scrollTop || current.offsetTop + current.offsetHeight > moves.scrollTop + moves.clientHeight)) moves.scrollTop = current.offsetTop - moves.clientHeight / 2;
    const { tree, at } = page;
    for (const button of this.backward) button.disabled = at === 0;
    for (const button of this.forward) button.disabled = !tree.children[at].length;
    this.undo.disabled = !page.done.length;
    this.redo.disabled = !page.undone.length;
  }

  /** What is shown has changed. */
  update() {
    const { page } = this;
    const place = page.place();
    const node = page.study.nodes[page.at];
    this.mark();
    fill(this.status, said(place?.status));
    if (this.root) Object.assign(this.root.dataset, { ply: node.ply, node: page.at, count: page.study.nodes.length, position: place?.position ?? "" });
    if (document.activeElement !== this.comment) this.comment.value = node.comment ?? "";
    this.removing.disabled = page.at === 0;
    this.promoting.disabled = page.tree.isMain(page.at);
    this.updateMarks();
    this.counts();
  }

  updateMarks() {
    const { page } = this;
    const own = page.study.nodes[page.at].marks ?? [];
    const signature = `${page.at} ${own.join()}`;
    if (this.marks.dataset.shown === signature) return;
    this.marks.dataset.shown = signature;
    const hadFocus = /** @type {HTMLElement | null} */ (this.marks.contains(document.activeElement) ? document.activeElement : null)?.dataset.mark;
    fill(this.marks, ...SIGNS.map((sign, index) => {
      const mark = index + 1;
      const isOn = own.includes(mark);
      return h("button", { type: "button", title: t(`mark-${mark}`), "aria-label": `${sign} ${t(`mark-${mark}`)}`, "aria-pressed": String(isOn), disabled: page.at === 0, data: { mark }, on: { click: () => page.change({ kind: "marks", marks: isOn ? own.filter((one) => one !== mark) : [...own.filter((one) => one > SIGNS.length), mark] }, page.at) } }, sign);
    }));
    if (hadFocus) /** @type {HTMLElement | null} */ (this.marks.querySelector(`[data-mark="${hadFocus}"]`))?.focus();
  }

  /** Counts of pieces, with what they would become. */
  counts() {
    const counts = this.page.picture()?.counts;
    const foreseen = this.page.foreseen()?.counts;
    [...this.sides.querySelectorAll(".count")].forEach((count, index) => {
      const changes = counts && foreseen && foreseen[index] !== counts[index];
      fill(count, counts && counts[index], changes && ` → ${foreseen[index]}`);
    });
  }

  /** Goes so many moves on, or back. @param {number} steps */
  step(steps) {
    const { tree, at } = this.page;
    let node = at;
    for (; steps < 0 && node > 0; steps++) node = tree.parents[node] ?? 0;
    for (; steps > 0 && tree.children[node].length; steps--) node = tree.children[node][0];
    return this.page.go(node, true);
  }

  promote() {
    const { page } = this;
    if (page.tree.isMain(page.at)) return;
    void page.change({ kind: "promote" }).then((done) => done && announce(t("analysis-promoted")));
  }

  remove() {
    const { page } = this;
    if (page.at === 0) return;
    void page.change({ kind: "remove" }).then((done) => done && announce(t("analysis-removed")));
  }

  async sayComment() {
    const { page, comment } = this;
    const [{ at }, text] = [page, comment.value.trim()];
    if (text === (page.study.nodes[at].comment ?? "")) return;
    if (await page.change({ kind: "comment", text }, at)) return;
    // What could not be kept stays where it was typed.
    if (page.at === at) comment.value = text;
  }

  /** @param {KeyboardEvent} event */
  commentKey(event) {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    this.comment.blur();
    this.page.board.focus(this.page.board.focused);
  }
}

/** What a form does instead of what forms do. @param {() => Promise<unknown>} work */
function attemptOf(work) {
  const tried = attempt(work);
  return (/** @type {Event} */ event) => {
    event.preventDefault();
    void tried();
  };
}

