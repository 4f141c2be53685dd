// The tree of a study: every move with what may follow it. The first of several continuations is the main
// one.
import { h } from "./dom.js";
import { moveName, t } from "./words.js";

/**
 * @typedef {{parent: number | null, move: string | null, ply: number, comment?: string, before?: string, marks?: number[]}} StudyNode
 */

/** The signs of marks, from 1. */
export const SIGNS = ["!", "?", "!!", "??", "!?", "?!"];

/** @param {number[] | undefined} marks */
export function signsOf(marks) {
  return (marks ?? []).map((mark) => SIGNS[mark - 1] ?? `$${mark}`).join("");
}

export class Tree {
  /** @param {{nodes: StudyNode[], start: string, starts: string}} study */
  constructor({ nodes, start, starts }) {
    this.nodes = nodes;
    /** Whether the second player made the first move. */
    this.late = starts === "second" ? 1 : 0;
    this.parents = nodes.map((node) => node.parent);
    /** @type {number[][]} */
    this.children = nodes.map(() => []);
    /** The start and the moves to a node, as one text. @type {string[]} */
    this.keys = [];
    nodes.forEach((node, index) => {
      if (node.parent === null) return this.keys.push(start);
      this.children[node.parent].push(index);
      this.keys.push(`${this.keys[node.parent]} | ${node.move}`);
    });
  }

  /** The moves that lead to a node. @param {number} node @returns {string[]} */
  line(node) {
    const moves = [];
    for (let at = /** @type {number | null} */ (node); at; at = this.parents[at]) moves.unshift(this.nodes[at].move ?? "");
    return moves;
  }

  /** The node that these moves lead to, or -1. @param {string[]} moves @returns {number} */
  find(moves) {
    let node = 0;
    for (const move of moves) if ((node = this.child(node, move)) < 0) return -1;
    return node;
  }

  /** @param {number} node @param {string} move */
  child(node, move) {
    return this.children[node].find((child) => this.nodes[child].move === move) ?? -1;
  }

  /** The main continuation from here, so many moves. @param {number} node @param {number} count */
  mainFrom(node, count) {
    const line = [];
    for (let at = this.children[node][0]; at !== undefined && line.length < count; at = this.children[at][0]) line.push(at);
    return line;
  }

  /** The node that differs from this one, by so many. @param {number} node @param {number} step */
  sibling(node, step) {
    const parent = this.parents[node];
    if (parent === null) return -1;
    const siblings = this.children[parent];
    return siblings[(siblings.indexOf(node) + step + siblings.length) % siblings.length];
  }

  /** Whether a node is the main continuation of the one before it. @param {number} node */
  isMain(node) {
    const parent = this.parents[node];
    return parent === null || this.children[parent][0] === node;
  }

  /**
   * A move with its number, as records write it.
   * @param {number} node
   * @param {boolean} always whether the second player's moves are numbered too
   */
  numbered(node, always) {
    const before = this.nodes[node].ply - 1 + this.late;
    const isSecond = before % 2 === 1;
    return isSecond && !always ? "" : `${Math.floor(before / 2) + 1}${isSecond ? "…" : "."}`;
  }

  /** Draws all moves; `go` is called with the one that is chosen. @param {(node: number) => void} go */
  draw(go) {
    const root = h("div", { class: "tree", role: "group", "aria-label": t("moves") });
    root.addEventListener("click", (/** @type {Event} */ event) => {
      const node = event.target instanceof HTMLElement ? event.target.closest("button")?.dataset.node : undefined;
      if (node !== undefined) go(Number(node));
    });
    const first = this.nodes[0].comment;
    root.append(h("button", { type: "button", class: "plain move", data: { node: 0 } }, t("analysis-start")));
    if (first) root.append(h("span", { class: "remark" }, first));
    this.drawLine(0, root);
    return root;
  }

  /**
   * Draws what follows a node: the line, and in it the variations of each of its moves. A list of what is left to do takes the place of
   * recursion, because a game may be longer than the stack of a browser.
   * @param {number} node
   * @param {HTMLElement} into
   */
  drawLine(node, into) {
    /** @type {{node: number, into: HTMLElement, fresh: boolean}[]} */
    const open = [{ node, into, fresh: true }];
    for (let step = open.pop(); step; step = open.pop()) {
      const [main, ...others] = this.children[step.node];
      if (main === undefined) continue;
      const { into } = step;
      this.drawMove(main, into, step.fresh);
      const told = !!this.nodes[main].comment || others.length > 0;
      open.push({ node: main, into, fresh: told });
      for (const other of others) {
        const branch = h("div", { class: "variation", role: "group", "aria-label": t("analysis-variation", { move: this.nodes[other].move ?? "" }) });
        into.append(branch);
        if (this.nodes[other].before) branch.append(h("span", { class: "remark" }, this.nodes[other].before));
        this.drawMove(other, branch, true);
        open.push({ node: other, into: branch, fresh: !!this.nodes[other].comment });
      }
    }
  }

  /**
   * @param {number} node
   * @param {HTMLElement} into
   * @param {boolean} fresh whether its number is always written
   */
  drawMove(node, into, fresh) {
    const { move, comment, marks } = this.nodes[node];
    const number = this.numbered(node, fresh);
    into.append(h("button", { type: "button", class: "plain move", data: { node } }, number && h("span", { class: "number" }, number), `${moveName(move ?? "")}${signsOf(marks)}`));
    if (comment) into.append(h("span", { class: "remark" }, comment));
  }
}
