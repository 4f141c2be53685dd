// The keys of the analysis board.
import { announce } from "./announce.js";
import { listKeys } from "./dialogs.js";
import { settings } from "./main.js";
import { lastOf, movesText } from "./speech.js";
import { said, t } from "./words.js";

/** Elements that use the keys themselves. */
const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';

/** For the dialog that lists them. */
const KEYS = [
  ["↑ ↓ ← →", "key-board"],
  ["Enter", "key-touch"],
  ["Esc", "key-cancel"],
  ["← → Home End", "key-leaf"],
  ["PgUp PgDn", "key-leaf-board"],
  ["↑ ↓", "key-variation"],
  ["B", "key-to-board"],
  ["T", "key-type"],
  ["L", "key-last"],
  ["M", "key-moves"],
  ["S", "key-status"],
  ["F", "key-flip"],
  ["E", "key-engine"],
  ["V", "key-values"],
  ["1 … 5", "key-line"],
  ["C", "key-comment"],
  ["P", "key-promote"],
  ["Del", "key-remove"],
  ["U", "key-undo-change"],
  ["R", "key-redo-change"],
  ["?", "key-help"],
];

export class AnalysisKeys {
  /** @param {import("./analysis.js").AnalysisPage} page */
  constructor(page) {
    this.page = page;
    listKeys(KEYS);
    addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const isTyping = target.matches(TYPING);
    if ((event.ctrlKey || event.metaKey) && !isTyping) return this.changes(event);
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") return isTyping ? this.page.board.focus(this.page.board.focused) : this.page.cancel();
    if (isTyping) return;
    const command = this.walking(event.key) ?? (settings.letterKeys && !event.repeat ? this.letter(event.key.toLowerCase()) : null);
    if (!command) return;
    event.preventDefault();
    command();
  }

  /** @param {KeyboardEvent} event */
  changes(event) {
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.page.redo();
    else this.page.undo();
  }

  /** @param {string} key @returns {(() => unknown) | null} */
  walking(key) {
    const { page } = this;
    const commands = /** @type {Record<string, () => unknown>} */ ({
      ArrowLeft: () => page.panels.step(-1),
      PageUp: () => page.panels.step(-1),
      ArrowRight: () => page.panels.step(1),
      PageDown: () => page.panels.step(1),
      ArrowUp: () => page.go(page.tree.sibling(page.at, -1)),
      ArrowDown: () => page.go(page.tree.sibling(page.at, 1)),
      Home: () => page.go(0),
      End: () => page.panels.step(Infinity),
      Delete: () => page.panels.remove(),
    });
    return commands[key] ?? null;
  }

  /** @param {string} key @returns {(() => unknown) | null} */
  letter(key) {
    const { page } = this;
    const { panels } = page;
    const commands = /** @type {Record<string, () => unknown>} */ ({
      b: () => page.board.focus(page.board.focused),
      t: () => panels.typed.focus(),
      l: () => announce(lastOf(page.place()?.last ?? null, page.study.nodes[page.at].ply)),
      m: () => announce(movesText(page.hand.handles, page.hand.touched)),
      s: () => announce([said(page.place()?.status), panels.engine?.spoken()].filter(Boolean).join(". ")),
      f: () => page.flip(),
      e: () => panels.engine?.toggle(),
      v: () => panels.engine?.toggleValues(),
      c: () => panels.comment.focus(),
      p: () => panels.promote(),
      u: () => page.undo(),
      r: () => page.redo(),
    });
    if (/^[1-5]$/.test(key)) return () => panels.engine?.playLine(Number(key) - 1);
    return commands[key] ?? null;
  }
}
