// What journeys share: a server of their own, a browser, and a visitor's ways. Every wait is bounded.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SCREENSHOTS = process.env.JOGO_SCREENSHOTS ?? join(ROOT, "target", "screenshots");
/** The program. */
export const JOGO = process.env.JOGO ?? join(ROOT, "target", "release", "jogo");

/** The longest that anything on a page may take. Machines that are busy need patience. */
export const PATIENCE_MS = 30_000;

/** A server with a folder of its own. */
export class House {
  /** @param {string[]} flags of `jogo serve` */
  static async open(flags = []) {
    const house = new House();
    house.flags = flags;
    house.data = mkdtempSync(join(tmpdir(), "jogo-journey-"));
    await house.start("127.0.0.1:0");
    return house;
  }

  async start(addr) {
    this.process = spawn(JOGO, ["serve", "--addr", addr, "--data", this.data, ...this.flags], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.said = "";
    this.url = await new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`the server does not start: ${this.said}`)),
        PATIENCE_MS,
      );
      const hear = (data) => {
        this.said += data;
        const host = this.said.match(/listening addr=(127\.0\.0\.1:\d+)/)?.[1];
        if (host) {
          clearTimeout(late);
          resolve(`http://${host}`);
        }
      };
      this.process.stdout.on("data", hear);
      this.process.stderr.on("data", hear);
      this.process.once("error", reject);
      this.process.once("exit", (code) => reject(new Error(`the server ended (${code}): ${this.said}`)));
    });
  }

  /** Ends the server as if the power had failed, and starts it again where it was. */
  async crash() {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGKILL");
    await gone;
    await this.start(new URL(this.url).host);
  }

  async get(path) {
    const answer = await fetch(this.url + path);
    assert.equal(answer.status, 200, `${path}: ${answer.status}`);
    return (answer.headers.get("content-type") ?? "").includes("json") ? answer.json() : answer.text();
  }

  async close() {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    if (this.process.exitCode === null) {
      this.process.kill("SIGKILL");
      await gone;
    }
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** A house and a browser for all journeys of a file; both are closed after the last. */
export async function moveIn(flags = []) {
  const house = await House.open(flags);
  after(() => house.close());
  const browser = await openBrowser();
  after(() => browser.close());
  return { house, browser };
}

/** A browser with a new profile. */
export async function openBrowser() {
  const paths = [
    process.env.CHROMIUM,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const executablePath = paths.find((path) => path && existsSync(path));
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath,
    args: ["--disable-background-networking", ...(isRoot ? ["--no-sandbox"] : [])],
  });
}

/** What a browser may say when a line is cut on purpose. */
const CUT = /WebSocket|ERR_CONNECTION|ERR_INTERNET_DISCONNECTED|Failed to load resource/;

/** A visitor with a browser profile of their own. Errors of the page fail the journey. */
export class Visitor {
  static async enter(browser, house, options = {}) {
    const { trouble = false, ...rest } = options;
    const visitor = new Visitor();
    visitor.house = house;
    visitor.context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: "en-GB",
      reducedMotion: "reduce",
      serviceWorkers: "block",
      ...rest,
    });
    visitor.page = await visitor.context.newPage();
    visitor.page.setDefaultTimeout(PATIENCE_MS);
    visitor.complaints = [];
    visitor.page.on("pageerror", (error) => visitor.complaints.push(error.stack ?? String(error)));
    visitor.page.on("console", (message) => {
      if (message.type() === "error" && !(trouble && CUT.test(message.text())))
        visitor.complaints.push(message.text());
    });
    return visitor;
  }

  async leave() {
    assert.deepEqual(this.complaints, [], "the page complained");
    let late;
    const patience = new Promise((_, reject) => {
      late = setTimeout(() => reject(new Error("the browser does not close the page")), PATIENCE_MS);
    });
    await Promise.race([this.context.close(), patience]);
    clearTimeout(late);
  }

  async home() {
    await this.page.goto(this.house.url);
    await this.page.waitForSelector(".card");
  }

  /** Creates a game by the API, as this browser, and goes there. */
  async newGame(wish) {
    if (this.page.url() === "about:blank") await this.home();
    const made = await this.page.evaluate(async (body) => {
      const answer = await fetch("/api/games", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return answer.json();
    }, wish);
    assert.ok(made.id, JSON.stringify(made));
    await this.open(made.path);
    return made.id;
  }

  async open(path) {
    await this.page.goto(this.house.url + path);
    await this.page.waitForSelector(".game");
  }

  /**
   * Takes the free seat of the game that is shown. The page then loads anew, and a page that is left while it
   * loads may never close.
   */
  async join() {
    const loaded = this.page.waitForEvent("load", { timeout: PATIENCE_MS });
    await this.page.locator(".banner.invite .primary").click();
    await loaded;
    await this.page.waitForSelector(".game");
  }

  cell(name) {
    return this.page.locator(`.touch[data-cell="${name}"]`);
  }

  /** Waits until something in the page is so. */
  until(test, argument) {
    return this.page.waitForFunction(test, argument, { timeout: PATIENCE_MS });
  }

  /**
   * The boxes of the first elements of these selectors, all measured at one moment.
   * @returns {Promise<Record<string, DOMRect>>}
   */
  boxes(...selectors) {
    return this.page.evaluate(
      (all) =>
        Object.fromEntries(
          all.map((selector) => [
            selector,
            document.querySelector(selector).getBoundingClientRect().toJSON(),
          ]),
        ),
      selectors,
    );
  }

  /**
   * Stops the page's time, which `page.clock.install` has taken over. From then on it goes by `clock.runFor`
   * alone.
   */
  async freeze() {
    const { clock } = this.page;
    // On a busy machine the moment that was chosen may be past when the page receives it.
    for (let ahead_ms = 100; ; ahead_ms *= 2) {
      const moment = (await this.page.evaluate(() => Date.now())) + ahead_ms;
      const isLate = await clock.pauseAt(moment).then(() => false, (error) => {
        if (!/past/.test(String(error)) || ahead_ms > PATIENCE_MS) throw error;
        return true;
      });
      if (!isLate) return;
    }
  }

  /** Presses a key until something in the page is so. */
  async press(key, times, test, argument) {
    for (let count = 0; count < times; count++) {
      if (await this.page.evaluate(test, argument)) return;
      await this.page.keyboard.press(key);
    }
    assert.fail(`${key} does not lead there`);
  }

  /** Goes to a cell with the arrow keys. */
  async walk(name) {
    const [[x, y], [toX, toY]] = await this.page.evaluate((wanted) => {
      const cells = [...document.querySelectorAll(".touch")];
      const wide = document.querySelector(".row").childElementCount;
      const indices = [
        cells.indexOf(document.activeElement),
        cells.findIndex((cell) => cell.dataset.cell === wanted),
      ];
      return indices.map((index) => [index % wide, Math.floor(index / wide)]);
    }, name);
    for (let step = 0; step < Math.abs(toX - x); step++)
      await this.page.keyboard.press(toX > x ? "ArrowRight" : "ArrowLeft");
    for (let step = 0; step < Math.abs(toY - y); step++)
      await this.page.keyboard.press(toY > y ? "ArrowDown" : "ArrowUp");
  }

  /** Goes to a button by the Tab key, and presses it. */
  async button(selector) {
    await this.press("Tab", 40, (wanted) => document.activeElement?.matches(wanted), selector);
    await this.page.keyboard.press("Enter");
  }

  /**
   * Makes a move of a lesson or a puzzle with the keys: cells one after the other, then the choice that some
   * moves ask for.
   */
  async make({ move, cells }) {
    const { keyboard } = this.page;
    if (!cells.length) return this.button(".side .primary");
    const before = await this.page.locator(".answer").textContent();
    await keyboard.press("b");
    for (const cell of cells) {
      await this.walk(cell);
      await keyboard.press("Enter");
    }
    await this.until(
      (was) =>
        document.querySelector("dialog.choice") ||
        document.querySelector(".lesson").dataset.state !== "asked" ||
        document.querySelector(".answer").textContent !== was,
      before,
    );
    if (!(await this.page.locator("dialog.choice").count())) return;
    const amount = move.match(/:(\d+)$/)?.[1];
    if (amount) await keyboard.type(amount);
    else
      await this.press(
        "Tab",
        20,
        (wanted) => document.activeElement?.querySelector("code")?.textContent === wanted,
        move,
      );
    await keyboard.press("Enter");
  }

  ply() {
    return this.page.locator(".game").evaluate((game) => Number(game.dataset.ply));
  }

  /** Waits for this person's turn, with moves on the board or a pass to make. Whether the game goes on. */
  async turn() {
    const state = await this.until(() => {
      const game = document.querySelector(".game");
      if (game?.dataset.turn === "over") return "over";
      const ready = document.querySelector(".touch.start") || document.querySelector(".banner.ask .primary");
      return game?.dataset.turn === "yours" && game.dataset.connection === "open" && ready ? "yours" : false;
    });
    return (await state.jsonValue()) === "yours";
  }

  /** Makes a move by touching the board, chosen by the dice, and waits until the server has taken it. */
  async move(dice, touch = (locator) => locator.click()) {
    const before = await this.ply();
    const pass = this.page.locator(".banner.ask .primary");
    const starts = await this.page
      .locator(".touch.start")
      .evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
    if (!starts.length) await pass.click();
    else {
      await touch(this.cell(dice.pick(starts)));
      await this.page.waitForSelector(".touch.target");
      const targets = await this.page
        .locator(".touch.target")
        .evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
      await touch(this.cell(dice.pick(targets)));
      await this.choose(before);
    }
    await this.past(before);
  }

  /** Answers the question that some moves ask. */
  async choose(before) {
    await this.until(
      (ply) =>
        document.querySelector("dialog.choice") ||
        document.querySelector(".target") === null ||
        Number(document.querySelector(".game")?.dataset.ply) !== ply,
      before,
    );
    const answer = this.page.locator("dialog.choice .option, dialog.choice .primary").first();
    if (await answer.count()) await answer.click();
  }

  /** Waits until the game has gone past this many moves. */
  past(ply) {
    return this.until((before) => Number(document.querySelector(".game")?.dataset.ply) > before, ply);
  }

  async shot(name) {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  }

  async heard(pattern) {
    await this.until(
      (source) => new RegExp(source, "i").test(document.getElementById("live")?.textContent ?? ""),
      pattern.source,
    );
  }
}

/** Dice that fall the same way every time. */
export class Dice {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  roll(sides) {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * sides);
  }

  pick(list) {
    return list[this.roll(list.length)];
  }
}
