// What is shown in a game: the winner, a bot's turn, what can move, the best move, invitations.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn();
const WINNING = { game: "neutreeko", position: "1w1w1/5/2w2/5/bb1b1 b" };

test("the winner sees a celebration, and the loser only the result", async () => {
  const [ana, rui] = [
    await Visitor.enter(browser, house, { reducedMotion: "no-preference" }),
    await Visitor.enter(browser, house, { reducedMotion: "no-preference", locale: "pt-PT" }),
  ];
  for (const { page } of [ana, rui]) {
    await page.addInitScript(() => {
      window.joy = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        if (options.id === "cheer") window.joy++;
        return animate.call(this, frames, options);
      };
    });
  }
  const id = await ana.newGame({ ...WINNING, opponent: "friend" });
  await rui.open(`/g/${id}`);
  await rui.join();
  await ana.turn();
  await ana.cell("d1").click();
  await ana.cell("c1").click();
  await ana.page.locator('.status[data-outcome="won"]', { hasText: "You won!" }).waitFor();
  await rui.page.locator('.status[data-outcome="lost"]', { hasText: "Perdeu." }).waitFor();
  assert.deepEqual(
    [await ana.page.evaluate(() => window.joy > 0), await rui.page.evaluate(() => window.joy)],
    [true, 0],
  );
  // Three in a row are marked one by one.
  assert.equal(await ana.page.locator(".jogo .deciding").count(), 3);
  await ana.shot("won");
  await ana.page.reload();
  await ana.page.locator('.status[data-outcome="won"]').waitFor();
  assert.equal(await ana.page.evaluate(() => window.joy), 0, "joy is for the moment");
  await Promise.all([ana.leave(), rui.leave()]);
});

test("a board that is decided as a whole is not covered with marks", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.newGame({
    game: "ataxx",
    opponent: "self",
    position: "xxxxxxx/xxxxxxx/xxxxxxx/ooooxxx/ooooooo/ooooooo/oooooo1 o 0 1",
  });
  await visitor.turn();
  await visitor.cell("f1").click();
  await visitor.cell("g1").click();
  await visitor.page.locator(".won").waitFor();
  assert.equal(await visitor.page.locator(".jogo .deciding").count(), 0);
  assert.equal(await visitor.page.locator(".decided .decider").count(), 25);
  await visitor.leave();
});

test("pieces that can move are marked, and the turn of a bot is shown", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.newGame({ game: "neutreeko", opponent: "level:1" });
  await visitor.turn();
  assert.equal(await visitor.page.locator(".movable").count(), 3);
  await visitor.cell("b1").click();
  assert.equal(await visitor.page.locator(".movable").count(), 0, "one is chosen");
  // What marks it lies under it, and it is drawn as before.
  const chosen = await visitor.page.evaluate(() => {
    const [piece, mark] = [
      document.querySelector('.stand[data-cell="b1"]'),
      document.querySelector(".jogo .touched"),
    ];
    return [
      getComputedStyle(piece).opacity,
      !!(mark.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING),
    ];
  });
  assert.deepEqual(chosen, ["1", true], "a chosen piece stays a piece");
  // The line swallows the bot's answer, so that it thinks for as long as it is looked at.
  await visitor.page.routeWebSocket(/\/socket/, (near) => {
    const far = near.connectToServer();
    near.onMessage((message) => far.send(message));
    far.onMessage((message) => JSON.parse(message).now?.ply === 2 || near.send(message));
  });
  await visitor.page.reload();
  await visitor.turn();
  await visitor.cell("b1").click();
  await visitor.cell("c1").click();
  await visitor.page.locator(".status", { hasText: "Level 1 is thinking" }).waitFor();
  await visitor.leave();
});

test("no coordinate lies under a piece", async () => {
  const catalogue = await house.get("/api/catalogue");
  for (const { id } of catalogue.games) {
    const visitor = await Visitor.enter(browser, house);
    await visitor.newGame({ game: id, opponent: "self" });
    await visitor.turn();
    const hidden = await visitor.page.evaluate(() => {
      const pieces = [...document.querySelectorAll(".stand")].map((piece) => piece.getBoundingClientRect());
      const labels = [...document.querySelectorAll(".labels span")];
      if (!labels.length) return ["there are none"];
      return labels.filter((label) => {
        const range = document.createRange();
        range.selectNodeContents(label);
        const box = range.getBoundingClientRect();
        return pieces.some(
          (piece) =>
            box.left < piece.right &&
            piece.left < box.right &&
            box.top < piece.bottom &&
            piece.top < box.bottom,
        );
      }).map((label) => label.textContent);
    });
    assert.deepEqual(hidden, [], id);
    await visitor.leave();
  }
});

test("the best move is the loudest, and values are words with a legend", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.newGame({ game: "neutreeko", opponent: "self" });
  await visitor.turn();
  await visitor.page.getByRole("button", { name: "Hint" }).click();
  await visitor.page.locator(".arrow").first().waitFor();
  const widths = await visitor.page.evaluate(() => ["rank-1", "rank-2", "rank-3"].map((rank) => {
    const arrow = document.querySelector(`.arrow.${rank}`);
    return (
      Number.parseFloat(getComputedStyle(arrow.querySelector(".shaft")).strokeWidth) *
      Number(getComputedStyle(arrow).opacity)
    );
  }));
  assert.ok(widths[0] > 2 * widths[1] && widths[0] > 2 * widths[2], `${widths}`);
  assert.match(await visitor.page.locator(".analysis li").first().innerText(), /draw/);
  await visitor.page.getByText("✓ wins, ✗ loses, = draws").waitFor();
  await visitor.leave();
});

test("values are written as the language does", async () => {
  for (const [locale, hint, value] of [
    ["en-GB", "Hint", /^[+−]\d+\.\d$/],
    ["pt-PT", "Dica", /^[+−]\d+,\d$/],
  ]) {
    const visitor = await Visitor.enter(browser, house, { locale });
    await visitor.newGame({ game: "ataxx", opponent: "self" });
    await visitor.turn();
    await visitor.page.getByRole("button", { name: hint, exact: true }).click();
    await visitor.page.locator(".analysis .sign").first().waitFor();
    assert.match(await visitor.page.locator(".analysis .sign").first().textContent(), value);
    await visitor.leave();
  }
});

test("the list of moves takes the room that there is, and a pass is a word", async () => {
  const visitor = await Visitor.enter(browser, house, { viewport: { width: 1280, height: 900 } });
  await visitor.newGame({ game: "ataxx", opponent: "self", position: "x--4/---4/---4/7/7/5oo/5oo x 0 1" });
  await visitor.page.getByRole("button", { name: "Pass", exact: true }).click();
  await visitor.past(0);
  assert.equal(await visitor.page.locator(".moves button").first().textContent(), "pass");
  const { ".moves": list, ".side": side } = await visitor.boxes(".moves", ".side");
  assert.ok(list.height > 330, `the list is ${list.height} high`);
  assert.ok(side.y + side.height <= 900, "nothing lies below the window");
  await visitor.leave();
});

test("an invitation names the player, and can be cancelled; another game can be begun from a game", async () => {
  const [ana, rui] = [
    await Visitor.enter(browser, house),
    await Visitor.enter(browser, house, { trouble: true }),
  ];
  const id = await ana.newGame({ game: "infection", opponent: "friend", name: "Ana" });
  await rui.open(`/g/${id}`);
  await rui.page.getByRole("heading", { name: "Ana invites you to The 7th Guest: Infection" }).waitFor();
  await ana.page.getByRole("button", { name: "Cancel the invitation" }).click();
  await ana.page.waitForURL(`${house.url}/`);
  await rui.page.getByRole("heading", { name: "No such game" }).waitFor();
  await ana.newGame({ game: "infection", opponent: "self" });
  await ana.turn();
  await ana.page.getByRole("link", { name: "New game" }).click();
  await ana.page.getByRole("dialog", { name: "New game of Ataxx" }).waitFor();
  assert.equal(await ana.page.locator('input[name="rules"]:checked').inputValue(), "infection");
  await Promise.all([ana.leave(), rui.leave()]);
});

test("the first page leads to every rule set, and the dragons' card to dragons", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.home();
  const catalogue = await house.get("/api/catalogue");
  const links = await visitor.page
    .locator(".card a[data-do=new]")
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute("href")));
  assert.deepEqual([...new Set(links)].sort(), catalogue.games.map(({ id }) => `/new/${id}`).sort());
  await visitor.page.getByText("The 7th Guest: Infection").waitFor();
  await visitor.page.getByRole("link", { name: "Play Three Dragons" }).click();
  await visitor.page.locator("dialog.new").waitFor();
  assert.equal(
    await visitor.page.locator('input[name="rules"]:checked').inputValue(),
    "threedragons-dragons",
  );
  await visitor.leave();
});

test("headings of the rules follow one another", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.home();
  await visitor.page.getByRole("link", { name: "Rules of Neutreeko" }).click();
  await visitor.page.locator("dialog .prose h3").first().waitFor();
  const ranks = (selector) =>
    visitor.page
      .locator(selector)
      .evaluateAll((headings) => headings.map((heading) => Number(heading.tagName[1])));
  const follow = (list) => list.every((rank, index) => rank <= (list[index - 1] ?? 1) + 1);
  assert.ok(follow([1, ...(await ranks("dialog :is(h2, h3, h4, h5)"))]));
  // One parser reads the Markdown: the dialog shows the blocks of the page, all but its title.
  const blocks = (selector) =>
    visitor.page.locator(selector).evaluateAll((found) => found.map((block) => block.textContent));
  const inDialog = await blocks("dialog .prose > :not(figure)");
  await visitor.page.goto(`${house.url}/rules/neutreeko`);
  assert.deepEqual(inDialog, (await blocks("article.prose > :not(figure)")).slice(1));
  await visitor.page.goto(`${house.url}/rules/threedragons-dragons`);
  assert.ok(follow(await ranks("main :is(h1, h2, h3, h4)")));
  await visitor.leave();
});
