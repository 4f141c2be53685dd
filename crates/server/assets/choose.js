// Where moves share all their cells: which of them?
import { open } from "./dialogs.js";
import { fill, h, slug } from "./dom.js";
import { t, tOr } from "./words.js";

/** @typedef {import("./hand.js").Finish} Finish */

/**
 * @param {Finish[]} finishes
 * @param {object} door
 * @param {(finish: Finish) => void} door.preview
 * @param {(finish: Finish | null) => void} door.done the choice, or null: none was made
 * @returns {HTMLDialogElement}
 */
export function choose(finishes, door) {
  /** @type {Finish | null} */
  let chosen = null;
  const done = (/** @type {Finish} */ finish) => {
    chosen = finish;
    dialog.close("");
  };
  const numbers = finishes.every((finish) => /^\d+$/.test(finish.choice ?? ""));
  const content = numbers ? amounts(finishes, door.preview, done) : names(finishes, door.preview, done);
  const dialog = open(t(numbers ? "how-many" : "which"), content, {
    class: "choice",
    onClose: () => door.done(chosen),
  });
  return dialog;
}

/**
 * Numbers: a slider, the wheel, digits.
 * @param {Finish[]} finishes
 * @param {(finish: Finish) => void} preview
 * @param {(finish: Finish) => void} done
 */
function amounts(finishes, preview, done) {
  const sorted = [...finishes].sort((a, b) => Number(a.choice) - Number(b.choice));
  const values = sorted.map((finish) => Number(finish.choice));
  let index = Math.floor((sorted.length - 1) / 2);
  let typed = "";
  const number = h("output", { class: "amount" });
  const slider = h("input", {
    type: "range",
    min: 0,
    max: sorted.length - 1,
    step: 1,
    autofocus: true,
    "aria-label": t("how-many"),
    on: { input: () => show(Number(slider.value)) },
  });
  const show = (/** @type {number} */ to) => {
    index = Math.max(0, Math.min(sorted.length - 1, to));
    slider.value = String(index);
    slider.setAttribute("aria-valuetext", String(values[index]));
    fill(number, values[index]);
    preview(sorted[index]);
  };
  const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ text) =>
    h(
      "button",
      { type: "button", class: "step", "aria-label": text, on: { click: () => show(index + by) } },
      sign,
    );
  const form = h(
    "form",
    {
      class: "amounts",
      on: {
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          done(sorted[index]);
        },
      },
    },
    h("div", { class: "dial" }, step(-1, "−", t("fewer")), number, step(1, "+", t("more"))),
    h("div", { class: "scale" }, h("small", {}, values[0]), slider, h("small", {}, values.at(-1))),
    h("button", { type: "submit", class: "primary big" }, t("move")),
  );
  form.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    show(index + (event.deltaY < 0 ? 1 : -1));
  }, { passive: false });
  form.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (!/^\d$/.test(event.key)) return;
    // Digits that follow one another make one number, as long as there is such a choice.
    typed = values.includes(Number(typed + event.key)) ? typed + event.key : event.key;
    const found = values.indexOf(Number(typed));
    if (found >= 0) show(found);
  });
  show(index);
  return [form];
}

/**
 * Words: a list.
 * @param {Finish[]} finishes
 * @param {(finish: Finish) => void} preview
 * @param {(finish: Finish) => void} done
 */
function names(finishes, preview, done) {
  const buttons = finishes.map((finish, index) => {
    const spoken = finish.choice ?? "none";
    const look = () => preview(finish);
    return h(
      "button",
      {
        type: "button",
        class: "option",
        autofocus: index === 0,
        on: { click: () => done(finish), focus: look, pointerenter: look },
      },
      h("span", {}, tOr(`choice-${slug(spoken)}`, t("choice-of", { what: spoken }))),
      h("code", {}, finish.handle.move),
    );
  });
  return [h("div", { class: "options" }, ...buttons)];
}
