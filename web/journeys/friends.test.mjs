// Two people play each other by a link while a third watches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn();

const sides = (visitor) => visitor.page.locator(".player.bottom .who").textContent();

test("a friend joins by the link, a third person watches", { timeout: 120_000 }, async () => {
  const [ana, rui, eva] = await Promise.all([
    Visitor.enter(browser, house),
    Visitor.enter(browser, house, { locale: "pt-PT" }),
    Visitor.enter(browser, house),
  ]);
  await ana.home();
  await ana.page.getByRole("link", { name: "Play Three Dragons" }).click();
  const dialog = ana.page.getByRole("dialog");
  await dialog.getByText("A friend").click();
  await dialog.locator('input[name="name"]').fill("Ana");
  await ana.shot("new-friend");
  await dialog.getByRole("button", { name: "Create the link" }).click();
  await ana.page.waitForSelector(".banner.invite");
  await ana.shot("waiting");
  const link = await ana.page.getByLabel("Link", { exact: true }).inputValue();
  const path = new URL(link).pathname;

  // Looking at the link takes no seat.
  await rui.open(path);
  await eva.open(path);
  assert.equal((await house.get(`/api${path.replace("/g/", "/games/")}`)).now.seats[1].open, true);
  await rui.page.getByLabel("O seu nome").fill("Rui");
  await rui.shot("invited");
  await rui.page.getByRole("button", { name: "Entrar no jogo" }).waitFor();
  await rui.join();
  await ana.until(() => document.querySelector(".player.top")?.textContent.includes("Rui"));
  await eva.page.waitForSelector(".watching");

  const dice = new Dice(5);
  for (let turn = 0; turn < 3; turn++) {
    for (const player of [ana, rui]) {
      if (await player.turn()) await player.move(dice);
    }
  }
  const ply = await rui.ply();
  await Promise.all([ana, eva].map((visitor) => visitor.past(ply - 1)));
  const picture = (visitor) =>
    visitor.page
      .locator(".touch")
      .evaluateAll((cells) =>
        cells
          .map(
            (cell) =>
              cell.dataset.cell +
              (cell.getAttribute("aria-label").match(/Black|White|Pretas|Brancas/) ? "+" : ""),
          )
          .sort(),
      );
  assert.deepEqual(await picture(eva), await picture(ana));
  await eva.shot("spectator");

  // A takeback is asked for, and given.
  await rui.page.getByRole("button", { name: "Voltar atrás" }).click();
  await ana.shot("offer");
  await ana.page.getByRole("button", { name: "Accept" }).click();
  await eva.until((before) => Number(document.querySelector(".game")?.dataset.ply) < before, ply);
  // A draw is offered, and declined.
  await ana.page.getByRole("button", { name: "Draw" }).click();
  await rui.page.getByRole("button", { name: "Recusar" }).click();
  await ana.page.waitForSelector(".banner", { state: "detached" });
  // One side resigns.
  await rui.page.getByRole("button", { name: "Desistir" }).click();
  await rui.page.locator("dialog .danger").click();
  for (const visitor of [ana, rui, eva])
    await visitor.until(() => document.querySelector(".game")?.dataset.turn === "over");

  // A rematch, with sides swapped.
  const before = await sides(ana);
  await ana.page.getByRole("button", { name: "Rematch" }).click();
  await rui.page.getByRole("button", { name: "Aceitar" }).click();
  for (const visitor of [ana, rui])
    await visitor.page.waitForURL((url) => url.pathname !== path && url.pathname.startsWith("/g/"));
  await ana.page.waitForSelector(".game");
  await rui.page.waitForSelector(".game");
  assert.equal(ana.page.url(), rui.page.url());
  await ana.until((was) => document.querySelector(".player.bottom .who")?.textContent !== was, before);
  if (await rui.turn()) await rui.move(dice);
  if (await ana.turn()) await ana.move(dice);
  await Promise.all([ana, rui, eva].map((visitor) => visitor.leave()));
});

test("a seat moves to another device by a code", async () => {
  const [desk, phone] = await Promise.all([
    Visitor.enter(browser, house),
    Visitor.enter(browser, house, { viewport: { width: 360, height: 740 } }),
  ]);
  await desk.newGame({ game: "ataxx", opponent: "greedy" });
  await desk.turn();
  await desk.page.getByRole("button", { name: "Share", exact: true }).click();
  await desk.shot("share");
  await desk.page.getByRole("button", { name: "Get a code" }).click();
  const code = await desk.page.locator(".seat-code").textContent();
  await desk.page.keyboard.press("Escape");
  await phone.home();
  await phone.page.getByText("Another device").click();
  await phone.page.getByLabel("A code from your other device").fill(code);
  await phone.page.getByRole("button", { name: "Take the seat" }).click();
  await phone.page.waitForSelector(".game");
  if (await phone.turn()) await phone.move(new Dice(2));
  await desk.until(() => document.querySelector(".watching"));
  await Promise.all([desk, phone].map((visitor) => visitor.leave()));
});

test("the list of games follows what others do", { timeout: 120_000 }, async () => {
  const [ana, rui] = await Promise.all([Visitor.enter(browser, house), Visitor.enter(browser, house)]);
  const id = await ana.newGame({ game: "neutreeko", opponent: "friend", side: "first", name: "Ana" });
  await rui.open(`/g/${id}`);
  await rui.page.getByLabel("Your name").fill("Rui");
  await rui.join();
  await rui.home();
  const row = rui.page.locator(".mine li").first();
  await row.waitFor();
  assert.equal(await row.locator(".yours").count(), 0);
  const dice = new Dice(5);
  if (await ana.turn()) await ana.move(dice);
  await row.locator(".yours").waitFor();
  await ana.leave();
  await rui.leave();
});
