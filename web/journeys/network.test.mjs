// Networks that go dead without a word: that is noticed soon, nothing looks done that is not, and nothing is
// pressed in vain. The clock of the page is turned by hand, so what is seen here is seen after so much time
// and not merely some day.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn();

/** A visitor at a new game, whose line can be made to swallow everything, and whose time stands still. */
async function wired(wish) {
  const visitor = await Visitor.enter(browser, house, { trouble: true });
  const wire = { isDead: false };
  await visitor.page.routeWebSocket(/\/socket/, (near) => {
    // A dead network does not answer to a new line either.
    if (wire.isDead) return;
    const far = near.connectToServer();
    near.onMessage((message) => wire.isDead || far.send(message));
    far.onMessage((message) => wire.isDead || near.send(message));
  });
  await visitor.page.clock.install();
  await visitor.newGame(wish);
  await visitor.turn();
  await visitor.freeze();
  return { visitor, wire, clock: visitor.page.clock };
}

const toast = (visitor, text) => visitor.page.locator(".toast.problem", { hasText: text }).first();

test("a move on a dead line is said to wait, then the line is given up, and the move is sent on the next one", async () => {
  const { visitor, wire, clock } = await wired({ game: "neutreeko", opponent: "self" });
  wire.isDead = true;
  await visitor.cell("b1").click();
  await visitor.cell("c1").click();
  await clock.runFor(1_100);
  await visitor.page.locator(".status", { hasText: "Your move waits to be sent" }).waitFor();
  await visitor.page.locator(".board.unsent").waitFor();
  await clock.runFor(2_100);
  await visitor.page.locator(".banner.lost").waitFor();
  await visitor.shot("move-waits");
  assert.equal(await visitor.ply(), 0);
  wire.isDead = false;
  // The line that is being tried is given up as well, and the next one works.
  await clock.resume();
  await visitor.past(0);
  await visitor.page.locator(".banner.lost").waitFor({ state: "detached" });
  await visitor.page.locator(".board.unsent").waitFor({ state: "detached" });
  assert.deepEqual(await visitor.page.locator(".moves button").allTextContents(), ["b1-c1"]);
  await visitor.leave();
});

test("an idle line that is dead is noticed within a dozen seconds", async () => {
  const { visitor, wire, clock } = await wired({ game: "neutreeko", opponent: "self" });
  wire.isDead = true;
  await clock.runFor(12_000);
  await visitor.page.locator(".banner.lost").waitFor();
  await visitor.leave();
});

test("a browser without a network says so at once, and refuses what cannot be sent", async () => {
  const { visitor, wire } = await wired({ game: "ataxx", opponent: "level:1" });
  const { page } = visitor;
  wire.isDead = true;
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  await page.locator(".banner.lost").waitFor();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog .danger").click();
  await toast(visitor, "nothing was sent").waitFor();
  // A move is kept, and said to wait from the first moment.
  await page.locator(".touch.start").first().click();
  await page.locator(".touch.target").first().click();
  await page.locator(".status", { hasText: "Your move waits to be sent" }).waitFor();
  await visitor.shot("offline");
  wire.isDead = false;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.clock.resume();
  await visitor.past(0);
  await page.locator(".banner.lost").waitFor({ state: "detached" });
  assert.equal(await page.locator(".won").count(), 0, "nobody has resigned");
  await visitor.leave();
});

test("a draw, a takeback and a resignation that were never answered are not forgotten", async () => {
  const { visitor, wire, clock } = await wired({ game: "ataxx", opponent: "self" });
  await visitor.page.locator(".touch.start").first().click();
  await visitor.page.locator(".touch.target").first().click();
  await visitor.past(0);
  wire.isDead = true;
  await visitor.page.getByRole("button", { name: "Undo" }).click();
  await clock.runFor(3_200);
  await toast(visitor, "before the server answered").waitFor();
  await visitor.leave();
});

test("a server on the same machine is played on without a network", async () => {
  const { visitor } = await wired({ game: "neutreeko", opponent: "self" });
  await visitor.page.evaluate(() => dispatchEvent(new Event("offline")));
  await visitor.until(
    () =>
      document.querySelector(".game")?.dataset.connection === "open" &&
      !document.querySelector(".banner.lost"),
  );
  await visitor.cell("b1").click();
  await visitor.cell("c1").click();
  await visitor.past(0);
  await visitor.leave();
});
