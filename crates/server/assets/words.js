// What the page says, in the person's language.

/** The server has chosen it: see `chooseLanguage`. */
export const language = document.documentElement.lang;

/** @type {Record<string, string>} */
let texts = {};
/** @type {Promise<void> | null} */
let asked = null;

/** Until then there is nothing to say. Asked for once. */
export function spoken() {
  asked ??= ask().catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}

async function ask() {
  const answer = await fetch(`/api/words/${language}`);
  if (!answer.ok) throw new Error(`no words: ${answer.status}`);
  texts = await answer.json();
}

const YEAR_S = 31_536_000;

/** The cookie tells the server the language of every page. @param {string} tag */
export function chooseLanguage(tag) {
  document.cookie = `language=${tag}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
}

/** @param {string} key */
export function has(key) {
  return Object.hasOwn(texts, key);
}

/** A text of the page. @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const text = texts[`web-${key}`] ?? key;
  return text.replace(/\{\s*\$([\w-]+)\s*\}/g, (_, name) => String(values[name] ?? ""));
}

/** A text of the page, or another where there is none. @param {string} key @param {string} other */
export function tOr(key, other) {
  return has(`web-${key}`) ? t(key) : other;
}

/**
 * A text that the server has said in every language.
 * @param {import("./types.js").Text | null | undefined} said
 */
export function said(said) {
  if (!said) return "";
  return typeof said === "string" ? said : (said[language] ?? said.en ?? "");
}

/** A move as people read it: some, like a pass, have a word of their own. @param {string} move */
export function moveName(move) {
  return tOr(`move-${move}`, move);
}

/** The name of a bot: `level:3` is "Level 3". @param {string} bot */
export function botName(bot) {
  const level = bot.match(/^level:(\d+)$/);
  return level ? t("bot-level", { level: level[1] }) : tOr(`bot-${bot.replace(":", "-")}`, bot);
}

/** A date as people here write it. @param {number} at seconds since 1970 */
export function dateOf(at) {
  return new Date(at * 1000).toLocaleDateString(language === "pt" ? "pt-PT" : "en-GB", {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
}
