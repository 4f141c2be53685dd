// Dialogs: the frame that all share, settings, keys, rules.
import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { isAudible, set, settings } from "./main.js";
import { play } from "./sound.js";
import { chooseLanguage, language, said, t } from "./words.js";

let count = 0;

/**
 * Shows a dialog. Escape, the cross and a press outside close it.
 * @param {string} title
 * @param {(import("./dom.js").Child)[]} content
 * @param {{class?: string, onClose?: (answer: string) => void}} [options]
 * @returns {HTMLDialogElement}
 */
export function open(title, content, options = {}) {
  const id = `dialog-${++count}`;
  const close = h(
    "button",
    { type: "button", class: "plain close", "aria-label": t("close"), on: { click: () => dialog.close("") } },
    icon("close"),
  );
  const head = h("header", {}, h("h2", { id }, title), close);
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: options.class ?? "", "aria-labelledby": id },
    head,
    h("div", { class: "content" }, ...content),
  );
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog && outside(dialog, event)) dialog.close("");
  });
  dialog.addEventListener("close", () => {
    options.onClose?.(dialog.returnValue);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {HTMLElement} element @param {PointerEvent} event */
function outside(element, event) {
  const box = element.getBoundingClientRect();
  return (
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  );
}

/**
 * Asks before something that cannot be taken back.
 * @param {string} title
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirm(title, question, yes) {
  return new Promise((resolve) => {
    const answer = (/** @type {string} */ value) => () => dialog.close(value);
    const buttons = h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", autofocus: true, on: { click: answer("") } }, t("cancel")),
      h("button", { type: "button", class: "danger", on: { click: answer("yes") } }, yes),
    );
    const dialog = open(title, [h("p", {}, question), buttons], {
      class: "small",
      onClose: (value) => resolve(value === "yes"),
    });
  });
}

/**
 * A choice among a few, as radio buttons that look like one switch.
 * @param {string} name
 * @param {string} legend
 * @param {{value: string, label: import("./dom.js").Child | import("./dom.js").Child[], title?: string}[]} options
 * @param {string} value
 * @param {(value: string) => void} onChange
 */
export function segments(name, legend, options, value, onChange) {
  const inputs = options.map((option) =>
    h(
      "label",
      { class: "segment", title: option.title },
      h("input", {
        type: "radio",
        name,
        value: option.value,
        checked: option.value === value,
        on: { change: () => onChange(option.value) },
      }),
      h("span", {}, ...[option.label].flat()),
    ),
  );
  return h("fieldset", { class: "segments" }, h("legend", {}, legend), h("div", {}, ...inputs));
}

/**
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onChange
 * @param {string} [name]
 */
export function tick(label, checked, onChange, name) {
  const input = h("input", {
    type: "checkbox",
    name,
    checked,
    on: { change: () => onChange(input.checked) },
  });
  return h("label", { class: "tick" }, input, h("span", {}, label));
}

/** @param {import("./types.js").Catalogue} catalogue */
export function openSettings(catalogue) {
  const options = (/** @type {string} */ group, /** @type {string[]} */ values) =>
    values.map((value) => ({ value, label: t(`${group}-${value}`) }));
  open(t("settings"), [
    segments(
      "language",
      t("language"),
      catalogue.languages.map((one) => ({ value: one.tag, label: one.name })),
      language,
      chooseLanguage,
    ),
    segments("theme", t("theme"), options("theme", ["auto", "light", "dark"]), settings.theme, (theme) =>
      set({ theme }),
    ),
    segments(
      "contrast",
      t("contrast"),
      options("contrast", ["auto", "more", "less"]),
      settings.contrast,
      (contrast) => set({ contrast }),
    ),
    segments("motion", t("motion"), options("motion", ["auto", "reduced"]), settings.motion, (motion) =>
      set({ motion }),
    ),
    tick(t("sound"), isAudible(), (on) => {
      set({ sound: on ? "on" : "off" });
      if (on) play("notice");
    }),
    tick(t("auto-pass"), settings.autoPass, (autoPass) => set({ autoPass })),
    tick(t("letter-keys"), settings.letterKeys, (letterKeys) => set({ letterKeys })),
  ]);
}

/** The keys, for the dialog that lists them: what to press, and the text that says what it does. */
const KEYS = [
  ["↑ ↓ ← →", "key-board"],
  ["Enter", "key-touch"],
  ["Esc", "key-cancel"],
  ["← → Home End", "key-leaf"],
  ["PgUp PgDn", "key-leaf-board"],
  ["Space", "key-replay"],
  ["B", "key-to-board"],
  ["T", "key-type"],
  ["L", "key-last"],
  ["M", "key-moves"],
  ["C", "key-clocks"],
  ["S", "key-status"],
  ["F", "key-flip"],
  ["H", "key-hint"],
  ["V", "key-values"],
  ["U", "key-undo"],
  ["?", "key-help"],
];

/** The keys of the page that is open. */
let keys = KEYS;

/** A page with other keys than those of a game lists its own. @param {string[][]} own */
export function listKeys(own) {
  keys = own;
}

export function openKeys() {
  const rows = keys.map(([pressed, text]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, ...pressed.split(" ").map((key) => h("kbd", {}, key))),
      h("td", {}, t(text)),
    ),
  );
  const dialog = open(t("keys"), [
    h("table", { class: "keys" }, h("tbody", {}, ...rows)),
    h("p", { class: "quiet" }, t("keys-note")),
  ]);
  // The list may be longer than the window, and holds nothing else that takes the focus.
  dialog.querySelector(".content")?.setAttribute("tabindex", "0");
}

/**
 * A heading one rank lower: the dialog has the title, of the second rank.
 * @param {Element} block
 * @returns {Element}
 */
function lowered(block) {
  const [, rank] = block.tagName.match(/^H(\d)$/) ?? [];
  return rank ? h(`h${Number(rank) + 1}`, {}, ...block.childNodes) : block;
}

/**
 * Shows what the page of the rules says, so that one parser reads their Markdown.
 * @param {{rules: string, name: import("./types.js").Text}} game
 */
export async function openRules(game) {
  const content = h(
    "div",
    { class: "prose", tabIndex: 0, role: "region", "aria-label": t("rules") },
    h("p", { class: "quiet" }, t("loading")),
  );
  open(t("rules-of", { game: said(game.name) }), [content], { class: "wide" });
  try {
    const page = new DOMParser().parseFromString(
      await get(`/rules/${encodeURIComponent(game.rules)}`),
      "text/html",
    );
    const article = page.querySelector("article");
    content.lang = article?.lang ?? language;
    const blocks = [...(article?.children ?? [])].filter((block) => block.tagName !== "H1").map(lowered);
    fill(content, ...blocks);
    void import("./rules.js").then(({ show }) => show(content));
  } catch (error) {
    fill(content, h("p", {}, error instanceof Error ? error.message : String(error)));
  }
}
