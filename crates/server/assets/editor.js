// The position editor: what is put on the board is sent to the server, which checks whether it is a position.
// It is the same for all games.
import { announce, attempt, note } from "./announce.js";
import { catalogue, post } from "./api.js";
import { openContinue } from "./analysis-dialogs.js";
import { Board } from "./board.js";
import { segments } from "./dialogs.js";
import { byId, copy, fill, h, s, slug } from "./dom.js";
import { icon } from "./icons.js";
import { drawGround, drawPiece, token } from "./pieces.js";
import { cellLabel } from "./speech.js";
import { said, spoken, t } from "./words.js";

/** @typedef {{ground?: string, owner?: "first" | "second", size?: number}} Content */
/** @typedef {{cells: [string, Content][], turn: "first" | "second", counters: number[]}} Setup */
/**
 * @typedef {{game: import("./analysis.js").StudyGame, setup: Setup, picture: import("./types.js").Picture, contents: Content[], sizes: [number, number] | null, counters: import("./types.js").Text[], position: string | null, over: boolean, problem: import("./types.js").Text | null}} Edited
 */

/** So many changes can be taken back. */
const CHANGES_MAX = 500;

/** @param {HTMLElement} own */
export async function show(own) {
  const main = byId("main");
  try {
    const [known] = await Promise.all([catalogue(), spoken()]);
    const rules = own.dataset.rules ?? known.games[0].id;
    const position = new URLSearchParams(location.search).get("p");
    new EditorPage(main, await post("/api/editor", { game: rules, ...(position ? { position } : {}) }));
  } catch (error) {
    fill(
      main,
      h(
        "div",
        { class: "apology" },
        h("p", { role: "alert" }, error instanceof Error ? error.message : String(error)),
        h("a", { class: "button primary", href: location.pathname }, t("analysis-begin")),
      ),
    );
  }
}

class EditorPage {
  /** @param {HTMLElement} main @param {Edited} edited */
  constructor(main, edited) {
    this.edited = edited;
    /** @type {Setup[]} */
    this.done = [];
    /** @type {Setup[]} */
    this.undone = [];
    this.flipped = false;
    /** What a touch puts on a cell. @type {Content} */
    this.chosen = edited.contents.find((content) => content.owner) ?? {};
    this.size = edited.sizes?.[0] ?? 1;
    /** @type {Promise<unknown>} */
    this.working = Promise.resolve();
    this.board = new Board({
      touch: (cell) => this.touch(cell),
      point: () => {},
      label: (cell) =>
        cellLabel(cell, /** @type {any} */ ({ game: this.edited.game }), {
          touched: [],
          starts: [],
          targets: [],
          last: [],
          deciding: [],
        }),
      holds: () => false,
    });
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.palette = h("div", {});
    this.more = h("div", { class: "field" });
    this.text = h("input", {
      class: "code",
      id: "position-text",
      autocomplete: "off",
      spellcheck: false,
      maxLength: 2000,
      on: { change: () => this.change({ kind: "paste", text: this.text.value }) },
    });
    this.build(main);
    this.take(edited);
    addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {HTMLElement} main */
  build(main) {
    const { game } = this.edited;
    const title = t("editor-of", { game: said(game.name) });
    document.title = title;
    this.board.grid.setAttribute("aria-label", t("board-of", { game: said(game.name) }));
    const tool = (
      /** @type {string} */ sign,
      /** @type {string} */ text,
      /** @type {() => unknown} */ click,
    ) => h("button", { type: "button", on: { click } }, icon(sign), text);
    this.undoing = tool("undo", t("analysis-undo"), () =>
      this.back("done", "undone", "analysis-undone"),
    );
    this.redoing = tool("again", t("analysis-redo"), () =>
      this.back("undone", "done", "analysis-redone"),
    );
    this.leaving = [
      tool("chart", t("analysis-board"), () =>
        location.assign(`/analysis/${game.rules}?${new URLSearchParams({ p: this.edited.position ?? "" })}`),
      ),
      tool("play", t("editor-play"), () => this.play()),
      tool(
        "copy",
        t("copy-position"),
        attempt(async () => this.copied(this.edited.position ?? "")),
      ),
      tool(
        "link",
        t("copy-link"),
        attempt(async () => this.copied(new URL(this.address(), location.href).href)),
      ),
    ];
    const side = h(
      "section",
      { class: "side", "aria-label": t("editor") },
      h("div", { class: "headline" }, h("h1", {}, title), this.verdict),
      this.palette,
      this.more,
      h("label", { class: "field", htmlFor: "position-text" }, t("position")),
      this.text,
      h(
        "div",
        { class: "buttons" },
        this.undoing,
        this.redoing,
        tool("bin", t("editor-clear"), () => this.change({ kind: "clear" })),
        tool("home", t("editor-start"), () => this.begin()),
        tool("flip", t("flip"), () => this.flip()),
      ),
      h("div", { class: "buttons tools" }, ...this.leaving),
    );
    this.root = h(
      "div",
      { class: "game editor-page" },
      h(
        "section",
        { class: "stage", "aria-label": t("board") },
        h("div", { class: "table" }, h("div", { class: "frame" }, this.board.element)),
      ),
      side,
    );
    fill(main, this.root);
  }

  /** @param {string} text */
  async copied(text) {
    await copy(text);
    note(t("copied"));
  }

  address() {
    return `/editor/${this.edited.game.rules}?${new URLSearchParams({ p: this.edited.position ?? "" })}`;
  }

  /** Plays what stands on the board against a bot. */
  play() {
    const { game, position, setup } = this.edited;
    openContinue(
      /** @type {any} */ ({
        study: { game },
        place: () => ({ position, turn: this.edited.over ? null : setup.turn }),
      }),
    );
  }

  flip() {
    this.flipped = !this.flipped;
    this.render();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (target.matches("input:not([type=radio]), textarea, select") || document.querySelector("dialog[open]"))
      return;
    const isControl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isControl && (key === "z" || key === "y")) {
      event.preventDefault();
      if (key === "y" || event.shiftKey) this.back("undone", "done", "analysis-redone");
      else this.back("done", "undone", "analysis-undone");
    } else if (!isControl && /^[1-9]$/.test(key) && this.edited.contents[Number(key) - 1])
      this.choose(Number(key) - 1);
  }

  // What is sent to the server.

  /** @param {Edited} edited */
  take(edited) {
    this.edited = edited;
    if (edited.position) history.replaceState(null, "", this.address());
    this.render();
  }

  /** @param {object} edit */
  change(edit) {
    this.working = this.working.then(attempt(async () => {
      const before = this.edited.setup;
      const edited = await post("/api/editor", { game: this.edited.game.rules, setup: before, edit });
      if (JSON.stringify(edited.setup) !== JSON.stringify(before)) {
        this.done = [...this.done.slice(1 - CHANGES_MAX), before];
        this.undone = [];
      }
      this.take(edited);
      announce(this.verdict.textContent);
    }));
    return this.working;
  }

  begin() {
    this.working = this.working.then(attempt(async () => {
      const before = this.edited.setup;
      const edited = await post("/api/editor", { game: this.edited.game.rules });
      this.done.push(before);
      this.undone = [];
      this.take(edited);
    }));
  }

  /** @param {"done" | "undone"} from @param {"done" | "undone"} to @param {string} told */
  back(from, to, told) {
    this.working = this.working.then(attempt(async () => {
      const setup = this[from].at(-1);
      if (!setup) return;
      const edited = await post("/api/editor", { game: this.edited.game.rules, setup });
      this[from].pop();
      this[to].push(this.edited.setup);
      this.take(edited);
      announce(t(told));
    }));
  }

  /** @param {number} index */
  choose(index) {
    this.chosen = this.edited.contents[index];
    this.drawPalette();
    announce(this.nameOf(this.chosen));
  }

  /** Puts what is chosen on a cell; the same again takes it off. @param {string} cell */
  touch(cell) {
    const wanted = this.chosen.owner && this.edited.sizes ? { ...this.chosen, size: this.size } : this.chosen;
    const there = this.edited.setup.cells.find(([name]) => name === cell)?.[1] ?? {};
    const isSame =
      there.ground === wanted.ground && there.owner === wanted.owner && there.size === wanted.size;
    void this.change({ kind: "put", cell, content: isSame ? {} : wanted });
  }

  // What is shown.

  render() {
    const { picture, game, setup, position, problem, over } = this.edited;
    this.board.show(picture, game, this.flipped, {});
    fill(this.verdict, position ? t(over ? "editor-over" : "editor-valid") : said(problem));
    this.verdict.classList.toggle("error", !position);
    if (document.activeElement !== this.text) this.text.value = position ?? "";
    for (const button of this.leaving ?? []) button.disabled = !position;
    this.undoing.disabled = !this.done.length;
    this.redoing.disabled = !this.undone.length;
    Object.assign(this.root.dataset, { position: position ?? "", changes: this.done.length });
    this.drawPalette();
    this.drawMore(setup);
  }

  /** @param {Content} content */
  nameOf({ owner, ground }) {
    if (owner) return said(this.edited.game.sides[owner === "first" ? 0 : 1].name);
    return ground ? t(`ground-${ground}`) : t("editor-nothing");
  }

  drawPalette() {
    const { contents, game, sizes } = this.edited;
    const options = contents.map((content, index) => ({
      value: String(index),
      label: [
        drawContent(content.owner && sizes ? { ...content, size: this.size } : content, game),
        this.nameOf(content),
      ],
    }));
    const chosen = contents.findIndex(
      (content) => content.owner === this.chosen.owner && content.ground === this.chosen.ground,
    );
    const signature = JSON.stringify([chosen, this.size, game.rules]);
    if (this.palette.dataset.signature === signature) return;
    this.palette.dataset.signature = signature;
    const hadFocus = this.palette.contains(document.activeElement)
      ? /** @type {HTMLInputElement} */ (document.activeElement).name
      : "";
    const size =
      sizes &&
      h(
        "label",
        { class: "field" },
        t("editor-size", { size: this.size }),
        h("input", {
          type: "range",
          name: "size",
          min: sizes[0],
          max: sizes[1],
          step: 1,
          value: this.size,
          on: {
            input: (/** @type {any} */ event) => {
              this.size = Number(event.target.value);
              this.drawPalette();
            },
          },
        }),
      );
    fill(
      this.palette,
      segments("content", t("editor-put"), options, String(chosen), (index) => this.choose(Number(index))),
      size,
    );
    if (hadFocus)
      /** @type {HTMLElement | null} */ (
        this.palette.querySelector(`[name="${hadFocus}"]${hadFocus === "content" ? ":checked" : ""}`)
      )?.focus();
  }

  /** Whose move it is, and the counters. @param {Setup} setup */
  drawMore(setup) {
    const { game, counters } = this.edited;
    const signature = JSON.stringify([setup.turn, setup.counters]);
    if (this.more.dataset.signature === signature) return;
    this.more.dataset.signature = signature;
    const focused = this.more.contains(document.activeElement)
      ? /** @type {HTMLInputElement} */ (document.activeElement)
      : null;
    const kept = focused && `[name="${focused.name}"]${focused.type === "radio" ? ":checked" : ""}`;
    const side = (/** @type {number} */ index) => [
      token(game.shape, game.sides, index),
      said(game.sides[index].name),
    ];
    const turn = segments(
      "turn",
      t("editor-turn"),
      [
        { value: "first", label: side(0) },
        { value: "second", label: side(1) },
      ],
      setup.turn,
      (value) => this.change({ kind: "turn", turn: value }),
    );
    const fields = counters.map((name, index) =>
      h(
        "label",
        { class: "field short" },
        said(name),
        h("input", {
          type: "number",
          name: `counter-${index}`,
          min: 0,
          max: 9999,
          value: setup.counters[index],
          on: {
            change: (/** @type {any} */ event) =>
              this.change({
                kind: "counter",
                index,
                value: Math.max(0, Math.min(9999, Math.round(Number(event.target.value) || 0))),
              }),
          },
        }),
      ),
    );
    fill(this.more, turn, h("div", { class: "pair" }, ...fields));
    if (kept) /** @type {HTMLElement | null} */ (this.more.querySelector(kept))?.focus();
  }
}

/** @param {Content} content @param {import("./analysis.js").StudyGame} game */
function drawContent(content, game) {
  const cell = { name: "", ...content };
  // A ground is drawn as on the board: some are nothing but a rim without the cell below.
  const drawn = content.owner
    ? [drawPiece(cell, game.shape, game.sides)]
    : [s("rect", { class: "ground", x: -29.5, y: -29.5, width: 59, height: 59, rx: 2.5 }), drawGround(cell)];
  const look = s("g", { class: content.owner ? "" : `cell ${content.ground ?? "plain"}` }, ...drawn);
  return s(
    "svg",
    {
      class: `token family-${slug(game.family)}`,
      viewBox: "-30 -30 60 60",
      "aria-hidden": "true",
      focusable: "false",
    },
    look,
  );
}
