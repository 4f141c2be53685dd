// Finished games: reviewed, tried again, looked for, explored; and positions that are put together by hand.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Visitor, moveIn } from "../house.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { house, browser } = await moveIn();

async function judge(visitor, where) {
  if (!(await visitor.page.evaluate(() => "axe" in window))) await visitor.page.evaluate(AXE);
  const found = await visitor.page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations);
  const serious = found.filter((one) => ["serious", "critical"].includes(one.impact));
  assert.deepEqual(serious.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`), [], where);
}

const LOCALES = ["en-GB", "pt-PT"];

/** Types moves and resigns. */
async function played(visitor, wish, moves) {
  const id = await visitor.newGame({ opponent: "self", ...wish });
  for (const [ply, move] of moves.entries()) {
    await visitor.turn();
    await visitor.page.locator("#typed").fill(move);
    await visitor.page.locator("#typed").press("Enter");
    await visitor.past(ply);
  }
  await visitor.page.keyboard.press("Escape");
  await visitor.page.locator(".actions button").filter({ hasText: /Resign|Desistir|Abandonar/ }).click();
  await visitor.page.locator("dialog .danger").click();
  await visitor.until(() => document.querySelector(".game").dataset.turn === "over");
  return id;
}

for (const [locale, words] of [["en-GB", { turned: /kept the win/, right: /is right/ }], ["pt-PT", { turned: /mantinha a vitória/, right: /está certo/ }]]) {
  test(`a game is reviewed and tried again, ${locale}`, { timeout: 120_000 }, async () => {
    const visitor = await Visitor.enter(browser, house, { locale });
    await visitor.home();
    await played(visitor, { game: "neutreeko", position: "3w1/b4/5/bw3/1wb2 b" }, ["a2-a1", "d5-e4"]);
    await visitor.page.locator(".actions button").filter({ hasText: /Review|Revisão/ }).click();
    await visitor.page.waitForSelector(".turns li");
    assert.match(await visitor.page.locator(".turns li").first().textContent(), words.turned);
    await visitor.page.locator(".graph").waitFor();
    await visitor.shot(`review-${locale}`);
    await judge(visitor, "review");
    // The link leads here again, without another review.
    await visitor.until(() => location.search.includes("review=1"));
    await visitor.page.reload();
    await visitor.page.waitForSelector(".turns li");
    // The graph is a way through the game, for the pointer and for the keys.
    const graph = await visitor.page.locator(".graph").boundingBox();
    await visitor.page.mouse.click(graph.x + 2, graph.y + graph.height / 2);
    await visitor.until(() => document.querySelector(".analysis-page").dataset.ply === "0");
    await visitor.page.mouse.click(graph.x + graph.width - 2, graph.y + graph.height / 2);
    await visitor.until(() => document.querySelector(".analysis-page").dataset.ply === "2");
    await visitor.page.locator('.graph-frame input[type="range"]').press("ArrowLeft");
    await visitor.until(() => document.querySelector(".analysis-page").dataset.ply === "1");
    // A hint names the piece, the solution makes the move, and what is left can be played out against a bot.
    const tried = (nth) => visitor.page.locator(".attempt button").nth(nth);
    await visitor.page.locator(".turns li button").nth(1).click();
    await tried(0).click();
    await visitor.page.locator(".attempt").filter({ hasText: /a2/ }).waitFor();
    await tried(2).click();
    await visitor.page.locator("dialog button.primary").waitFor();
    await visitor.page.keyboard.press("Escape");
    await visitor.page.waitForSelector("dialog", { state: "detached" });
    await tried(1).click();
    await visitor.until(() => document.querySelector('.tree [aria-current="true"]')?.textContent.includes("a2-a3"));
    await visitor.page.locator(".attempt").filter({ hasText: /a2-a3/ }).waitFor();
    // Another try: a wrong move, then the right one.
    await visitor.page.locator(".turns li button").nth(1).click();
    await visitor.page.locator(".attempt button").first().waitFor();
    await visitor.page.locator("#typed").fill("a2-c4");
    await visitor.page.locator("#typed").press("Enter");
    await visitor.page.locator(".attempt").filter({ hasText: /a2-c4/ }).waitFor();
    await visitor.until(() => document.querySelector(".analysis-page").dataset.ply === "0");
    await visitor.page.locator("#typed").fill("a2-a3");
    await visitor.page.locator("#typed").press("Enter");
    await visitor.page.locator(".attempt .right").filter({ hasText: words.right }).waitFor();
    await visitor.leave();
  });
}

test("on a phone what is tried again is asked below the board, and nothing tells the answer", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { viewport: { width: 360, height: 740 }, hasTouch: true });
  const { page } = visitor;
  await visitor.home();
  await played(visitor, { game: "neutreeko", position: "3w1/b4/5/bw3/1wb2 b" }, ["a2-a1", "d5-e4"]);
  await page.locator(".actions button").filter({ hasText: "Review" }).click();
  await page.locator(".turns li button").nth(1).waitFor();
  await page.locator(".explorer summary").click();
  await page.locator(".explored tbody tr").first().waitFor();
  await page.locator(".turns li button").nth(1).click();
  await page.locator(".attempt button").nth(3).waitFor();
  await visitor.until(() => document.activeElement?.classList.contains("touch"));
  const { ".frame": frame, ".attempt": asked } = await visitor.boxes(".frame", ".attempt");
  assert.ok(frame.top >= 0 && asked.bottom <= 740, `the board begins at ${frame.top}, what is asked ends at ${asked.bottom}`);
  assert.ok(!(await page.locator("main").innerText()).includes("a2-a3"), "the answer is nowhere");
  await visitor.shot("try-phone");
  await page.getByRole("button", { name: "Leave it" }).click();
  await page.locator(".turns li").first().waitFor();
  await visitor.leave();
});

for (const locale of LOCALES) test(`games of all families are reviewed, ${locale}`, { timeout: 240_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { locale });
  for (const rules of ["ataxx", "knightline", "threedragons-dragons"]) {
    const { places } = await visitor.page.request.post(`${house.url}/api/study`, { data: { game: rules } }).then((answer) => answer.json());
    const id = await played(visitor, { game: rules }, [places[0].moves.at(-1).move]);
    await visitor.page.goto(`${house.url}/analysis/${rules}?g=${id}&review=1`);
    await visitor.page.locator(".graph").waitFor();
    await visitor.page.locator(".review-body p").filter({ hasText: locale === "en-GB" ? /Accuracy/ : /Precisão/ }).waitFor();
  }
  await visitor.leave();
});

for (const locale of LOCALES) test(`the library is filtered, opened and emptied, ${locale}`, { timeout: 120_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { locale });
  await visitor.home();
  await played(visitor, { game: "neutreeko" }, ["b1-c1"]);
  const others = ["knightline", "threedragons-dragons"];
  for (const game of others) await visitor.newGame({ game, opponent: "self" });
  await visitor.newGame({ game: "ataxx", opponent: "level:1" });
  await visitor.page.goto(`${house.url}/library`);
  await visitor.page.locator(".library li").nth(3).waitFor();
  await visitor.page.getByRole("heading", { name: locale === "en-GB" ? "All your games" : "Todos os seus jogos" }).waitFor();
  await judge(visitor, "library");
  await visitor.shot("library");
  const count = async (expected) => {
    await visitor.until((wanted) => document.querySelectorAll(".library li").length === wanted, expected);
  };
  for (const game of others) {
    await visitor.page.locator('select[name="game"]').selectOption(game);
    await count(1);
  }
  await visitor.page.locator('select[name="game"]').selectOption("ataxx");
  await count(1);
  await visitor.page.locator('select[name="opponent"]').selectOption("self");
  await count(0);
  await visitor.page.locator('select[name="opponent"]').selectOption("");
  await visitor.page.locator('select[name="game"]').selectOption("");
  await visitor.page.locator('select[name="result"]').selectOption("over");
  await count(1);
  await visitor.page.locator('select[name="result"]').selectOption("");
  await visitor.page.locator('input[name="to"]').fill("2020-01-01");
  await count(0);
  await visitor.page.locator('input[name="to"]').fill("");
  await count(4);
  const gone = await visitor.page.locator(".library li").first().getAttribute("data-game");
  await visitor.page.locator(".library li .deeds button").first().click();
  await visitor.page.locator("dialog .danger").click();
  await count(3);
  // Nobody else lists it, so it is out of the store too.
  assert.equal((await fetch(`${house.url}/api/games/${gone}`)).status, 404);
  // A game that is over leads to its review; every one can be saved.
  const [over] = await visitor.page.locator('.library li .deeds a[href*="review=1"]').evaluateAll((links) => links.map((link) => link.pathname + link.search));
  const [record] = await visitor.page.locator('.library li .deeds a[href$="record.txt"]').evaluateAll((links) => links.map((link) => link.pathname));
  assert.match(await house.get(record), /^\[Game "/);
  await visitor.page.locator(".library li a").first().click();
  await visitor.page.waitForSelector(".game");
  await visitor.page.goto(house.url + over);
  await visitor.page.locator(".graph").waitFor();
  await visitor.leave();
});

test("what was played is explored without names", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.open(`/analysis/neutreeko?${new URLSearchParams({ p: "3w1/b4/5/bw3/1wb2 b" })}`);
  await visitor.page.locator(".explorer summary").click();
  await visitor.page.locator(".explored tbody tr").first().waitFor();
  assert.match(await visitor.page.locator(".explored tbody").textContent(), /a2-a1/);
  // Known results stand before all others.
  assert.match(await visitor.page.locator(".explored tbody tr").first().textContent(), /a2-a3.*wins in 9 of your moves/);
  await visitor.shot("explorer");
  await visitor.page.locator(".explored tbody button").first().click();
  await visitor.until(() => document.querySelector(".analysis-page").dataset.ply === "1");
  await visitor.leave();
});

for (const locale of LOCALES) test(`games of all families are explored, ${locale}`, { timeout: 120_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { locale });
  for (const rules of ["ataxx", "knightline", "threedragons-dragons"]) {
    const { places } = await visitor.page.request.post(`${house.url}/api/study`, { data: { game: rules } }).then((answer) => answer.json());
    const { move } = places[0].moves[0];
    await played(visitor, { game: rules }, [move]);
    await visitor.page.goto(`${house.url}/analysis/${rules}`);
    await visitor.page.locator(".explorer summary").click();
    const row = visitor.page.locator(".explored tbody tr").filter({ has: visitor.page.getByRole("button", { name: move, exact: true }) });
    await row.first().waitFor();
    // A game that was won by resignation, or a result that is proved.
    assert.match(await row.first().textContent(), locale === "en-GB" ? /%|loses|wins/ : /%|perde|ganha/);
    await judge(visitor, `explorer of ${rules}`);
  }
  await visitor.leave();
});

for (const [rules, name] of [["neutreeko", "Neutreeko"], ["ataxx", "Ataxx"], ["knightline", "Knight Line"], ["threedragons-dragons", "Three Dragons"]]) {
  for (const locale of LOCALES) test(`a position of ${name} is put together by hand, ${locale}`, { timeout: 120_000 }, async () => {
    const visitor = await Visitor.enter(browser, house, { locale, permissions: ["clipboard-read", "clipboard-write"] });
    await visitor.page.goto(`${house.url}/editor/${rules}`);
    await visitor.page.waitForSelector(".editor-page");
    const start = await visitor.page.locator(".editor-page").getAttribute("data-position");
    const changes = (count) => visitor.until((wanted) => document.querySelector(".editor-page").dataset.changes === String(wanted), count);
    // The keyboard alone: a piece on the cell that has the focus, and it is taken off again.
    const cell = await visitor.page.locator('.touch[tabindex="0"]').getAttribute("data-cell");
    await visitor.page.locator('.touch[tabindex="0"]').focus();
    await visitor.page.keyboard.press("Enter");
    await changes(1);
    await visitor.page.keyboard.press("Control+z");
    await changes(0);
    assert.equal(await visitor.page.locator(".editor-page").getAttribute("data-position"), start);
    // The other side to move is a change of the text.
    await visitor.page.locator('input[name="turn"][value="second"]').check({ force: true });
    await changes(1);
    const piece = await visitor.page.locator(".stand").first().getAttribute("data-cell");
    await visitor.page.locator('input[name="content"][value="0"]').check({ force: true });
    await visitor.cell(piece).click();
    await changes(2);
    const verdict = await visitor.page.locator(".verdict").textContent();
    assert.match(verdict, locale === "en-GB" ? /\b(the|position|has|must|is)\b/i : /\b(têm|tem|posição|jogo|de|há)(?=\s|$)/i, cell);
    // What can be put on the board is drawn with the cell below: a gap is nothing but its rim without.
    if (rules === "ataxx") assert.equal(await visitor.page.locator(".segment .cell.gap .ground").count(), 1);
    await judge(visitor, `editor of ${rules}`);
    await visitor.shot(`editor-${rules}-${locale}`);
    await visitor.page.locator(".side .buttons button").first().click();
    await changes(1);
    // It leaves as text, as a link, as a game and to the analysis board.
    const position = await visitor.page.locator(".editor-page").getAttribute("data-position");
    const way = (nth) => visitor.page.locator(".tools button").nth(nth);
    const copied = () => visitor.page.evaluate(() => navigator.clipboard.readText());
    await way(2).click();
    await visitor.page.locator(".toast").first().waitFor();
    assert.equal(await copied(), position);
    await way(3).click();
    await visitor.until(async () => (await navigator.clipboard.readText()).startsWith("http"));
    const link = await copied();
    await way(0).click();
    await visitor.page.waitForSelector(".analysis-page");
    await visitor.until((shown) => document.querySelector(".analysis-page").dataset.position === shown, position);
    await visitor.page.goto(link);
    await visitor.page.waitForSelector(".editor-page");
    assert.equal(await visitor.page.locator(".editor-page").getAttribute("data-position"), position);
    await way(1).click();
    await visitor.page.locator("dialog button.primary").click();
    await visitor.page.waitForURL(/\/g\//);
    await visitor.page.waitForSelector(".game");
    await visitor.leave();
  });
}

test("a review that would help with a running game between people is refused, and the board stays", { timeout: 60_000 }, async () => {
  const [ana, rui] = [await Visitor.enter(browser, house, { trouble: true }), await Visitor.enter(browser, house)];
  await ana.home();
  const own = await played(ana, { game: "neutreeko" }, ["b1-c1"]);
  const id = await ana.newGame({ game: "neutreeko", opponent: "friend" });
  await rui.open(`/g/${id}`);
  await rui.join();
  await ana.page.goto(`${house.url}/analysis/neutreeko?g=${own}&review=1`);
  await ana.page.locator(".toast").filter({ hasText: /against somebody/ }).waitFor();
  assert.equal(await ana.page.locator(".graph").count(), 0);
  assert.ok((await ana.page.locator(".touch").count()) > 0);
  await ana.leave();
  await rui.leave();
});
