// Links, texts and pictures of a game, and moving a seat to another device.
import { attempt, note } from "./announce.js";
import { get, linkTo, post } from "./api.js";
import { open } from "./dialogs.js";
import { copy, fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {import("./types.js").State} State */

/** A button that copies a text. @param {string} label @param {() => Promise<string> | string} text */
function copyButton(label, text) {
  return h("button", { type: "button", on: { click: attempt(async () => {
    await copy((await text()).trim());
    note(t("copied"));
  }) } }, icon("copy"), label);
}

/** The link, with buttons to copy and send it. @param {Catalogue} catalogue @param {string} id */
function linkField(catalogue, id) {
  const link = linkTo(catalogue, id);
  const field = h("input", {
    class: "code",
    readOnly: true,
    value: link,
    "aria-label": t("link"),
    on: { focus: () => field.select() },
  });
  const send =
    "share" in navigator &&
    h(
      "button",
      {
        type: "button",
        on: { click: () => void navigator.share({ url: link, title: "jogo" }).catch(() => {}) },
      },
      icon("share"),
      t("send"),
    );
  return h(
    "div",
    { class: "link" },
    field,
    h(
      "div",
      { class: "buttons" },
      copyButton(t("copy-link"), () => link),
      send,
    ),
  );
}

/** Where the link can be opened, and its QR code. @param {Catalogue} catalogue @param {string} id */
export function invitation(catalogue, id) {
  const reach = h("p", { class: "quiet" }, t(`reach-${catalogue.reach.kind}`));
  // A code for the camera of a phone is of no use where no phone can open the link.
  const code =
    catalogue.reach.kind !== "local" &&
    h("img", { class: "qr", src: `/api/games/${id}/link.svg`, alt: t("qr"), width: 168, height: 168 });
  return h("div", { class: "invitation" }, h("div", {}, linkField(catalogue, id), reach), code);
}

/**
 * @param {Catalogue} catalogue
 * @param {State} state
 * @param {{ply: number, position: string}} shown
 * @param {boolean} flipped
 */
export function openShare(catalogue, state, { ply, position }, flipped) {
  const base = `/api/games/${state.game.id}`;
  const query = `?ply=${ply}${flipped ? "&flip=true" : ""}`;
  const name = `${state.game.rules}-${state.game.id}`;
  const save = (/** @type {string} */ path, /** @type {string} */ ending, /** @type {string} */ label) =>
    h("a", { class: "button", href: `${base}/${path}`, download: `${name}.${ending}` }, icon("save"), label);
  const seat = h("div", {});
  const parts = [
    h("h3", {}, t("link")),
    invitation(catalogue, state.game.id),
    h("h3", {}, t("texts")),
    h(
      "div",
      { class: "buttons" },
      copyButton(t("copy-position"), () => position),
      copyButton(t("copy-record"), () => get(`${base}/record.txt`)),
      save("record.txt", "txt", t("save-record")),
      state.game.pgn && save("record.pgn", "pgn", "PGN"),
    ),
    h("h3", {}, t("pictures")),
    h(
      "div",
      { class: "buttons" },
      save(`board.svg${query}`, "svg", "SVG"),
      save(`board.png${query}`, "png", "PNG"),
    ),
  ];
  if (state.you) {
    const ask = attempt(async () => {
      const { code, expires_s } = await post(`${base}/code`);
      fill(
        seat,
        h("p", { class: "seat-code" }, h("code", {}, code)),
        h("p", { class: "quiet" }, t("code-note", { minutes: Math.round(expires_s / 60) })),
        copyButton(t("copy-code"), () => code),
      );
    });
    fill(
      seat,
      h("p", { class: "quiet" }, t("move-seat-note")),
      h("button", { type: "button", on: { click: ask } }, icon("phone"), t("move-seat")),
    );
    parts.push(h("h3", {}, t("other-device")), seat);
  }
  open(t("share"), parts, { class: "wide" });
}
