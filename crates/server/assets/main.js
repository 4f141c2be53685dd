// Begins: words and catalogue, then the page that the address names.
import { note } from "./announce.js";
import { catalogue as askCatalogue } from "./api.js";
import { openKeys, openSettings } from "./dialogs.js";
import { byId, fill, h } from "./dom.js";
import { spoken } from "./first.js";
import { showHome } from "./home.js";
import { icon } from "./icons.js";
import { set, settings } from "./settings.js";
import { isAudible, play } from "./sound.js";
import { speak, t } from "./words.js";

/** @type {import("./types.js").Catalogue} */
let catalogue;
/** Ends what the page before has going on. @type {() => void} */
let leave = () => {};
let visit = 0;

/** @param {string} path */
function go(path) {
  if (path !== location.pathname) history.pushState(null, "", path);
  void show();
  byId("main").focus();
  scrollTo(0, 0);
}

async function show() {
  leave();
  leave = () => {};
  const mine = ++visit;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close("");
  const main = byId("main");
  const id = location.pathname.match(/^\/g\/([\w-]+)\/?$/)?.[1];
  if (!id) return showHome(main, catalogue, go);
  const { GamePage } = await import("./game.js");
  // Somebody may have gone on while the code came.
  if (mine !== visit) return;
  const page = new GamePage(main, catalogue, id, go);
  leave = () => page.leave();
}

function showHeader() {
  const sound = h("button", { type: "button", class: "plain", on: { click: () => {
    set({ sound: isAudible() ? "off" : "on" });
    play("notice");
    name();
  } } });
  const name = () => {
    fill(sound, icon(isAudible() ? "sound" : "mute"));
    sound.setAttribute("aria-label", t("sound"));
    sound.setAttribute("aria-pressed", String(isAudible()));
    sound.title = t("sound");
  };
  name();
  const button = (/** @type {string} */ sign, /** @type {string} */ text, /** @type {() => void} */ click) => h("button", { type: "button", class: "plain", title: text, "aria-label": text, on: { click } }, icon(sign));
  const home = h("a", { class: "brand", href: "/", title: t("home"), on: { click: (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go("/");
  } } }, h("img", { src: "/assets/icon.svg", alt: "", width: 28, height: 28 }), h("span", {}, "jogo"));
  const other = catalogue.languages.find((one) => one.tag !== document.documentElement.lang);
  const languages = other && h("button", { type: "button", class: "plain tongue", lang: other.tag, title: other.name, "aria-label": `${other.tag.toUpperCase()}: ${other.name}`, on: { click: () => changeLanguage(other.tag) } }, other.tag.toUpperCase());
  fill(byId("top"), home, h("nav", { "aria-label": t("tools") }, languages, sound, button("keys", t("keys"), openKeys), button("gear", t("settings"), () => openSettings(catalogue, changeLanguage))));
  fill(byId("skip"), t("skip"));
}

/** @param {string} tag */
async function changeLanguage(tag) {
  set({ language: tag });
  await speak(tag).catch((error) => note(String(error.message), "problem"));
  showHeader();
  await show();
}

async function begin() {
  try {
    [catalogue] = await Promise.all([askCatalogue(), spoken]);
  } catch (error) {
    fill(byId("main"), h("p", { class: "apology" }, "jogo: ", error instanceof Error ? error.message : String(error)));
    return;
  }
  showHeader();
  addEventListener("popstate", () => void show());
  addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (event.key === "?" && !typing && settings.letterKeys && !document.querySelector("dialog[open]")) openKeys();
  });
  await show();
}

void begin();
