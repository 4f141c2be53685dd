// The games of this browser: looked through, gone on with, reviewed, taken away, deleted.
import { announce, attempt, note } from "./announce.js";
import { catalogue, get, remove } from "./api.js";
import { confirm } from "./dialogs.js";
import { byId, fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { botName, dateOf, said, spoken, t } from "./words.js";

/** @typedef {import("./types.js").Mine} Mine */
/** @typedef {{game: string, opponent: string, result: string, from: string, to: string}} Filter */

/** So many games are shown before more are asked for. */
const SHOWN = 50;
/** So many lists are fetched at once, at most, to find games that a filter lets pass. */
const LISTS_MAX = 10;

export async function show() {
  const main = byId("main");
  try {
    const [known] = await Promise.all([catalogue(), spoken()]);
    await new Library(main, known).more();
  } catch (error) {
    fill(
      main,
      h("p", { class: "apology", role: "alert" }, error instanceof Error ? error.message : String(error)),
    );
  }
}

class Library {
  /** @param {HTMLElement} main @param {import("./types.js").Catalogue} catalogue */
  constructor(main, catalogue) {
    this.catalogue = catalogue;
    /** @type {Mine[]} */
    this.games = [];
    /** Where the list goes on; undefined before it began. @type {number | null | undefined} */
    this.next = undefined;
    this.wanted = SHOWN;
    this.bots = [...new Set(catalogue.games.flatMap((game) => game.bots))];
    /** @type {Filter} */
    this.filter = { game: "", opponent: "", result: "", from: "", to: "" };
    const query = new URLSearchParams(location.search);
    for (const key of /** @type {(keyof Filter)[]} */ (Object.keys(this.filter)))
      this.filter[key] = query.get(key) ?? "";
    this.list = h("ul", { class: "games library" });
    this.count = h("p", { class: "quiet", role: "status" });
    this.moreButton = h(
      "button",
      { type: "button", hidden: true, on: { click: attempt(() => this.more(SHOWN)) } },
      t("show-more"),
    );
    fill(
      main,
      h(
        "div",
        { class: "home" },
        h("h1", {}, t("library")),
        this.form(),
        this.count,
        this.list,
        h(
          "div",
          { class: "buttons" },
          this.moreButton,
          h(
            "a",
            { class: "button", href: "/api/me/export", download: "jogo-games.txt" },
            icon("save"),
            t("export"),
          ),
          h("a", { class: "button", href: "/" }, icon("home"), t("home")),
        ),
      ),
    );
    document.title = `${t("library")} · jogo`;
  }

  form() {
    const { filter } = this;
    const change = attempt(async () => {
      this.wanted = SHOWN;
      const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
      history.replaceState(null, "", `/library${query.size ? `?${query}` : ""}`);
      await this.more();
      announce(this.count.textContent);
    });
    const select = (
      /** @type {keyof Filter} */ key,
      /** @type {string} */ label,
      /** @type {[string, string][]} */ options,
    ) => {
      const field = h(
        "select",
        {
          name: key,
          on: {
            change: () => {
              filter[key] = field.value;
              void change();
            },
          },
        },
        h("option", { value: "" }, t("library-any")),
        ...options.map(([value, name]) => h("option", { value, selected: filter[key] === value }, name)),
      );
      return h("label", { class: "field" }, label, field);
    };
    const day = (/** @type {"from" | "to"} */ key) =>
      h(
        "label",
        { class: "field" },
        t(`library-${key}`),
        h("input", {
          type: "date",
          name: key,
          value: filter[key],
          on: {
            change: (/** @type {any} */ event) => {
              filter[key] = event.target.value;
              void change();
            },
          },
        }),
      );
    const games = /** @type {[string, string][]} */ (
      this.catalogue.games.map((game) => [game.id, said(game.name)])
    );
    const { bots } = this;
    const opponents = /** @type {[string, string][]} */ ([
      ["person", t("library-person")],
      ["self", t("opponent-self")],
      ["bot", t("opponent-computer")],
      ...bots.map((bot) => [bot, botName(bot)]),
    ]);
    const results = /** @type {[string, string][]} */ (
      ["running", "won", "lost", "drawn", "over"].map((result) => [result, t(`library-${result}`)])
    );
    return h(
      "form",
      { class: "filters", "aria-label": t("library-filter") },
      select("game", t("game"), games),
      select("opponent", t("opponent"), opponents),
      select("result", t("library-result"), results),
      day("from"),
      day("to"),
    );
  }

  /** Fetches lists until enough games pass, or there are no more. @param {number} [extra] */
  async more(extra = 0) {
    this.wanted += extra;
    for (
      let lists = 0;
      lists < LISTS_MAX && this.next !== null && this.passing().length < this.wanted;
      lists++
    ) {
      const mine = await get(this.next === undefined ? "/api/me" : `/api/me?before=${this.next}`);
      this.games.push(...mine.games);
      this.next = mine.more;
    }
    this.draw();
  }

  passing() {
    const { game, opponent, result, from, to } = this.filter;
    const begin = from ? new Date(`${from}T00:00`).getTime() / 1000 : -Infinity;
    const end = to ? new Date(`${to}T00:00`).getTime() / 1000 + 86_400 : Infinity;
    return this.games.filter(
      (one) =>
        (!game || one.game === game) &&
        one.created_at >= begin &&
        one.created_at < end &&
        (!opponent || opponentOf(one, this.bots).includes(opponent)) &&
        (!result || resultOf(one).includes(result)),
    );
  }

  draw() {
    const passing = this.passing();
    const shown = passing.slice(0, this.wanted);
    fill(this.list, ...shown.map((game) => this.row(game)));
    this.list.hidden = !shown.length;
    this.moreButton.hidden = this.next === null && passing.length <= shown.length;
    fill(this.count, !this.games.length ? t("library-empty") : t("library-count", { count: shown.length }));
  }

  /** @param {Mine} game */
  row(game) {
    const rules = this.catalogue.games.find((one) => one.id === game.game);
    const name = said(rules?.name) || game.game;
    const seat = (/** @type {number} */ index) => {
      if (game.you === "both" || game.you === (index ? "second" : "first")) return t("you");
      return game.sides[index] ? botName(game.sides[index] ?? "") : t("somebody");
    };
    const erase = attempt(async () => {
      if (!(await confirm(t("delete"), t("library-delete-question"), t("delete")))) return;
      await remove(`/api/games/${game.id}`);
      this.games = this.games.filter((one) => one.id !== game.id);
      this.draw();
      note(t("deleted"));
    });
    const link = (
      /** @type {string} */ sign,
      /** @type {string} */ text,
      /** @type {string} */ href,
      extra = {},
    ) =>
      h(
        "a",
        {
          class: "button plain",
          href,
          title: text,
          "aria-label": `${text}: ${name}, ${dateOf(game.created_at)}`,
          ...extra,
        },
        icon(sign),
      );
    return h(
      "li",
      { data: { game: game.id } },
      h("a", { href: `/g/${game.id}` }, h("strong", {}, name), h("span", {}, `${seat(0)} – ${seat(1)}`)),
      h(
        "span",
        { class: `state${game.your_turn ? " yours" : ""}` },
        game.your_turn ? t("your-turn") : said(game.status),
      ),
      h("time", { class: "quiet" }, dateOf(game.created_at)),
      h(
        "span",
        { class: "deeds" },
        game.result
          ? link("chart", t("review"), `/analysis/${game.game}?g=${game.id}&review=1`)
          : link("play", t("library-resume"), `/g/${game.id}`),
        link("save", t("save-record"), `/api/games/${game.id}/record.txt`, {
          download: `${game.game}-${game.id}.txt`,
        }),
        h(
          "button",
          {
            type: "button",
            class: "plain",
            "aria-label": t("delete-game", { game: name }),
            on: { click: erase },
          },
          icon("bin"),
        ),
      ),
    );
  }
}

/** All that the opponent of a game can be called. @param {Mine} game @param {string[]} bots */
function opponentOf(game, bots) {
  if (game.you === "both") return ["self"];
  const other = game.sides[game.you === "first" ? 1 : 0] ?? "";
  return bots.includes(other) ? ["bot", other] : ["person"];
}

/** All that the result of a game can be called. @param {Mine} game */
function resultOf(game) {
  if (!game.result) return ["running"];
  if (game.result === "1/2-1/2") return ["over", "drawn"];
  if (game.you !== "first" && game.you !== "second") return ["over"];
  return ["over", (game.result === "1-0") === (game.you === "first") ? "won" : "lost"];
}
