// What the buttons, links and forms do that the server has put on the page. Each says which deed it is.
import { attempt } from "./announce.js";
import { catalogue, post } from "./api.js";
import { openKeys, openRules, openSettings } from "./dialogs.js";
import { openNewGame } from "./newgame.js";
import { isAudible, set } from "./main.js";
import { play } from "./sound.js";
import { chooseLanguage, spoken } from "./words.js";

/** @type {Record<string, (element: any) => unknown>} */
const DEEDS = {
  language: (/** @type {HTMLButtonElement} */ { value }) => chooseLanguage(value),
  sound: () => {
    set({ sound: isAudible() ? "off" : "on" });
    play("notice");
  },
  keys: openKeys,
  settings: async () => openSettings(await catalogue()),
  new: async (/** @type {HTMLElement} */ { dataset }) => begin(dataset.game ?? ""),
  rules: async (/** @type {HTMLElement} */ { dataset }) => showRules(dataset.game ?? ""),
  seat: async (/** @type {HTMLFormElement} */ form) => {
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("code"));
    if (!input.value.trim()) return input.focus();
    const { id } = await post("/api/seats", { code: input.value.trim() });
    location.assign(`/g/${id}`);
  },
};

/** @param {HTMLElement} element */
export async function act(element) {
  await attempt(async () => {
    await spoken();
    await DEEDS[element.dataset.do ?? ""]?.(element);
  })();
}

/**
 * Asks what is to be played, of these rules or others like them.
 * @param {string} rules
 * @param {() => void} [onClose]
 */
export async function begin(rules, onClose) {
  const known = await catalogue();
  const game = known.games.find((one) => one.id === rules);
  const variants = known.games.filter((one) => one.family === game?.family);
  if (game && isClear()) openNewGame(known, variants, game.id, onClose);
}

/** @param {string} rules */
async function showRules(rules) {
  const game = (await catalogue()).games.find((one) => one.id === rules);
  if (game && isClear()) await openRules({ rules, name: game.name });
}

/** A second press while the answer is on its way opens no second dialog. */
function isClear() {
  return !document.querySelector("dialog[open]");
}
