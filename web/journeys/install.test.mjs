// The page kept like a program: what browsers want of it, and what it shows when the server cannot be
// reached.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn();

test("the manifest names the program, its colours and icons that are there", async () => {
  const visitor = await Visitor.enter(browser, house, { locale: "pt-PT" });
  await visitor.home();
  const manifest = await visitor.page.evaluate(async () =>
    (await fetch(document.querySelector('link[rel="manifest"]').href)).json(),
  );
  assert.deepEqual(
    [manifest.short_name, manifest.lang, manifest.start_url, manifest.display],
    ["jogo", "pt", "/", "standalone"],
  );
  const purposes = new Set();
  for (const { src, sizes, purpose } of manifest.icons) {
    const picture = Buffer.from(await (await fetch(house.url + src)).arrayBuffer());
    assert.equal(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, sizes, src);
    purposes.add(`${purpose} ${sizes}`);
  }
  for (const wanted of ["any 192x192", "any 512x512", "maskable 512x512"])
    assert.ok(purposes.has(wanted), wanted);
  assert.equal(await visitor.page.locator('meta[name="theme-color"]').count(), 2);
  await visitor.leave();
});

test("without the server the last page is shown, and says so", async () => {
  const visitor = await Visitor.enter(browser, house, { serviceWorkers: "allow", trouble: true });
  const { page } = visitor;
  await visitor.home();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const id = await visitor.newGame({ game: "neutreeko", opponent: "self" });
  await visitor.turn();
  await visitor.move(new Dice(1));
  const moves = await page.locator(".moves button").allTextContents();
  await visitor.home();
  await page.locator(".mine li").first().waitFor();
  // Everything that is wanted offline has been kept by now.
  await visitor.until(async () => {
    const kept = (await (await caches.open("jogo-1")).keys()).map(({ url }) => url).join(" ");
    return /\/g\//.test(kept) && /game\.js/.test(kept) && /home\.js/.test(kept) && /words/.test(kept);
  });
  const host = new URL(house.url).host;
  const gone = new Promise((resolve) => house.process.once("exit", resolve));
  house.process.kill("SIGKILL");
  await gone;
  await page.goto(house.url);
  await page.locator(".card").first().waitFor();
  await page.getByText("You are offline").waitFor();
  await visitor.shot("offline-home");
  await page.goto(`${house.url}/g/${id}`);
  await page.locator(".banner.lost").waitFor();
  assert.deepEqual(await page.locator(".moves button").allTextContents(), moves);
  await visitor.shot("offline-game");
  await house.start(host);
  await page.locator(".banner.lost").waitFor({ state: "detached" });
  await visitor.turn();
  await visitor.move(new Dice(2));
  await visitor.leave();
});

test("until the first page can be used nothing of this is fetched", async () => {
  const visitor = await Visitor.enter(browser, house, { serviceWorkers: "allow" });
  await visitor.home();
  await visitor.page.evaluate(() => navigator.serviceWorker.ready);
  const until = await visitor.page.evaluate(() => {
    const usable = performance.getEntriesByName("usable")[0].startTime;
    return performance
      .getEntriesByType("resource")
      .filter((one) => one.startTime < usable)
      .map((one) => new URL(one.name).pathname);
  });
  assert.equal(until.length, 1, `${until}`);
  assert.match(until[0], /main\.js$/);
  await visitor.leave();
});

test("a page that is gone when it would be kept is not an error", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { serviceWorkers: "allow" });
  const { page } = visitor;
  const id = await visitor.newGame({ game: "neutreeko", opponent: "self" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The page asks for what it has seen to be kept, and the game is deleted before the worker comes to that.
  await visitor.home();
  assert.equal(
    (await page.request.delete(`${house.url}/api/games/${id}`, { headers: { origin: house.url } })).status(),
    204,
  );
  await page.evaluate(async (seen) => {
    await caches.delete("jogo-1");
    (await navigator.serviceWorker.ready).active.postMessage({ seen });
  }, [`${house.url}/g/${id}`, "http://127.0.0.2/elsewhere", `${house.url}/rules/ataxx`]);
  const kept = () =>
    page.evaluate(async () => (await (await caches.open("jogo-1")).keys()).map(({ url }) => url));
  // What is still there is kept all the same.
  await visitor.until(async () =>
    (await (await caches.open("jogo-1")).keys()).some(({ url }) => url.endsWith("/rules/ataxx")),
  );
  await page.reload();
  await page.waitForSelector(".card");
  assert.ok(
    !(await kept()).some((url) => url.endsWith(`/g/${id}`) || url.includes("elsewhere")),
    `${await kept()}`,
  );
  await visitor.leave();
});

test("a page asks nothing again by itself that may be gone", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house);
  const { page } = visitor;
  const id = await visitor.newGame({ game: "neutreeko", opponent: "self" });
  await visitor.home();
  await page.evaluate(() => caches.delete("jogo-1"));
  let times = 0;
  await page.route(`${house.url}/g/${id}`, (route) =>
    times++ ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  // The worker is refused here, and says so.
  const refused = page.waitForEvent("console", {
    predicate: (message) => /registration blocked/.test(message.text()),
  });
  await visitor.open(`/g/${id}`);
  await refused;
  await visitor.turn();
  await visitor.move(new Dice(1));
  assert.equal(times, 1);
  await visitor.leave();
});
