// Every lesson, from its button on the first page to its last step, with keys alone, in both languages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn();
const { games } = await house.get("/api/catalogue");

/** Waits until a step is shown that asks for a move. */
async function asked(visitor, number) {
  await visitor.until((wanted) => {
    const lesson = document.querySelector(".lesson");
    return lesson?.dataset.step === String(wanted) && lesson.dataset.state === "asked";
  }, number);
}

for (const locale of ["en-GB", "pt-PT"]) {
  for (const { id } of games) {
    test(`the lesson of ${id} is finished by keys alone, ${locale}`, { timeout: 120_000 }, async () => {
      const visitor = await Visitor.enter(browser, house, { locale });
      const { page } = visitor;
      await page.goto(`${house.url}/learn/${id}`);
      await asked(visitor, 1);
      const { count } = await house.get(`/api/lessons/${id}/1`);
      for (let number = 1; number <= count; number++) {
        const step = await house.get(`/api/lessons/${id}/${number}`);
        assert.equal(await page.locator(".task").textContent(), step.ask[locale.slice(0, 2)]);
        await visitor.make(await house.get(`/api/lessons/${id}/${number}/solution`));
        await visitor.until(() => document.querySelector(".lesson").dataset.state !== "asked");
        assert.ok(await page.locator(".answer.right").textContent());
        if (number < count) {
          // What goes on with the lesson has the focus.
          await visitor.until(() => document.activeElement?.matches(".side .primary"));
          await page.keyboard.press("Enter");
          await asked(visitor, number + 1);
        }
      }
      assert.equal(await page.evaluate(() => document.querySelector(".lesson").dataset.state), "finished");
      await page.keyboard.press("Enter");
      await page.waitForSelector("dialog.new");
      await visitor.leave();
    });
  }
}

test("the first page leads to each lesson", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.home();
  const links = await visitor.page.locator('.card a[href^="/learn/"]').evaluateAll((all) => all.map((link) => [link.getAttribute("href"), link.getAttribute("aria-label")]));
  assert.equal(links.length, 4);
  assert.deepEqual(links[0], ["/learn/neutreeko", "Learn Neutreeko"]);
  await visitor.press("Tab", 30, () => document.activeElement?.getAttribute("aria-label") === "Learn Neutreeko");
  await visitor.page.keyboard.press("Enter");
  await asked(visitor, 1);
  await visitor.leave();
});

test("a wrong try says why: the rule that it breaks, or what the step asks for", async () => {
  const visitor = await Visitor.enter(browser, house);
  const { page } = visitor;
  await page.goto(`${house.url}/learn/ataxx#2`);
  await asked(visitor, 2);
  // A legal move that grows instead of jumping.
  await visitor.make({ move: "b7", cells: ["a7", "b7"] });
  await visitor.until(() => /two squares away/.test(document.querySelector(".answer.wrong")?.textContent ?? ""));
  // A piece of the other side.
  await page.keyboard.press("b");
  await visitor.walk("g7");
  await page.keyboard.press("Enter");
  await visitor.until(() => !/two squares away/.test(document.querySelector(".answer.wrong")?.textContent ?? "two squares away"));
  // A move is shown to those who find none, and a page that is loaded anew goes on where it was.
  await visitor.button(".side button:not(.plain)");
  await page.waitForSelector(".arrow");
  await visitor.shot("lesson");
  await page.reload();
  await asked(visitor, 2);
  await visitor.leave();
});

test("every step fits phones, windows and twice the size", { timeout: 240_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { locale: "pt-PT", viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true });
  const { page } = visitor;
  for (const { id } of games) {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto(`${house.url}/learn/${id}`);
    await asked(visitor, 1);
    const { count } = await house.get(`/api/lessons/${id}/1`);
    for (let number = 1; number <= count; number++) {
      // Small phones, one on its side, a window at 200 %, a desk.
      for (const [width, height] of [[360, 640], [568, 320], [640, 400], [1280, 800], [320, 568]]) {
        await page.setViewportSize({ width, height });
        const where = `${id} ${number}: ${width}x${height}`;
        const { face, task, said, wide } = await page.evaluate(() => {
          const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
          return { face: box(".board .face"), task: box(".task"), said: box(".said"), wide: document.documentElement.scrollWidth };
        });
        assert.ok(wide <= width, `${where}: ${wide} wide`);
        for (const [part, box] of Object.entries({ face, task, said })) {
          assert.ok(box.left >= -0.5 && box.top >= 0 && box.right <= width + 0.5 && box.bottom <= height + 0.5, `${where}: ${part} is at ${JSON.stringify(box)}`);
        }
        assert.ok(face.width >= 200 && task.bottom <= said.top + 0.5 && (face.bottom <= said.top + 0.5 || face.right <= said.left), `${where}: ${JSON.stringify({ face, task, said })}`);
        if (number === 1) await visitor.shot(`lesson-${id}-${width}x${height}`);
      }
      if (number === count) break;
      await page.locator(".said .plain").click();
      await asked(visitor, number + 1);
    }
  }
  await visitor.leave();
});

test("the goal stands on the screen during the first game, and not after it", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { viewport: { width: 360, height: 640 } });
  const { page } = visitor;
  await visitor.newGame({ game: "neutreeko", opponent: "level:1" });
  await visitor.turn();
  assert.match(await page.locator(".headline .goal").textContent(), /^Goal: Get your three pieces in a row/);
  const { ".headline .goal": goal } = await visitor.boxes(".headline .goal");
  assert.ok(goal.bottom <= 640 && goal.top >= 0, "it is seen without scrolling");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog .danger").click();
  await visitor.until(() => document.querySelector(".game")?.dataset.turn === "over");
  await visitor.newGame({ game: "neutreeko", opponent: "level:1" });
  await visitor.turn();
  assert.equal(await page.locator(".headline .goal").isVisible(), false);
  // Other rules have a goal of their own.
  await visitor.newGame({ game: "ataxx", opponent: "level:1" });
  await visitor.turn();
  assert.ok(await page.locator(".headline .goal").isVisible());
  await visitor.leave();
});

test("a bot that teaches warns, shows why, takes back and gives hints in three steps", { timeout: 120_000 }, async () => {
  const visitor = await Visitor.enter(browser, house);
  const { page } = visitor;
  await visitor.newGame({ game: "neutreeko", opponent: "level:10", teach: true, position: "1ww2/5/b3b/2b2/3w1 b" });
  await visitor.turn();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".hint-steps li").first().waitFor();
  assert.equal(await page.locator(".hint-steps li").count(), 1);
  assert.equal(await page.locator(".arrow").count(), 0);
  for (const count of [2, 3]) {
    await page.getByRole("button", { name: "More" }).click();
    await visitor.until((wanted) => document.querySelectorAll(".hint-steps li").length === wanted, count);
  }
  await page.waitForSelector(".arrow");
  await page.getByRole("button", { name: "Hint" }).click();
  // A move that overlooks the threat.
  await visitor.cell("c2").click();
  await visitor.cell("c4").click();
  await page.waitForSelector(".warning");
  assert.match(await page.locator(".warning").textContent(), /d1-d5/);
  await page.getByRole("button", { name: "Show why" }).click();
  await visitor.until(() => document.querySelector('.stand[data-cell="d5"]'));
  await visitor.shot("warning");
  await page.getByRole("button", { name: "Take it back" }).click();
  await visitor.until(() => !document.querySelector(".warning") && document.querySelector(".game").dataset.ply === "0");
  await visitor.turn();
  await visitor.cell("c2").click();
  await visitor.cell("c4").click();
  await page.getByRole("button", { name: "Play on" }).click();
  await visitor.until(() => document.querySelector(".game")?.dataset.turn === "over");
  await visitor.leave();
});

test("the dialog says what levels are like and offers a teacher", async () => {
  const visitor = await Visitor.enter(browser, house);
  const { page } = visitor;
  await page.goto(`${house.url}/new/neutreeko`);
  const about = page.locator("dialog .level .about");
  await about.waitFor();
  assert.match(await about.textContent(), /^Level 3: sees .*Level 4 wins 77 of 100 games against it and draws 5\.$/);
  await page.getByLabel("Teach me").check();
  assert.equal(await page.locator('dialog input[name="clock"]').count(), 0, "such games have no clock");
  await page.locator("dialog .primary").click();
  await page.waitForSelector(".game");
  await visitor.turn();
  await visitor.leave();
});

test("boards among the rules show the moves of their pieces", async () => {
  const visitor = await Visitor.enter(browser, house);
  const { page } = visitor;
  await page.goto(`${house.url}/rules/neutreeko`);
  const board = page.locator(".sketch").nth(1);
  await board.locator(".touch.start").first().waitFor();
  await board.locator('.touch[data-cell="c5"]').click();
  const targets = await board.locator(".touch.target").evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
  assert.ok(targets.includes("c1"), `${targets}`);
  // Where it would go, the board shows what becomes of it; nothing moves.
  await board.locator('.touch[data-cell="c1"]').click();
  await board.locator(".preview .ghost").waitFor();
  assert.equal(await board.locator('.stand[data-cell="c5"]').count(), 1);
  await visitor.shot("rules");
  await visitor.home();
  await page.getByRole("link", { name: "Rules of Ataxx" }).click();
  await page.locator("dialog .sketch .touch.start").first().waitFor();
  await visitor.leave();
});
