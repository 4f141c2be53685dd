// The analysis board: a study that this page keeps as text, and the server reads and writes. Both sides are
// moved here.
import { announce, attempt, note } from "./announce.js";
import { catalogue, get, post } from "./api.js";
import { AnalysisEngine } from "./analysis-engine.js";
import { AnalysisExplorer } from "./analysis-explorer.js";
import { AnalysisPanels } from "./analysis-panels.js";
import { AnalysisKeys } from "./analysis-keys.js";
import { addressOf, readAddress } from "./analysis-address.js";
import { Tree } from "./analysis-tree.js";
import { Board } from "./board.js";
import { choose } from "./choose.js";
import { byId, fill, h } from "./dom.js";
import { Hand } from "./hand.js";
import { play as sound } from "./sound.js";
import { cellLabel } from "./speech.js";
import { moveName, said, spoken, t } from "./words.js";

/** @typedef {import("./analysis-tree.js").StudyNode} StudyNode */
/**
 * @typedef {{node: number, position: string, turn: "first" | "second" | null, picture: import("./types.js").Picture, last: import("./types.js").Last | null, deciding: string[], status: import("./types.js").Text, result: string | null, moves: import("./types.js").Handle[]}} Place
 */
/**
 * @typedef {{rules: string, name: import("./types.js").Text, family: string, shape: string, sides: [import("./types.js").SideView, import("./types.js").SideView], pgn: boolean, bots: string[]}} StudyGame
 */
/**
 * @typedef {{game: StudyGame, text: string, pgn: string | null, start: string, starts: "first" | "second", count: number, tags: [string, string][], nodes: StudyNode[], at: number, places: Place[]}} Study
 */

/** So many changes can be taken back. */
const CHANGES_MAX = 500;
/** So many positions are asked for ahead. */
const AHEAD = 6;
/** The address follows what is shown after this time: browsers refuse too many changes of it. */
const ADDRESS_MS = 400;

/** @param {HTMLElement} own */
export async function show(own) {
  const main = byId("main");
  try {
    const [known] = await Promise.all([catalogue(), spoken()]);
    const rules = own.dataset.rules ?? known.games[0].id;
    const { game, ply, review, ...wanted } = readAddress(location);
    if (game && !wanted.text) wanted.text = await get(`/api/games/${encodeURIComponent(game)}/record.txt`);
    /** @type {Study} */
    const study = await post("/api/study", { game: rules, ...wanted });
    const page = new AnalysisPage(main, known, study, game);
    if (ply !== undefined) await page.go(page.onMain(ply));
    // A game that is over can be reviewed.
    const isOver = game && (await get(`/api/games/${encodeURIComponent(game)}`).then((state) => !!state.now.result, () => false));
    if (game && isOver) {
      const { AnalysisReview } = await import("./analysis-review.js");
      const reviewer = (page.reviewer = new AnalysisReview(page, game));
      // The board stays where a review is refused.
      if (review) await attempt(() => reviewer.begin())();
    }
  } catch (error) {
    fill(main, h("div", { class: "apology" }, h("p", { role: "alert" }, error instanceof Error ? error.message : String(error)), h("a", { class: "button primary", href: location.pathname }, t("analysis-begin"))));
  }
}

export class AnalysisPage {
  /**
   * @param {HTMLElement} main
   * @param {import("./types.js").Catalogue} catalogue
   * @param {Study} study
   * @param {string} [game] the game of this server that it shows
   */
  constructor(main, catalogue, study, game) {
    this.source = { game: game ?? null, text: study.text };
    /** @type {import("./analysis-review.js").AnalysisReview | null} */
    this.reviewer = null;
    this.catalogue = catalogue;
    this.study = study;
    this.at = study.at;
    /** What every line of moves leads to, by the start and the moves. @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {{text: string, at: number}[]} */
    this.done = [];
    /** @type {{text: string, at: number}[]} */
    this.undone = [];
    this.flipped = false;
    /** What was drawn beside the picture last. */
    this.drawn = /** @type {ReturnType<AnalysisPage["marks"]>} */ ({ last: [], deciding: [], touched: [], starts: [], targets: [], preview: [], arrows: [], badges: [] });
    /** @type {string | null} */
    this.pointed = null;
    /** @type {import("./types.js").Handle | null} */
    this.considered = null;
    /** A move that is shown before the server has answered. @type {import("./types.js").Handle | null} */
    this.early = null;
    /** @type {Hand} */
    this.hand = new Hand([]);
    this.addressLater = 0;
    /** Changes are made one after another. @type {Promise<unknown>} */
    this.working = Promise.resolve();
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.tree = new Tree(study);
    this.board = new Board({
      touch: (cell, dragged) => this.touch(cell, dragged),
      point: (cell) => this.point(cell),
      label: (cell) => this.label(cell),
      holds: (cell) => !this.early && this.hand.starts().includes(cell),
    });
    this.panels = new AnalysisPanels(this, main);
    this.keys = new AnalysisKeys(this);
    this.panels.engine = new AnalysisEngine(this);
    this.explorer = new AnalysisExplorer(this);
    this.take(study);
    announce(`${t("analysis-of", { game: said(study.game.name) })}. ${said(this.place()?.status)}`);
  }

  /** Adds a listener for changes of the shown position. @param {() => void} listener */
  onShown(listener) {
    this.listeners.add(listener);
  }

  /** What is shown, as soon as it is known. @returns {Place | null} */
  place() {
    return this.places.get(this.tree.keys[this.at]) ?? null;
  }

  /** The moves that lead to what is shown. */
  line() {
    return this.tree.line(this.at);
  }

  /** The node of the main line after so many moves. @param {number} ply */
  onMain(ply) {
    let node = 0;
    while (ply-- > 0 && this.tree.children[node].length) node = this.tree.children[node][0];
    return node;
  }

  // What the server says.

  /** @param {Study} study */
  take(study) {
    this.study = study;
    this.tree = new Tree(study);
    this.at = study.at;
    this.keep(study);
    this.panels.study();
    this.shown();
  }

  /** @param {Study} study */
  keep(study) {
    const tree = study === this.study ? this.tree : new Tree(study);
    for (const place of study.places) this.places.set(tree.keys[place.node], place);
  }

  /** Another position is shown. @param {import("./board.js").Motion | null} [motion] */
  shown(motion = null) {
    this.early = null;
    this.hand = new Hand(this.place()?.moves ?? []);
    this.render(motion);
    for (const listener of this.listeners) listener();
    clearTimeout(this.addressLater);
    delete this.panels.root.dataset.address;
    this.addressLater = window.setTimeout(() => {
      history.replaceState(null, "", addressOf(this));
      this.panels.root.dataset.address = "kept";
    }, ADDRESS_MS);
    void this.lookAhead();
  }

  /** Asks for what can be looked at next. */
  async lookAhead() {
    const { tree, at } = this;
    const ahead = [tree.parents[at], ...tree.children[at], ...tree.mainFrom(at, AHEAD)].filter((node) => node !== null && node >= 0 && !this.places.has(tree.keys[node]));
    if (!ahead.length) return;
    try {
      this.keep(await post("/api/study", { text: this.study.text, at, also: ahead.slice(0, AHEAD) }));
    } catch {
      // It is asked for again when it is wanted.
    }
  }

  /** Looks at a node. @param {number} node @param {boolean} [moves] whether pieces are seen to move */
  async go(node, moves = false) {
    if (node < 0 || node >= this.study.nodes.length || node === this.at) return;
    this.at = node;
    const { text } = this.study;
    if (!this.place()) {
      this.panels.mark();
      try {
        this.keep(await post("/api/study", { text, at: node }));
      } catch (error) {
        return note(error instanceof Error ? error.message : String(error), "problem");
      }
      if (this.study.text !== text || this.at !== node || !this.place()) return;
    }
    const { last, status } = /** @type {Place} */ (this.place());
    this.shown(moves && last ? { cells: last.cells } : null);
    announce([last ? t("said-leaf", { number: this.study.nodes[node].ply, move: moveName(last.move) }) : t("said-start"), this.study.nodes[node].comment ?? "", this.place()?.result ? said(status) : ""].filter(Boolean).join(". "));
  }

  // What a person does.

  /**
   * Makes a change; every other waits for it.
   * @param {object} edit
   * @param {number} [at] where what is shown may be another node by then
   * @returns {Promise<boolean>}
   */
  change(edit, at) {
    const [study, line] = [this.study, this.tree.line(at ?? 0)];
    const work = async () => {
      const before = { text: this.study.text, at: this.at };
      let node = at ?? before.at;
      // Changes before this one may have numbered the nodes anew: then the node is found again by its moves.
      if (at !== undefined && this.study !== study) {
        node = this.study.start === study.start ? this.tree.find(line) : -1;
      }
      if (node < 0) return false;
      try {
        const changed = await post("/api/study", { text: before.text, at: node, edit });
        this.done = [...this.done.slice(1 - CHANGES_MAX), before];
        this.undone = [];
        const { last } = changed.places[0];
        const isMove = /** @type {any} */ (edit).kind === "play";
        if (isMove) sound((last?.changed.length ?? 0) > 2 ? "change" : "move");
        this.take(changed);
        if (isMove && last) {
          const leaf = { number: changed.nodes[changed.at].ply, move: moveName(last.move) };
          announce([t("said-leaf", leaf), said(changed.places[0].status)].join(". "));
        }
        return true;
      } catch (error) {
        this.early = null;
        this.render();
        sound("wrong");
        note(error instanceof Error ? error.message : String(error), "problem");
        return false;
      }
    };
    return this.queue(work);
  }

  /**
   * Does something after all that was begun before.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  queue(work) {
    const next = this.working.then(work);
    this.working = next.catch(() => {});
    return next;
  }

  /**
   * Opens another study in place of this one; that can be taken back too.
   * @param {object} asked
   * @returns {Promise<Study>}
   */
  open(asked) {
    return this.queue(async () => {
      const study = await post("/api/study", asked);
      this.done = [...this.done.slice(1 - CHANGES_MAX), { text: this.study.text, at: this.at }];
      this.undone = [];
      this.take(study);
      return study;
    });
  }

  /**
   * Takes the last step of one list, and keeps the way back in the other.
   * @param {"done" | "undone"} from
   * @param {"done" | "undone"} to
   * @param {string} told
   */
  back(from, to, told) {
    void this.queue(attempt(async () => {
      const step = this[from].at(-1);
      if (!step) return;
      const study = await post("/api/study", step);
      this[from].pop();
      this[to].push({ text: this.study.text, at: this.at });
      this.take(study);
      announce(t(told));
    }));
  }

  undo() {
    this.back("done", "undone", "analysis-undone");
  }

  redo() {
    this.back("undone", "done", "analysis-redone");
  }

  /** @param {import("./types.js").Handle} handle @param {boolean} [carried] */
  play(handle, carried = false) {
    if (this.early) return;
    const touched = this.hand.touched.join();
    const gesture = handle.gestures.find((one) => one.cells.join() === touched) ?? handle.gestures[0];
    const cells = gesture?.cells ?? [];
    this.hand.clear();
    const known = this.tree.child(this.at, handle.move);
    if (known >= 0) return void this.go(known, !carried);
    this.early = handle;
    this.render({ cells, carried });
    void this.change({ kind: "play", move: handle.move });
  }

  /** A move as text, read by the server. @param {string} text */
  type(text) {
    if (text.trim()) return this.change({ kind: "play", move: text.trim().slice(0, 100) });
    return Promise.resolve(false);
  }

  /** @param {string} cell @param {boolean} dragged */
  touch(cell, dragged) {
    const { hand } = this;
    if (this.early) return;
    const before = [...hand.touched];
    if (before.at(-1) === cell && !hand.after(before).includes(cell)) {
      if (!dragged) this.cancel();
      return;
    }
    if (!hand.touch(cell)) {
      if (before.length || hand.handles.length) note(t("no-move-there"), "problem");
      return this.cancel();
    }
    const finishes = hand.finishes();
    if (finishes.length === 1 && !hand.after(hand.touched).length) return this.play(finishes[0].handle, dragged);
    if (finishes.length) return this.ask(finishes);
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
        if (finish) return this.play(finish.handle);
        this.hand.clear();
        this.mark();
      },
    });
    this.mark();
  }

  cancel() {
    if (!this.hand.touched.length) return;
    this.hand.clear();
    announce(t("said-cancelled"));
    this.mark();
  }

  /** @param {string | null} cell */
  point(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    if (this.hand.touched.length) this.mark();
  }

  flip() {
    this.flipped = !this.flipped;
    this.render();
  }

  // What is shown.

  /** @param {import("./types.js").Cell} cell */
  label(cell) {
    const state = /** @type {any} */ ({ game: this.study.game });
    return [cellLabel(cell, state, this.drawn), this.panels.engine?.labelOf(cell.name)].filter(Boolean).join(", ");
  }

  picture() {
    const place = this.place();
    const picture = place?.picture ?? this.board.picture;
    if (!picture || !this.early) return picture;
    const changed = new Map(this.early.changes.map((cell) => [cell.name, cell]));
    return { ...picture, counts: this.early.counts ?? picture.counts, cells: picture.cells.map((cell) => changed.get(cell.name) ?? cell) };
  }

  /** What the pointed or considered move would do. */
  foreseen() {
    if (this.considered || this.early) return this.considered;
    const { touched } = this.hand;
    if (!touched.length || !this.pointed || this.pointed === touched.at(-1)) return null;
    const finishes = this.hand.finishes([...touched, this.pointed]);
    return finishes[Math.floor((finishes.length - 1) / 2)]?.handle ?? null;
  }

  marks() {
    const place = this.place();
    const hand = this.early ? null : this.hand;
    return {
      last: this.early ? (this.early.gestures[0]?.cells ?? []) : (place?.last?.cells ?? []),
      deciding: this.early ? [] : (place?.deciding ?? []),
      touched: hand?.touched ?? [],
      starts: hand?.starts() ?? [],
      targets: this.considered ? [] : (hand?.targets() ?? []),
      preview: this.foreseen()?.changes ?? [],
      arrows: this.early ? [] : (this.panels.engine?.arrows() ?? []),
      badges: this.early ? [] : (this.panels.engine?.badges() ?? []),
    };
  }

  mark() {
    this.drawn = this.marks();
    this.board.mark(this.drawn);
    this.panels.counts();
  }

  /** @param {import("./board.js").Motion | null} [motion] */
  render(motion = null) {
    const picture = this.picture();
    this.drawn = this.marks();
    if (picture) this.board.show(picture, this.study.game, this.flipped, this.drawn, motion);
    this.panels.update();
  }
}
