// Lines that break and servers that fall over: nothing is lost, and nothing is played twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn();

/**
 * Cuts each line of a page after so many messages, sometimes before and sometimes after the message has got
 * through.
 */
async function cut(visitor, lengths) {
  let line = 0;
  const cuts = { count: 0 };
  await visitor.page.routeWebSocket(/\/socket/, (near) => {
    const far = near.connectToServer();
    const index = line++;
    const last = lengths[index % lengths.length];
    let heard = 0;
    const end = () => {
      cuts.count++;
      far.close({ code: 1001 });
      near.close({ code: 3000, reason: "cut" });
    };
    const pass = (to) => (message) => {
      const isLast = ++heard === last;
      if (heard > last) return;
      if (!isLast || index % 2) to.send(message);
      if (isLast) end();
    };
    near.onMessage(pass(far));
    far.onMessage(pass(near));
  });
  return cuts;
}

test("the line is cut at every message of a game", { timeout: 150_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { trouble: true });
  // Lengths grow, so that over a game every kind of message is once the last, got through or not.
  const cuts = await cut(visitor, [1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]);
  // No game of these rules is over after so few moves.
  const id = await visitor.newGame({ game: "threedragons", opponent: "random" });
  const dice = new Dice(11);
  let made = 0;
  while (made < 14 && (await visitor.turn())) {
    await visitor.move(dice);
    made++;
  }
  const state = await house.get(`/api/games/${id}`);
  assert.ok(cuts.count >= 8, `the line was cut ${cuts.count} times`);
  const own = Math.ceil(state.moves.length / 2);
  assert.ok(own === made, `${made} moves were made, ${own} were played: ${state.moves}`);
  await visitor.leave();
});

test("a lost line is shown, and found again", async () => {
  const visitor = await Visitor.enter(browser, house, { trouble: true });
  await visitor.newGame({ game: "ataxx", opponent: "greedy" });
  await visitor.turn();
  const port = new URL(house.url).host;
  const gone = new Promise((resolve) => house.process.once("exit", resolve));
  house.process.kill("SIGKILL");
  await gone;
  await visitor.page.waitForSelector(".banner.lost");
  await visitor.shot("connection-lost");
  // A move that is made meanwhile is kept, and sent when the line is back.
  const before = await visitor.ply();
  const start = visitor.page.locator(".touch.start").first();
  await start.click();
  await visitor.page.locator(".touch.target").first().click();
  await house.start(port);
  await visitor.past(before);
  await visitor.page.waitForSelector(".banner.lost", { state: "detached" });
  await visitor.leave();
});

test("the server falls over at random moments of a game", { timeout: 150_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { trouble: true });
  const id = await visitor.newGame({ game: "ataxx", opponent: "greedy" });
  const dice = new Dice(3);
  let made = 0;
  for (let crash = 0; crash < 5; crash++) {
    for (let calm = dice.roll(3); calm > 0 && (await visitor.turn()); calm--, made++)
      await visitor.move(dice);
    if (!(await visitor.turn())) break;
    const known = (await house.get(`/api/games/${id}`)).moves;
    // The crash comes while a move is on its way.
    const [, after] = await Promise.all([
      visitor.move(dice),
      house.crash().then(() => house.get(`/api/games/${id}`)),
    ]);
    made++;
    assert.deepEqual(after.moves.slice(0, known.length), known, "a move that was announced is lost");
  }
  await visitor.turn();
  const state = await house.get(`/api/games/${id}`);
  assert.deepEqual(await visitor.page.locator(".moves button").allTextContents(), state.moves);
  assert.ok(Math.ceil(state.moves.length / 2) === made, `${made} moves were made: ${state.moves}`);
  await visitor.leave();
});
