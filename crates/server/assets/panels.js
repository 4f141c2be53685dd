// What stands around the board: players, clocks, what can be done, the moves.
import { Actions } from "./actions.js";
import { announce } from "./announce.js";
import { Banners } from "./banners.js";
import { openRules } from "./dialogs.js";
import { fill, h, redraw } from "./dom.js";
import { foreseenOf, pictureOf } from "./game-view.js";
import { worth } from "./hints.js";
import { icon } from "./icons.js";
import { MoveList } from "./movelist.js";
import { token } from "./pieces.js";
import { set, settings } from "./main.js";
import { play as sound } from "./sound.js";
import { clockText, holds, indexOf, seatName, sideAt } from "./speech.js";
import { said, t } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** The time from which on a clock hurries its player. */
const HURRY_MS = 10000;

export class Panels {
  /** @param {import("./game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {HTMLElement | null} */
    this.root = null;
    this.players = [h("div", { class: "player top" }), h("div", { class: "player bottom" })];
    this.status = h("p", { class: "status" });
    /** What one plays for, in the first game of these rules that this browser plays. */
    this.goal = h("p", { class: "goal", hidden: true });
    /** Shown until the first move in this browser. */
    this.help = h("p", { class: "help quiet", hidden: true }, t("first-move"));
    this.banners = new Banners(page);
    this.actions = new Actions(page);
    this.analysis = h("div", { class: "analysis", hidden: true });
    this.typed = h("input", {
      id: "typed",
      name: "move",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: false,
      maxLength: 100,
      placeholder: t("type-move"),
    });
    /** Why what was typed is no move. */
    this.wrong = h("p", { class: "error", role: "alert" });
    /** For moves that are typed. @type {HTMLElement | null} */
    this.form = null;
    this.moves = new MoveList(page.leaf);
    this.hurried = -1;
    setInterval(() => this.tick(), 100);
  }

  /** @param {HTMLElement} main */
  build(main) {
    const state = /** @type {State} */ (this.page.state);
    const { board, keys } = this.page;
    board.grid.setAttribute("aria-label", t("board-of", { game: said(state.game.name) }));
    this.form = h(
      "form",
      {
        class: "type",
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.page.type(this.typed.value);
            this.typed.value = "";
          },
        },
      },
      h("label", { class: "unseen", htmlFor: "typed" }, t("type-move")),
      this.typed,
      h("button", { type: "submit" }, t("move")),
      this.wrong,
    );
    const say = (/** @type {string} */ text, /** @type {() => void} */ click) =>
      h("button", { type: "button", class: "plain small", on: { click } }, text);
    const spoken = h(
      "details",
      { class: "spoken" },
      h("summary", {}, t("read-aloud")),
      h(
        "div",
        { class: "buttons" },
        say(t("key-last"), () => keys.sayLast()),
        say(t("key-moves"), () => keys.sayMoves()),
        say(t("key-clocks"), () => keys.sayClocks()),
        say(t("key-status"), () => announce(said(this.page.state?.now.status))),
      ),
    );
    const rules = h(
      "button",
      { type: "button", on: { click: () => openRules({ rules: state.game.rules, name: state.game.name }) } },
      icon("book"),
      t("rules"),
    );
    const another = h(
      "a",
      { class: "button", href: `/new/${state.game.rules}`, data: { do: "new", game: state.game.rules } },
      icon("play"),
      t("another-game"),
    );
    const share = h(
      "button",
      { type: "button", on: { click: () => this.page.share() } },
      icon("share"),
      t("share-open"),
    );
    const stage = h(
      "section",
      { class: "stage", "aria-label": t("board") },
      h(
        "div",
        { class: "table" },
        this.players[0],
        h("div", { class: "frame" }, board.element),
        this.players[1],
      ),
    );
    const side = h(
      "section",
      { class: "side", "aria-label": t("game") },
      h("div", { class: "headline" }, h("h1", {}, said(state.game.name)), this.status, this.goal, this.help),
      this.banners.element,
      this.actions.element,
      this.analysis,
      this.moves.element,
      this.form,
      h("div", { class: "buttons tools" }, share, rules, another),
      spoken,
    );
    const rulesShown = this.page.catalogue.games.find((one) => one.id === state.game.rules);
    fill(this.goal, h("strong", {}, `${t("goal")}: `), said(rulesShown?.goal));
    this.goal.hidden = !state.you || settings.finished.includes(state.game.rules);
    this.root = h("div", { class: "game" }, stage, side);
    fill(main, this.root);
  }

  update() {
    const state = this.page.state;
    if (!state) return;
    // Spectators, and players of a finished game, have nothing to type.
    if (this.form) this.form.hidden = !state.you || !!state.now.result;
    const past = this.page.leaf.shown();
    const yours = this.page.isMyTurn();
    const status = this.statusText(state);
    const outcome = this.page.outcome();
    const unsent = this.page.isUnsent();
    const shown = unsent
      ? t("move-waits")
      : past
        ? t("looking-back", { number: past.ply, count: state.moves.length })
        : status;
    const isVerdict = outcome && shown === status;
    redraw(this.status, `${isVerdict} ${shown}`, () =>
      isVerdict ? [h("strong", {}, t(`you-${outcome}`)), " ", said(state.now.ending)] : [shown],
    );
    this.status.classList.toggle("unsent", unsent);
    if (isVerdict) this.status.dataset.outcome = outcome;
    else delete this.status.dataset.outcome;
    this.page.board.element.classList.toggle("unsent", unsent);
    if (state.you && state.now.result && !settings.finished.includes(state.game.rules))
      set({ finished: [...settings.finished, state.game.rules] });
    this.help.hidden = !yours || state.moves.length > 1 || !!state.now.forced;
    if (this.root)
      Object.assign(this.root.dataset, {
        ply: state.now.ply,
        turn: state.now.result ? "over" : yours ? "yours" : "other",
        connection: this.page.connection,
      });
    this.status.classList.toggle("yours", yours && !past);
    document.title = `${yours ? "● " : ""}${said(state.game.name)} · ${status}`;
    this.updatePlayers(state);
    this.banners.update(state);
    this.actions.update(state);
    this.updateAnalysis();
    this.moves.update(state.moves);
    this.tick();
  }

  /** Whose turn it is, or how it has ended, as this person sees it. @param {State} state */
  statusText(state) {
    const { now, you } = state;
    if (this.page.isWaiting()) return t("not-begun");
    const outcome = this.page.outcome();
    if (outcome) return [t(`you-${outcome}`), said(now.ending)].filter(Boolean).join(" ");
    if (!now.turn) return said(now.status);
    if (now.warning) return said(now.status);
    if (this.page.isMyTurn() && you !== "both")
      return t("your-turn-as", { side: said(state.game.sides[indexOf(now.turn)].name) });
    return now.seats[indexOf(now.turn)].kind === "bot"
      ? t("bot-thinks", { name: seatName(state, indexOf(now.turn)) })
      : said(now.status);
  }

  /** Says beside the field why a typed move cannot be made. @param {string} text */
  objectToTyped(text) {
    this.wrong.textContent = text;
    if (!text) return;
    sound("wrong");
    this.form?.scrollIntoView({ block: "nearest" });
  }

  /** @param {State} state */
  updatePlayers(state) {
    const flipped = this.page.isFlipped();
    this.players.forEach((player, place) => {
      const index = (place === 1) === flipped ? 1 : 0;
      const seat = state.now.seats[index];
      const [name, colour] = [seatName(state, index), said(state.game.sides[index].name)];
      const active = state.now.turn === sideAt(index) && !this.page.isWaiting();
      const counted = state.now.picture.counts !== null;
      const signature = JSON.stringify([
        index,
        name,
        seat.here,
        seat.open,
        active,
        counted,
        !!state.now.clocks,
        state.now.result,
      ]);
      redraw(player, signature, () => {
        const won = state.now.result === (index ? "0-1" : "1-0");
        const presence = seat.open
          ? null
          : h("span", {
              class: `presence${seat.here ? " here" : ""}`,
              role: "img",
              "aria-label": t(seat.here ? "here" : "away"),
              title: t(seat.here ? "here" : "away"),
            });
        return [
          token(state.game.shape, state.game.sides, index),
          h(
            "div",
            { class: "who" },
            h("strong", {}, name),
            name !== colour && h("span", { class: "quiet" }, colour),
            presence,
            won && h("span", { class: "won" }, t("winner")),
          ),
          counted && h("span", { class: "count" }),
          state.now.clocks && h("span", { class: "clock", role: "timer", "aria-live": "off" }),
        ];
      });
      player.dataset.side = String(index);
      player.classList.toggle("active", active);
    });
    this.updateCounts();
  }

  /** Counts, with what they would become. */
  updateCounts() {
    const state = this.page.state;
    if (!state) return;
    const counts = pictureOf(this.page).counts;
    const foreseen = foreseenOf(this.page)?.counts;
    for (const player of this.players) {
      const count = player.querySelector(".count");
      const index = Number(player.dataset.side);
      if (!count || !counts) continue;
      const changes = foreseen && foreseen[index] !== counts[index];
      fill(count, h("b", {}, counts[index]), changes && h("em", {}, ` → ${foreseen[index]}`));
    }
  }

  /** The time a side has left now. @param {number} index */
  left(index) {
    const clocks = this.page.state?.now.clocks;
    if (!clocks) return 0;
    const running = clocks.running && indexOf(clocks.running) === index;
    return clocks.left_ms[index] - (running ? performance.now() - this.page.heardAt : 0);
  }

  tick() {
    const state = this.page.state;
    if (!state) return;
    for (const player of this.players) {
      const clock = player.querySelector(".clock");
      const index = Number(player.dataset.side);
      if (!clock) continue;
      const left = this.left(index);
      const text = clockText(left);
      if (clock.textContent !== text) clock.textContent = text;
      const running = state.now.clocks?.running === sideAt(index);
      clock.classList.toggle("running", running);
      clock.classList.toggle("hurry", left < HURRY_MS);
      if (
        running &&
        left < HURRY_MS &&
        left > 0 &&
        holds(state, sideAt(index)) &&
        this.hurried !== state.now.ply
      ) {
        this.hurried = state.now.ply;
        sound("hurry");
        announce(t("said-hurry"));
      }
    }
    if (this.banners.tick()) this.update();
  }

  updateAnalysis() {
    const { hints, leaf } = this.page;
    this.analysis.hidden = !hints.on;
    if (!hints.on) return;
    const hint = hints.current();
    const lines = hint?.lines;
    const { teacher } = this.page;
    if (hint && teacher.isHere())
      return redraw(this.analysis, JSON.stringify([hint.position, teacher.stepsOf(hint.position)]), () =>
        teacher.hint(hint),
      );
    redraw(this.analysis, JSON.stringify([lines, leaf.at(), this.page.state?.now.result]), () => {
      if (!lines)
        return [
          h(
            "p",
            { class: "quiet" },
            t(this.page.state?.now.result && leaf.ply === null ? "no-more-moves" : "thinking"),
          ),
        ];
      const rows = lines.map((line) =>
        h(
          "li",
          { class: line.kind },
          h("span", { class: "sign", "aria-hidden": "true" }, worth(line)),
          h("b", {}, line.kind === "about" ? t("worth-about", { score: worth(line) }) : said(line.text)),
          h("span", {}, line.moves.slice(0, 8).join(" ")),
        ),
      );
      const exact = lines.some((line) => line.kind !== "about");
      return [
        h("ol", {}, ...rows),
        h(
          "p",
          { class: "quiet" },
          [t(exact ? "legend-exact" : "legend-about"), hint?.depth ? t("depth", { depth: hint.depth }) : ""]
            .filter(Boolean)
            .join(" · "),
        ),
      ];
    });
  }
}
