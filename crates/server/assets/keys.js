// The keys of a game's page.
import { announce } from "./announce.js";
import { said, t } from "./words.js";
import { settings } from "./main.js";
import { clockText, lastText, movesText } from "./speech.js";

/** Elements that use the keys themselves. */
const TYPING = "input, textarea, select, [contenteditable]";

export class GameKeys {
  /** @param {import("./game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (
      !this.page.state ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      document.querySelector("dialog[open]")
    )
      return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.key === "Escape")
      return target.matches(TYPING) ? this.page.board.focus(this.page.board.focused) : this.page.cancel();
    if (target.matches(TYPING)) return;
    if (event.key === " " && target.matches("button, a, summary")) return;
    const command =
      this.leafing(event.key) ??
      (settings.letterKeys && !event.repeat ? this.letter(event.key.toLowerCase()) : null);
    if (!command) return;
    event.preventDefault();
    command();
  }

  /** @param {string} key @returns {(() => unknown) | null} */
  leafing(key) {
    const { leaf } = this.page;
    const commands = /** @type {Record<string, () => unknown>} */ ({
      ArrowLeft: () => leaf.to(leaf.at() - 1),
      PageUp: () => leaf.to(leaf.at() - 1),
      ArrowRight: () => leaf.to(leaf.at() + 1),
      PageDown: () => leaf.to(leaf.at() + 1),
      Home: () => leaf.to(0),
      End: () => leaf.to(leaf.length()),
      " ": () => leaf.toggle(settings.pace),
    });
    return commands[key] ?? null;
  }

  /** @param {string} key @returns {(() => unknown) | null} */
  letter(key) {
    const { page } = this;
    const commands = /** @type {Record<string, () => unknown>} */ ({
      b: () => page.board.focus(page.board.focused),
      t: () => page.panels.typed.focus(),
      l: () => this.sayLast(),
      m: () => this.sayMoves(),
      c: () => this.sayClocks(),
      s: () => announce(said(page.state?.now.status)),
      f: () => page.flip(),
      h: () => page.hints.isAllowed() && page.hints.toggle(),
      v: () => page.hints.isAllowed() && page.state?.you && !page.state.now.result && page.toggleValues(),
      u: () => page.panels.actions.undo(),
    });
    return commands[key] ?? null;
  }

  sayLast() {
    if (this.page.state) announce(lastText(this.page.state));
  }

  sayMoves() {
    announce(
      movesText(
        this.page.isMyTurn() ? (this.page.hand?.handles ?? null) : null,
        this.page.hand?.touched ?? [],
      ),
    );
  }

  sayClocks() {
    const { state, panels } = this.page;
    if (!state?.now.clocks) return announce(t("no-clock"));
    announce(
      state.game.sides.map((side, index) => `${said(side.name)} ${clockText(panels.left(index))}`).join(", "),
    );
  }
}
