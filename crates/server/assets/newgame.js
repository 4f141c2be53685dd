// The dialog for a new game: rules, opponent, side, clock, start.
import { post } from "./api.js";
import { open, segments, tick } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { token } from "./pieces.js";
import { set, settings } from "./main.js";
import { botName, said, t, tOr } from "./words.js";

/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {import("./types.js").Rules} Rules */
/**
 * @typedef {{rules: string, kind: string, bot: string, watch: string, teach: boolean, side: string, clock: string, minutes: number, increment: number, start: string, position: string, name: string}} Wish
 */

const OWN = "own";

/**
 * @param {Catalogue} catalogue
 * @param {Rules[]} variants
 * @param {string} rules those to begin with
 * @param {() => void} [onClose]
 */
export function openNewGame(catalogue, variants, rules, onClose) {
  /** @type {Wish} */
  const wish = {
    kind: "computer",
    bot: catalogue.bot,
    watch: catalogue.bot,
    teach: false,
    side: "first",
    clock: "none",
    minutes: 10,
    increment: 5,
    start: "standard",
    name: settings.name,
    ...settings.wishes,
    rules,
    position: "",
  };
  if (wish.start === OWN) wish.start = "standard";
  // A family's dialog begins with the rule set played last; that of a rule set, with that one.
  const remembered = settings.wishes.rules;
  if (rules === variants[0].id && variants.some((game) => game.id === remembered)) wish.rules = remembered;
  const body = h("form", { class: "new-game", method: "dialog" });
  const error = h("p", { class: "error", role: "alert" });
  const submit = h("button", { type: "submit", class: "primary big" });
  const draw = () => {
    const game = variants.find((one) => one.id === wish.rules) ?? variants[0];
    const kept =
      document.activeElement instanceof HTMLInputElement && body.contains(document.activeElement)
        ? document.activeElement
        : null;
    fill(
      submit,
      icon("play"),
      t(wish.kind === "friend" ? "create-link" : wish.kind === "watch" ? "start-watching" : "start-game"),
    );
    fill(
      body,
      ...parts(catalogue, variants, game, wish, draw),
      error,
      h(
        "div",
        { class: "buttons end" },
        h("a", { class: "button", href: `/analysis/${game.id}` }, t("analysis-board")),
        submit,
      ),
    );
    if (kept)
      /** @type {HTMLElement | null} */ (
        body.querySelector(
          `input[name="${kept.name}"]${kept.type === "radio" ? `[value="${kept.value}"]` : ""}`,
        )
      )?.focus();
  };
  body.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    error.textContent = "";
    submit.disabled = true;
    try {
      const { rules, kind, bot, watch, teach, side, clock, minutes, increment, start, name } = wish;
      set({ name, wishes: { rules, kind, bot, watch, teach, side, clock, minutes, increment, start } });
      const { path } = await post("/api/games", request(catalogue, wish));
      location.assign(path);
    } catch (problem) {
      error.textContent = problem instanceof Error ? problem.message : String(problem);
      submit.disabled = false;
    }
  });
  draw();
  const dialog = open(t("new-game", { game: variants[0].family }), [body], { class: "new", onClose });
  submit.focus({ preventScroll: true });
  dialog.querySelector(".content")?.scrollTo(0, 0);
}

/** What the server is asked for. @param {Catalogue} catalogue @param {Wish} wish */
function request(catalogue, wish) {
  /** @type {Record<string, any>} */
  const asked = {
    game: wish.rules,
    opponent: { computer: wish.bot, friend: "friend", self: "self", watch: wish.bot }[wish.kind],
  };
  if (wish.kind === "computer" || wish.kind === "friend") asked.side = wish.side;
  if (wish.kind === "watch") asked.watch = wish.watch;
  if (isTaught(wish)) asked.teach = true;
  const preset = isTaught(wish) ? null : catalogue.clocks.find((clock) => clockKey(clock) === wish.clock);
  if (preset) asked.clock = preset;
  if (wish.clock === OWN && !isTaught(wish))
    asked.clock = { initial_s: Math.round(wish.minutes * 60), increment_s: Math.round(wish.increment) };
  if (wish.start === OWN && wish.position.trim()) asked.position = wish.position.trim();
  else if (wish.start !== OWN && wish.start !== "standard") asked.start = wish.start;
  if (wish.name.trim() && wish.kind !== "watch") asked.name = wish.name.trim();
  return asked;
}

/** Whether the computer is to teach: such games have no clock. @param {Wish} wish */
const isTaught = (wish) => wish.kind === "computer" && wish.teach;

/** @param {import("./types.js").Clock} clock */
const clockKey = (clock) => `${clock.initial_s}+${clock.increment_s}`;

/** "5 min + 3 s". @param {import("./types.js").Clock} clock */
function clockName(clock) {
  const minutes = clock.initial_s / 60;
  const main =
    clock.initial_s % 60 ? t("seconds", { count: clock.initial_s }) : t("minutes", { count: minutes });
  return clock.increment_s ? `${main} + ${t("seconds", { count: clock.increment_s })}` : main;
}

/**
 * @param {Catalogue} catalogue
 * @param {Rules[]} variants
 * @param {Rules} game
 * @param {Wish} wish
 * @param {() => void} redraw
 */
function parts(catalogue, variants, game, wish, redraw) {
  const change = (/** @type {Partial<Wish>} */ changes) => {
    Object.assign(wish, changes);
    redraw();
  };
  const usual = Number(catalogue.bot.split(":")[1]);
  const withPeople = wish.kind === "computer" || wish.kind === "friend";
  return [
    variants.length > 1 &&
      segments(
        "rules",
        t("rule-set"),
        variants.map((one) => ({ value: one.id, label: said(one.name) })),
        wish.rules,
        (rules) => change({ rules }),
      ),
    segments(
      "kind",
      t("opponent"),
      [
        ["computer", "robot"],
        ["friend", "link"],
        ["self", "two"],
        ["watch", "eye"],
      ].map(([value, sign]) => ({ value, label: [icon(sign), t(`opponent-${value}`)] })),
      wish.kind,
      (kind) => change({ kind }),
    ),
    wish.kind === "watch" &&
      botChoice("watch", t("first-bot"), game, wish.watch, usual, (watch) => change({ watch })),
    (wish.kind === "computer" || wish.kind === "watch") &&
      botChoice(
        "bot",
        wish.kind === "watch" ? t("second-bot") : t("strength"),
        game,
        wish.bot,
        usual,
        (bot) => change({ bot }),
      ),
    wish.kind === "computer" &&
      h(
        "div",
        {},
        tick(t("teach"), wish.teach, (teach) => change({ teach }), "teach"),
        wish.teach && h("p", { class: "about" }, t("teach-about")),
      ),
    wish.kind === "friend" && h("p", { class: "quiet" }, t(`reach-${catalogue.reach.kind}`)),
    withPeople && sideChoice(game, wish, change),
    wish.kind !== "watch" && !isTaught(wish) && clockChoice(catalogue, wish, change),
    startChoice(game, wish, change),
    wish.kind === "friend" &&
      h(
        "label",
        { class: "field" },
        t("your-name"),
        h("input", {
          name: "name",
          value: wish.name,
          maxLength: catalogue.name_max,
          autocomplete: "nickname",
          on: { input: (/** @type {any} */ event) => (wish.name = event.target.value) },
        }),
      ),
  ];
}

/**
 * Levels as a slider, the others as buttons beside it.
 * @param {string} name
 * @param {string} legend
 * @param {Rules} game
 * @param {string} bot
 * @param {number} usual the level where none is chosen
 * @param {(bot: string) => void} choose
 */
function botChoice(name, legend, game, bot, usual, choose) {
  const level = Number(bot.match(/^level:(\d+)$/)?.[1] ?? 0);
  const levels = game.bots.filter((one) => one.startsWith("level:")).length;
  const others = game.bots.filter((one) => !one.startsWith("level:")).reverse();
  const value = level || others.includes(bot) ? bot : `level:${usual}`;
  const shown = Number(value.match(/^level:(\d+)$/)?.[1] ?? 0);
  const describe = (/** @type {string} */ one) => describeBot(game, one);
  const about = h("output", { class: "about" }, describe(value));
  const slider = h("input", {
    type: "range",
    name: `${name}-level`,
    min: 1,
    max: levels,
    step: 1,
    value: shown || usual,
    "aria-label": t("level"),
    "aria-valuetext": describe(value),
    on: {
      input: () => {
        about.textContent = describe(`level:${slider.value}`);
        slider.setAttribute("aria-valuetext", about.textContent);
      },
      change: () => choose(`level:${slider.value}`),
    },
  });
  const kinds = [
    { value: "level", label: t("level") },
    ...others.map((one) => ({ value: one, label: botName(one) })),
  ];
  const fieldset = segments(name, legend, kinds, shown ? "level" : value, (kind) =>
    choose(kind === "level" ? `level:${slider.value}` : kind),
  );
  fieldset.append(h("div", { class: "level" }, shown > 0 && slider, about));
  return fieldset;
}

/** @param {Rules} game @param {string} bot */
function describeBot(game, bot) {
  const level = Number(bot.match(/^level:(\d+)$/)?.[1] ?? 0);
  const about = level ? said(game.levels[level - 1]) : tOr(`about-${bot.replace(":", "-")}`, "");
  return about ? `${botName(bot)}: ${about}` : botName(bot);
}

/** @param {Rules} game @param {Wish} wish @param {(changes: Partial<Wish>) => void} change */
function sideChoice(game, wish, change) {
  const side = (/** @type {number} */ index) => [
    token(game.shape, game.sides, index),
    said(game.sides[index].name),
  ];
  const options = [
    { value: "first", label: [...side(0), h("small", {}, t("moves-first"))] },
    { value: "random", label: [t("random-side")] },
    { value: "second", label: side(1) },
  ];
  return segments("side", t("your-side"), options, wish.side, (chosen) => change({ side: chosen }));
}

/** @param {Catalogue} catalogue @param {Wish} wish @param {(changes: Partial<Wish>) => void} change */
function clockChoice(catalogue, wish, change) {
  const presets = catalogue.clocks.map((clock) => ({ value: clockKey(clock), label: clockName(clock) }));
  const fieldset = segments(
    "clock",
    t("clock"),
    [{ value: "none", label: t("no-clock") }, ...presets, { value: OWN, label: t("own-clock") }],
    wish.clock,
    (clock) => change({ clock }),
  );
  if (wish.clock !== OWN) return fieldset;
  const number = (
    /** @type {"minutes" | "increment"} */ key,
    /** @type {number} */ min,
    /** @type {number} */ max,
    /** @type {number | string} */ step,
  ) =>
    h(
      "label",
      { class: "field short" },
      t(`clock-${key}`),
      h("input", {
        type: "number",
        name: key,
        min,
        max,
        step,
        value: wish[key],
        required: true,
        on: { input: (/** @type {any} */ event) => (wish[key] = Number(event.target.value)) },
      }),
    );
  fieldset.append(
    h(
      "div",
      { class: "pair" },
      number("minutes", 0.25, catalogue.clock_limits.initial_s / 60, 0.25),
      number("increment", 0, catalogue.clock_limits.increment_s, 1),
    ),
  );
  return fieldset;
}

/** @param {Rules} game @param {Wish} wish @param {(changes: Partial<Wish>) => void} change */
function startChoice(game, wish, change) {
  if (wish.start !== OWN && !game.starts.some((start) => start.name === wish.start)) wish.start = "standard";
  const option = (/** @type {string} */ value, /** @type {string} */ label) =>
    h("option", { value, selected: wish.start === value }, label);
  const names = game.starts.map((start) => option(start.name, said(start.title) || start.name));
  const select = h(
    "select",
    { name: "start", on: { change: () => change({ start: select.value }) } },
    ...names,
    option(OWN, t("start-own")),
  );
  const position = h("input", {
    name: "position",
    class: "code",
    value: wish.position,
    placeholder: game.starts[0]?.position,
    maxLength: 2000,
    autocomplete: "off",
    spellcheck: false,
    "aria-label": t("position"),
    on: { input: () => (wish.position = position.value) },
  });
  return h(
    "div",
    { class: "field" },
    h("label", { class: "field" }, t("start"), select),
    wish.start === OWN && position,
  );
}
