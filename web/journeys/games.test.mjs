// A whole game of every rule set against a bot, by touching the board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, Visitor, moveIn } from "../house.mjs";

/** A game that goes on for longer than this is given up: no such game is known of these bots. */
const PLIES_MAX = 400;

const { house, browser } = await moveIn();
const catalogue = await house.get("/api/catalogue");

test("a game of every rule set is played to its end", { timeout: 280_000 }, async (context) => {
  assert.equal(catalogue.games.length, 8);
  for (const [index, game] of catalogue.games.entries()) {
    await context.test(game.id, async () => {
      const visitor = await Visitor.enter(browser, house, { colorScheme: index % 2 ? "dark" : "light" });
      // The best bot there is ends the game soon.
      const id = await visitor.newGame({
        game: game.id,
        opponent: game.bots.includes("level:4") ? "level:4" : game.bots.at(-1),
        side: index % 3 ? "first" : "second",
      });
      const dice = new Dice(index + 1);
      let moves = 0;
      while (await visitor.turn()) {
        await visitor.move(dice);
        if (++moves === 4) await visitor.shot(`game-${game.id}`);
        assert.ok(moves < PLIES_MAX, "the game does not end");
      }
      await visitor.shot(`over-${game.id}`);
      const state = await house.get(`/api/games/${id}`);
      assert.ok(state.now.result, "the server knows the result");
      assert.equal(state.now.ply, await visitor.ply());
      const listed = await visitor.page.locator(".moves button").allTextContents();
      assert.deepEqual(listed, state.moves);
      const drawn = await visitor.page.locator(".board .stand").count();
      assert.equal(
        drawn,
        state.now.picture.cells.filter((cell) => cell.owner).length,
        "every piece is drawn",
      );
      await visitor.leave();
    });
  }
});

test("a new game is set up in the dialog", async () => {
  // The browser notes the refusal of a wrong position.
  const visitor = await Visitor.enter(browser, house, { trouble: true });
  await visitor.home();
  await visitor.shot("home");
  await visitor.page.getByRole("link", { name: "Play Three Dragons" }).click();
  const dialog = visitor.page.getByRole("dialog");
  await dialog.getByText("Three Dragons: Power").click();
  await dialog.locator('input[name="bot-level"]').fill("7");
  await dialog.locator('.segment', { hasText: "Black" }).click();
  await dialog.getByText("Own", { exact: true }).click();
  await dialog.locator('input[name="minutes"]').fill("7");
  await dialog.locator('input[name="increment"]').fill("4");
  await visitor.shot("new-game");
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await visitor.page.waitForSelector(".game");
  const state = await house.get(`/api/games/${new URL(visitor.page.url()).pathname.slice(3)}`);
  assert.equal(state.game.rules, "threedragons-power");
  assert.equal(state.now.seats[0].bot, "level:7");
  assert.deepEqual(state.game.clock, { initial_s: 420, increment_s: 4 });
  // A wrong position is refused in words, and the dialog stays.
  await visitor.home();
  await visitor.page.getByRole("link", { name: "Play Neutreeko" }).click();
  await dialog.locator('select[name="start"]').selectOption("own");
  await dialog.locator('input[name="position"]').fill("nonsense");
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await visitor.until(() => (document.querySelector("dialog .error")?.textContent ?? "").length > 5);
  await visitor.leave();
});

test("a finished game between two bots can be kept", async () => {
  const [visitor, other] = [await Visitor.enter(browser, house), await Visitor.enter(browser, house)];
  // The side to move wins with its next move, once there is a spectator.
  const id = await visitor.newGame({
    game: "neutreeko",
    position: "1w1w1/5/2w2/5/bb1b1 b",
    opponent: "perfect",
    watch: "perfect",
  });
  await other.open(`/g/${id}`);
  await visitor.page.getByRole("button", { name: "Keep", exact: true }).click();
  for (const { page } of [visitor, other])
    await page.getByRole("button", { name: "Kept", exact: true, disabled: true }).waitFor();
  assert.equal((await house.get(`/api/games/${id}`)).now.kept, true);
  await visitor.shot("kept");
  await visitor.leave();
  await other.leave();
});

test("two bots play while there is a spectator", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.newGame({ game: "neutreeko", opponent: "level:2", watch: "perfect" });
  await visitor.until(() => document.querySelector(".game")?.dataset.turn === "over");
  await visitor.leave();
});
