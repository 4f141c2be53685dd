// The analysis board: moves of both sides, variations, comments, texts, and the engine on its leash.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { execFileSync } from "node:child_process";
import { Dice, JOGO, Visitor, moveIn } from "../house.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { house, browser } = await moveIn();

async function judge(visitor, where) {
  if (!(await visitor.page.evaluate(() => "axe" in window))) await visitor.page.evaluate(AXE);
  const found = await visitor.page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations);
  const serious = found.filter((one) => ["serious", "critical"].includes(one.impact));
  assert.deepEqual(serious.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`), [], where);
}

const nodes = (visitor) => visitor.page.locator(".analysis-page").evaluate((page) => Number(page.dataset.count));
const at = (visitor) => visitor.page.locator(".analysis-page").evaluate((page) => Number(page.dataset.node));

/** Makes a move by touching the board, and waits until it is in the tree. */
async function move(visitor, dice) {
  const before = await visitor.ply();
  await visitor.page.waitForSelector(".touch.start");
  const starts = await visitor.page.locator(".touch.start").evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
  await visitor.cell(dice.pick(starts)).click();
  await visitor.page.waitForSelector(".touch.target");
  const targets = await visitor.page.locator(".touch.target").evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
  await visitor.cell(dice.pick(targets)).click();
  await visitor.choose(before);
  await visitor.past(before);
}

const FAMILIES = [["neutreeko", "Neutreeko"], ["ataxx", "Ataxx"], ["knightline", "Knight Line"], ["threedragons-dragons", "Three Dragons"]];

for (const [rules, family] of FAMILIES) {
  for (const locale of ["en-GB", "pt-PT"]) {
    test(`${family} is analysed, ${locale}`, { timeout: 120_000 }, async () => {
      const visitor = await Visitor.enter(browser, house, { locale });
      const { keyboard } = visitor.page;
      const dice = new Dice(3);
      if (locale === "en-GB") {
        await visitor.home();
        await visitor.page.getByRole("link", { name: `Analyse ${family}` }).click();
        await visitor.page.waitForSelector(".analysis-page");
        if (!visitor.page.url().includes(rules)) await visitor.open(`/analysis/${rules}`);
      } else await visitor.open(`/analysis/${rules}`);
      // The engine shows its lines, and every legal move is valued.
      await visitor.page.locator(".lines li").first().waitFor();
      await visitor.page.locator(".leash .tick input").nth(1).check();
      await visitor.page.locator(".all li").first().waitFor();
      const legal = await visitor.page.evaluate(async (game) => (await (await fetch("/api/study", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game }) })).json()).places[0].moves.length, rules);
      assert.equal(await visitor.page.locator(".all li").count(), legal);
      await visitor.page.locator(".badge").first().waitFor();
      assert.match(await visitor.page.locator(".values summary").textContent(), locale === "en-GB" ? /moves keep the value/ : /jogadas mantêm o valor/);
      await visitor.shot(`analysis-${rules}-${locale}`);
      // Two moves, back, and another: a variation.
      await move(visitor, dice);
      await move(visitor, dice);
      await keyboard.press("Home");
      await visitor.until(() => document.querySelector(".analysis-page").dataset.node === "0");
      const main = await nodes(visitor);
      for (let tries = 0; (await nodes(visitor)) === main; tries++) {
        assert.ok(tries < 12, "there is another move");
        await keyboard.press("Home");
        await visitor.until(() => document.querySelector(".analysis-page").dataset.node === "0");
        await move(visitor, dice);
      }
      await visitor.page.locator(".variation").first().waitFor();
      const branch = await at(visitor);
      // A comment and a mark, and all of it in the text.
      await visitor.page.locator("#comment").fill("Um lance {curioso}");
      await visitor.page.locator("#comment").press("Enter");
      await visitor.page.locator(".remark").first().waitFor();
      await visitor.page.locator('.marks [data-mark="5"]').click();
      await visitor.until(() => document.querySelector('.tree [aria-current="true"]')?.textContent.includes("!?"));
      // Promoted, undone, redone.
      await keyboard.press("p");
      await visitor.until(() => document.querySelector(".analysis-page").dataset.node === "1");
      await keyboard.press("u");
      await visitor.until((node) => document.querySelector(".analysis-page").dataset.node === String(node), branch);
      await keyboard.press("r");
      await visitor.until(() => document.querySelector(".analysis-page").dataset.node === "1");
      // The address keeps it all.
      await visitor.until(() => document.querySelector(".analysis-page").dataset.address === "kept" && location.hash.length > 10);
      const count = await nodes(visitor);
      await visitor.page.reload();
      await visitor.page.waitForSelector(".analysis-page");
      assert.equal(await nodes(visitor), count);
      await visitor.page.locator(".remark").first().waitFor();
      await keyboard.press("Delete");
      await visitor.until((all) => Number(document.querySelector(".analysis-page").dataset.count) < all, count);
      if (locale === "en-GB") await judge(visitor, `analysis of ${rules}`);
      await visitor.leave();
    });
  }
}

test("a foreign PGN, a record and a position are pasted, copied and saved", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { trouble: true, permissions: ["clipboard-read", "clipboard-write"] });
  await visitor.open("/analysis/neutreeko");
  const paste = async (text) => {
    await visitor.page.getByRole("button", { name: "Paste", exact: true }).click();
    await visitor.page.locator("dialog textarea").fill(text);
    await visitor.page.locator("dialog button.primary").click();
  };
  await paste('[Event "?"]\n[Black "one"]\n[White "two"]\n[Variant "Ataxx"]\n[Result "*"]\n\n1. g2 a2 2. f1 (2. g3 a3) *\n');
  await visitor.page.waitForSelector("dialog", { state: "detached" });
  assert.match(await visitor.page.locator("h1").textContent(), /Ataxx/);
  assert.equal(await nodes(visitor), 6);
  await visitor.page.getByRole("button", { name: "Links and texts" }).click();
  await judge(visitor, "texts");
  await visitor.page.getByRole("button", { name: "Copy PGN" }).click();
  await visitor.until(async () => (await navigator.clipboard.readText()).includes("g2"));
  const saved = visitor.page.waitForEvent("download");
  await visitor.page.getByRole("button", { name: "PGN", exact: true }).click();
  assert.match((await saved).suggestedFilename(), /\.pgn$/);
  await visitor.page.keyboard.press("Escape");
  await paste("nonsense");
  await visitor.page.locator("dialog .error").filter({ hasText: /./ }).waitFor();
  await judge(visitor, "paste");
  await visitor.page.keyboard.press("Escape");
  // From here against a bot.
  await visitor.page.getByRole("button", { name: "Play on from here" }).click();
  await visitor.page.locator("dialog button.primary").click();
  await visitor.page.waitForURL(/\/g\//);
  await visitor.page.waitForSelector(".game");
  await visitor.leave();
});

/** A study with variations, comments and marks, made by the dice. */
async function randomStudy(visitor, game, dice) {
  const ask = async (data) => (await visitor.page.request.post(`${house.url}/api/study`, { data })).json();
  let study = await ask({ game });
  for (let count = 0; count < 14; count++) {
    const at = dice.roll(3) ? study.at : dice.roll(study.nodes.length);
    const { places } = await ask({ text: study.text, at });
    const edits = [
      ...places[0].moves.length ? Array(6).fill({ kind: "play", move: dice.pick(places[0].moves).move }) : [],
      { kind: "comment", text: dice.pick(["Olá, mundo!", 'a "quoted" \\ one; [%csl Gd4]', "x"]) },
      ...at ? [{ kind: "marks", marks: [1 + dice.roll(6)] }, { kind: "promote" }] : [],
    ];
    study = await ask({ text: study.text, at, edit: dice.pick(edits) });
  }
  return study.text;
}

test("studies of every rule set are opened from a file and saved unchanged", { timeout: 120_000 }, async () => {
  const visitor = await Visitor.enter(browser, house);
  const { page } = visitor;
  const dice = new Dice(9);
  await visitor.open("/analysis/ataxx");
  await page.keyboard.press("e");
  const { games } = await house.get("/api/catalogue");
  let branched = 0;
  for (const { id } of games) for (let count = 0; count < 3; count++) {
    const text = await randomStudy(visitor, id, dice);
    await page.getByRole("button", { name: "Paste", exact: true }).click();
    await page.locator('dialog input[type="file"]').setInputFiles({ name: "study.jogo", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.waitForSelector("dialog", { state: "detached" });
    await page.getByRole("button", { name: "Links and texts" }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the record" }).click();
    const file = await (await saved).path();
    assert.equal(readFileSync(file, "utf8"), text);
    assert.equal(execFileSync(JOGO, ["convert", file], { encoding: "utf8" }), text, "the terminal reads and writes the same");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    branched += text.includes("(") ? 1 : 0;
  }
  assert.ok(branched > 8, `${branched} had variations`);
  await visitor.leave();
});

test("what is done quickly one after another is done in this order, and taken back likewise", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house);
  const { page } = visitor;
  await visitor.open("/analysis/neutreeko");
  await page.keyboard.press("e");
  const texts = () => page.locator(".tree .move").allTextContents();
  const type = async (move) => {
    await page.locator("#typed").fill(move);
    await page.locator("#typed").press("Enter");
    await visitor.until((last) => document.querySelector('.tree [aria-current="true"]')?.textContent.includes(last), move);
  };
  await type("b1-c1");
  await type("c2-c3");
  await page.locator("#typed").blur();
  await page.keyboard.press("Home");
  await visitor.until(() => document.querySelector(".analysis-page").dataset.node === "0");
  await type("b1-b4");
  await page.locator("#typed").blur();
  const before = await texts();
  // Every answer is late; nothing waits for them here.
  await page.route("**/api/study", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue();
  });
  // The variation becomes the main line, which renumbers it, and is then deleted: it, and not its neighbour.
  await page.keyboard.press("p");
  await page.keyboard.press("Delete");
  await visitor.until(() => document.querySelector(".analysis-page").dataset.count === "3");
  assert.ok(!(await texts()).some((text) => text.includes("b1-b4")));
  await page.keyboard.press("u");
  await page.keyboard.press("u");
  await visitor.until(() => document.querySelector(".analysis-page").dataset.count === "4" && document.querySelector(".analysis-page").dataset.node === "3");
  assert.deepEqual(await texts(), before);
  await page.keyboard.press("r");
  await page.keyboard.press("r");
  await page.keyboard.press("u");
  await visitor.until(() => document.querySelector(".analysis-page").dataset.count === "4" && document.querySelector(".analysis-page").dataset.node === "1");
  await page.unroute("**/api/study");
  await visitor.leave();
});

test("a text that is too long is refused whole, and a link that says nonsense leads on", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { trouble: true });
  const { page } = visitor;
  await visitor.open("/analysis/ataxx");
  await page.getByRole("button", { name: "Paste", exact: true }).click();
  await page.locator("dialog textarea").fill(`[Game "ataxx"]\n\n{${"x".repeat(130_000)}} *`);
  await page.locator("dialog button.primary").click();
  await page.locator("dialog .error").filter({ hasText: /longer than/ }).waitFor();
  await page.keyboard.press("Escape");
  for (const path of ["/analysis/ataxx?p=nonsense", "/analysis/ataxx?g=AAAAAAAAAAA", "/analysis/ataxx#s=nonsense", "/analysis/knightline#s=%5BGame%20%22ataxx%22%5D%0A%0A1.%20z9%20*", "/editor/ataxx?p=nonsense"]) {
    await page.goto("about:blank");
    await page.goto(house.url + path);
    await page.locator('.apology [role="alert"]').filter({ hasText: /./ }).waitFor();
    await page.locator(".apology a").click();
    await page.waitForSelector(".touch");
  }
  await visitor.leave();
});

test("a move deep inside variations is in sight on a phone", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { viewport: { width: 360, height: 640 } });
  const ask = async (data) => (await visitor.page.request.post(`${house.url}/api/study`, { data })).json();
  let study = await ask({ game: "ataxx", moves: ["g2", "a2"] });
  for (let depth = 0; depth < 32; depth++) {
    const { at } = study;
    for (const nth of [0, 1]) {
      const { places } = await ask({ text: study.text, at });
      study = await ask({ text: study.text, at, edit: { kind: "play", move: places[0].moves[nth].move } });
    }
  }
  await visitor.open(`/analysis/ataxx#${new URLSearchParams({ s: study.text, at: String(study.at) })}`);
  await visitor.page.locator('.tree [aria-current="true"]').waitFor();
  const { ".tree": tree, '.tree [aria-current="true"]': move } = await visitor.boxes(".tree", '.tree [aria-current="true"]');
  assert.ok(move.left >= tree.left && move.right <= tree.right && move.top >= tree.top && move.bottom <= tree.bottom, JSON.stringify([tree, move]));
  await visitor.leave();
});

test("lines are played by a click and by a key, and the engine is quiet when it is off", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.open("/analysis/ataxx");
  await visitor.page.locator(".lines li .move").nth(2).waitFor();
  await visitor.page.locator(".lines li").first().locator(".move").nth(1).click();
  await visitor.until(() => document.querySelector(".analysis-page").dataset.ply === "2");
  await visitor.until(() => document.querySelector(".engine").dataset.shown.split("|").length === 3);
  // What was found is kept for its position, and on the bar.
  await visitor.until(() => document.querySelector(".engine").dataset.done === "true");
  assert.match(await visitor.page.locator(".table > .bar").getAttribute("aria-label"), /Red.*%/);
  let asked = 0;
  visitor.page.on("request", (request) => (asked += request.url().endsWith("/api/analysis") ? 1 : 0));
  await visitor.page.keyboard.press("ArrowLeft");
  await visitor.until(() => document.querySelector(".engine").dataset.done === "true" && document.querySelector(".engine").dataset.shown.split("|").length === 2);
  assert.equal(asked, 1);
  await visitor.page.keyboard.press("ArrowRight");
  await visitor.until(() => document.querySelector(".engine").dataset.done === "true" && document.querySelector(".engine").dataset.shown.split("|").length === 3);
  assert.equal(asked, 1, "the engine is not asked twice");
  await visitor.page.keyboard.press("1");
  await visitor.until(() => document.querySelector(".analysis-page").dataset.ply === "3");
  await visitor.page.keyboard.press("e");
  await visitor.heard(/engine off/);
  assert.equal(await visitor.page.locator(".lines li").count(), 0);
  await visitor.leave();
});

test("values of moves are words for screen readers", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house);
  const { keyboard } = visitor.page;
  await visitor.open(`/analysis/neutreeko?${new URLSearchParams({ p: "3w1/b4/5/bw3/1wb2 b" })}`);
  await keyboard.press("v");
  await visitor.page.locator(".badge").first().waitFor();
  await keyboard.press("b");
  await visitor.until(() => document.activeElement?.classList.contains("touch"));
  const words = await visitor.cell("a2").getAttribute("aria-label");
  assert.match(words, /wins in \d+ of your moves/);
  const all = await visitor.page.locator(".all li").allTextContents();
  assert.match(all[0], /a2-a3.*wins in/);
  assert.match(all.at(-1), /loses/);
  await visitor.leave();
});

test("at the size of a phone nothing is cut off", { timeout: 60_000 }, async () => {
  for (const viewport of [{ width: 360, height: 640 }, { width: 640, height: 360 }]) {
    const visitor = await Visitor.enter(browser, house, { viewport, hasTouch: true });
    await visitor.open("/analysis/knightline");
    await visitor.page.locator(".lines li").first().waitFor();
    const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await visitor.shot(`analysis-phone-${viewport.width}`);
    await judge(visitor, `phone ${viewport.width}`);
    await visitor.leave();
  }
});

test("many values leave no empty room below, and the moves in sight", { timeout: 60_000 }, async () => {
  for (const viewport of [{ width: 360, height: 740 }, { width: 1280, height: 800 }]) {
    const visitor = await Visitor.enter(browser, house, { viewport });
    await visitor.open("/analysis/threedragons-dragons");
    await visitor.page.keyboard.press("v");
    await visitor.page.locator(".all li").nth(40).waitFor({ state: "attached" });
    const { record, engine, main } = await visitor.page.evaluate(() => {
      const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom + scrollY;
      return { record: bottom(".record"), engine: bottom(".leash"), main: document.documentElement.scrollHeight - bottom("main") };
    });
    assert.ok(main < 40, `${main} pixels below what there is`);
    assert.ok(record < engine, "the moves stand above what is thought of them");
    if (viewport.height === 800) assert.ok(record < 400, `the moves end at ${record}`);
    await visitor.leave();
  }
});

test("the positions of a running game between people are not analysed for them", { timeout: 60_000 }, async () => {
  const [ana, rui] = [await Visitor.enter(browser, house, { trouble: true }), await Visitor.enter(browser, house)];
  const id = await ana.newGame({ game: "neutreeko", opponent: "friend" });
  await rui.open(`/g/${id}`);
  await rui.join();
  await ana.page.goto(`${house.url}/analysis/neutreeko`);
  await ana.page.locator(".engine .error").filter({ hasText: /against somebody/ }).waitFor();
  assert.equal(await ana.page.locator(".lines li").count(), 0);
  await ana.leave();
  await rui.leave();
});

test("values can be seen in a game against a bot, and are off at first", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.newGame({ game: "neutreeko", opponent: "level:1" });
  await visitor.turn();
  assert.equal(await visitor.page.locator(".badge").count(), 0);
  await visitor.page.keyboard.press("v");
  await visitor.page.locator(".badge").first().waitFor();
  await visitor.shot("values-in-game");
  await visitor.page.keyboard.press("v");
  await visitor.until(() => !document.querySelector(".badge"));
  await visitor.leave();
});
