// Elements without markup: whatever is shown goes in as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/**
 * @typedef {Record<string, any>} Props `class`, `on` (listeners), properties of the element, or attributes
 */

/**
 * An element with its properties and children.
 * @param {string} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "on")
      for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    else if (key === "class") element.className = value;
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key in element && !key.includes("-") && key !== "list")
      /** @type {any} */ (element)[key] = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...shown(children));
  return element;
}

/**
 * An element of a drawing. All its properties are attributes.
 * @param {string} tag
 * @param {Record<string, string | number | undefined>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(key, String(value));
  element.append(...shown(children));
  return element;
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function shown(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Puts these children in the place of all there were.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...shown(children));
}

/**
 * What parts were drawn from last, so that what has not changed keeps its focus.
 * @type {WeakMap<Element, string>}
 */
const drawn = new WeakMap();

/**
 * Draws a part anew if it says something else than before.
 * @param {Element} part
 * @param {string} signature
 * @param {() => (Child | Child[])[]} [content]
 */
export function redraw(part, signature, content) {
  if (drawn.get(part) === signature) return;
  drawn.set(part, signature);
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const label = focused?.textContent;
  fill(part, ...(content ? content() : [signature]));
  if (focused instanceof HTMLElement && part.contains(focused)) focused.focus();
  else if (label)
    [...part.querySelectorAll("button")].find((button) => button.textContent === label)?.focus();
}
/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** A name as one class. @param {string} name */
export function slug(name) {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "-");
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages that are not served securely have no clipboard: select the text in a field and copy that.
    const field = h("textarea", { value: text, class: "unseen" });
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
