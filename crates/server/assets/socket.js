// The line to a game: connects, connects again, and sends once more what was not acknowledged.

const WAIT_FIRST_MS = 250;
const WAIT_MAX_MS = 8000;
/**
 * When nothing was received for so long a ping is sent, and the connection given up soon after; sooner
 * where an answer is waited for.
 */
const QUIET_MS = 8000;
const PATIENCE_MS = 3000;
const OVERDUE_MS = 1000;
const OVERDUE_PATIENCE_MS = 2000;

/**
 * What is reported of a connection.
 * @typedef {object} Ear
 * @property {(message: any) => void} message
 * @property {(state: "connecting" | "open" | "lost" | "gone") => void} state
 * @property {() => void} overdue the answer to a move or an act is late
 * @property {() => void} unanswered an act was sent, and the line was lost before its answer came
 */

export class Line {
  /** @param {string} id @param {Ear} ear */
  constructor(id, ear) {
    this.id = id;
    this.ear = ear;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | null} */
    this.version = null;
    this.wait = WAIT_FIRST_MS;
    this.nextId = 1;
    /** The move whose `ok` has not come. @type {{id: number, ply: number, move: string} | null} */
    this.pending = null;
    /**
     * Other acts whose answer has not come. An act is never sent twice: two of them could take back two
     * moves.
     * @type {Set<number>}
     */
    this.acts = new Set();
    /** Whether the browser says that there is no network, and nothing was heard since. */
    this.doubtful = false;
    /** Whether an answer is late. */
    this.late = false;
    this.closed = false;
    this.retry = 0;
    this.watch = 0;
    this.again = () => this.hurry();
    this.away = () => this.doubt();
    addEventListener("online", this.again);
    addEventListener("offline", this.away);
    document.addEventListener("visibilitychange", this.again);
    this.connect();
  }

  connect() {
    if (this.closed) return;
    clearTimeout(this.retry);
    this.ear.state("connecting");
    const address = new URL(`/api/games/${encodeURIComponent(this.id)}/socket`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.version !== null) address.searchParams.set("version", String(this.version));
    address.searchParams.set("moves", "true");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onmessage = (event) => this.hear(socket, event.data);
    socket.onclose = (event) => this.lose(socket, event.code);
    this.listenFor(socket);
  }

  /** @param {WebSocket} socket @param {string} data */
  hear(socket, data) {
    if (socket !== this.socket) return;
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    const back = this.wait !== 0 || this.doubtful;
    this.wait = 0;
    this.doubtful = false;
    if (typeof message.version === "number") this.follow(message);
    if (message.re !== undefined && (message.type === "ok" || message.type === "error")) {
      if (message.re === this.pending?.id) this.pending = null;
      this.acts.delete(message.re);
    }
    if (!this.isWaiting()) this.late = false;
    this.listenFor(socket);
    if (back) this.ear.state("open");
    this.ear.message(message);
    if (back && this.pending) this.transmit({ type: "move", ...this.pending });
  }

  /** Keeps the version, and asks for everything when something was missed. @param {any} message */
  follow(message) {
    if (
      message.type === "update" &&
      this.version !== null &&
      message.cause?.kind !== "catch-up" &&
      message.version > this.version + 1
    )
      this.send({ type: "sync" });
    if (message.type === "state" || message.type === "update") this.version = message.version;
  }

  /** @param {WebSocket} socket @param {number} code */
  lose(socket, code) {
    if (socket !== this.socket || this.closed) return;
    this.socket = null;
    clearTimeout(this.watch);
    if (code === 1000) {
      this.ear.state("gone");
      return this.close();
    }
    this.ear.state("lost");
    if (this.acts.size) this.ear.unanswered();
    this.acts.clear();
    // Waiting times grow, and differ, so that not all clients connect at once to a server that comes back.
    this.wait = Math.min(Math.max(this.wait * 1.8, WAIT_FIRST_MS), WAIT_MAX_MS);
    this.retry = window.setTimeout(() => this.connect(), this.wait * (0.7 + Math.random() * 0.6));
  }

  /** Tries at once: the network is back, or the page is shown again. */
  hurry() {
    if (this.closed || document.visibilityState === "hidden") return;
    if (!this.socket) {
      this.wait = WAIT_FIRST_MS;
      this.connect();
    } else if (this.socket.readyState === WebSocket.OPEN) this.probe(this.socket);
  }

  /**
   * The browser says that there is no network. That holds until the server is heard again: one on the same
   * machine still answers.
   */
  doubt() {
    if (this.closed || !this.socket) return;
    this.doubtful = true;
    this.ear.state("lost");
    this.probe(this.socket, OVERDUE_PATIENCE_MS);
  }

  /** Whether what is sent now has a good chance to arrive. */
  isOpen() {
    return this.socket?.readyState === WebSocket.OPEN && this.wait === 0 && !this.doubtful;
  }

  /** Whether a move or an act has no answer yet. */
  isWaiting() {
    return this.pending !== null || this.acts.size > 0;
  }

  /** @param {WebSocket} socket */
  listenFor(socket) {
    clearTimeout(this.watch);
    const isWaiting = this.isWaiting();
    this.watch = window.setTimeout(() => {
      if (isWaiting && socket === this.socket) {
        this.late = true;
        this.ear.overdue();
      }
      this.probe(socket, isWaiting ? OVERDUE_PATIENCE_MS : PATIENCE_MS);
    }, isWaiting ? OVERDUE_MS : QUIET_MS);
  }

  /**
   * Asks for a sign of life; without one the line is given up.
   * @param {WebSocket} socket
   * @param {number} [patience_ms]
   */
  probe(socket, patience_ms = PATIENCE_MS) {
    clearTimeout(this.watch);
    if (socket !== this.socket) return;
    if (socket.readyState === WebSocket.OPEN) this.send({ type: "ping" });
    this.watch = window.setTimeout(() => {
      socket.onclose = null;
      socket.close();
      this.lose(socket, 1006);
    }, patience_ms);
  }

  /** @param {object} message @returns {number} its id */
  send(message) {
    const id = this.nextId++;
    this.transmit({ ...message, id });
    return id;
  }

  /**
   * Sends what a person does, other than a move. Where nothing would arrive, nothing is sent.
   * @param {object} message
   * @returns {boolean} whether it was
   */
  act(message) {
    if (!this.isOpen() || !this.socket) return false;
    this.acts.add(this.send(message));
    this.listenFor(this.socket);
    return true;
  }

  /** A move is kept until it is acknowledged. @param {number} ply @param {string} move */
  sendMove(ply, move) {
    this.pending = { id: this.nextId++, ply, move };
    this.transmit({ type: "move", ...this.pending });
    if (this.isOpen() && this.socket) this.listenFor(this.socket);
    return this.pending.id;
  }

  /** @param {object} message */
  transmit(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    clearTimeout(this.watch);
    removeEventListener("online", this.again);
    removeEventListener("offline", this.away);
    document.removeEventListener("visibilitychange", this.again);
    if (this.socket) {
      this.socket.onclose = null;
      this.socket.close();
      this.socket = null;
    }
  }
}
