// The part of Markdown that the rules are written in, as elements. Nothing of it is ever read as HTML.
import { h } from "./dom.js";

/** @param {string} markdown @returns {HTMLElement[]} */
export function render(markdown) {
  const lines = markdown.replace(/\r/g, "").split("\n");
  /** @type {HTMLElement[]} */
  const blocks = [];
  let index = 0;
  while (index < lines.length) {
    const [block, next] = readBlock(lines, index);
    if (block) blocks.push(block);
    index = next;
  }
  return blocks;
}

const BULLET = /^\s{0,3}[-*] +/;
const NUMBER = /^\s{0,3}\d+[.)] +/;
const HEADING = /^(#{1,4}) +(.*)$/;

/** The block that begins on this line, and the line after it. @param {string[]} lines @param {number} index @returns {[HTMLElement | null, number]} */
function readBlock(lines, index) {
  const line = lines[index];
  if (!line.trim()) return [null, index + 1];
  const heading = line.match(HEADING);
  // The title of the text is that of its dialog, a heading of the second rank.
  if (heading) return [h(`h${Math.min(heading[1].length + 1, 6)}`, {}, ...inline(heading[2])), index + 1];
  if (line.startsWith("```")) return fenced(lines, index);
  if (/^ {4,}\S/.test(line)) return verbatim(lines, index);
  if (line.startsWith("|")) return table(lines, index);
  if (BULLET.test(line)) return list(lines, index, "ul", BULLET);
  if (NUMBER.test(line)) return list(lines, index, "ol", NUMBER);
  return paragraph(lines, index);
}

/** @param {string[]} lines @param {number} index @returns {[HTMLElement, number]} */
function fenced(lines, index) {
  let end = index + 1;
  while (end < lines.length && !lines[end].startsWith("```")) end++;
  return [h("pre", { tabIndex: 0 }, lines.slice(index + 1, end).join("\n")), end + 1];
}

/** Lines that are set in by four, as they stand. @param {string[]} lines @param {number} index @returns {[HTMLElement, number]} */
function verbatim(lines, index) {
  let end = index;
  while (end < lines.length && (/^ {4,}/.test(lines[end]) || (!lines[end].trim() && /^ {4,}\S/.test(lines[end + 1] ?? "")))) end++;
  const taken = lines.slice(index, end);
  const indent = Math.min(...taken.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return [h("pre", { tabIndex: 0 }, taken.map((line) => line.slice(indent)).join("\n")), end];
}

/** @param {string[]} lines @param {number} index @returns {[HTMLElement, number]} */
function table(lines, index) {
  let end = index;
  while (end < lines.length && lines[end].startsWith("|")) end++;
  const rows = lines.slice(index, end).filter((line) => !/^\|[\s:|-]+$/.test(line));
  const cells = rows.map((line) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => inline(cell.trim())));
  const [head, ...body] = cells;
  const made = h("table", {}, h("thead", {}, h("tr", {}, ...head.map((cell) => h("th", { scope: "col" }, ...cell)))), h("tbody", {}, ...body.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...cell))))));
  return [made, end];
}

/** @param {string[]} lines @param {number} index @param {string} tag @param {RegExp} mark @returns {[HTMLElement, number]} */
function list(lines, index, tag, mark) {
  /** @type {string[]} */
  const items = [];
  let end = index;
  for (; end < lines.length && lines[end].trim(); end++) {
    if (mark.test(lines[end])) items.push(lines[end].replace(mark, ""));
    else if (/^\s/.test(lines[end]) || items.length) items[items.length - 1] += ` ${lines[end].trim()}`;
  }
  return [h(tag, {}, ...items.map((item) => h("li", {}, ...inline(item)))), end];
}

/** @param {string[]} lines @param {number} index @returns {[HTMLElement, number]} */
function paragraph(lines, index) {
  let end = index + 1;
  while (end < lines.length && lines[end].trim() && !HEADING.test(lines[end]) && !BULLET.test(lines[end]) && !lines[end].startsWith("|")) end++;
  return [h("p", {}, ...inline(lines.slice(index, end).map((line) => line.trim()).join(" "))), end];
}

/** Code, strong and stressed words. Links show their words. @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]*\))/);
  return parts.filter(Boolean).map((part) => {
    if (part.length > 2 && part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.length > 4 && part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    if (part.length > 2 && part.startsWith("*") && part.endsWith("*")) return h("em", {}, part.slice(1, -1));
    const link = part.match(/^\[([^\]]+)\]\([^)]*\)$/);
    return link ? link[1] : part;
  });
}
