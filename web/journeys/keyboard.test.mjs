// Without a pointer, and without looking.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, PATIENCE_MS, Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn();

test("a game is played with the keyboard alone", { timeout: 120_000 }, async () => {
  const visitor = await Visitor.enter(browser, house);
  const { keyboard } = visitor.page;
  await visitor.home();
  await visitor.press(
    "Tab",
    30,
    () => document.activeElement?.getAttribute("aria-label") === "Play Neutreeko",
  );
  await keyboard.press("Enter");
  await visitor.page.waitForSelector("dialog.new");
  await keyboard.press("Enter");
  await visitor.page.waitForSelector(".game");
  await visitor.turn();
  await keyboard.press("b");
  await visitor.until(() => document.activeElement?.classList.contains("touch"));
  const dice = new Dice(4);
  let moves = 0;
  while (await visitor.turn()) {
    const before = await visitor.ply();
    const starts = await visitor.page
      .locator(".touch.start")
      .evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
    await visitor.walk(dice.pick(starts));
    await keyboard.press("Enter");
    await visitor.heard(/selected/);
    const targets = await visitor.page
      .locator(".touch.target")
      .evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
    await visitor.walk(dice.pick(targets));
    if (!moves) {
      assert.match(
        await visitor.page.evaluate(() => document.activeElement.getAttribute("aria-label")),
        /can go here/,
      );
      await visitor.shot("keyboard");
    }
    await keyboard.press(" ");
    await visitor.past(before);
    assert.ok(++moves < 200, "the game does not end");
  }
  await visitor.heard(/wins|won|draw/);
  await visitor.leave();
});

test("what happens is said, and can be asked for", async () => {
  const visitor = await Visitor.enter(browser, house);
  const { keyboard } = visitor.page;
  await visitor.newGame({ game: "ataxx", opponent: "greedy", clock: { initial_s: 300, increment_s: 0 } });
  await visitor.turn();
  await keyboard.press("m");
  await visitor.heard(/16 moves: .*f1/);
  await keyboard.press("t");
  await keyboard.type("f2");
  await keyboard.press("Enter");
  await visitor.past(1);
  await visitor.heard(/Blue: .*Red 3/);
  await keyboard.press("Escape");
  await visitor.until(() => document.activeElement?.classList.contains("touch"));
  await keyboard.press("l");
  await visitor.heard(/Move 2: /);
  await keyboard.press("c");
  await visitor.heard(/Red [45]:\d\d, Blue [45]:\d\d/);
  await keyboard.press("s");
  await visitor.heard(/Red/);
  // A move that breaks a rule is refused with that rule.
  await visitor.turn();
  await keyboard.press("t");
  await keyboard.type("a1a7");
  await keyboard.press("Enter");
  await visitor.page.locator(".type .error:not(:empty)").waitFor();
  await keyboard.press("Escape");
  await keyboard.press("?");
  await visitor.page.waitForSelector("dialog .keys");
  await visitor.shot("keys");
  await keyboard.press("Escape");
  await visitor.page.waitForSelector("dialog", { state: "detached", timeout: PATIENCE_MS });
  await visitor.leave();
});

test("an amount is chosen with digits, the wheel and the slider", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.newGame({ game: "knightline", opponent: "self" });
  const dice = new Dice(1);
  await visitor.turn();
  await visitor.move(dice);
  await visitor.turn();
  await visitor.page.locator(".touch.start").first().click();
  await visitor.page.locator(".touch.target").first().click();
  const amount = visitor.page.locator("dialog.choice .amount");
  await amount.waitFor();
  await visitor.page.keyboard.press("1");
  await visitor.page.keyboard.press("2");
  assert.equal(await amount.textContent(), "12");
  await amount.hover();
  await visitor.page.mouse.wheel(0, -100);
  await visitor.until(() => document.querySelector(".amount")?.textContent === "13");
  await visitor.page.keyboard.press("ArrowLeft");
  await visitor.until(() => document.querySelector(".amount")?.textContent === "12");
  assert.ok(
    await visitor.page.locator('.preview use[href$="-12"]').count(),
    "the board shows what would become",
  );
  await visitor.shot("split");
  await visitor.page.keyboard.press("Enter");
  await visitor.past(1);
  assert.match(await visitor.page.locator(".moves button").nth(1).textContent(), /:12$/);
  await visitor.leave();
});
