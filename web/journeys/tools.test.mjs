// Looking through a game, hints, undo, languages, themes, texts to take away.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn();

const labels = (visitor) =>
  visitor.page
    .locator(".touch")
    .evaluateAll((cells) =>
      cells
        .map(
          (cell) => `${cell.dataset.cell}${/Black|White/.exec(cell.getAttribute("aria-label"))?.[0] ?? ""}`,
        )
        .sort(),
    );

test("the moves are looked through, replayed and taken back", async () => {
  const visitor = await Visitor.enter(browser, house);
  const { keyboard } = visitor.page;
  await visitor.newGame({ game: "neutreeko", opponent: "self" });
  const dice = new Dice(8);
  const seen = [await labels(visitor)];
  for (let ply = 0; ply < 4; ply++) {
    await visitor.turn();
    await visitor.move(dice);
    seen.push(await labels(visitor));
  }
  await keyboard.press("Home");
  await visitor.heard(/start position/);
  assert.deepEqual(await labels(visitor), seen[0]);
  await keyboard.press("ArrowRight");
  await visitor.heard(/After move 1/);
  assert.deepEqual(await labels(visitor), seen[1]);
  await visitor.page.locator('.moves [data-ply="3"]').click();
  await visitor.heard(/After move 3/);
  assert.deepEqual(await labels(visitor), seen[3]);
  await visitor.shot("looking-back");
  await keyboard.press("End");
  await visitor.until(
    () => document.querySelector('.moves [data-ply="4"]')?.getAttribute("aria-current") === "true",
  );
  assert.deepEqual(await labels(visitor), seen[4]);
  await visitor.page.getByRole("combobox", { name: "Time for each move" }).selectOption("0.5");
  // Everything that is shown is noted down in the page: from here some of it could be missed.
  await visitor.page.evaluate(() => {
    window.replayed = [];
    new MutationObserver(() =>
      window.replayed.push(document.querySelector('.moves [aria-current="true"]')?.dataset.ply ?? "0"),
    ).observe(document.querySelector(".moves"), { subtree: true, childList: true, attributes: true });
  });
  await visitor.page.getByRole("button", { name: "Replay" }).click();
  await visitor.until(() => [..."01234"].every((ply) => window.replayed.includes(ply)));
  await visitor.page.getByRole("button", { name: "Replay" }).waitFor();
  await visitor.turn();
  await visitor.page.getByRole("button", { name: "Undo" }).click();
  await visitor.until(() => document.querySelector(".game")?.dataset.ply === "3");
  assert.deepEqual(await labels(visitor), seen[3]);
  const first = () => visitor.page.locator(".touch").first().getAttribute("data-cell");
  const corner = await first();
  await visitor.page.getByRole("button", { name: "Flip" }).click();
  assert.notEqual(await first(), corner);
  await visitor.leave();
});

test("the board shows what moves are worth", async () => {
  const visitor = await Visitor.enter(browser, house, { colorScheme: "light" });
  await visitor.newGame({ game: "neutreeko", opponent: "level:1" });
  await visitor.turn();
  await visitor.page.getByRole("button", { name: "Hint" }).click();
  await visitor.page.waitForSelector(".arrow .worth");
  const [arrows, lines] = await visitor.page.evaluate(() =>
    [".arrow", ".analysis li"].map((selector) => document.querySelectorAll(selector).length),
  );
  assert.equal(arrows, lines);
  await visitor.shot("hint");
  await visitor.leave();
});

test("previews show flips, captures and counts", async () => {
  const visitor = await Visitor.enter(browser, house, { colorScheme: "light" });
  await visitor.newGame({
    game: "infection",
    opponent: "self",
    position: "o6/1o5/oooo3/oxoxx2/oooxx2/xooxx2/xoooxxo x 0 1",
  });
  await visitor.turn();
  await visitor.cell("e4").click();
  await visitor.page.waitForSelector(".target.ring");
  await visitor.cell("e5").hover();
  await visitor.page.waitForSelector(".count em");
  assert.match(await visitor.page.locator(".player.bottom .count").textContent(), /11 → 1[2-9]/);
  await visitor.shot("preview-flips");
  await visitor.page.keyboard.press("Escape");
  await visitor.newGame({
    game: "threedragons-power",
    opponent: "self",
    position: "M7M/9/9/9/C3C3C/B31B2W25/9/9/MW46M w 0 1",
  });
  await visitor.turn();
  await visitor.cell("b1").click();
  await visitor.cell("b4").click();
  await visitor.page.waitForSelector("dialog.choice .option");
  assert.equal(await visitor.page.locator("dialog.choice .option").count(), 3);
  await visitor.page.locator("dialog.choice .option", { hasText: "b1b4xa4" }).hover();
  await visitor.page.waitForSelector(".leaving");
  await visitor.shot("capture-choice");
  await visitor.page.locator("dialog.choice .option", { hasText: "b1b4xa4" }).click();
  await visitor.past(0);
  await visitor.leave();
});

test("a forced pass is shown, and can be made by itself", async () => {
  const visitor = await Visitor.enter(browser, house);
  // X has one piece, walled in by gaps; O can still move.
  const position = "x--4/---4/---4/7/7/5oo/5oo x 0 1";
  await visitor.newGame({ game: "ataxx", opponent: "self", position });
  await visitor.page.getByRole("button", { name: "Pass", exact: true }).waitFor();
  await visitor.shot("pass");
  await visitor.page.getByRole("button", { name: "Pass", exact: true }).click();
  await visitor.past(0);
  await visitor.turn();
  await visitor.move(new Dice(1));
  await visitor.page.getByRole("button", { name: "Always pass by itself" }).click();
  await visitor.past(2);
  await visitor.turn();
  await visitor.move(new Dice(2));
  await visitor.past(4);
  await visitor.leave();
});

test("languages, themes and one's games are kept", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.newGame({ game: "knightline", opponent: "level:1" });
  await visitor.home();
  await visitor.page.locator(".mine li").first().waitFor();
  await visitor.page.getByRole("button", { name: "PT: Português" }).click();
  await visitor.page.getByRole("heading", { name: "Os seus jogos" }).waitFor();
  assert.equal(await visitor.page.locator("html").getAttribute("lang"), "pt");
  await visitor.page.getByRole("button", { name: "Definições" }).click();
  await visitor.page.getByRole("dialog").getByText("Escuras").click();
  await visitor.page.getByRole("dialog").getByText("Alto").click();
  await visitor.shot("settings");
  // Nothing is painted before this is so: the first frame has it already.
  await visitor.page.addInitScript(() =>
    requestAnimationFrame(() => void (window.firstTheme = document.documentElement.dataset.theme)),
  );
  await visitor.page.reload();
  await visitor.page.locator(".mine li").first().waitFor();
  assert.deepEqual(
    await visitor.page.evaluate(() => [
      document.documentElement.lang,
      document.documentElement.dataset.theme,
      document.documentElement.dataset.contrast,
    ]),
    ["pt", "dark", "more"],
  );
  await visitor.until(() => window.firstTheme === "dark");
  await visitor.shot("home-contrast");
  assert.match(await visitor.page.evaluate(async () => (await fetch("/api/me/export")).text()), /knightline/);
  await visitor.page.getByRole("button", { name: /Apagar este jogo/ }).first().click();
  await visitor.page.locator("dialog .danger").click();
  await visitor.until(() => document.querySelector(".mine")?.hidden || !document.querySelector(".mine li"));
  await visitor.leave();
});

test("a page for a missing game says so", async () => {
  const visitor = await Visitor.enter(browser, house, { trouble: true });
  await visitor.page.goto(`${house.url}/g/AAAAAAAAAA`);
  await visitor.page.getByRole("heading", { name: "No such game" }).waitFor();
  await visitor.shot("no-such-game");
  await visitor.leave();
});

test("texts and pictures can be taken away", async () => {
  const visitor = await Visitor.enter(browser, house);
  const id = await visitor.newGame({ game: "ataxx", opponent: "self" });
  await visitor.turn();
  await visitor.page.getByRole("button", { name: "Share", exact: true }).click();
  const links = await visitor.page
    .locator("dialog a[download]")
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute("href")));
  assert.equal(links.length, 4);
  for (const link of links) {
    const answer = await fetch(house.url + link);
    assert.equal(answer.status, 200, link);
    assert.ok((await answer.arrayBuffer()).byteLength > 10, link);
  }
  assert.ok(links.every((link) => link.includes(id)));
  await visitor.leave();
});
