// What comes into a study from outside, and what leaves it.
import { attempt, note } from "./announce.js";
import { addressOf } from "./analysis-address.js";
import { post } from "./api.js";
import { open, segments } from "./dialogs.js";
import { copy, fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { token } from "./pieces.js";
import { settings } from "./main.js";
import { botName, said, t } from "./words.js";

/** @typedef {import("./analysis.js").AnalysisPage} AnalysisPage */

/** The longest text that the server reads. */
const TEXT_MAX = 120_000;

/** Reads a position or a record from a field or a file. @param {AnalysisPage} page */
export function openPaste(page) {
  const field = h("textarea", { class: "code", rows: 8, "aria-label": t("analysis-paste-text"), placeholder: page.study.start, spellcheck: false, autofocus: true });
  const error = h("p", { class: "error", role: "alert" });
  const choice = h("div", {});
  const read = async (number = 0) => {
    if (field.value.length > TEXT_MAX) return fill(error, t("analysis-text-long"));
    fill(error);
    try {
      const study = await page.open({ game: page.study.game.rules, text: field.value, number });
      if (study.count > 1) fill(choice, several(study.count, number, read));
      else dialog.close("");
    } catch (problem) {
      fill(error, problem instanceof Error ? problem.message : String(problem));
    }
  };
  const file = h("input", { type: "file", accept: ".txt,.pgn,text/plain", "aria-label": t("analysis-file"), on: { change: async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    if (chosen.size > TEXT_MAX) return fill(error, t("analysis-text-long"));
    field.value = await chosen.text();
    await read();
  } } });
  const form = h("form", { class: "new-game", on: { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void read();
  } } }, h("p", { class: "quiet" }, t("analysis-paste-more")), field, error, choice, h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, t("analysis-open")), file));
  const dialog = open(t("analysis-paste"), [form], { class: "wide" });
}

/** @param {number} count @param {number} number @param {(number: number) => void} read */
function several(count, number, read) {
  const select = h("select", { on: { change: () => read(Number(select.value)) } }, ...Array.from({ length: count }, (_, index) => h("option", { value: index, selected: index === number }, index + 1)));
  return h("label", { class: "field short" }, t("analysis-several", { count }), select);
}

/** @param {string} label @param {() => Promise<string> | string} text */
function copyButton(label, text) {
  return h("button", { type: "button", on: { click: attempt(async () => {
    await copy((await text()).trim());
    note(t("copied"));
  }) } }, icon("copy"), label);
}

/** @param {string} name @param {string} label @param {() => Promise<string> | string} text */
function saveButton(name, label, text) {
  return h("button", { type: "button", on: { click: attempt(async () => {
    const url = URL.createObjectURL(new Blob([await text()], { type: "text/plain" }));
    h("a", { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  }) } }, icon("save"), label);
}

/** Links and texts. @param {AnalysisPage} page */
export function openTexts(page) {
  const { study } = page;
  const link = new URL(addressOf(page), location.href).href;
  const here = new URL(`/analysis/${study.game.rules}?${new URLSearchParams({ p: page.place()?.position ?? study.start })}`, location.href).href;
  const pgn = async () => (await post("/api/study", { text: study.text, at: page.at, pgn: true })).pgn ?? "";
  const name = `${study.game.rules}-${t("analysis-file-name")}`;
  const field = h("input", { class: "code", readOnly: true, value: link, "aria-label": t("link"), on: { focus: () => field.select() } });
  open(t("analysis-take"), [
    h("h3", {}, t("link")),
    h("div", { class: "link" }, field, h("div", { class: "buttons" }, copyButton(t("analysis-copy-study-link"), () => link), copyButton(t("analysis-copy-position-link"), () => here))),
    h("h3", {}, t("texts")),
    h("div", { class: "buttons" }, copyButton(t("copy-position"), () => page.place()?.position ?? ""), copyButton(t("copy-record"), () => study.text), study.game.pgn && copyButton(t("analysis-copy-pgn"), pgn)),
    h("h3", {}, t("analysis-files")),
    h("div", { class: "buttons" }, saveButton(`${name}.txt`, t("save-record"), () => study.text), study.game.pgn && saveButton(`${name}.pgn`, "PGN", pgn)),
  ], { class: "wide" });
}

/** Plays on from what is shown, against a bot. @param {AnalysisPage} page */
export function openContinue(page) {
  const { game } = page.study;
  const place = page.place();
  if (!place) return;
  if (!place.turn) return note(t("no-more-moves"), "problem");
  const wish = { side: /** @type {string} */ (place.turn), bot: settings.wishes.bot && game.bots.includes(settings.wishes.bot) ? settings.wishes.bot : "level:3" };
  const error = h("p", { class: "error", role: "alert" });
  const side = (/** @type {number} */ index) => [token(game.shape, game.sides, index), said(game.sides[index].name)];
  const bots = h("select", { on: { change: () => (wish.bot = bots.value) } }, ...game.bots.map((bot) => h("option", { value: bot, selected: bot === wish.bot }, botName(bot))));
  const form = h("form", { class: "new-game", on: { submit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const { path } = await post("/api/games", { game: game.rules, position: place.position, opponent: wish.bot, side: wish.side });
      location.assign(path);
    } catch (problem) {
      fill(error, problem instanceof Error ? problem.message : String(problem));
    }
  } } }, segments("side", t("your-side"), [{ value: "first", label: side(0) }, { value: "second", label: side(1) }], wish.side, (value) => (wish.side = value)), h("label", { class: "field short" }, t("strength"), bots), error, h("div", { class: "buttons end" }, h("button", { type: "submit", class: "primary big" }, icon("play"), t("start-game"))));
  open(t("analysis-continue"), [form]);
}
