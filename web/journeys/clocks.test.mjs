// The clocks of the page are those of the server, whatever is said meanwhile. The page's time is turned by
// hand, so that it is known to the millisecond what a clock must show.
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import { Dice, PATIENCE_MS, Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn(["--no-limits"]);

/**
 * A visitor whose line can be used by the test as well: `ask` sends a message and waits until the page has
 * heard the answer.
 */
async function wired() {
  const visitor = await Visitor.enter(browser, house);
  const heard = new EventEmitter();
  let line;
  await visitor.page.routeWebSocket(/\/socket/, (near) => {
    line = near.connectToServer();
    near.onMessage((message) => line.send(message));
    line.onMessage((message) => near.send(message));
  });
  await visitor.page.exposeFunction("tellHeard", (message) => heard.emit(String(message.re), message));
  await visitor.page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      set onmessage(listener) {
        super.onmessage = (event) => {
          listener(event);
          window.tellHeard(JSON.parse(event.data));
        };
      }
    };
  });
  await visitor.page.clock.install();
  let id = 1_000_000;
  const ask = async (message) => {
    const answer = once(heard, String(++id), { signal: AbortSignal.timeout(PATIENCE_MS) });
    line.send(JSON.stringify({ ...message, id }));
    return (await answer)[0];
  };
  return { visitor, ask };
}

/** What a clock with this time left shows, more than twenty seconds before its end. */
const shown = (left_ms) =>
  `${Math.floor(left_ms / 60_000)}:${String(Math.floor(left_ms / 1000) % 60).padStart(2, "0")}`;

async function agrees({ visitor, ask }) {
  await visitor.freeze();
  const clock = visitor.page.locator(".clock.running");
  const { type, clocks } = await ask({ type: "ping" });
  assert.equal(type, "pong");
  let left = clocks.left_ms[clocks.running === "first" ? 0 : 1];
  const pass = async (ms) => {
    await visitor.page.clock.runFor(ms);
    left -= ms;
  };
  assert.equal(await clock.textContent(), shown(left), "a pong tells the time");
  // To a tenth before the next second, and then to a tenth after it.
  await pass((left % 1000) + 1_900);
  for (const message of [
    { type: "moves" },
    { type: "objection", cells: ["a1"] },
    { type: "decline", offer: "draw" },
  ]) {
    assert.notEqual((await ask(message)).type, "pong");
    assert.equal(await clock.textContent(), shown(left), `after ${message.type}`);
  }
  await pass(200);
  assert.equal(await clock.textContent(), shown(left), "the clock has run on");
}

test("no message but one about the clocks sets them, for players and spectators", async () => {
  const [player, spectator] = [await wired(), await wired()];
  const id = await player.visitor.newGame({
    game: "neutreeko",
    opponent: "self",
    clock: { initial_s: 600, increment_s: 0 },
  });
  await player.visitor.turn();
  await player.visitor.move(new Dice(4));
  await spectator.visitor.open(`/g/${id}`);
  await spectator.visitor.page.locator(".clock.running").waitFor();
  await agrees(player);
  await agrees(spectator);
  await player.visitor.leave();
  await spectator.visitor.leave();
});
