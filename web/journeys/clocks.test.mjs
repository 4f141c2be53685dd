// The clocks of the page are those of the server, whatever is said meanwhile.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, PATIENCE_MS, Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn(["--no-limits"]);

/** Seconds from a clock's text, "1:05" or "0:09.3". */
const seconds = (text) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

test("no message but one about the clocks sets them", async () => {
  const visitor = await Visitor.enter(browser, house);
  let line;
  await visitor.page.routeWebSocket(/\/socket/, (near) => {
    line = near.connectToServer();
    near.onMessage((message) => line.send(message));
    line.onMessage((message) => near.send(message));
  });
  const id = await visitor.newGame({ game: "neutreeko", opponent: "self", clock: { initial_s: 60, increment_s: 0 } });
  await visitor.turn();
  await visitor.move(new Dice(4));
  const left = async () => {
    const { clocks } = (await house.get(`/api/games/${id}`)).now;
    return clocks.left_ms[clocks.running === "first" ? 0 : 1] / 1000;
  };
  const until = Date.now() + PATIENCE_MS;
  while ((await left()) > 56.5) assert.ok(Date.now() < until, "the clock does not run");
  // Answers to these came as late as they could: with them the clock began anew.
  for (const type of ["moves", "ping"]) line.send(JSON.stringify({ type }));
  line.send(JSON.stringify({ type: "objection", cells: ["a1"] }));
  line.send(JSON.stringify({ type: "decline", offer: "draw" }));
  await visitor.page.getByText("There is no such offer.").first().waitFor();
  const before = await left();
  const shown = seconds(await visitor.page.locator(".clock.running").textContent());
  const after = await left();
  assert.ok(shown >= after - 1.2 && shown <= before + 1.2, `the page shows ${shown}, the server ${before} to ${after}`);
  await visitor.leave();
});
