// Moves that are seen: one's own as well as others', what they turn and capture, once each, and not at all
// under reduced motion.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn();

/**
 * A visitor whose page notes down what it sets in motion, and what it shows as soon as it has heard an
 * update.
 */
async function watchful(options = {}) {
  const visitor = await Visitor.enter(browser, house, { reducedMotion: "no-preference", ...options });
  await visitor.page.addInitScript(() => {
    window.seen = [];
    window.heard = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      window.seen.push(`${options.id} ${this.getAttribute("data-cell")}`);
      return animate.call(this, frames, options);
    };
    window.WebSocket = class extends WebSocket {
      set onmessage(listener) {
        super.onmessage = (event) => {
          listener(event);
          const { type, now } = JSON.parse(event.data);
          if (type === "update")
            window.heard.push([now.ply, Number(document.querySelector(".game")?.dataset.ply)]);
        };
      }
    };
  });
  return visitor;
}

const seen = (visitor, kind) =>
  visitor.page.evaluate(
    (wanted) =>
      window.seen
        .filter((one) => one.startsWith(`${wanted} `))
        .map((one) => one.slice(wanted.length + 1))
        .sort(),
    kind,
  );

test("one's own move and the answer slide once each, and no move is held back", async () => {
  const visitor = await watchful();
  const id = await visitor.newGame({ game: "neutreeko", opponent: "random" });
  await visitor.turn();
  await visitor.cell("b1").click();
  await visitor.cell("c1").click();
  assert.deepEqual(
    await seen(visitor, "slide").then((slides) => slides.filter((cell) => cell === "c1")),
    ["c1"],
    "the own move slides at once",
  );
  await visitor.past(1);
  const { moves, now } = await house.get(`/api/games/${id}`);
  assert.deepEqual(await seen(visitor, "slide"), ["c1", now.last.cells.at(-1)].sort(), `${moves}`);
  const heard = await visitor.page.evaluate(() => window.heard);
  assert.ok(heard.length >= 2 && heard.every(([told, shown]) => told === shown), `${JSON.stringify(heard)}`);
  await visitor.leave();
});

test("a piece that is dragged to its place does not slide there again", async () => {
  const visitor = await watchful();
  await visitor.newGame({ game: "neutreeko", opponent: "self" });
  await visitor.turn();
  await visitor.cell("b1").dragTo(visitor.cell("c1"));
  await visitor.past(0);
  assert.deepEqual(await seen(visitor, "slide"), []);
  await visitor.leave();
});

test("what a move turns is seen to turn, and what it captures to go", async () => {
  const visitor = await watchful();
  const id = await visitor.newGame({
    game: "infection",
    opponent: "self",
    position: "o6/1o5/oooo3/oxoxx2/oooxx2/xooxx2/xoooxxo x 0 1",
  });
  await visitor.turn();
  await visitor.cell("e4").click();
  await visitor.cell("e5").click();
  await visitor.past(0);
  const { last } = (await house.get(`/api/games/${id}`)).now;
  const turned = last.changed.filter((cell) => !last.cells.includes(cell)).sort();
  assert.ok(turned.length >= 1, "the move turns something");
  assert.deepEqual([...new Set(await seen(visitor, "turn"))], turned);
  await visitor.newGame({
    game: "threedragons-power",
    opponent: "self",
    position: "M7M/9/9/9/C3C3C/B31B2W25/9/9/MW46M w 0 1",
  });
  await visitor.turn();
  await visitor.cell("b1").click();
  await visitor.cell("b4").click();
  await visitor.page.locator("dialog.choice .option", { hasText: "b1b4xa4" }).click();
  await visitor.past(0);
  assert.deepEqual([await seen(visitor, "slide"), await seen(visitor, "vanish")], [["b4"], ["a4"]]);
  await visitor.leave();
});

test("a move whose answer was lost with the line does not slide again", async () => {
  const visitor = await watchful({ trouble: true });
  let isCut = false;
  await visitor.page.routeWebSocket(/\/socket/, (near) => {
    const far = near.connectToServer();
    let isDeaf = false;
    near.onMessage((message) => {
      far.send(message);
      if (isCut || JSON.parse(message).type !== "move") return;
      isCut = isDeaf = true;
    });
    far.onMessage((message) => {
      if (!isDeaf) return near.send(message);
      far.close({ code: 1001 });
      near.close({ code: 3000, reason: "cut" });
    });
  });
  await visitor.newGame({ game: "neutreeko", opponent: "self" });
  await visitor.turn();
  await visitor.cell("b1").click();
  await visitor.cell("c1").click();
  await visitor.past(0);
  assert.deepEqual([isCut, await seen(visitor, "slide")], [true, ["c1"]]);
  await visitor.leave();
});

test("nothing moves under reduced motion", async () => {
  const visitor = await watchful({ reducedMotion: "reduce" });
  await visitor.page.addInitScript(() => {
    for (const kind of ["transitionrun", "animationstart"]) {
      addEventListener(
        kind,
        (event) =>
          window.seen.push(
            `${kind} ${event.propertyName ?? event.animationName} of ${event.target.className}`,
          ),
        true,
      );
    }
  });
  // A board that grows with the moves, so that the layout of the page changes as well.
  await visitor.newGame({ game: "knightline", opponent: "random" });
  await visitor.turn();
  const before = await visitor.page.locator(".touch").count();
  await visitor.move(new Dice(1));
  await visitor.past(1);
  assert.notEqual(await visitor.page.locator(".touch").count(), before);
  // What has begun is reported with the next frame.
  await visitor.page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  assert.deepEqual(await visitor.page.evaluate(() => window.seen), []);
  await visitor.leave();
});
