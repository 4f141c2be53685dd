// Small drawings for buttons, on a square of 24. Their lines come with the page.
import { s } from "./dom.js";

/** @param {string} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("use", { href: `#icon-${name}` }));
}
