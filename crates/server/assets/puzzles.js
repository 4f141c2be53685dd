// The list of all puzzles: the links are there already; here come rating and streaks, and what can be done
// with the progress.
import { attempt, note } from "./announce.js";
import { get, post, remove } from "./api.js";
import { confirm } from "./dialogs.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { spoken, t } from "./words.js";

/** The largest file that is read. */
const FILE_MAX = 128 * 1024;

/** @param {HTMLElement} root */
export async function show(root) {
  try {
    const [view] = await Promise.all([get("/api/puzzles"), spoken()]);
    for (const family of view.families) showFamily(root, family);
    root.querySelector(".tools")?.append(...tools());
    root.dataset.state = "shown";
  } catch (error) {
    root.querySelector(".hero")?.after(h("p", { class: "banner lost", role: "status" }, error instanceof Error ? error.message : String(error)));
  }
}

/** @param {HTMLElement} root @param {any} family */
function showFamily(root, { family, games, daily }) {
  const card = root.querySelector(`[data-family="${family}"]`);
  for (const { game, solver } of games) {
    if (!solver.seen) continue;
    const rating = t(solver.provisional ? "puzzle-rating-first" : "puzzle-rating", { rating: solver.rating });
    card?.querySelector(`[data-series="${game}"]`)?.after(h("span", { class: "quiet" }, `${rating} · ${t("puzzle-seen", solver)}`));
  }
  const { result, streak } = daily.solver;
  const state = t(result === "failed" ? "puzzle-daily-failed" : result ? "puzzle-daily-solved" : "puzzle-daily-open");
  card?.querySelector(".words")?.append(h("p", { class: "quiet daily" }, `${t("puzzle-daily")}: ${state}`, streak > 0 && ` · ${t("puzzle-days", { streak })}`));
}

/** What can be done with the progress. */
function tools() {
  const file = h("input", { type: "file", accept: ".json,application/json", hidden: true, on: { change: attempt(async () => {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (!chosen) return;
    const kept = chosen.size <= FILE_MAX ? parse(await chosen.text()) : null;
    if (!kept) return note(t("puzzle-import-bad"), "problem");
    if (!(await confirm(t("puzzle-import"), t("puzzle-import-question"), t("puzzle-import")))) return;
    await post("/api/puzzles/progress", kept);
    location.reload();
  }) } });
  const reset = attempt(async () => {
    if (!(await confirm(t("puzzle-reset"), t("puzzle-reset-question"), t("puzzle-reset")))) return;
    await remove("/api/puzzles/progress");
    location.reload();
  });
  return [
    h("a", { class: "button", href: "/api/puzzles/progress", download: "jogo-puzzles.json" }, icon("save"), t("puzzle-export")),
    h("button", { type: "button", on: { click: () => file.click() } }, t("puzzle-import")),
    file,
    h("button", { type: "button", on: { click: reset } }, icon("bin"), t("puzzle-reset")),
  ];
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
