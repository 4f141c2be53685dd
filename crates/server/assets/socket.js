// The line to a game: connects, connects again, and sends once more what was not acknowledged.

const WAIT_FIRST_MS = 250;
const WAIT_MAX_MS = 8000;
/** When nothing was heard for so long the line is asked for a sign of life, and given up soon after. */
const QUIET_MS = 20000;
const PATIENCE_MS = 6000;

/**
 * What is told of a line.
 * @typedef {object} Ear
 * @property {(message: any) => void} message
 * @property {(state: "connecting" | "open" | "lost" | "gone") => void} state
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
    this.closed = false;
    this.retry = 0;
    this.watch = 0;
    this.again = () => this.hurry();
    addEventListener("online", this.again);
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
    this.listenFor(socket);
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    const first = this.wait !== 0;
    this.wait = 0;
    if (typeof message.version === "number") this.follow(message);
    if (message.re !== undefined && message.re === this.pending?.id && (message.type === "ok" || message.type === "error")) {
      this.pending = null;
    }
    if (first) this.ear.state("open");
    this.ear.message(message);
    if (first && this.pending) this.transmit({ type: "move", ...this.pending });
  }

  /** Keeps the version, and asks for everything when something was missed. @param {any} message */
  follow(message) {
    if (message.type === "update" && this.version !== null && message.cause?.kind !== "catch-up" && message.version > this.version + 1) this.send({ type: "sync" });
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
    // Waiting times grow, and differ, so that a server that comes back is not met by everybody at once.
    this.wait = Math.min(Math.max(this.wait * 1.8, WAIT_FIRST_MS), WAIT_MAX_MS);
    this.retry = window.setTimeout(() => this.connect(), this.wait * (0.7 + Math.random() * 0.6));
  }

  /** Tries at once: the network is back, or somebody looks. */
  hurry() {
    if (this.closed || document.visibilityState === "hidden") return;
    if (!this.socket) {
      this.wait = WAIT_FIRST_MS;
      this.connect();
    } else if (this.socket.readyState === WebSocket.OPEN) this.probe(this.socket);
  }

  /** @param {WebSocket} socket */
  listenFor(socket) {
    clearTimeout(this.watch);
    this.watch = window.setTimeout(() => this.probe(socket), QUIET_MS);
  }

  /** Asks for a sign of life; without one the line is given up. @param {WebSocket} socket */
  probe(socket) {
    clearTimeout(this.watch);
    if (socket !== this.socket) return;
    if (socket.readyState === WebSocket.OPEN) this.send({ type: "ping" });
    this.watch = window.setTimeout(() => {
      socket.onclose = null;
      socket.close();
      this.lose(socket, 1006);
    }, PATIENCE_MS);
  }

  /** @param {object} message @returns {number} its id */
  send(message) {
    const id = this.nextId++;
    this.transmit({ ...message, id });
    return id;
  }

  /** A move is kept until it is acknowledged. @param {number} ply @param {string} move */
  sendMove(ply, move) {
    this.pending = { id: this.nextId++, ply, move };
    this.transmit({ type: "move", ...this.pending });
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
    document.removeEventListener("visibilitychange", this.again);
    if (this.socket) {
      this.socket.onclose = null;
      this.socket.close();
      this.socket = null;
    }
  }
}
