// The board: a drawing, and above it a grid of cells to touch, focus and read aloud. It is the same for all
// games.
import { fill, h, s, slug } from "./dom.js";
import { arrowShape, badgeShape, groundLayer, newLayers, pieceLayer, piecesOf, places } from "./layers.js";
import { isCalm } from "./main.js";
import { cheer, setInMotion } from "./motion.js";
import { CELL, drawPiece } from "./pieces.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {{cell: string, kind: "jump" | "clone"}} Target */
/** @typedef {{cells: string[], value: string, rank: number, tone: string}} Arrow */
/**
 * What to draw beside the picture.
 * @typedef {object} Marks
 * @property {string[]} [last]
 * @property {string[]} [deciding]
 * @property {string[]} [touched]
 * @property {string[]} [starts] cells that a move can begin on
 * @property {Target[]} [targets]
 * @property {Cell[]} [preview] cells as they would become
 * @property {Arrow[]} [arrows]
 * @property {import("./values.js").Badge[]} [badges] what cells are worth
 * @property {string[]} [hinted] cells to look at
 */
/**
 * @typedef {{shape: string, sides: [import("./types.js").SideView, import("./types.js").SideView], family: string, rules: string}} Look
 */
/** @typedef {import("./motion.js").Motion} Motion */

/** So many cells that decide a game are marked one by one. */
const DECIDING_MAX = 8;
/** Boards of so many columns need all the width of a small phone. */
const BROAD = 9;

/** @param {Look} look */
function skin(look) {
  return `family-${slug(look.family)} game-${slug(look.rules)}`;
}

export class Board {
  /**
   * @param {object} door
   * @param {(cell: string, dragged: boolean) => void} door.touch a cell was chosen
   * @param {(cell: string | null) => void} door.point a cell is pointed at or focused
   * @param {(cell: Cell) => string} door.label what is said about a cell
   * @param {(cell: string) => boolean} door.holds whether a drag can begin there
   */
  constructor(door) {
    this.door = door;
    this.svg = s("svg", { class: "jogo", "aria-hidden": "true", focusable: "false" });
    this.grid = h("div", { class: "grid", role: "grid" });
    this.rows = h("div", { class: "labels rows", "aria-hidden": "true" });
    this.columns = h("div", { class: "labels columns", "aria-hidden": "true" });
    this.element = h(
      "div",
      { class: "board" },
      this.rows,
      h("div", { class: "face" }, this.svg, this.grid),
      this.columns,
    );
    /** @type {Map<string, HTMLElement>} */
    this.buttons = new Map();
    /** @type {Map<string, [number, number]>} */
    this.place = new Map();
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Look | null} */
    this.look = null;
    this.layers = newLayers();
    /** The pieces that are shown, to tell whether there is anything new to see. */
    this.pieces = "";
    /**
     * What moves at present, since when, and how the pieces stood before.
     * @type {{motion: Motion, before: Map<string, Cell>, since: number} | null}
     */
    this.moving = null;
    this.flipped = false;
    this.focused = "";
    this.signature = "";
    /** @type {{cell: string, x: number, y: number, moved: boolean, id: number} | null} */
    this.drag = null;
    this.listen();
  }

  /**
   * @param {Picture} picture
   * @param {Look} look
   * @param {boolean} flipped
   * @param {Marks} marks
   * @param {Motion | null} [motion]
   */
  show(picture, look, flipped, marks, motion = null) {
    const pieces = piecesOf(picture);
    const isNew = pieces !== this.pieces;
    if (isNew) {
      const before = new Map(
        (this.picture?.cells ?? []).filter((cell) => cell.owner).map((cell) => [cell.name, cell]),
      );
      this.moving = motion && this.pieces && !isCalm() ? { motion, before, since: performance.now() } : null;
    }
    this.pieces = pieces;
    this.picture = picture;
    this.look = look;
    this.flipped = flipped;
    this.place = places(picture, flipped);
    const signature = JSON.stringify([
      picture.columns,
      picture.rows,
      flipped,
      look.rules,
      picture.cells.map((cell) => cell.ground),
    ]);
    const isBuilt = signature === this.signature;
    if (!isBuilt) this.rebuild(signature);
    // What is shown already stays as it is, in the middle of its movement if need be: the server's word on a
    // move that was shown early repeats nothing.
    if (isNew || !isBuilt) {
      fill(this.layers.leaving);
      this.layers.pieces.replaceWith((this.layers.pieces = pieceLayer(picture.cells, this.place, look)));
      if (this.moving)
        setInMotion({
          ...this.moving,
          picture,
          look,
          place: this.place,
          pieces: this.layers.pieces,
          leaving: this.layers.leaving,
        });
    }
    this.mark(marks);
  }

  /** Draws the marks anew; the pieces stay. @param {Marks} marks */
  mark(marks) {
    const {
      last = [],
      deciding = [],
      touched = [],
      targets = [],
      preview = [],
      arrows = [],
      hinted = [],
    } = marks;
    const square = (/** @type {string} */ kind, inset = 0) =>
      s("rect", {
        class: kind,
        x: -30 + inset,
        y: -30 + inset,
        width: 60 - 2 * inset,
        height: 60 - 2 * inset,
        rx: inset ? 7 : 2.5,
      });
    // At one's turn the pieces that can move stand out, until one of them is chosen.
    const movable = touched.length ? [] : (marks.starts ?? []);
    fill(
      this.layers.under,
      ...last.map((cell) => this.at(cell, square("last", 0.5))),
      ...hinted.map((cell) => this.at(cell, square("hinted", 2.5))),
      ...movable.map((cell) => this.at(cell, s("circle", { class: "movable", r: 27.5 }))),
      ...touched.map((cell) => this.at(cell, square("touched", 0.5))),
    );
    // Where most of the board has decided, marks on all of it would only hide it: the rest stands back
    // instead.
    const isFew = deciding.length <= DECIDING_MAX;
    this.layers.pieces.classList.toggle("decided", deciding.length > 0);
    for (const stand of this.layers.pieces.children)
      stand.classList.toggle("decider", deciding.includes(stand.getAttribute("data-cell") ?? ""));
    const rings = isFew
      ? deciding.map((cell) => this.at(cell, square("casing", 3.5), square("deciding", 3.5)))
      : [];
    fill(
      this.layers.over,
      ...rings,
      ...targets.map((target) => this.at(target.cell, ...this.targetMark(target, preview))),
    );
    this.drawPreview(preview, touched[0] ?? "");
    this.drawArrows(arrows);
    fill(this.layers.badges, ...(marks.badges ?? []).map((badge) => this.at(badge.cell, badgeShape(badge))));
    const aimed = new Set(targets.map((target) => target.cell));
    const starts = new Set(marks.starts ?? []);
    for (const cell of this.picture?.cells ?? []) {
      const button = this.buttons.get(cell.name);
      if (!button) continue;
      button.setAttribute("aria-label", this.door.label(cell));
      button.setAttribute("aria-selected", String(touched.includes(cell.name)));
      button.classList.toggle("start", starts.has(cell.name));
      button.classList.toggle("target", aimed.has(cell.name));
    }
  }

  /** @param {Target} target @param {Cell[]} preview */
  targetMark(target, preview) {
    if (preview.some((cell) => cell.name === target.cell)) return [];
    const taken = this.picture?.cells.some((cell) => cell.name === target.cell && cell.owner);
    if (taken) return [s("circle", { class: "target ring", r: 26 })];
    if (target.kind === "clone")
      return [
        s("circle", { class: "target ring", r: 10.5 }),
        s("path", { class: "target ring", d: "M-5 0h10M0-5v10" }),
      ];
    return [s("circle", { class: "target", r: 8.5 })];
  }

  /**
   * What a move would change: new pieces half there, those that are taken crossed out.
   * @param {Cell[]} preview
   * @param {string} origin
   */
  drawPreview(preview, origin) {
    const look = this.look;
    if (!look) return;
    const becomes = new Map(preview.map((cell) => [cell.name, cell]));
    for (const stand of this.layers.pieces.children) {
      const cell = becomes.get(stand.getAttribute("data-cell") ?? "");
      stand.classList.toggle("replaced", !!cell?.owner);
      stand.classList.toggle("fading", !!cell && !cell.owner);
    }
    const ghosts = preview.map((cell) => {
      if (cell.owner)
        return this.at(cell.name, s("g", { class: "ghost" }, drawPiece(cell, look.shape, look.sides)));
      const stood = this.picture?.cells.find((other) => other.name === cell.name);
      return stood?.owner && cell.name !== origin
        ? this.at(cell.name, s("path", { class: "leaving", d: "M-13-13l26 26M13-13l-26 26" }))
        : null;
    });
    fill(this.layers.preview, ...ghosts);
  }

  /** @param {Arrow[]} arrows */
  drawArrows(arrows) {
    // The best is drawn last, over the others.
    fill(this.layers.arrows, ...[...arrows].reverse().map((arrow) => arrowShape(arrow, this.place)));
  }

  /** Something drawn on a cell, if the picture has that cell. @param {string} name @param {...Node} drawn */
  at(name, ...drawn) {
    const at = this.place.get(name);
    return at ? s("g", { transform: `translate(${at[0]} ${at[1]})` }, ...drawn) : null;
  }

  /** The drawn piece of a cell. @param {string} name @returns {Element | undefined} */
  standOn(name) {
    return [...this.layers.pieces.children].find((stand) => stand.getAttribute("data-cell") === name);
  }

  /** A moment of joy. */
  cheer() {
    if (!this.look || !this.picture || isCalm()) return;
    cheer(this.layers.joy, this.look, [
      (this.picture.columns.length * CELL) / 2,
      (this.picture.rows.length * CELL) / 2,
    ]);
  }

  /**
   * Where the board is wider than its frame, brings a cell to the middle. Only the frame scrolls, never the
   * page.
   * @param {string} name
   */
  reveal(name) {
    const frame = this.element.parentElement;
    const at = this.place.get(name);
    if (!frame || !at || frame.scrollWidth <= frame.clientWidth) return;
    const wide = (this.picture?.columns.length ?? 1) * CELL;
    frame.scrollLeft = (at[0] / wide) * frame.scrollWidth - frame.clientWidth / 2;
  }

  /** @param {string} name */
  focus(name) {
    const button = this.buttons.get(name) ?? this.buttons.values().next().value;
    if (!button) return;
    for (const other of this.grid.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    button.tabIndex = 0;
    this.focused = button.dataset.cell ?? "";
    button.focus();
  }

  /** @param {string} signature */
  rebuild(signature) {
    const { picture, look } = this;
    if (!picture || !look) return;
    this.signature = signature;
    const [wide, high] = [picture.columns.length, picture.rows.length];
    this.svg.setAttribute("class", `jogo ${skin(look)}`);
    this.svg.setAttribute("viewBox", `0 0 ${wide * CELL} ${high * CELL}`);
    this.element.style.setProperty("--columns", String(wide));
    this.element.style.setProperty("--rows", String(high));
    this.layers = newLayers();
    const { pieces, under, over, preview, leaving, arrows, badges, held, joy } = this.layers;
    fill(
      this.svg,
      groundLayer(picture, this.place),
      under,
      leaving,
      pieces,
      over,
      preview,
      arrows,
      badges,
      held,
      joy,
    );
    this.element.classList.toggle("broad", wide >= BROAD);
    const label = (/** @type {string} */ name) => h("span", {}, name);
    const seen = (/** @type {string[]} */ names) => (this.flipped ? [...names].reverse() : names).map(label);
    fill(this.rows, ...seen(picture.rows));
    fill(this.columns, ...seen(picture.columns));
    this.rebuildGrid(picture);
  }

  /** @param {Picture} picture */
  rebuildGrid(picture) {
    const hadFocus = this.grid.contains(document.activeElement);
    const [wide, high] = [picture.columns.length, picture.rows.length];
    const cells = this.flipped ? [...picture.cells].reverse() : picture.cells;
    this.buttons = new Map(
      cells.map((cell) => [
        cell.name,
        h("div", { class: "touch", role: "gridcell", tabIndex: -1, data: { cell: cell.name } }),
      ]),
    );
    const rows = Array.from({ length: high }, (_, row) =>
      h(
        "div",
        { class: "row", role: "row" },
        ...cells.slice(row * wide, (row + 1) * wide).map((cell) => this.buttons.get(cell.name)),
      ),
    );
    fill(this.grid, ...rows);
    const kept =
      this.buttons.get(this.focused) ??
      this.buttons.get(cells[Math.floor(high / 2) * wide + Math.floor(wide / 2)]?.name ?? "");
    if (kept) {
      kept.tabIndex = 0;
      this.focused = kept.dataset.cell ?? "";
      if (hadFocus) kept.focus();
    }
  }

  listen() {
    const grid = this.grid;
    grid.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    grid.addEventListener("focusin", (/** @type {FocusEvent} */ event) =>
      this.door.point(nameOf(event.target)),
    );
    grid.addEventListener("focusout", () => this.door.point(null));
    grid.addEventListener("pointerleave", () => this.drag || this.door.point(null));
    grid.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.press(event));
    grid.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.pull(event));
    grid.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.release(event));
    grid.addEventListener("pointercancel", () => this.letGo());
    // Keys that click, and assistive tools, come as clicks without a press.
    grid.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const cell = nameOf(event.target);
      if (event.detail === 0 && cell) this.door.touch(cell, false);
    });
  }

  /** @param {PointerEvent} event */
  press(event) {
    const cell = nameOf(event.target);
    if (!cell || event.button !== 0 || !event.isPrimary) return;
    // A press with a pointer leaves the focus where it is, so that the arrow keys go on leafing through the
    // moves.
    event.preventDefault();
    this.drag = { cell, x: event.clientX, y: event.clientY, moved: false, id: event.pointerId };
    if (this.door.holds(cell)) this.grid.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const drag = this.drag;
    if (!drag) {
      if (event.pointerType === "mouse") this.door.point(nameOf(event.target));
      return;
    }
    if (!this.grid.hasPointerCapture(event.pointerId)) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 7) {
      drag.moved = true;
      this.door.touch(drag.cell, true);
      this.lift(drag.cell);
    }
    if (!drag.moved) return;
    const box = this.svg.getBoundingClientRect();
    const scale = ((this.picture?.columns.length ?? 1) * CELL) / box.width;
    this.layers.held.setAttribute(
      "transform",
      `translate(${(event.clientX - box.left) * scale} ${(event.clientY - box.top) * scale})`,
    );
    const over = this.under(event);
    this.door.point(over === drag.cell ? null : over);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const drag = this.drag;
    this.letGo();
    if (!drag) return;
    const cell = this.under(event);
    if (!drag.moved && cell === drag.cell) this.door.touch(cell, false);
    else if (drag.moved && cell && cell !== drag.cell) this.door.touch(cell, true);
  }

  letGo() {
    this.drag = null;
    fill(this.layers.held);
    for (const stand of this.layers.pieces.children) stand.classList.remove("lifted");
  }

  /** @param {string} name */
  lift(name) {
    const stand = this.standOn(name);
    if (!stand?.firstElementChild) return;
    fill(this.layers.held, stand.firstElementChild.cloneNode(true));
    stand.classList.add("lifted");
  }

  /** The cell under a pointer, also while it is captured. @param {PointerEvent} event */
  under(event) {
    return nameOf(document.elementFromPoint(event.clientX, event.clientY));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const cell = nameOf(event.target);
    if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
    const steps = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    });
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.door.touch(cell, false);
    } else if (event.key in steps || event.key === "Home" || event.key === "End") {
      event.preventDefault();
      event.stopPropagation();
      this.step(cell, steps[event.key] ?? [event.key === "Home" ? -1e6 : 1e6, 0]);
    }
  }

  /** @param {string} cell @param {[number, number]} step */
  step(cell, [dx, dy]) {
    const wide = this.picture?.columns.length ?? 1;
    const high = this.picture?.rows.length ?? 1;
    const names = [...this.buttons.keys()];
    const index = names.indexOf(cell);
    const column = Math.max(0, Math.min(wide - 1, (index % wide) + dx));
    const row = Math.max(0, Math.min(high - 1, Math.floor(index / wide) + dy));
    this.focus(names[row * wide + column]);
  }
}

/** @param {EventTarget | null} target */
function nameOf(target) {
  return target instanceof HTMLElement
    ? (target.closest("[data-cell]")?.getAttribute("data-cell") ?? null)
    : null;
}
