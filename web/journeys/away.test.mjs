// What goes out of the page: links, texts, codes for cameras, sounds; and people who leave.
import assert from "node:assert/strict";
import { test } from "node:test";
import jsQR from "jsqr";
import { Dice, Visitor, moveIn } from "../house.mjs";

const PUBLIC = "http://play.example.org";
const { house, browser } = await moveIn(["--public-url", PUBLIC, "--claim-after", "1"]);

test("a game is claimed when the other side has left", async () => {
  const [ana, rui] = await Promise.all([Visitor.enter(browser, house), Visitor.enter(browser, house)]);
  const id = await ana.newGame({
    game: "neutreeko",
    opponent: "friend",
    clock: { initial_s: 600, increment_s: 0 },
  });
  await rui.open(`/g/${id}`);
  await rui.join();
  const dice = new Dice(1);
  for (const player of [ana, rui, ana]) {
    await player.turn();
    await player.move(dice);
  }
  await rui.turn();
  assert.equal(
    await ana.page.getByRole("button", { name: "Claim the game" }).count(),
    0,
    "nobody has left yet",
  );
  await rui.leave();
  await ana.page.getByText("The other side has left").waitFor();
  const claim = ana.page.getByRole("button", { name: "Claim the game" });
  await claim.waitFor();
  await ana.shot("claim");
  await claim.click();
  await ana.page.locator(".player.bottom .won").waitFor();
  assert.equal((await house.get(`/api/games/${id}`)).now.result, "1-0");
  await ana.leave();
});

test("a game that has hardly begun is called off when the other side has left", async () => {
  const [ana, rui] = await Promise.all([Visitor.enter(browser, house), Visitor.enter(browser, house)]);
  const id = await ana.newGame({ game: "neutreeko", opponent: "friend" });
  await rui.open(`/g/${id}`);
  await rui.join();
  await ana.turn();
  await rui.leave();
  await ana.page.getByRole("button", { name: "Call off" }).click();
  await ana.page.locator(".apology").waitFor();
  assert.equal((await fetch(`${house.url}/api/games/${id}`)).status, 404);
  await ana.leave();
});

test("the link, the position, the record and a code are copied", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: house.url });
  const id = await visitor.newGame({ game: "ataxx", opponent: "self" });
  await visitor.turn();
  await visitor.move(new Dice(3));
  await visitor.page.getByRole("button", { name: "Share", exact: true }).click();
  const copied = async (name) => {
    await visitor.page.evaluate(() => navigator.clipboard.writeText("nothing"));
    // What was copied last may be read once more.
    await visitor.until(async () => (await navigator.clipboard.readText()) === "nothing");
    await visitor.page.getByRole("dialog").getByRole("button", { name }).click();
    await visitor.until(async () => (await navigator.clipboard.readText()) !== "nothing");
    return visitor.page.evaluate(() => navigator.clipboard.readText());
  };
  const state = await house.get(`/api/games/${id}`);
  assert.equal(await copied("Copy the link"), `${PUBLIC}/g/${id}`);
  assert.equal(await copied("Copy the position"), state.now.position);
  assert.equal(await copied("Copy the record"), (await house.get(`/api/games/${id}/record.txt`)).trim());
  await visitor.page.getByRole("button", { name: "Get a code" }).click();
  assert.equal(await copied("Copy the code"), await visitor.page.locator(".seat-code").textContent());
  await visitor.heard(/Copied/);
  // A browser without a clipboard for pages copies from a field.
  await visitor.page.evaluate(
    () => (navigator.clipboard.constructor.prototype.writeText = () => Promise.reject(new Error("denied"))),
  );
  await visitor.page.getByRole("button", { name: "Copy the link" }).click();
  await visitor.until(async (link) => (await navigator.clipboard.readText()) === link, `${PUBLIC}/g/${id}`);
  await visitor.leave();
});

test("sounds play until they are switched off, and that is kept", async () => {
  const visitor = await Visitor.enter(browser, house);
  await visitor.page.addInitScript(() => {
    window.sounds = 0;
    window.AudioContext = class extends window.AudioContext {
      createOscillator() {
        window.sounds++;
        return super.createOscillator();
      }
    };
  });
  const sounds = () => visitor.page.evaluate(() => window.sounds);
  const button = visitor.page.getByRole("button", { name: "Sound" });
  const dice = new Dice(4);
  await visitor.newGame({ game: "threedragons", opponent: "self" });
  await visitor.turn();
  await visitor.move(dice);
  const heard = await sounds();
  assert.ok(heard > 0, "a move is heard");
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  await button.click();
  await visitor.until(
    () => document.querySelector('[data-do="sound"]').getAttribute("aria-pressed") === "false",
  );
  await visitor.turn();
  await visitor.move(dice);
  assert.equal(await sounds(), heard, "silence");
  await visitor.page.reload();
  await visitor.turn();
  await visitor.move(dice);
  assert.deepEqual(
    [await sounds(), await button.getAttribute("aria-pressed")],
    [0, "false"],
    "still silence",
  );
  await button.click();
  await visitor.until(() => window.sounds > 0);
  await visitor.leave();
});

/** What a camera reads in what the screen shows of an element. */
async function camera(page, element) {
  const shot = (await element.screenshot()).toString("base64");
  const { pixels, width, height } = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    return {
      pixels: [...pen.getImageData(0, 0, image.width, image.height).data],
      width: image.width,
      height: image.height,
    };
  }, shot);
  return jsQR(Uint8ClampedArray.from(pixels), width, height)?.data;
}

test("a friend finds the link by a code for the camera", async () => {
  const visitor = await Visitor.enter(browser, house);
  const id = await visitor.newGame({ game: "infection", opponent: "friend" });
  const code = visitor.page.getByRole("img", { name: "The link as a code for a phone's camera" });
  await code.waitFor();
  await visitor.until(() => document.querySelector(".qr")?.naturalWidth > 100);
  assert.equal(await visitor.page.getByLabel("Link", { exact: true }).inputValue(), `${PUBLIC}/g/${id}`);
  await visitor.page.getByText("Anybody can open the link.").waitFor();
  await visitor.shot("invite-code");
  assert.equal(await camera(visitor.page, code), `${PUBLIC}/g/${id}`);
  await visitor.leave();
});

test("links show what they lead to", async () => {
  const visitor = await Visitor.enter(browser, house, { locale: "pt-PT" });
  const id = await visitor.newGame({ game: "knightline", opponent: "level:2", name: "Zé \"&<b>" });
  const tags = () =>
    visitor.page.evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll("meta[property]")].map((tag) => [
          tag.getAttribute("property"),
          tag.content,
        ]),
      ),
    );
  const shown = await tags();
  assert.equal(shown["og:url"], `${PUBLIC}/g/${id}`);
  assert.equal(shown["og:title"], 'Zé "&<b> contra Nível 2, Knight Line');
  assert.match(shown["og:description"], /Brancas/);
  /**
   * Width and height of the picture that tags name, read from its header, and what the tags say they are.
   */
  const sizes = async (said) => {
    const { origin, pathname, search } = new URL(said["og:image"]);
    assert.equal(origin, PUBLIC);
    const picture = Buffer.from(await (await fetch(house.url + pathname + search)).arrayBuffer());
    assert.equal(picture.toString("latin1", 1, 4), "PNG");
    return [
      picture.readUInt32BE(16),
      picture.readUInt32BE(20),
      Number(said["og:image:width"]),
      Number(said["og:image:height"]),
    ];
  };
  assert.deepEqual(await sizes(shown), [1200, 630, 1200, 630]);
  await visitor.home();
  const home = await tags();
  assert.equal(home["og:url"], `${PUBLIC}/`);
  assert.deepEqual(await sizes(home), [1200, 630, 1200, 630]);
  const invitation = await visitor.newGame({ game: "ataxx", opponent: "friend", name: "Ana" });
  assert.equal((await tags())["og:title"], "Ana convida-o para jogar Ataxx");
  assert.match((await tags())["og:image"], new RegExp(invitation));
  await visitor.leave();
});

test("a full board is a small picture", async () => {
  const visitor = await Visitor.enter(browser, house);
  const id = await visitor.newGame({
    game: "ataxx",
    opponent: "self",
    position: "xxxxxxx/xxxxxxx/xxxxxxx/ooooxxx/ooooooo/ooooooo/oooooo1 o 0 1",
  });
  const picture = Buffer.from(await (await fetch(`${house.url}/api/games/${id}/board.png`)).arrayBuffer());
  assert.equal(Math.max(picture.readUInt32BE(16), picture.readUInt32BE(20)), 1200);
  assert.ok(picture.length < 160_000, `${picture.length} bytes`);
  await visitor.leave();
});

test("the cards are links before any script has run, and their addresses open what they say", async () => {
  const calm = await Visitor.enter(browser, house, { javaScriptEnabled: false });
  await calm.page.goto(house.url);
  await calm.page.getByRole("link", { name: "Play Ataxx" }).click();
  await calm.page.waitForURL(`${house.url}/new/ataxx`);
  assert.match(await calm.page.locator("noscript .banner").innerText(), /To play Ataxx, allow JavaScript/);
  await calm.page.locator('noscript a[href="/rules/infection"]').click();
  await calm.page.getByRole("heading", { level: 1, name: "The 7th Guest: Infection" }).waitFor();
  assert.equal(calm.page.url(), `${house.url}/rules/infection`);
  assert.ok((await calm.page.locator("article").innerText()).length > 1000, "the rules are there as text");
  await calm.leave();
  const visitor = await Visitor.enter(browser, house);
  await visitor.page.goto(`${house.url}/new/knightline-feup`);
  await visitor.page.getByRole("dialog", { name: "New game of Knight Line" }).waitFor();
  assert.equal(await visitor.page.locator('input[name="rules"]:checked').inputValue(), "knightline-feup");
  assert.equal(
    visitor.page.url(),
    `${house.url}/new/knightline-feup`,
    "the address stays, so that it can be kept and sent",
  );
  await visitor.page.getByRole("button", { name: "Close" }).click();
  await visitor.page.waitForURL(`${house.url}/`);
  await visitor.page.goto(`${house.url}/rules/threedragons`);
  await visitor.page.getByRole("heading", { level: 1, name: "Three Dragons" }).waitFor();
  await visitor.shot("rules");
  await visitor.page.getByRole("link", { name: "Play Three Dragons" }).click();
  await visitor.page.getByRole("dialog", { name: "New game of Three Dragons" }).waitFor();
  assert.equal(visitor.page.url(), `${house.url}/rules/threedragons`);
  await visitor.leave();
});

test("a game is a picture where there are no scripts, and a reload refreshes it", async () => {
  const player = await Visitor.enter(browser, house);
  const id = await player.newGame({ game: "neutreeko", opponent: "self" });
  const calm = await Visitor.enter(browser, house, { javaScriptEnabled: false });
  await calm.page.goto(`${house.url}/g/${id}`);
  const board = calm.page.locator(".still img");
  await board.waitFor();
  const before = (await board.screenshot()).toString("base64");
  await player.turn();
  await player.move(new Dice(1));
  await calm.page.reload();
  await board.waitFor();
  assert.notEqual((await board.screenshot()).toString("base64"), before);
  assert.equal(await calm.page.getByText("One moment").isVisible(), false);
  await calm.shot("still");
  await calm.leave();
  await player.leave();
});
