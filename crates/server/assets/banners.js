// Notes and questions for the person: a lost connection, invitations, offers, claims, a forced pass.
import { attempt } from "./announce.js";
import { post, remove } from "./api.js";
import { h, redraw } from "./dom.js";
import { icon } from "./icons.js";
import { set, settings } from "./main.js";
import { invitation } from "./share.js";
import { clockText, holds } from "./speech.js";
import { said, t } from "./words.js";

/** @typedef {import("./types.js").State} State */

export class Banners {
  /** @param {import("./game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("div", { class: "banners" });
    this.name = h("input", {
      name: "name",
      value: settings.name,
      maxLength: page.catalogue.name_max,
      autocomplete: "nickname",
      "aria-label": t("your-name"),
      placeholder: t("your-name"),
    });
    this.claimHeardAt = performance.now();
  }

  heardClaim() {
    this.claimHeardAt = performance.now();
  }

  /** Shows how long it is until a claim, and returns whether that time has just passed. */
  tick() {
    const claim = this.element.querySelector(".claim-left");
    if (claim) claim.textContent = clockText(this.claimLeft());
    return this.page.state?.now.claim_ms !== null && this.claimLeft() <= 0 && claim !== null;
  }

  claimLeft() {
    const left = this.page.state?.now.claim_ms;
    return left === null || left === undefined ? Infinity : left - (performance.now() - this.claimHeardAt);
  }

  /** @param {State} state */
  update(state) {
    const { now, you } = state;
    const claim = now.claim_ms === null || now.result ? "" : this.claimLeft() > 0 ? "soon" : "now";
    // The count includes this client.
    const watching = now.spectators - (you ? 0 : 1);
    const signature = JSON.stringify([
      this.page.connection,
      now.seats,
      you,
      now.offers,
      claim,
      `${now.claim_kind}`,
      now.forced,
      this.page.isMyTurn(),
      now.next,
      !!now.result,
      watching,
      settings.autoPass,
      now.warning ?? null,
    ]);
    redraw(this.element, signature, () => [
      this.lostBanner(),
      h(
        "div",
        { class: "asks" },
        this.page.teacher.banner(state),
        ...this.offerBanners(state),
        this.claimBanner(claim),
        this.passBanner(state),
        now.next && this.nextBanner(now.next),
      ),
      ...this.seatBanners(state),
      watching > 0 &&
        h(
          "p",
          { class: "watching quiet" },
          icon("eye"),
          t(you ? "spectators" : "spectators-else", { count: watching }),
        ),
    ]);
  }

  lostBanner() {
    return (
      this.page.connection === "lost" &&
      h(
        "div",
        { class: "banner lost" },
        h("span", { class: "spinner", "aria-hidden": "true" }),
        h("p", {}, t(navigator.onLine ? "connection-lost" : "offline")),
      )
    );
  }

  /** @param {State} state */
  seatBanners(state) {
    if (!this.page.isWaiting())
      return [
        !state.you && !state.now.result && h("p", { class: "watching quiet" }, icon("eye"), t("you-watch")),
      ];
    const cancel = attempt(async () => {
      await remove(`/api/games/${state.game.id}`);
      location.assign("/");
    });
    if (state.you)
      return [
        h(
          "div",
          { class: "banner invite" },
          h("h2", {}, t("waiting")),
          h("p", {}, t("waiting-more")),
          invitation(this.page.catalogue, state.game.id),
          h(
            "div",
            { class: "buttons" },
            h("button", { type: "button", on: { click: cancel } }, icon("close"), t("cancel-invitation")),
          ),
        ),
      ];
    const index = state.now.seats.findIndex((seat) => seat.open);
    const host = state.now.seats[1 - index]?.name;
    const { name } = this;
    const join = attempt(async () => {
      set({ name: name.value });
      await post(`/api/games/${state.game.id}/join`, name.value.trim() ? { name: name.value.trim() } : {});
      // The seat is known by its cookie, which the open line has not sent.
      location.reload();
    });
    return [
      h(
        "form",
        {
          class: "banner invite",
          on: {
            submit: (/** @type {Event} */ event) => {
              event.preventDefault();
              void join();
            },
          },
        },
        h("h2", {}, host ? t("invited-by", { name: host, game: said(state.game.name) }) : t("invited")),
        h("p", {}, t("invited-more", { side: said(state.game.sides[index].name) })),
        h(
          "div",
          { class: "buttons" },
          name,
          h("button", { type: "submit", class: "primary" }, icon("play"), t("join")),
        ),
      ),
    ];
  }

  /** @param {State} state */
  offerBanners(state) {
    return Object.entries(state.now.offers).map(([offer, by]) => {
      if (!by || !state.you) return null;
      const button = (/** @type {string} */ type, /** @type {string} */ text, name = "") =>
        h(
          "button",
          { type: "button", class: name, on: { click: () => this.page.act({ type, offer }) } },
          text,
        );
      if (holds(state, by))
        return h(
          "div",
          { class: "banner" },
          h("p", {}, t(`asking-${offer}`)),
          h("div", { class: "buttons" }, button("decline", t("withdraw"))),
        );
      return h(
        "div",
        { class: "banner ask" },
        h("p", {}, t(`asked-${offer}`)),
        h(
          "div",
          { class: "buttons" },
          button("accept", t("accept"), "primary"),
          button("decline", t("decline")),
        ),
      );
    });
  }

  /** @param {string} claim */
  claimBanner(claim) {
    if (!claim || !this.page.state?.you) return null;
    const callsOff = this.page.state.now.claim_kind === "call-off";
    if (claim === "soon")
      return h(
        "div",
        { class: "banner" },
        h("p", {}, t(callsOff ? "other-left-early" : "other-left"), " ", h("span", { class: "claim-left" })),
      );
    return h(
      "div",
      { class: "banner ask" },
      h("p", {}, t(callsOff ? "may-call-off" : "may-claim")),
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { type: "button", class: "primary", on: { click: () => this.page.act({ type: "claim" }) } },
          icon("flag"),
          t(callsOff ? "call-off" : "claim"),
        ),
      ),
    );
  }

  /** @param {State} state */
  passBanner(state) {
    if (!state.now.forced || !this.page.isMyTurn()) return null;
    const pass = () => {
      const handle = this.page.hand?.passes()[0];
      if (handle) this.page.play(handle);
      else if (state.now.forced) this.page.type(state.now.forced);
    };
    return h(
      "div",
      { class: "banner ask" },
      h("p", {}, t("must-pass")),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "primary", on: { click: pass } }, t("pass")),
        h("button", { type: "button", on: { click: () => set({ autoPass: true }) } }, t("auto-pass")),
      ),
    );
  }

  /** @param {string} next */
  nextBanner(next) {
    return h(
      "div",
      { class: "banner ask" },
      h("p", {}, t("rematch-made")),
      h(
        "div",
        { class: "buttons" },
        h("a", { class: "button primary", href: `/g/${next}` }, t("to-rematch")),
      ),
    );
  }
}
