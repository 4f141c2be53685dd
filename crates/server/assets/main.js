// Begins: makes what the server has sent come alive. Whatever is not needed for that is fetched afterwards, or when it is wanted.
import { isAudible, onSettings, settings } from "./settings.js";

/** Does what a button, a link or a form says it does. @param {HTMLElement} element */
async function act(element) {
  try {
    const deeds = await import("./deeds.js");
    await deeds.act(element);
  } catch {
    // Where the code cannot be fetched, the address of a link leads there as well.
    if (element instanceof HTMLAnchorElement) location.assign(element.href);
  }
}

/** @param {Event} event @param {string} kind */
function heed(event, kind) {
  const element = event.target instanceof Element ? event.target.closest(kind) : null;
  if (!(element instanceof HTMLElement)) return;
  event.preventDefault();
  void act(element);
}

addEventListener("click", (event) => {
  // With these keys a link opens elsewhere.
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) heed(event, "a[data-do], button[data-do]");
});
addEventListener("submit", (event) => heed(event, "form[data-do]"));
addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  const keys = document.querySelector('[data-do="keys"]');
  if (event.key === "?" && !typing && settings.letterKeys && !document.querySelector("dialog[open]") && keys instanceof HTMLElement) void act(keys);
});
// A page that comes back as it was left may have other settings and games by now.
addEventListener("pageshow", (event) => event.persisted && location.reload());

const sound = document.querySelector('[data-do="sound"]');
const showSound = () => sound?.setAttribute("aria-pressed", String(isAudible()));
onSettings(showSound);
showSound();

performance.mark("usable");

const id = location.pathname.match(/^\/g\/([\w-]+)\/?$/)?.[1];
if (id) void import("./game.js").then(({ showGame }) => showGame(id));
// The rest can wait until there is something to see.
else requestAnimationFrame(() => setTimeout(() => void import("./home.js").then(({ showHome }) => showHome())));
