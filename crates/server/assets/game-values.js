// What every move is worth in a running game against a bot, for those who want to see it.
import { announce, note } from "./announce.js";
import { listen } from "./stream.js";
import { ValuedCells, badgesOf, classInWords, inWords } from "./values.js";
import { t } from "./words.js";

/** For how long the engine looks, and when it is asked again if it has no time. */
const TIME_MS = 700;
const RETRY_MS = 1500;

export class GameValues {
  /** @param {import("./game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {import("./analysis-engine.js").Thought | null} */
    this.thought = null;
    /** @type {{position: string, stop: AbortController} | null} */
    this.asked = null;
    this.retry = 0;
    this.valued = new ValuedCells();
    this.told = "";
    announce(t("values-on"));
  }

  close() {
    this.asked?.stop.abort();
    clearTimeout(this.retry);
    this.page.values = null;
    announce(t("values-off"));
  }

  /** Asks about the position that is shown, at this person's turn. */
  update() {
    const { page } = this;
    const position = page.position();
    if (this.asked?.position === position || !page.isLive() || !page.hand) return;
    this.asked?.stop.abort();
    this.asked = { position, stop: new AbortController() };
    void this.ask(this.asked);
  }

  /** @param {{position: string, stop: AbortController}} asked */
  async ask(asked) {
    const { page } = this;
    const state = page.state;
    if (!state) return;
    const isWanted = () => this.asked === asked && page.values === this;
    try {
      const body = {
        game: state.game.rules,
        position: state.game.start,
        moves: state.moves,
        values: true,
        time_ms: TIME_MS,
      };
      await listen("/api/analysis", body, asked.stop.signal, (thought) => {
        if (!thought || !isWanted()) return;
        this.thought = thought;
        if (thought.done && this.told !== asked.position) {
          this.told = asked.position;
          announce(t("values-keeping", { count: thought.keeping, all: thought.lines.length }));
        }
        page.mark();
      });
    } catch (error) {
      if (!isWanted()) return;
      const { code, message } = /** @type {import("./api.js").Refusal} */ (error);
      this.asked = null;
      if (["too-fast", "engine-busy", "busy"].includes(code))
        this.retry = window.setTimeout(() => this.update(), RETRY_MS);
      else {
        this.close();
        note(message, "problem");
        page.render();
      }
    }
  }

  cells() {
    const { page, thought } = this;
    const isShown = thought && thought.position === page.position() && page.hand;
    return isShown
      ? this.valued.of(thought.lines, /** @type {import("./hand.js").Hand} */ (page.hand))
      : new Map();
  }

  badges() {
    return badgesOf(this.cells());
  }

  /** @param {string} cell */
  labelOf(cell) {
    const line = this.cells().get(cell);
    return line ? `${classInWords(line)}: ${inWords(line)}` : "";
  }
}
