// The moves of a game, to look through.
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { set, settings } from "./main.js";
import { moveName, t } from "./words.js";

/** Seconds for each move of a replay. */
const PACES = [0.5, 1, 2, 4];

export class MoveList {
  /** @param {import("./leaf.js").Leaf} leaf */
  constructor(leaf) {
    this.leaf = leaf;
    /** @type {string[]} */
    this.listed = [];
    this.list = h("ol", { class: "moves", tabIndex: 0, "aria-label": t("moves") });
    this.list.addEventListener("click", (/** @type {Event} */ event) => {
      const ply =
        event.target instanceof HTMLElement ? event.target.closest("button")?.dataset.ply : undefined;
      if (ply) void leaf.to(Number(ply));
    });
    const button = (
      /** @type {string} */ sign,
      /** @type {string} */ text,
      /** @type {() => unknown} */ click,
    ) =>
      h(
        "button",
        { type: "button", class: "plain", title: text, "aria-label": text, on: { click } },
        icon(sign),
      );
    this.replay = button("play", t("replay"), () => leaf.toggle(settings.pace));
    const pace = h(
      "select",
      { "aria-label": t("pace"), on: { change: () => set({ pace: Number(pace.value) }) } },
      ...PACES.map((seconds) =>
        h(
          "option",
          { value: seconds, selected: seconds === settings.pace },
          t("seconds", { count: seconds }),
        ),
      ),
    );
    this.back = [
      button("start", t("to-start"), () => leaf.to(0)),
      button("back", t("back"), () => leaf.to(leaf.at() - 1)),
    ];
    this.forth = [
      button("next", t("forward"), () => leaf.to(leaf.at() + 1)),
      button("end", t("to-end"), () => leaf.to(leaf.length())),
    ];
    this.element = h(
      "div",
      { class: "record" },
      this.list,
      h("div", { class: "leaf" }, ...this.back, this.replay, ...this.forth, pace),
    );
  }

  /** @param {string[]} moves */
  update(moves) {
    let same = 0;
    while (same < moves.length && moves[same] === this.listed[same]) same++;
    while (this.list.childElementCount > Math.ceil(same / 2)) this.list.lastElementChild?.remove();
    // A pair that has lost its second half is drawn again.
    if (same % 2) this.list.lastElementChild?.remove();
    for (let ply = same - (same % 2); ply < moves.length; ply += 2) this.list.append(this.pair(moves, ply));
    if (!moves.length) fill(this.list, h("li", { class: "none quiet" }, t("no-move-yet")));
    const grown = moves.length > this.listed.length;
    this.listed = [...moves];
    this.show(grown);
  }

  /** @param {string[]} moves @param {number} ply */
  pair(moves, ply) {
    const button = (/** @type {number} */ index) =>
      index < moves.length &&
      h("button", { type: "button", class: "plain", data: { ply: index + 1 } }, moveName(moves[index]));
    return h(
      "li",
      {},
      h("span", { class: "number", "aria-hidden": "true" }, ply / 2 + 1),
      button(ply),
      button(ply + 1),
    );
  }

  /** @param {boolean} grown */
  show(grown) {
    const at = this.leaf.at();
    for (const old of this.list.querySelectorAll('[aria-current="true"]'))
      if (old.dataset.ply !== String(at)) old.removeAttribute("aria-current");
    const current = this.list.querySelector(`[data-ply="${at}"]`);
    const moved = current && current.getAttribute("aria-current") !== "true";
    current?.setAttribute("aria-current", "true");
    // Only the list scrolls, never the page.
    if (moved || grown) {
      const item = current?.parentElement;
      const list = this.list;
      if (
        item &&
        (item.offsetTop < list.scrollTop ||
          item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight)
      )
        list.scrollTop = item.offsetTop - list.clientHeight / 2;
      if (item && list.scrollWidth > list.clientWidth)
        list.scrollLeft = item.offsetLeft - list.clientWidth / 2;
    }
    for (const button of this.back) button.disabled = at === 0;
    for (const button of this.forth) button.disabled = at >= this.listed.length;
    this.replay.disabled = !this.listed.length;
    const playing = this.leaf.isPlaying();
    if (this.replay.dataset.playing !== String(playing)) {
      this.replay.dataset.playing = String(playing);
      fill(this.replay, icon(playing ? "pause" : "play"));
      this.replay.setAttribute("aria-label", t(playing ? "stop-replay" : "replay"));
      this.replay.title = t(playing ? "stop-replay" : "replay");
    }
  }
}
