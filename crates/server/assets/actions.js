// What a person can do in a game besides moving.
import { attempt } from "./announce.js";
import { post } from "./api.js";
import { confirm } from "./dialogs.js";
import { h, redraw } from "./dom.js";
import { icon } from "./icons.js";
import { holds } from "./speech.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").State} State */

export class Actions {
  /** @param {import("./game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("div", { class: "actions" });
  }

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
  update(state) {
    const { page } = this;
    const { now, you } = state;
    const alone = this.isAlone(state);
    const begun = state.moves.length > 0;
    const waits = page.isWaiting();
    const signature = JSON.stringify([
      you,
      alone,
      begun,
      !!now.result,
      waits,
      now.offers,
      page.hints.on,
      page.hints.isAllowed(),
      !!page.values,
      now.next,
      now.kept,
    ]);
    redraw(this.element, signature, () => {
      const button = (
        /** @type {string} */ sign,
        /** @type {string} */ text,
        /** @type {() => unknown} */ click,
        extra = {},
      ) => h("button", { type: "button", ...extra, on: { click } }, icon(sign), h("span", {}, text));
      const offer = (/** @type {string} */ what) => () => page.act({ type: "offer", offer: what });
      const resign = async () => {
        if (await confirm(t("resign"), t("resign-question"), t("resign"))) page.act({ type: "resign" });
      };
      const playing = you && !now.result && !waits;
      return [
        you &&
          now.result &&
          !now.next &&
          button("again", t("rematch"), offer("rematch"), {
            class: "primary",
            disabled: now.offers.rematch !== null && holds(state, now.offers.rematch),
          }),
        you && alone && button("undo", t("undo"), () => this.undo(), { disabled: !begun }),
        playing &&
          !alone &&
          button("undo", t("takeback"), () => this.undo(), {
            disabled: !begun || now.offers.takeback !== null,
          }),
        playing && !alone && button("half", t("draw"), offer("draw"), { disabled: now.offers.draw !== null }),
        playing && button("flag", t("resign"), resign),
        page.hints.isAllowed() &&
          button("hint", t("hint"), () => page.hints.toggle(), { "aria-pressed": String(page.hints.on) }),
        page.hints.isAllowed() &&
          !now.result &&
          you &&
          button("eye", t("values"), () => page.toggleValues(), { "aria-pressed": String(!!page.values) }),
        now.result &&
          button("chart", t("review"), () =>
            location.assign(`/analysis/${state.game.rules}?g=${state.game.id}&review=1`),
          ),
        now.result &&
          button("eye", t("analysis-board"), () =>
            location.assign(`/analysis/${state.game.rules}?g=${state.game.id}&ply=${page.leaf.at()}`),
          ),
        now.result &&
          typeof now.kept === "boolean" &&
          button(
            "save",
            t(now.kept ? "kept" : "keep"),
            attempt(() => post(`/api/games/${state.game.id}/keep`, {})),
            { disabled: now.kept },
          ),
        button("flip", t("flip"), () => page.flip()),
      ];
    });
  }
}
