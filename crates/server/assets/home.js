// Home: the cards are there already; here come the games of this browser, and what an address asks for.
import { attempt, note } from "./announce.js";
import { catalogue, get, remove } from "./api.js";
import { begin } from "./deeds.js";
import { confirm } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { botName, dateOf, said, spoken, t } from "./words.js";

/** @typedef {import("./types.js").Catalogue} Catalogue */

export const showHome = attempt(async () => {
  await spoken();
  const rules = location.pathname.match(/^\/new\/([\w-]+)$/)?.[1];
  // Closing the dialog leads to the first page.
  if (rules) await begin(rules, () => history.replaceState(null, "", "/"));
  const section = document.querySelector(".mine");
  if (section instanceof HTMLElement) {
    await showMine(section, await catalogue());
    if (!section.hidden) follow(section, await catalogue());
  }
});

function sayOffline() {
  if (document.querySelector(".banner.lost")) return;
  document.querySelector(".hero")?.before(h("p", { class: "banner lost", role: "status" }, t("offline")));
  addEventListener("online", () => location.reload());
}

/** @param {HTMLElement} section @param {Catalogue} catalogue */
async function showMine(section, catalogue) {
  /** @type {{games: import("./types.js").Mine[], more: number | null}} */
  let mine;
  try {
    mine = await get("/api/me");
  } catch (error) {
    // A page that was kept from the last visit says so.
    if (/** @type {any} */ (error).code === "unreachable") sayOffline();
    return;
  }
  section.hidden = !mine.games.length;
  if (!mine.games.length) return;
  const list = h("ul", { class: "games" });
  const add = (/** @type {import("./types.js").Mine[]} */ games) =>
    list.append(...games.map((game) => row(game, catalogue, section)));
  add(mine.games);
  const more = h("button", { type: "button", hidden: !mine.more, on: { click: attempt(async () => {
    mine = await get(`/api/me?before=${mine.more}`);
    add(mine.games);
    more.hidden = !mine.more;
  }) } }, t("show-more"));
  const erase = attempt(async () => {
    if (!(await confirm(t("delete-all"), t("delete-all-question"), t("delete")))) return;
    await remove("/api/me");
    // The last game and the pages of games are also kept in the browser, for when the server cannot be
    // reached.
    localStorage.removeItem("jogo-last");
    if ("caches" in window) for (const name of await caches.keys()) await caches.delete(name);
    section.hidden = true;
    note(t("deleted"));
  });
  fill(
    section,
    h("h2", { id: "mine-title" }, t("my-games")),
    list,
    h(
      "div",
      { class: "buttons" },
      more,
      h("a", { class: "button", href: "/library" }, icon("book"), t("library")),
      h(
        "a",
        { class: "button", href: "/api/me/export", download: "jogo-games.txt" },
        icon("save"),
        t("export"),
      ),
      h("button", { type: "button", on: { click: erase } }, icon("bin"), t("delete-all")),
    ),
  );
}

/**
 * Shows the list anew when a game in it has changed, while the page is seen: a browser has few connections for all its tabs.
 * @param {HTMLElement} section
 * @param {Catalogue} catalogue
 */
function follow(section, catalogue) {
  /** @type {EventSource | undefined} */
  let news;
  const refresh = () => {
    // What somebody is about to press stays where it is.
    if (section.contains(document.activeElement))
      section.addEventListener("focusout", refresh, { once: true });
    else showMine(section, catalogue);
  };
  const turn = () => {
    news?.close();
    if (document.hidden) return;
    news = new EventSource("/api/me/changes");
    news.onmessage = refresh;
  };
  document.addEventListener("visibilitychange", () => {
    turn();
    if (!document.hidden) refresh();
  });
  turn();
}

/** @param {import("./types.js").Mine} game @param {Catalogue} catalogue @param {HTMLElement} section */
function row(game, catalogue, section) {
  const rules = catalogue.games.find((one) => one.id === game.game);
  const seat = (/** @type {number} */ index) => {
    if (game.you === "both" || game.you === (index ? "second" : "first")) return t("you");
    const name = game.sides[index];
    return name ? botName(name) : t("somebody");
  };
  const link = h(
    "a",
    { href: `/g/${game.id}` },
    h("strong", {}, said(rules?.name) || game.game),
    h("span", {}, `${seat(0)} – ${seat(1)}`),
  );
  const erase = attempt(async () => {
    if (!(await confirm(t("delete"), t("delete-question"), t("delete")))) return;
    await remove(`/api/games/${game.id}`);
    await showMine(section, catalogue);
    note(t("deleted"));
  });
  return h(
    "li",
    {},
    link,
    h(
      "span",
      { class: `state${game.your_turn && !game.result ? " yours" : ""}` },
      game.your_turn && !game.result ? t("your-turn") : said(game.status),
    ),
    h("time", { class: "quiet" }, dateOf(game.created_at)),
    h(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": t("delete-game", { game: said(rules?.name) || game.game }),
        on: { click: erase },
      },
      icon("bin"),
    ),
  );
}
