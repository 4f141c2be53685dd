// What the page shows belongs to the position that is shown, and players and spectators see their own notes.
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import { Dice, PATIENCE_MS, Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn();

/** Two people at one game, at Ana's turn. */
async function together(wish) {
  const [ana, rui] = [await Visitor.enter(browser, house), await Visitor.enter(browser, house)];
  const id = await ana.newGame({ opponent: "friend", name: "Ana", ...wish });
  await rui.open(`/g/${id}`);
  await rui.join();
  await ana.turn();
  return { ana, rui, id };
}

test("the position that is looked at is copied", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: house.url });
  const id = await visitor.newGame({ game: "neutreeko", opponent: "self" });
  for (let ply = 0; ply < 2; ply++) {
    await visitor.turn();
    await visitor.move(new Dice(ply));
  }
  await visitor.page.keyboard.press("Home");
  await visitor.heard(/start position/);
  await visitor.page.getByRole("button", { name: "Share", exact: true }).click();
  await visitor.page.getByRole("button", { name: "Copy the position" }).click();
  await visitor.heard(/Copied/);
  const [start, now] = [
    await house.get(`/api/games/${id}/position.txt?ply=0`),
    await house.get(`/api/games/${id}/position.txt`),
  ];
  assert.equal(await visitor.page.evaluate(() => navigator.clipboard.readText()), start.trim());
  assert.notEqual(start, now);
  await visitor.leave();
});

test("a late hint is not shown for another position", async () => {
  const visitor = await Visitor.enter(browser, house);
  const held = [];
  const hints = new EventEmitter();
  await visitor.page.route(/\/hint$/, async (route) => {
    const response = await route.fetch();
    held.push({ position: (await response.json()).position, release: () => route.fulfill({ response }) });
    hints.emit("held");
  });
  /** Waits for a hint about a position, which is then held back. */
  const until = async (position) => {
    while (!held.some((one) => one.position === position))
      await once(hints, "held", { signal: AbortSignal.timeout(PATIENCE_MS) });
  };
  const id = await visitor.newGame({ game: "neutreeko", opponent: "self" });
  const shownPosition = async () => (await house.get(`/api/games/${id}`)).now.position;
  await visitor.turn();
  await visitor.cell("b1").click();
  await visitor.cell("c1").click();
  await visitor.past(0);
  await visitor.page.getByRole("button", { name: "Hint" }).click();
  const first = await shownPosition();
  await until(first);
  await visitor.page.getByRole("button", { name: "Undo" }).click();
  await visitor.until(() => document.querySelector(".game")?.dataset.ply === "0");
  await visitor.turn();
  await visitor.cell("b1").click();
  await visitor.cell("a1").click();
  await visitor.past(0);
  const last = await shownPosition();
  await until(last);
  const heard = visitor.page.waitForResponse(/\/hint$/);
  await held.find((one) => one.position === first).release();
  await heard;
  await visitor.page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(
    await visitor.page.locator(".arrow").count(),
    0,
    "the same number of moves, but not the same position",
  );
  await held.find((one) => one.position === last).release();
  await visitor.page.locator(".arrow").first().waitFor();
  for (const one of held) if (![first, last].includes(one.position)) await one.release();
  await visitor.leave();
});

test("hints wait where the engine has no time", async () => {
  const visitor = await Visitor.enter(browser, house, { trouble: true });
  let asked = 0;
  const busy = {
    status: 429,
    contentType: "application/json",
    body: JSON.stringify({ code: "engine-busy", text: { en: "Too many are waiting" } }),
  };
  await visitor.page.route(/\/hint$/, (route) => (asked++ ? route.continue() : route.fulfill(busy)));
  await visitor.newGame({ game: "neutreeko", opponent: "self" });
  await visitor.turn();
  const hint = visitor.page.getByRole("button", { name: "Hint" });
  await hint.click();
  await visitor.page.locator(".arrow").first().waitFor();
  assert.deepEqual(
    [await hint.getAttribute("aria-pressed"), await visitor.page.locator(".toast").count()],
    ["true", 0],
  );
  await visitor.leave();
});

test("a choice closes when the game ends", async () => {
  const { ana, rui } = await together({ game: "knightline", position: "w19b20./..w1 b @m0", side: "second" });
  await ana.page.locator(".touch.start").first().click();
  await ana.page.locator(".touch.target").first().click();
  await ana.page.locator("dialog.choice").waitFor();
  await rui.page.getByRole("button", { name: "Resign" }).click();
  await rui.page.locator("dialog .danger").click();
  await ana.page.locator("dialog.choice").waitFor({ state: "detached" });
  await Promise.all([ana.leave(), rui.leave()]);
});

test("spectators are counted apart from players, and a declined draw is shown", async () => {
  const { ana, rui, id } = await together({ game: "neutreeko" });
  const watcher = await Visitor.enter(browser, house);
  await watcher.open(`/g/${id}`);
  await ana.page.getByText("Watching: 1").waitFor();
  await watcher.page.getByText("You are watching.").waitFor();
  assert.equal(await watcher.page.getByText(/Watching/).count(), 0);
  const second = await Visitor.enter(browser, house);
  await second.open(`/g/${id}`);
  await watcher.page.getByText("Watching besides you: 1").waitFor();
  await ana.page.getByRole("button", { name: "Draw" }).click();
  await rui.page.getByRole("button", { name: "Decline" }).click();
  await ana.page.locator(".toast", { hasText: "Your offer of a draw was declined" }).waitFor();
  assert.equal(await rui.page.locator(".toast").count(), 0);
  await Promise.all([ana, rui, watcher, second].map((visitor) => visitor.leave()));
});
