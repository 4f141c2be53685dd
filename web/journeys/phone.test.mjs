// On a phone: nothing to scroll sideways, the whole board in sight, everything large enough for a finger.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, Visitor, moveIn } from "../house.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
/** The least size of what a finger can hit, in CSS pixels. */
const FINGER = 40;

const { house, browser } = await moveIn();

async function fits(visitor, where) {
  const { wide, room, small } = await visitor.page.evaluate((finger) => {
    const shown = [
      ...document.querySelectorAll(
        "button, .button, .segment, .touch, summary, a, select, input:not([type=radio]):not([type=checkbox])",
      ),
    ].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest("#skip") &&
        element.id !== "skip",
    );
    const small = shown
      .map((element) => [element, element.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.width < finger - 0.5 || box.height < finger - 0.5));
    return {
      wide: document.documentElement.scrollWidth,
      room: innerWidth,
      small: small.map(([element, box]) => `${element.outerHTML.slice(0, 80)}: ${box.width}x${box.height}`),
    };
  }, FINGER);
  assert.ok(wide <= room, `${where} is ${wide} wide on ${room}`);
  assert.deepEqual(small, [], `${where} has small targets`);
}

test("home and its dialogs fit a phone", async () => {
  const visitor = await Visitor.enter(browser, house, PHONE);
  await visitor.home();
  await fits(visitor, "home");
  await visitor.shot("phone-home");
  for (const game of ["Neutreeko", "Ataxx", "Knight Line", "Three Dragons"]) {
    await visitor.page.getByRole("link", { name: `Play ${game}` }).tap();
    await visitor.page.waitForSelector("dialog.new");
    await fits(visitor, `the dialog of ${game}`);
    if (game === "Ataxx") await visitor.shot("phone-new-game");
    await visitor.page.getByRole("button", { name: "Close" }).tap();
    await visitor.page.waitForSelector("dialog", { state: "detached" });
  }
  await visitor.leave();
});

test("the board of every rule set fits a phone, and is played by touch", { timeout: 120_000 }, async () => {
  const catalogue = await house.get("/api/catalogue");
  for (const [index, game] of catalogue.games.entries()) {
    const visitor = await Visitor.enter(browser, house, {
      ...PHONE,
      colorScheme: index % 2 ? "light" : "dark",
      locale: index % 2 ? "pt-PT" : "en-GB",
    });
    await visitor.newGame({ game: game.id, opponent: "random", clock: { initial_s: 300, increment_s: 3 } });
    await visitor.turn();
    await fits(visitor, game.id);
    const { ".face": box } = await visitor.boxes(".face");
    assert.ok(
      box.width > 300 && box.x >= 0 && box.x + box.width <= 360.5 && box.y >= 0 && box.y + box.height <= 740,
      `${game.id}: the board is at ${JSON.stringify(box)}`,
    );
    const dice = new Dice(index);
    for (let moves = 0; moves < 2 && (await visitor.turn()); moves++)
      await visitor.move(dice, (cell) => cell.tap());
    await visitor.shot(`phone-${game.id}`);
    await visitor.leave();
  }
});

test("a board that has grown wide is scrolled in its frame", async () => {
  const visitor = await Visitor.enter(browser, house, PHONE);
  await visitor.newGame({
    game: "knightline",
    opponent: "random",
    position: "w2b2w2b2w2b2w2b2w2b2w2b2 w @m0",
  });
  await visitor.turn();
  await fits(visitor, "a wide board");
  const frame = await visitor.page
    .locator(".frame")
    .evaluate((element) => [element.scrollWidth, element.clientWidth, element.scrollLeft]);
  assert.ok(frame[0] > frame[1] && frame[2] > 0, `the frame is ${frame}`);
  await visitor.move(new Dice(6), (cell) => cell.tap());
  await visitor.shot("phone-wide");
  await visitor.leave();
});

test("a piece is dragged", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.newGame({ game: "neutreeko", opponent: "random" });
  await visitor.turn();
  const [from, to] = Object.values(await visitor.boxes('.touch[data-cell="b1"]', '.touch[data-cell="c1"]'));
  const { mouse } = visitor.page;
  await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await mouse.down();
  await mouse.move(from.x + from.width, from.y + from.height / 2, { steps: 4 });
  await mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await visitor.page.waitForSelector(".ghost");
  await visitor.shot("drag");
  await mouse.up();
  await visitor.past(0);
  assert.equal((await visitor.page.locator(".moves button").first().textContent()), "b1-c1");
  await visitor.leave();
});

test(
  "on its side a phone shows the whole board, and beside it what can be done",
  { timeout: 120_000 },
  async () => {
    const [width, height] = [740, 360];
    const catalogue = await house.get("/api/catalogue");
    for (const [index, game] of catalogue.games.entries()) {
      const visitor = await Visitor.enter(browser, house, {
        ...PHONE,
        viewport: { width, height },
        colorScheme: index % 2 ? "dark" : "light",
      });
      // No bot: by chance one may win with its first move, and the buttons of a finished game are others.
      await visitor.newGame({ game: game.id, opponent: "self", clock: { initial_s: 300, increment_s: 3 } });
      const dice = new Dice(index);
      // The answer may make the board grow.
      for (let moves = 0; moves < 2; moves++) {
        await visitor.turn();
        await visitor.move(dice, (cell) => cell.tap());
      }
      await visitor.turn();
      const page = await visitor.page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.scrollHeight,
      ]);
      assert.deepEqual(page, [width, height], `${game.id}: nothing is to be scrolled`);
      const { ".board": board, ...parts } = await visitor.boxes(
        ".board",
        ".player.top",
        ".player.bottom",
        ".status",
        ".actions",
      );
      assert.ok(
        board.x >= 0 && board.y >= 0 && board.y + board.height <= height && board.height > height * 0.6,
        `${game.id}: the board is at ${JSON.stringify(board)}`,
      );
      for (const [part, box] of Object.entries(parts)) {
        assert.ok(
          box.x >= board.x + board.width &&
            box.x + box.width <= width &&
            box.y >= 0 &&
            box.y + box.height <= height,
          `${game.id}: ${part} is at ${JSON.stringify(box)}, the board at ${JSON.stringify(board)}`,
        );
      }
      await visitor.shot(`side-${game.id}`);
      await visitor.leave();
    }
  },
);

test("other sizes fit too", async () => {
  for (const [width, height] of [
    [360, 640],
    [768, 1024],
    [844, 390],
    [1366, 768],
    [1920, 1080],
    [3840, 2160],
  ]) {
    const visitor = await Visitor.enter(browser, house, { viewport: { width, height } });
    await visitor.newGame({ game: "threedragons-dragons", opponent: "self" });
    await visitor.turn();
    const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${width}x${height}: ${wide} wide`);
    const { ".board": box } = await visitor.boxes(".board");
    assert.ok(
      box.x >= 0 && box.x + box.width <= width + 0.5 && box.y >= 0 && box.y + box.height <= height,
      `${width}x${height}: ${JSON.stringify(box)}`,
    );
    await visitor.shot(`size-${width}`);
    await visitor.leave();
  }
});
