// The page of a game: keeps what the server says, shows it, and turns touches into moves.
import { alarm, announce, note } from "./announce.js";
import { catalogue, get } from "./api.js";
import { Board } from "./board.js";
import { choose } from "./choose.js";
import { byId, fill, h } from "./dom.js";
import { marksOf, pictureOf } from "./game-view.js";
import { Hand } from "./hand.js";
import { Hints } from "./hints.js";
import { GameKeys } from "./keys.js";
import { Leaf } from "./leaf.js";
import { Panels } from "./panels.js";
import { onSettings, settings } from "./main.js";
import { recall, remember } from "./memory.js";
import { openShare } from "./share.js";
import { Line } from "./socket.js";
import { play as sound } from "./sound.js";
import { cellLabel, happening, holds } from "./speech.js";
import { Teacher } from "./teach.js";
import { said, spoken, t } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Handle} Handle */

/** @param {string} id */
export async function showGame(id) {
  const main = byId("main");
  try {
    const [known] = await Promise.all([catalogue(), spoken()]);
    new GamePage(main, known, id);
  } catch (error) {
    fill(main, h("p", { class: "apology" }, error instanceof Error ? error.message : String(error)));
  }
}

export class GamePage {
  /** @param {HTMLElement} main @param {import("./types.js").Catalogue} catalogue @param {string} id */
  constructor(main, catalogue, id) {
    this.main = main;
    this.catalogue = catalogue;
    this.id = id;
    /** @type {State | null} */
    this.state = null;
    /** The legal moves, when it is this person's turn. @type {Hand | null} */
    this.hand = null;
    /**
     * A move that is shown already though the server has not said so yet.
     * @type {{ply: number, handle: Handle, cells: string[]} | null}
     */
    this.early = null;
    /** @type {string | null} */
    this.pointed = null;
    /** What a choice that is being made would do. @type {Handle | null} */
    this.considered = null;
    /** Whether the move that waits for an answer was typed. */
    this.typing = false;
    this.turned = false;
    this.connection = "connecting";
    this.hints = new Hints(this);
    /**
     * What every move is worth, while that is wanted.
     * @type {import("./game-values.js").GameValues | null}
     */
    this.values = null;
    this.teacher = new Teacher(this);
    /** A choice that is being made. @type {HTMLDialogElement | null} */
    this.choosing = null;
    this.heardAt = performance.now();
    /** Whether the line has just opened: the server then sends the legal moves by itself. */
    this.fresh = true;
    this.leaf = new Leaf(id, () => this.state?.moves.length ?? 0, () => this.leafed());
    this.board = new Board({
      touch: (cell, dragged) => this.touch(cell, dragged),
      point: (cell) => this.point(cell),
      label: (cell) =>
        this.state
          ? [cellLabel(cell, this.state, marksOf(this)), this.values?.labelOf(cell.name)]
              .filter(Boolean)
              .join(", ")
          : cell.name,
      holds: (cell) => this.isLive() && (this.hand?.starts().includes(cell) ?? false),
    });
    this.panels = new Panels(this);
    this.keys = new GameKeys(this);
    addEventListener("pagehide", () => this.state && remember(this.state));
    onSettings(() => this.passByItself());
    this.line = new Line(id, {
      message: (message) => this.hear(message),
      state: (state) => this.connected(state),
      overdue: () => this.panels.update(),
      unanswered: () => this.object(t("not-answered")),
    });
  }

  // What the server says.

  /** @param {any} message */
  hear(message) {
    // Only a message that says how the clocks stand sets them; with any other they run on.
    if (message.now || message.clocks) this.heardAt = performance.now();
    if (message.clocks && this.state)
      this.state = { ...this.state, now: { ...this.state.now, clocks: message.clocks } };
    if (message.type === "state") this.take(message);
    else if (!this.state) return;
    else if (message.type === "update") this.update(this.state, message);
    else if (message.type === "presence") this.presence(this.state, message);
    else if (message.type === "moves") this.takeMoves(message);
    else if (message.type === "error") this.refused(message);
    else if (message.type === "objection") this.object(said(message.text) || t("no-move-there"));
    this.fresh = false;
  }

  /** @param {State} state */
  take(state) {
    const first = !this.state;
    const before = this.state?.moves ?? [];
    let same = 0;
    while (same < before.length && before[same] === state.moves[same]) same++;
    this.state = state;
    this.leaf.forget(same);
    if (same !== before.length || same !== state.moves.length || state.now.result) {
      this.hand = null;
      this.choosing?.close("");
    }
    this.settle();
    if (first) {
      this.panels.build(this.main);
      announce(`${said(state.game.name)}. ${said(state.now.status)}`);
    }
    this.render();
    if (first) this.reveal();
    if (!this.fresh && !this.hand && this.isMyTurn()) this.line.send({ type: "moves" });
  }

  /** @param {State} state @param {any} message */
  update(state, message) {
    const { cause, moves, now, version } = message;
    this.state = { ...state, version, now, moves: [...state.moves.slice(0, moves.from), ...moves.list] };
    this.leaf.forget(moves.from);
    if (cause.kind === "moved-seat" || cause.kind === "join") this.line.send({ type: "sync" });
    if (now.ply !== state.now.ply || now.result) {
      this.hand = null;
      this.considered = null;
      this.typing = false;
      // What was to be chosen is no longer there.
      this.choosing?.close("");
    }
    const shown = this.early;
    const isOwn =
      shown && cause.kind === "move" && shown.ply === now.ply - 1 && shown.handle.move === cause.move;
    this.settle();
    this.noise(cause, now);
    if (!isOwn || now.result || now.turn === null) announce(happening(this.state, cause));
    this.noteDeclined(state, this.state, cause);
    const isForward = now.ply > state.now.ply && this.leaf.ply === null;
    this.render(isForward && now.last ? { cells: now.last.cells } : null);
    if (now.ply !== state.now.ply) this.reveal();
    if (now.result && !state.now.result && this.outcome() === "won") this.board.cheer();
    if (now.next && cause.kind === "rematch" && state.you) location.assign(`/g/${now.next}`);
  }

  /**
   * Shows the player whose offer was declined, by a message or by a move, that it was.
   * @param {State} before
   * @param {State} after
   * @param {import("./types.js").Cause} cause
   */
  noteDeclined(before, after, cause) {
    if (
      after.you === "both" ||
      after.now.result !== before.now.result ||
      !["decline", "move"].includes(cause.kind)
    )
      return;
    for (const [offer, by] of Object.entries(before.now.offers)) {
      const isOver = by && !after.now.offers[/** @type {"draw"} */ (offer)];
      if (isOver && holds(after, by) && !(cause.side && holds(after, cause.side)))
        note(t(`declined-${offer}`));
    }
  }

  /** An early move is over once the game has gone on, or the server has forgotten it. */
  settle() {
    if (this.early && (!this.line.pending || this.early.ply !== this.state?.now.ply)) this.early = null;
  }

  /** @param {import("./types.js").Cause} cause @param {import("./types.js").Now} now */
  noise(cause, now) {
    if (now.result) sound(this.outcome() === "lost" ? "lost" : "end");
    else if (cause.kind === "move") sound((now.last?.changed.length ?? 0) > 2 ? "change" : "move");
    else if (["offer", "join", "takeback", "undo"].includes(cause.kind)) sound("notice");
  }

  /** @param {State} state @param {any} message */
  presence(state, message) {
    const seats = state.now.seats.map((seat, index) => ({
      ...seat,
      here: seat.kind === "bot" || message.here[index],
    }));
    this.state = {
      ...state,
      now: {
        ...state.now,
        seats: /** @type {any} */ (seats),
        spectators: message.spectators,
        claim_ms: message.claim_ms,
        claim_kind: message.claim_kind,
      },
    };
    this.panels.banners.heardClaim();
    this.panels.update();
  }

  /** @param {{ply: number, moves: Handle[]}} message */
  takeMoves(message) {
    if (!this.state || message.ply !== this.state.now.ply || !this.isMyTurn()) return;
    const touched = this.hand?.touched ?? [];
    this.hand = new Hand(message.moves);
    for (const cell of touched) this.hand.touch(cell);
    this.render();
    this.passByItself();
  }

  /** @param {any} message */
  refused(message) {
    if (this.early && !this.line.pending) {
      this.early = null;
      this.render();
    }
    // A move that was sent again may have been followed by others: nothing to tell.
    const text = said(message.text) || message.code;
    const isTyped = this.typing && !this.line.pending;
    if (isTyped) this.typing = false;
    if (isTyped && message.code !== "wrong-ply") this.panels.objectToTyped(text);
    else if (message.code !== "wrong-ply") this.object(text);
    if (message.code === "game-gone") this.gone(said(message.text));
  }

  /** @param {"connecting" | "open" | "lost" | "gone"} state */
  async connected(state) {
    const was = this.connection;
    this.connection = state === "connecting" && was === "lost" ? "lost" : state;
    if (state === "gone") return this.gone(t("game-gone"));
    if (state === "lost" && was !== "lost") alarm(t("connection-lost"));
    if (state === "open") this.fresh = true;
    if (state === "open" && was === "lost") {
      alarm("");
      announce(t("connection-back"));
    }
    this.panels.update();
    if (state !== "lost" || this.state) return;
    // No state has ever come: does the game exist at all?
    try {
      await get(`/api/games/${encodeURIComponent(this.id)}`);
    } catch (error) {
      if (/** @type {any} */ (error).code !== "unreachable")
        return this.gone(/** @type {Error} */ (error).message);
      const kept = recall(this.id);
      if (kept && !this.state) this.take(kept);
      else if (!this.state) fill(this.main, h("p", { class: "apology", role: "status" }, t("offline")));
    }
  }

  /** @param {string} text */
  gone(text) {
    this.line.close();
    fill(
      this.main,
      h(
        "div",
        { class: "apology" },
        h("h1", {}, t("game-missing")),
        h("p", {}, text),
        h("a", { class: "button primary", href: "/" }, t("home")),
      ),
    );
  }

  // What the person does.

  isMyTurn() {
    const turn = this.state?.now.turn;
    return !!this.state && !!turn && !this.isWaiting() && holds(this.state, turn);
  }

  /**
   * How the game has ended for this person, if it has and they were one of its sides.
   * @returns {"won" | "lost" | "drawn" | null}
   */
  outcome() {
    const { you, now } = this.state ?? {};
    if (!now?.result || (you !== "first" && you !== "second")) return null;
    if (now.result === "1/2-1/2") return "drawn";
    return (now.result === "1-0") === (you === "first") ? "won" : "lost";
  }

  /** Whether a player has still to join: until then no move can be made. */
  isWaiting() {
    return this.state?.now.seats.some((seat) => seat.open) ?? false;
  }

  /** Whether touching the board can make a move now. */
  isLive() {
    return this.leaf.ply === null && !this.early && this.isMyTurn();
  }

  /** @param {string} cell @param {boolean} dragged */
  touch(cell, dragged) {
    if (this.leaf.ply !== null) {
      void this.leaf.to(this.leaf.length());
      return;
    }
    const hand = this.hand;
    if (!this.isLive() || !hand) return;
    const before = [...hand.touched];
    // A second press on the same cell lets go of it. A drag from it does not.
    if (before.at(-1) === cell && !hand.after(before).includes(cell)) {
      if (!dragged) this.cancel();
      return;
    }
    if (!hand.touch(cell)) {
      if (this.line.isOpen()) this.line.send({ type: "objection", cells: [...before, cell].slice(-8) });
      else this.object(t("no-move-there"));
      if (!before.length) return;
      return dragged ? this.mark() : this.cancel();
    }
    const finishes = hand.finishes();
    if (finishes.length === 1 && !hand.after(hand.touched).length)
      return this.play(finishes[0].handle, dragged);
    if (finishes.length) return this.ask(finishes);
    this.mark();
    if (hand.touched.length === 1) announce(t("said-touched", { cell, count: hand.targets().length }));
  }

  /** @param {import("./hand.js").Finish[]} finishes */
  ask(finishes) {
    this.choosing = choose(finishes, {
      preview: ({ handle }) => {
        this.considered = handle;
        this.mark();
      },
      done: (finish) => {
        this.choosing = null;
        this.considered = null;
        if (finish) return this.play(finish.handle);
        this.hand?.clear();
        this.mark();
      },
    });
    this.mark();
  }

  /** @param {Handle} handle @param {boolean} [carried] whether the pointer has brought the piece there */
  play(handle, carried = false) {
    if (!this.state || !this.isLive()) return;
    const ply = this.state.now.ply;
    // Of several ways to make a move by hand, the one that was taken is shown.
    const touched = this.hand?.touched.join() ?? "";
    const gesture = handle.gestures.find((one) => one.cells.join() === touched) ?? handle.gestures[0];
    this.hand?.clear();
    this.early = { ply, handle, cells: gesture?.cells ?? [] };
    this.sendMove(ply, handle.move);
    this.render({ cells: this.early.cells, carried });
  }

  /** @param {number} ply @param {string} move */
  sendMove(ply, move) {
    this.line.sendMove(ply, move);
    if (!this.line.isOpen()) announce(t("move-waits"));
  }

  /** Whether a move has still to reach the server, and that takes longer than it should. */
  isUnsent() {
    return this.line.pending !== null && (this.line.late || !this.line.isOpen());
  }

  /** Does something other than a move, or says that it cannot be done now. @param {object} message */
  act(message) {
    if (!this.line.act(message)) this.object(t("not-sent"));
  }

  /** A move as text, read by the server. @param {string} text */
  type(text) {
    if (!this.state || !text.trim()) return;
    this.panels.objectToTyped("");
    if (!this.isMyTurn()) return this.panels.objectToTyped(t("not-your-turn"));
    const handle = this.hand?.handles.find((one) => one.move === text.trim());
    if (handle) return this.play(handle);
    this.typing = true;
    this.sendMove(this.state.now.ply, text.trim().slice(0, 100));
    this.panels.update();
  }

  passByItself() {
    const pass = this.hand?.passes()[0];
    if (settings.autoPass && pass && this.state?.now.forced && this.isLive()) this.play(pass);
  }

  /** @param {string | null} cell */
  point(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    if (this.hand?.touched.length) this.mark();
  }

  cancel() {
    if (!this.hand?.touched.length) return;
    this.hand.clear();
    announce(t("said-cancelled"));
    this.mark();
  }

  /** Shows what every move is worth, or hides it. */
  async toggleValues() {
    if (this.values) this.values.close();
    else {
      const { GameValues } = await import("./game-values.js");
      this.values ??= new GameValues(this);
    }
    this.render();
  }

  /** Says what cannot be done. @param {string} text */
  object(text) {
    sound("wrong");
    note(text, "problem");
  }

  flip() {
    this.turned = !this.turned;
    this.render();
  }

  isFlipped() {
    return (this.state?.you === "second") !== this.turned;
  }

  share() {
    if (this.state)
      openShare(
        this.catalogue,
        this.state,
        { ply: this.leaf.at(), position: this.position() },
        this.isFlipped(),
      );
  }

  // What is shown.

  /** Something else is looked at. */
  leafed() {
    const past = this.leaf.shown();
    if (past)
      announce(past.last ? t("said-leaf", { number: past.ply, move: past.last.move }) : t("said-start"));
    else if (this.leaf.ply === null) announce(said(this.state?.now.status));
    const last = past?.last ?? (this.leaf.ply === null ? this.state?.now.last : null);
    this.render(this.leaf.isPlaying() && last ? { cells: last.cells } : null);
  }

  /** Shows where something happened last, or the middle of the pieces. */
  reveal() {
    const now = this.state?.now;
    const pieces = now?.picture.cells.filter((cell) => cell.owner) ?? [];
    const cell = now?.last?.cells.at(-1) ?? pieces[pieces.length >> 1]?.name;
    if (cell) this.board.reveal(cell);
  }

  /** Draws the marks anew, after a touch. */
  mark() {
    if (!this.state) return;
    this.board.mark(marksOf(this));
    this.panels.updateCounts();
  }

  /** @param {import("./board.js").Motion | null} [motion] */
  render(motion = null) {
    const state = this.state;
    if (!state || this.line.closed) return;
    this.board.show(pictureOf(this), state.game, this.isFlipped(), marksOf(this), motion);
    this.panels.update();
    this.hints.update();
    this.values?.update();
  }

  /** The position that is shown, as text. */
  position() {
    return this.leaf.shown()?.position ?? this.state?.now.position ?? "";
  }
}
