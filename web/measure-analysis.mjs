// How soon the analysis board answers: JOGO=target/release/jogo node web/measure-analysis.mjs [POSITIONS]. For each rule set a line of chance moves
// is walked through with the arrow key. A time goes from the key to the frame that shows what the engine found: the values of all moves in games
// that are solved, the first lines elsewhere. Then a game of Ataxx of 120 plies is reviewed, and keys are timed meanwhile.
import { loadavg } from "node:os";
import { Dice, House, Visitor, openBrowser } from "./house.mjs";

const POSITIONS = Number(process.argv[2] ?? 20);
const PLIES = 120;
/** What is walked through while the review is made. */
const KEYS = 40;

function report(name, times) {
  const sorted = [...times].sort((a, b) => a - b);
  const [median, least, most] = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)].map((time) => time.toFixed(0));
  console.log(`${name.padEnd(44)} ${median.padStart(6)} ms  [${least}, ${most}] of ${times.length}`);
}

/** A line of chance moves from the start, no longer than the game. */
async function line(visitor, game, plies, dice) {
  const moves = [];
  while (moves.length < plies) {
    const { places } = await (await visitor.page.request.post(`${visitor.house.url}/api/study`, { data: { game, moves } })).json();
    if (!places[0].moves.length) break;
    moves.push(dice.pick(places[0].moves).move);
  }
  return moves;
}

/**
 * Presses a key, and waits for the frame that shows another position, with the first lines or with all values where those are wanted.
 * @param {"position" | "lines" | "values"} wanted
 */
function timed(page, key, wanted) {
  return page.evaluate(([key, wanted]) => new Promise((resolve) => {
    const [root, engine] = [document.querySelector(".analysis-page"), document.querySelector(".engine")];
    const [node, before] = [root.dataset.node, performance.now()];
    const isShown = () => {
      if (root.dataset.node === node) return false;
      if (wanted === "position") return true;
      const hasLines = engine.dataset.shown && engine.querySelector(".lines li");
      return hasLines && (wanted === "lines" || (engine.dataset.done === "true" && engine.querySelector(".all li")));
    };
    const look = () => (isShown() ? resolve(performance.now() - before) : requestAnimationFrame(look));
    dispatchEvent(new KeyboardEvent("keydown", { key }));
    requestAnimationFrame(look);
  }), [key, wanted]);
}

async function measure(browser, house, game, isSolved) {
  const visitor = await Visitor.enter(browser, house);
  const { page } = visitor;
  const moves = await line(visitor, game, POSITIONS, new Dice(5));
  const study = await (await page.request.post(`${house.url}/api/study`, { data: { game, moves, at: 0 } })).json();
  if (isSolved) await page.addInitScript(() => localStorage.setItem("jogo-analysis", JSON.stringify({ values: true })));
  await page.goto(`${house.url}/analysis/${game}#${new URLSearchParams({ s: study.text, at: "0" })}`);
  await page.waitForSelector(".analysis-page");
  await page.waitForFunction(() => document.querySelector(".engine")?.dataset.shown);
  const times = [];
  for (let ply = 1; ply < moves.length; ply++) times.push(await timed(page, "ArrowRight", isSolved ? "values" : "lines"));
  report(`${game}: ${isSolved ? "values of all moves" : "first lines"}`, times);
  await visitor.leave();
}

/** Plays the moves of both sides by the socket, and resigns. */
function playAll(page, id, moves) {
  return page.evaluate(([id, moves]) => new Promise((resolve, reject) => {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/games/${id}/socket`);
    let next = 0;
    const send = () => socket.send(JSON.stringify(next < moves.length ? { type: "move", id: next, ply: next, move: moves[next] } : { type: "resign", id: next }));
    socket.onopen = send;
    socket.onerror = reject;
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.re !== next) return;
      if (message.type !== "ok") return reject(new Error(data));
      if (next++ < moves.length) return send();
      socket.close();
      resolve();
    };
  }), [id, moves]);
}

async function review(browser, house) {
  const visitor = await Visitor.enter(browser, house);
  const { page } = visitor;
  const moves = await line(visitor, "ataxx", PLIES, new Dice(7));
  const id = await visitor.newGame({ game: "ataxx", opponent: "self" });
  await playAll(page, id, moves);
  await page.goto(`${house.url}/analysis/ataxx?g=${id}&ply=0`);
  await page.locator(".review button.primary").waitFor();
  await page.keyboard.press("e");
  const begun = Date.now();
  await page.locator(".review button.primary").click();
  await page.locator(".review progress").waitFor();
  const times = [];
  for (let key = 0; key < KEYS && (await page.locator(".review progress").count()); key++) times.push(await timed(page, "ArrowRight", "position"));
  report(`ataxx: a key while a review runs`, times);
  await page.locator(".graph").waitFor();
  console.log(`ataxx: a review of ${moves.length} plies took ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  await visitor.leave();
}

const house = await House.open(["--no-limits"]);
const browser = await openBrowser();
try {
  console.log(`median [least, most]; load average ${loadavg()[0].toFixed(1)}`);
  const { games } = await house.get("/api/catalogue");
  for (const { id } of games) await measure(browser, house, id, id === "neutreeko");
  await review(browser, house);
  console.log(`load average at the end ${loadavg()[0].toFixed(1)}`);
} finally {
  await browser.close();
  await house.close();
}
