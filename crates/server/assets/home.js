// Home: a card for every game, and the games of this browser.
import { attempt, note } from "./announce.js";
import { get, post, remove } from "./api.js";
import { drawStill } from "./board.js";
import { confirm, openRules } from "./dialogs.js";
import { fill, h, slug } from "./dom.js";
import { icon } from "./icons.js";
import { botName, dateOf, said, t, tOr } from "./words.js";

/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {(path: string) => void} Go */

/** @param {HTMLElement} main @param {Catalogue} catalogue @param {Go} go */
export function showHome(main, catalogue, go) {
  document.title = t("title");
  const families = [...new Set(catalogue.games.map((game) => game.family))];
  const cards = families.map((family) => card(catalogue.games.filter((game) => game.family === family), catalogue, go));
  const mine = h("section", { class: "mine", hidden: true, "aria-labelledby": "mine-title" });
  fill(main, h("div", { class: "home" }, h("div", { class: "hero" }, h("h1", {}, t("welcome")), h("p", {}, t("welcome-more"))), h("div", { class: "cards" }, ...cards), mine, codeForm(go)));
  void showMine(mine, catalogue, go);
}

/** @param {Rules[]} variants @param {Catalogue} catalogue @param {Go} go */
function card(variants, catalogue, go) {
  const game = variants[0];
  const start = async () => {
    const { openNewGame } = await import("./newgame.js");
    openNewGame(catalogue, variants, go);
  };
  const about = tOr(`about-${slug(game.family)}`, "");
  const title = `card-${slug(game.family)}`;
  const board = h("button", { type: "button", class: "show", tabIndex: -1, "aria-hidden": "true", on: { click: attempt(start) } }, drawStill(game.picture, { ...game, rules: game.id }, said(game.name)));
  return h(
    "article",
    { class: `card family-${slug(game.family)}`, "aria-labelledby": title },
    board,
    h("div", { class: "words" }, h("h2", { id: title }, game.family), h("p", {}, about), variants.length > 1 && h("p", { class: "quiet" }, t("variants", { count: variants.length }))),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "primary", "aria-label": t("play-game", { game: game.family }), on: { click: attempt(start) } }, icon("play"), t("play")),
      h("button", { type: "button", "aria-label": t("rules-of", { game: game.family }), on: { click: () => openRules({ rules: game.id, name: game.name }) } }, icon("book"), t("rules")),
    ),
  );
}

/** @param {HTMLElement} section @param {Catalogue} catalogue @param {Go} go */
async function showMine(section, catalogue, go) {
  /** @type {{games: import("./types.js").Mine[], more: boolean}} */
  let mine;
  try {
    mine = await get("/api/me");
  } catch {
    return;
  }
  section.hidden = !mine.games.length;
  if (!mine.games.length) return;
  const list = h("ul", { class: "games" });
  const add = (/** @type {import("./types.js").Mine[]} */ games) => list.append(...games.map((game) => row(game, catalogue, go, section)));
  add(mine.games);
  const more = h("button", { type: "button", hidden: !mine.more, on: { click: attempt(async () => {
    mine = await get(`/api/me?before=${mine.games.at(-1)?.created_at ?? 0}`);
    add(mine.games);
    more.hidden = !mine.more;
  }) } }, t("show-more"));
  const erase = attempt(async () => {
    if (!(await confirm(t("delete-all"), t("delete-all-question"), t("delete")))) return;
    await remove("/api/me");
    section.hidden = true;
    note(t("deleted"));
  });
  fill(
    section,
    h("h2", { id: "mine-title" }, t("my-games")),
    list,
    h("div", { class: "buttons" }, more, h("a", { class: "button", href: "/api/me/export", download: "jogo-games.txt" }, icon("save"), t("export")), h("button", { type: "button", on: { click: erase } }, icon("bin"), t("delete-all"))),
  );
}

/** @param {import("./types.js").Mine} game @param {Catalogue} catalogue @param {Go} go @param {HTMLElement} section */
function row(game, catalogue, go, section) {
  const rules = catalogue.games.find((one) => one.id === game.game);
  const seat = (/** @type {number} */ index) => {
    if (game.you === "both" || game.you === (index ? "second" : "first")) return t("you");
    const name = game.sides[index];
    return name ? botName(name) : t("somebody");
  };
  const path = `/g/${game.id}`;
  const link = h("a", { href: path, on: { click: (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(path);
  } } }, h("strong", {}, said(rules?.name) || game.game), h("span", {}, `${seat(0)} – ${seat(1)}`));
  const erase = attempt(async () => {
    if (!(await confirm(t("delete"), t("delete-question"), t("delete")))) return;
    await remove(`/api/games/${game.id}`);
    await showMine(section, catalogue, go);
    note(t("deleted"));
  });
  return h(
    "li",
    {},
    link,
    h("span", { class: `state${game.your_turn && !game.result ? " yours" : ""}` }, game.your_turn && !game.result ? t("your-turn") : said(game.status)),
    h("time", { class: "quiet" }, dateOf(game.created_at)),
    h("button", { type: "button", class: "plain", "aria-label": t("delete-game", { game: said(rules?.name) || game.game }), on: { click: erase } }, icon("bin")),
  );
}

/** A seat from another device. @param {Go} go */
function codeForm(go) {
  const input = h("input", { id: "seat-code", name: "code", autocomplete: "off", spellcheck: false, maxLength: 40, placeholder: "7KQ2-M9XD-4TRA-PW6H" });
  const submit = attempt(async () => {
    if (!input.value.trim()) return input.focus();
    const { id } = await post("/api/seats", { code: input.value.trim() });
    go(`/g/${id}`);
  });
  const form = h("form", { class: "code", on: { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void submit();
  } } }, h("label", { htmlFor: "seat-code" }, t("have-code")), input, h("button", { type: "submit" }, t("take-seat")));
  return h("details", { class: "quiet" }, h("summary", {}, t("other-device")), form);
}
