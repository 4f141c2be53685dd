// Every page and dialog in every theme, judged by axe-core; and how much the first page weighs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { PATIENCE_MS, Visitor, moveIn } from "../house.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FIRST_PAGE_MAX = 100_000;

const { house, browser } = await moveIn();

async function judge(visitor, where) {
  // The policy of the page allows no foreign script, so axe comes by the door of the debugger.
  if (!(await visitor.page.evaluate(() => "axe" in window))) await visitor.page.evaluate(AXE);
  const found = await visitor.page.evaluate(
    async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations,
  );
  const serious = found.filter((one) => ["serious", "critical"].includes(one.impact));
  assert.deepEqual(
    serious.map(
      (one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`,
    ),
    [],
    where,
  );
}

const THEMES = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["contrast", { colorScheme: "dark", contrast: "more" }],
];

for (const [theme, options] of THEMES) {
  test(
    `nothing serious is found where games are looked through, ${theme}`,
    { timeout: 120_000 },
    async () => {
      const visitor = await Visitor.enter(browser, house, options);
      const { page } = visitor;
      await visitor.newGame({ game: "neutreeko", opponent: "self", position: "3w1/b4/5/bw3/1wb2 b" });
      await visitor.turn();
      await page.locator("#typed").fill("a2-a1");
      await page.locator("#typed").press("Enter");
      await visitor.past(0);
      await page.getByRole("button", { name: "Resign" }).click();
      await page.locator("dialog .danger").click();
      await page.getByRole("button", { name: "Review" }).click();
      await page.locator(".turns li").first().waitFor();
      await page.keyboard.press("Home");
      await page.keyboard.press("v");
      await page.locator(".all li").nth(5).waitFor({ state: "attached" });
      await page.locator(".explorer summary").click();
      await page.locator(".explored tbody tr").first().waitFor();
      await judge(visitor, "a review with values and explorer");
      await visitor.shot(`${theme}-review`);
      await page.getByRole("button", { name: "Try again" }).first().click();
      await page.locator(".attempt button").first().waitFor();
      await judge(visitor, "another try");
      await visitor.open("/analysis/threedragons-dragons");
      await page.locator(".all li").nth(20).waitFor({ state: "attached" });
      await page.locator(".touch.start").first().click();
      await judge(visitor, "the values of a piece");
      await visitor.shot(`${theme}-values`);
      for (const name of ["Paste", "Links and texts", "Play on from here"]) {
        await page.getByRole("button", { name, exact: true }).click();
        await page.waitForSelector("dialog[open]");
        await judge(visitor, name);
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog", { state: "detached" });
      }
      await page.goto(`${house.url}/editor/ataxx`);
      await page.locator(".verdict").filter({ hasText: /./ }).waitFor();
      await page.getByRole("button", { name: "Empty the board" }).click();
      await judge(visitor, "editor");
      await visitor.shot(`${theme}-editor`);
      await page.goto(`${house.url}/library`);
      await page.locator(".library li").first().waitFor();
      await judge(visitor, "library");
      await visitor.leave();
    },
  );

  test(`nothing serious is found, ${theme}`, { timeout: 120_000 }, async () => {
    const visitor = await Visitor.enter(browser, house, options);
    await visitor.home();
    await judge(visitor, "home");
    const dialogs = async (open, where) => {
      await open();
      await visitor.page.waitForSelector("dialog[open]");
      await judge(visitor, where);
      await visitor.shot(`${theme}-${where}`);
      await visitor.page.keyboard.press("Escape");
      await visitor.page.waitForSelector("dialog", { state: "detached" });
    };
    const click =
      (name, role = "button") =>
      () =>
        visitor.page.getByRole(role, { name, exact: true }).click();
    await dialogs(click("Play Ataxx", "link"), "new-game");
    await dialogs(click("Settings"), "settings");
    await dialogs(click("Keys"), "keys");
    await dialogs(async () => {
      await click("Rules of Three Dragons", "link")();
      await visitor.page.waitForSelector("dialog .prose h3");
    }, "rules");
    await visitor.open("/learn/ataxx#3");
    await visitor.page.waitForSelector(".touch.start");
    await visitor.page.getByRole("button", { name: "Show a move" }).click();
    await judge(visitor, "lesson");
    await visitor.shot(`${theme}-lesson`);
    await visitor.page.goto(`${house.url}/puzzles`);
    await visitor.page.locator('.home[data-state="shown"]').waitFor();
    await judge(visitor, "puzzles");
    await visitor.shot(`${theme}-puzzles`);
    await visitor.open("/puzzles/ataxx");
    await visitor.page.locator(".touch.start").first().click();
    await visitor.page.locator(".touch.target").first().click();
    // Wrong, and answered; there, what helps is at hand.
    await visitor.page.waitForSelector('.puzzle[data-state="wrong"]');
    await visitor.until(() => / .* /.test(document.querySelector(".answer.wrong")?.textContent ?? ""));
    await judge(visitor, "a puzzle");
    await visitor.shot(`${theme}-puzzle`);
    await visitor.page.goto(`${house.url}/rules/neutreeko`);
    await visitor.page.locator(".sketch .touch.start").first().waitFor();
    await judge(visitor, "rules with boards");
    await visitor.newGame({
      game: "neutreeko",
      opponent: "level:1",
      teach: true,
      position: "1ww2/5/b3b/2b2/3w1 b",
    });
    await visitor.turn();
    await visitor.cell("c2").click();
    await visitor.cell("c4").click();
    await visitor.page.waitForSelector(".warning");
    await judge(visitor, "a warning");
    await visitor.shot(`${theme}-warning`);
    await visitor.newGame({ game: "ataxx", opponent: "level:1", clock: { initial_s: 300, increment_s: 0 } });
    await visitor.turn();
    await visitor.page.locator(".touch.start").first().click();
    await judge(visitor, "game");
    await visitor.shot(`${theme}-game`);
    await dialogs(click("Share"), "share");
    await dialogs(click("Resign"), "resign");
    await visitor.newGame({ game: "neutreeko", opponent: "friend" });
    await visitor.page.waitForSelector(".banner.invite");
    await judge(visitor, "waiting");
    await visitor.newGame({ game: "knightline", opponent: "self", position: "w19b20./..w1 b @m0" });
    await visitor.turn();
    await dialogs(async () => {
      await visitor.page.locator(".touch.start").first().click();
      await visitor.page.locator(".touch.target").first().click();
    }, "split");
    await visitor.home();
    await visitor.page.locator(".mine li").first().waitFor();
    await judge(visitor, "one's games");
    await visitor.shot(`${theme}-home`);
    await visitor.leave();
  });
}

test("the first page is light", async () => {
  const visitor = await Visitor.enter(browser, house);
  const wire = await visitor.context.newCDPSession(visitor.page);
  await wire.send("Network.enable");
  let bytes = 0;
  let requests = 0;
  wire.on("Network.loadingFinished", (event) => {
    bytes += event.encodedDataLength;
    requests++;
  });
  await visitor.home();
  // What was loaded is reported on a line of its own, some time after: the page and its first module.
  for (
    const until = Date.now() + PATIENCE_MS;
    requests < 2;
    await visitor.page.evaluate(() => new Promise(requestAnimationFrame))
  )
    assert.ok(Date.now() < until, "nothing was loaded");
  const usable = await visitor.page.evaluate(() => performance.now());
  console.log(
    `# first page: ${bytes} bytes in ${requests} requests, cards there after ${Math.round(usable)} ms`,
  );
  assert.ok(bytes > 5_000 && bytes < FIRST_PAGE_MAX, `${bytes} bytes`);
  await visitor.leave();
});
