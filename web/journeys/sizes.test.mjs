// Small windows: phones upright and on their side, and a desk at 200 % zoom. What is asked is in sight, and
// nothing is cut off or covered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn(["--claim-after", "1"]);

/** Widths and heights in CSS pixels; the last is 1280x720 at 200 %. */
const SIZES = [[320, 568], [360, 640], [375, 667], [390, 844], [844, 390], [640, 360]];
const LANGUAGES = ["en-GB", "pt-PT"];

/** Asserts that elements lie in the window as a whole, and that no part of them is covered. */
async function inSight(visitor, locator, where) {
  await locator.first().waitFor();
  const hidden = await locator.evaluateAll((elements) => {
    const isHit = (element, x, y) => element.contains(document.elementFromPoint(x, y));
    return elements
      .map((element) => [element, element.getBoundingClientRect()])
      .filter(
        ([element, { left, top, right, bottom }]) =>
          left < 0 ||
          top < 0 ||
          right > innerWidth ||
          bottom > innerHeight ||
          !isHit(element, (left + right) / 2, top + 4) ||
          !isHit(element, (left + right) / 2, bottom - 4),
      )
      .map(([element, box]) => `${element.outerHTML.slice(0, 90)} at ${JSON.stringify(box)}`);
  });
  assert.deepEqual(hidden, [], where);
}

for (const [index, [width, height]] of SIZES.entries()) {
  const options = {
    viewport: { width, height },
    isMobile: width !== 640,
    hasTouch: width !== 640,
    locale: LANGUAGES[index % 2],
    colorScheme: index % 2 ? "dark" : "light",
  };
  const size = `${width}x${height}`;

  test(`${size}: nothing on the first page is cut off`, async () => {
    const visitor = await Visitor.enter(browser, house, options);
    await visitor.home();
    const cut = await visitor.page.evaluate(() =>
      [...document.querySelectorAll(".card, .card .words, .card .buttons, .card .button, .card h2, .hero h1")]
        .filter((element) => {
          const [box, room] = [
            element.getBoundingClientRect(),
            (element.closest(".card") ?? document.documentElement).getBoundingClientRect(),
          ];
          return (
            element.scrollWidth > element.clientWidth + 1 ||
            box.right > room.right + 0.5 ||
            box.bottom > room.bottom + 0.5 ||
            box.right > innerWidth
          );
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(cut, []);
    await inSight(
      visitor,
      visitor.page.locator(".card").first().locator(".button"),
      "the first game can be begun without scrolling",
    );
    await visitor.shot(`home-${size}`);
    await visitor.leave();
  });

  test(`${size}: what a game asks is in sight`, async () => {
    const [ana, rui] = [
      await Visitor.enter(browser, house, options),
      await Visitor.enter(browser, house, options),
    ];
    const id = await ana.newGame({
      game: "ataxx",
      opponent: "friend",
      name: "Ana",
      clock: { initial_s: 300, increment_s: 3 },
    });
    await rui.open(`/g/${id}`);
    await inSight(rui, rui.page.locator(".banner.invite .primary"), "Join");
    await rui.shot(`invited-${size}`);
    await rui.join();
    await ana.turn();
    await inSight(ana, ana.page.locator("a.brand"), "the way home");
    await ana.move(new Dice(1));
    await rui.turn();
    // The other side asks to take the move back.
    await ana.page.locator(".actions button").first().click();
    await inSight(rui, rui.page.locator(".asks button"), "Accept and decline");
    await rui.page.locator(".asks button").nth(1).click();
    await rui.page.locator(".asks button").first().waitFor({ state: "detached" });
    await rui.move(new Dice(2));
    await ana.turn();
    await ana.move(new Dice(3));
    await rui.context.close();
    await inSight(ana, ana.page.locator(".asks .primary"), "Claim");
    await ana.newGame({ game: "ataxx", opponent: "self", position: "x--4/---4/---4/7/7/5oo/5oo x 0 1" });
    await inSight(ana, ana.page.locator(".asks button"), "Pass");
    await ana.shot(`pass-${size}`);
    await ana.leave();
  });

  test(`${size}: what is wrong with a typed move covers nothing`, async () => {
    const visitor = await Visitor.enter(browser, house, options);
    await visitor.newGame({ game: "ataxx", opponent: "self" });
    await visitor.turn();
    const typed = visitor.page.locator("#typed");
    await typed.fill("zz9");
    await typed.press("Enter");
    await visitor.page.locator(".type .error", { hasText: "zz9" }).waitFor();
    await inSight(visitor, typed, "the field");
    assert.equal(await visitor.page.locator(".toast").count(), 0);
    await visitor.page.locator(".touch:not(.start)").first().scrollIntoViewIfNeeded();
    // A touch that leads nowhere is answered where it covers neither the board nor what can be done.
    await visitor.page.locator('.touch[data-cell="d4"]').click();
    await visitor.page.locator(".toast").waitFor();
    const covered = await visitor.page.evaluate(() => {
      document.querySelector(".side").scrollTop = 0;
      const box = document.querySelector(".toast").getBoundingClientRect();
      return [...document.querySelectorAll("#typed, .actions button, .asks button")].filter((element) => {
        const other = element.getBoundingClientRect();
        return (
          box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom
        );
      }).length;
    });
    assert.equal(covered, 0);
    await visitor.leave();
  });
}
