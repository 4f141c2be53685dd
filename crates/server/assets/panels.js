// What stands around the board: players, clocks, what can be done, the moves.
import { announce, attempt } from "./announce.js";
import { post, remove } from "./api.js";
import { confirm, openRules } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { worth } from "./hints.js";
import { icon } from "./icons.js";
import { MoveList } from "./movelist.js";
import { token } from "./pieces.js";
import { set, settings } from "./main.js";
import { invitation } from "./share.js";
import { play as sound } from "./sound.js";
import { clockText, holds, indexOf, seatName, sideAt } from "./speech.js";
import { said, t } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./dom.js").Child} Child */

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
    this.banners = h("div", { class: "banners" });
    this.actions = h("div", { class: "actions" });
    this.analysis = h("div", { class: "analysis", hidden: true });
    this.typed = h("input", { id: "typed", name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: false, maxLength: 100, placeholder: t("type-move") });
    /** Why what was typed is no move. */
    this.wrong = h("p", { class: "error", role: "alert" });
    /** For moves that are typed. @type {HTMLElement | null} */
    this.form = null;
    this.name = h("input", { name: "name", value: settings.name, maxLength: page.catalogue.name_max, autocomplete: "nickname", "aria-label": t("your-name"), placeholder: t("your-name") });
    this.moves = new MoveList(page.leaf);
    /** What was drawn last, so that what has not changed keeps its focus. @type {Map<Element, string>} */
    this.drawn = new Map();
    this.claimHeardAt = performance.now();
    this.hurried = -1;
    setInterval(() => this.tick(), 100);
  }

  heardClaim() {
    this.claimHeardAt = performance.now();
  }

  /** @param {HTMLElement} main */
  build(main) {
    const state = /** @type {State} */ (this.page.state);
    const { board, keys } = this.page;
    board.grid.setAttribute("aria-label", t("board-of", { game: said(state.game.name) }));
    this.form = h("form", { class: "type", on: { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.page.type(this.typed.value);
      this.typed.value = "";
    } } }, h("label", { class: "unseen", htmlFor: "typed" }, t("type-move")), this.typed, h("button", { type: "submit" }, t("move")), this.wrong);
    const say = (/** @type {string} */ text, /** @type {() => void} */ click) => h("button", { type: "button", class: "plain small", on: { click } }, text);
    const spoken = h("details", { class: "spoken" }, h("summary", {}, t("read-aloud")), h("div", { class: "buttons" }, say(t("key-last"), () => keys.sayLast()), say(t("key-moves"), () => keys.sayMoves()), say(t("key-clocks"), () => keys.sayClocks()), say(t("key-status"), () => announce(said(this.page.state?.now.status)))));
    const rules = h("button", { type: "button", on: { click: () => openRules({ rules: state.game.rules, name: state.game.name }) } }, icon("book"), t("rules"));
    const another = h("a", { class: "button", href: `/new/${state.game.rules}`, data: { do: "new", game: state.game.rules } }, icon("play"), t("another-game"));
    const share = h("button", { type: "button", on: { click: () => this.page.share() } }, icon("share"), t("share-open"));
    const stage = h("section", { class: "stage", "aria-label": t("board") }, h("div", { class: "table" }, this.players[0], h("div", { class: "frame" }, board.element), this.players[1]));
    const side = h("section", { class: "side", "aria-label": t("game") }, h("div", { class: "headline" }, h("h1", {}, said(state.game.name)), this.status, this.goal, this.help), this.banners, this.actions, this.analysis, this.moves.element, this.form, h("div", { class: "buttons tools" }, share, rules, another), spoken);
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
    const shown = unsent ? t("move-waits") : past ? t("looking-back", { number: past.ply, count: state.moves.length }) : status;
    const isVerdict = outcome && shown === status;
    this.redraw(this.status, `${isVerdict} ${shown}`, () => (isVerdict ? [h("strong", {}, t(`you-${outcome}`)), " ", said(state.now.ending)] : [shown]));
    this.status.classList.toggle("unsent", unsent);
    if (isVerdict) this.status.dataset.outcome = outcome;
    else delete this.status.dataset.outcome;
    this.page.board.element.classList.toggle("unsent", unsent);
    if (state.you && state.now.result && !settings.finished.includes(state.game.rules)) set({ finished: [...settings.finished, state.game.rules] });
    this.help.hidden = !yours || state.moves.length > 1 || !!state.now.forced;
    if (this.root) Object.assign(this.root.dataset, { ply: state.now.ply, turn: state.now.result ? "over" : yours ? "yours" : "other", connection: this.page.connection });
    this.status.classList.toggle("yours", yours && !past);
    document.title = `${yours ? "● " : ""}${said(state.game.name)} · ${status}`;
    this.updatePlayers(state);
    this.updateBanners(state);
    this.updateActions(state);
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
    if (this.page.isMyTurn() && you !== "both") return t("your-turn-as", { side: said(state.game.sides[indexOf(now.turn)].name) });
    return now.seats[indexOf(now.turn)].kind === "bot" ? t("bot-thinks", { name: seatName(state, indexOf(now.turn)) }) : said(now.status);
  }

  /** Says beside the field why a typed move cannot be made. @param {string} text */
  objectToTyped(text) {
    this.wrong.textContent = text;
    if (!text) return;
    sound("wrong");
    this.form?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Draws a part anew if it says something else than before.
   * @param {Element} part
   * @param {string} signature
   * @param {() => (Child | Child[])[]} [content]
   */
  redraw(part, signature, content) {
    if (this.drawn.get(part) === signature) return;
    this.drawn.set(part, signature);
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    const label = focused?.textContent;
    fill(part, ...(content ? content() : [signature]));
    if (focused instanceof HTMLElement && part.contains(focused)) focused.focus();
    else if (label) [...part.querySelectorAll("button")].find((button) => button.textContent === label)?.focus();
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
      const signature = JSON.stringify([index, name, seat.here, seat.open, active, counted, !!state.now.clocks, state.now.result]);
      this.redraw(player, signature, () => {
        const won = state.now.result === (index ? "0-1" : "1-0");
        const presence = seat.open ? null : h("span", { class: `presence${seat.here ? " here" : ""}`, role: "img", "aria-label": t(seat.here ? "here" : "away"), title: t(seat.here ? "here" : "away") });
        return [token(state.game.shape, state.game.sides, index), h("div", { class: "who" }, h("strong", {}, name), name !== colour && h("span", { class: "quiet" }, colour), presence, won && h("span", { class: "won" }, t("winner"))), counted && h("span", { class: "count" }), state.now.clocks && h("span", { class: "clock", role: "timer", "aria-live": "off" })];
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
    const counts = this.page.picture().counts;
    const foreseen = this.page.foreseen()?.counts;
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
      if (running && left < HURRY_MS && left > 0 && holds(state, sideAt(index)) && this.hurried !== state.now.ply) {
        this.hurried = state.now.ply;
        sound("hurry");
        announce(t("said-hurry"));
      }
    }
    const claim = this.banners.querySelector(".claim-left");
    if (claim) claim.textContent = clockText(this.claimLeft());
    if (state.now.claim_ms !== null && this.claimLeft() <= 0 && claim) this.update();
  }

  claimLeft() {
    const left = this.page.state?.now.claim_ms;
    return left === null || left === undefined ? Infinity : left - (performance.now() - this.claimHeardAt);
  }

  // Notes and questions for the user.

  /** @param {State} state */
  updateBanners(state) {
    const { now, you } = state;
    const claim = now.claim_ms === null || now.result ? "" : this.claimLeft() > 0 ? "soon" : "now";
    // The count includes this client.
    const watching = now.spectators - (you ? 0 : 1);
    const signature = JSON.stringify([this.page.connection, now.seats, you, now.offers, claim, `${now.claim_kind}`, now.forced, this.page.isMyTurn(), now.next, !!now.result, watching, settings.autoPass, now.warning ?? null]);
    this.redraw(this.banners, signature, () => [this.lostBanner(), h("div", { class: "asks" }, this.page.teacher.banner(state), ...this.offerBanners(state), this.claimBanner(claim), this.passBanner(state), now.next && this.nextBanner(now.next)), ...this.seatBanners(state), watching > 0 && h("p", { class: "watching quiet" }, icon("eye"), t(you ? "spectators" : "spectators-else", { count: watching }))]);
  }

  lostBanner() {
    return this.page.connection === "lost" && h("div", { class: "banner lost" }, h("span", { class: "spinner", "aria-hidden": "true" }), h("p", {}, t(navigator.onLine ? "connection-lost" : "offline")));
  }

  /** @param {State} state */
  seatBanners(state) {
    if (!this.page.isWaiting()) return [!state.you && !state.now.result && h("p", { class: "watching quiet" }, icon("eye"), t("you-watch"))];
    const cancel = attempt(async () => {
      await remove(`/api/games/${state.game.id}`);
      location.assign("/");
    });
    if (state.you) return [h("div", { class: "banner invite" }, h("h2", {}, t("waiting")), h("p", {}, t("waiting-more")), invitation(this.page.catalogue, state.game.id), h("div", { class: "buttons" }, h("button", { type: "button", on: { click: cancel } }, icon("close"), t("cancel-invitation"))))];
    const index = state.now.seats.findIndex((seat) => seat.open);
    const host = state.now.seats[1 - index]?.name;
    const { name } = this;
    const join = attempt(async () => {
      set({ name: name.value });
      await post(`/api/games/${state.game.id}/join`, name.value.trim() ? { name: name.value.trim() } : {});
      // The seat is known by its cookie, which the open line has not sent.
      location.reload();
    });
    return [h("form", { class: "banner invite", on: { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void join();
    } } }, h("h2", {}, host ? t("invited-by", { name: host, game: said(state.game.name) }) : t("invited")), h("p", {}, t("invited-more", { side: said(state.game.sides[index].name) })), h("div", { class: "buttons" }, name, h("button", { type: "submit", class: "primary" }, icon("play"), t("join"))))];
  }

  /** @param {State} state */
  offerBanners(state) {
    return Object.entries(state.now.offers).map(([offer, by]) => {
      if (!by || !state.you) return null;
      const button = (/** @type {string} */ type, /** @type {string} */ text, name = "") => h("button", { type: "button", class: name, on: { click: () => this.page.act({ type, offer }) } }, text);
      if (holds(state, by)) return h("div", { class: "banner" }, h("p", {}, t(`asking-${offer}`)), h("div", { class: "buttons" }, button("decline", t("withdraw"))));
      return h("div", { class: "banner ask" }, h("p", {}, t(`asked-${offer}`)), h("div", { class: "buttons" }, button("accept", t("accept"), "primary"), button("decline", t("decline"))));
    });
  }

  /** @param {string} claim */
  claimBanner(claim) {
    if (!claim || !this.page.state?.you) return null;
    const callsOff = this.page.state.now.claim_kind === "call-off";
    if (claim === "soon") return h("div", { class: "banner" }, h("p", {}, t(callsOff ? "other-left-early" : "other-left"), " ", h("span", { class: "claim-left" })));
    return h("div", { class: "banner ask" }, h("p", {}, t(callsOff ? "may-call-off" : "may-claim")), h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", on: { click: () => this.page.act({ type: "claim" }) } }, icon("flag"), t(callsOff ? "call-off" : "claim"))));
  }

  /** @param {State} state */
  passBanner(state) {
    if (!state.now.forced || !this.page.isMyTurn()) return null;
    const pass = () => {
      const handle = this.page.hand?.passes()[0];
      if (handle) this.page.play(handle);
      else if (state.now.forced) this.page.type(state.now.forced);
    };
    return h("div", { class: "banner ask" }, h("p", {}, t("must-pass")), h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", on: { click: pass } }, t("pass")), h("button", { type: "button", on: { click: () => set({ autoPass: true }) } }, t("auto-pass"))));
  }

  /** @param {string} next */
  nextBanner(next) {
    return h("div", { class: "banner ask" }, h("p", {}, t("rematch-made")), h("div", { class: "buttons" }, h("a", { class: "button primary", href: `/g/${next}` }, t("to-rematch"))));
  }

  // What a person can do.

  /** Against a bot, or alone, a move is simply taken back; a person is asked. */
  undo() {
    const state = this.page.state;
    if (!state?.you || !state.moves.length) return;
    this.page.act(this.isAlone(state) ? { type: "undo" } : { type: "offer", offer: "takeback" });
  }

  /** @param {State} state */
  isAlone(state) {
    return state.you === "both" || state.now.seats.some((seat) => seat.kind === "bot");
  }

  /** @param {State} state */
  updateActions(state) {
    const { page } = this;
    const { now, you } = state;
    const alone = this.isAlone(state);
    const begun = state.moves.length > 0;
    const waits = page.isWaiting();
    const signature = JSON.stringify([you, alone, begun, !!now.result, waits, now.offers, page.hints.on, page.hints.isAllowed(), !!page.values, now.next, now.kept]);
    this.redraw(this.actions, signature, () => {
      const button = (/** @type {string} */ sign, /** @type {string} */ text, /** @type {() => unknown} */ click, extra = {}) => h("button", { type: "button", ...extra, on: { click } }, icon(sign), h("span", {}, text));
      const offer = (/** @type {string} */ what) => () => page.act({ type: "offer", offer: what });
      const resign = async () => {
        if (await confirm(t("resign"), t("resign-question"), t("resign"))) page.act({ type: "resign" });
      };
      const playing = you && !now.result && !waits;
      return [
        you && now.result && !now.next && button("again", t("rematch"), offer("rematch"), { class: "primary", disabled: now.offers.rematch !== null && holds(state, now.offers.rematch) }),
        you && alone && button("undo", t("undo"), () => this.undo(), { disabled: !begun }),
        playing && !alone && button("undo", t("takeback"), () => this.undo(), { disabled: !begun || now.offers.takeback !== null }),
        playing && !alone && button("half", t("draw"), offer("draw"), { disabled: now.offers.draw !== null }),
        playing && button("flag", t("resign"), resign),
        page.hints.isAllowed() && button("hint", t("hint"), () => page.hints.toggle(), { "aria-pressed": String(page.hints.on) }),
        page.hints.isAllowed() && !now.result && you && button("eye", t("values"), () => page.toggleValues(), { "aria-pressed": String(!!page.values) }),
        now.result && button("chart", t("review"), () => location.assign(`/analysis/${state.game.rules}?g=${state.game.id}&review=1`)),
        now.result && button("eye", t("analysis-board"), () => location.assign(`/analysis/${state.game.rules}?g=${state.game.id}&ply=${page.leaf.at()}`)),
        now.result && typeof now.kept === "boolean" && button("save", t(now.kept ? "kept" : "keep"), attempt(() => post(`/api/games/${state.game.id}/keep`, {})), { disabled: now.kept }),
        button("flip", t("flip"), () => page.flip()),
      ];
    });
  }

  updateAnalysis() {
    const { hints, leaf } = this.page;
    this.analysis.hidden = !hints.on;
    if (!hints.on) return;
    const hint = hints.current();
    const lines = hint?.lines;
    const { teacher } = this.page;
    if (hint && teacher.isHere()) return this.redraw(this.analysis, JSON.stringify([hint.position, teacher.stepsOf(hint.position)]), () => teacher.hint(hint));
    this.redraw(this.analysis, JSON.stringify([lines, leaf.at(), this.page.state?.now.result]), () => {
      if (!lines) return [h("p", { class: "quiet" }, t(this.page.state?.now.result && leaf.ply === null ? "no-more-moves" : "thinking"))];
      const rows = lines.map((line) => h("li", { class: line.kind }, h("span", { class: "sign", "aria-hidden": "true" }, worth(line)), h("b", {}, line.kind === "about" ? t("worth-about", { score: worth(line) }) : said(line.text)), h("span", {}, line.moves.slice(0, 8).join(" "))));
      const exact = lines.some((line) => line.kind !== "about");
      return [h("ol", {}, ...rows), h("p", { class: "quiet" }, [t(exact ? "legend-exact" : "legend-about"), hint?.depth ? t("depth", { depth: hint.depth }) : ""].filter(Boolean).join(" · "))];
    });
  }
}
