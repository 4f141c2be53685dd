// What the engine thinks of what is shown, while that is wanted.
import { announce, note } from "./announce.js";
import { post } from "./api.js";
import { language, said } from "./words.js";

/**
 * The engine is asked about what is looked at for longer than this, and again after so long when it has no
 * time.
 */
const PAUSE_MS = 200;
const RETRY_MS = 1500;

export class Hints {
  /** @param {import("./game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** Whether hints are wanted. */
    this.on = false;
    /** @type {import("./types.js").Hint | null} */
    this.latest = null;
    /** The position that the engine was asked about last, and when it will be. */
    this.asked = "";
    this.askLater = 0;
  }

  toggle() {
    this.on = !this.on;
    this.latest = null;
    this.asked = "";
    clearTimeout(this.askLater);
    this.page.render();
  }

  /** What the engine thinks of what is shown, if it has been asked about that. */
  current() {
    return this.latest?.position === this.page.position() ? this.latest : null;
  }

  /** Whether the engine may be asked: not while two people play. */
  isAllowed() {
    const state = this.page.state;
    return (
      !!state &&
      (!!state.now.result || state.you === "both" || state.now.seats.some((seat) => seat.kind === "bot"))
    );
  }

  /** Asks about what is shown, once it has been shown for a moment. */
  update() {
    const { page } = this;
    const position = page.position();
    if (
      !this.on ||
      this.asked === position ||
      page.early ||
      (page.state?.now.result && page.leaf.ply === null)
    )
      return;
    this.asked = position;
    this.ask(position, PAUSE_MS);
    page.panels.update();
  }

  /** @param {string} position @param {number} pause_ms */
  ask(position, pause_ms) {
    const { page } = this;
    clearTimeout(this.askLater);
    this.askLater = window.setTimeout(async () => {
      try {
        this.take(await post(`/api/games/${page.id}/hint`, { ply: page.leaf.at(), lines: 3 }));
      } catch (error) {
        const { code, message } = /** @type {import("./api.js").Refusal} */ (error);
        if (!this.on || this.asked !== position) return;
        // Throttled: a hint is asked for again instead of refused.
        if (["too-fast", "engine-busy", "busy"].includes(code)) return this.ask(position, RETRY_MS);
        this.on = false;
        note(message, "problem");
        page.panels.update();
      }
    }, pause_ms);
  }

  /**
   * An answer may be late: it counts only for the position it is about.
   * @param {import("./types.js").Hint} hint
   */
  take(hint) {
    if (!this.on || hint.position !== this.page.position()) return;
    this.latest = hint;
    const best = hint.lines[0];
    // A bot that teaches says it in steps.
    if (best && !this.page.teacher.isHere()) announce(`${best.moves[0]}: ${said(best.text)}`);
    this.page.render();
  }
}

/** The worth of a line in a few signs. @param {import("./types.js").HintLine} line */
export function worth(line) {
  // As many digits as are shown: what rounds to nothing has no sign.
  const score = Math.round((line.score ?? 0) / 10) / 10;
  const pieces = Math.abs(score).toLocaleString(language === "pt" ? "pt-PT" : "en-GB", {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  if (line.kind === "about") return `${score < 0 ? "−" : score > 0 ? "+" : ""}${pieces}`;
  const bound = line.distance === "at most" ? "≤" : "";
  return line.kind === "draw" ? "=" : `${line.kind === "win" ? "✓" : "✗"}${bound}${line.plies ?? ""}`;
}
