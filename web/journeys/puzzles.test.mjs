// Puzzles of every family, by keys and by touch, in both languages: a wrong try and its refutation, hints,
// the solution, the next one, the day.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Visitor, moveIn } from "../house.mjs";

const { house, browser } = await moveIn(["--no-limits"]);
const FAMILIES = ["neutreeko", "ataxx", "knightline", "threedragons"];
const PHONE = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** Another solver with the same first puzzle, for what is wrong and what is right. */
class Other {
  async ask(path, body) {
    const headers = { "content-type": "application/json", ...(this.cookie ? { cookie: this.cookie } : {}) };
    const answer = await fetch(`${house.url}/api/puzzles/${path}`, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
    this.cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? this.cookie;
    assert.equal(answer.status, 200, `${path}: ${answer.status}`);
    return answer.json();
  }

  /** The puzzle, a move that is wrong, and the moves to find. */
  async explore(series) {
    const { puzzle } = await this.ask(series);
    for (const { move, gestures } of puzzle.moves) {
      const { verdict } = await this.ask(`${series}/try`, { puzzle: puzzle.id, found: 0, move });
      if (verdict === "right") break;
      puzzle.wrong = { move, cells: gestures[0].cells };
      if (puzzle.wrong.cells.length > 1) break;
    }
    const { finds, ended } = await this.end(series, puzzle.id);
    return { ...puzzle, finds, allThemes: ended.themes };
  }

  async solution(series, id) {
    return (await this.end(series, id)).finds;
  }

  async end(series, id) {
    const { line, ended } = await this.ask(`${series}/solution`, { puzzle: id });
    return { finds: line.filter((_, index) => index % 2 === 0).map((board) => board.last), ended };
  }
}

/** Waits until so many moves are found of a puzzle, or it has come to a state. */
function state(visitor, wanted, found) {
  return visitor.until(([state, found]) => {
    const { dataset } = document.querySelector(".puzzle");
    return dataset.state === state && (found === undefined || dataset.found === String(found));
  }, [wanted, found]);
}

/**
 * Finds every move with the keys, until something is so. The page looks for it from before the last move: the
 * next puzzle may come by itself.
 */
async function solve(visitor, finds, isOver = () => document.querySelector(".puzzle").dataset.state === "over") {
  for (const [found, find] of finds.entries()) {
    await state(visitor, "asked", found);
    const over = found + 1 < finds.length ? null : visitor.until(isOver);
    await Promise.all([visitor.make(find), over]);
  }
}

/** Does anew what fails while a day begins, which brings another puzzle. */
async function withinOneDay(act) {
  const today = () => new Date().toISOString().slice(0, 10);
  const day = today();
  try {
    await act();
  } catch (error) {
    if (today() === day) throw error;
    await act();
  }
}

for (const locale of ["en-GB", "pt-PT"]) {
  for (const id of FAMILIES) {
    test(`puzzles of ${id} are solved by keys alone, ${locale}`, { timeout: 120_000 }, async () => {
      const language = locale.slice(0, 2);
      const puzzle = await new Other().explore(`training/${id}`);
      const visitor = await Visitor.enter(browser, house, { locale });
      const { page } = visitor;
      await page.goto(`${house.url}/puzzles/${id}`);
      await state(visitor, "asked", 0);
      assert.match(await page.locator(".task").textContent(), new RegExp(`^${puzzle.ask[language].replace(/[.?]/g, "\\$&")}`));
      assert.equal(await page.locator("#live").textContent().then((said) => said.trim()), puzzle.ask[language]);
      assert.equal(await page.locator("html").getAttribute("lang"), language);
      // A wrong try is answered on the board and in words.
      if (puzzle.wrong) {
        const refuted = page.waitForResponse((answer) => answer.url().endsWith("/refutation"));
        await visitor.make(puzzle.wrong);
        await state(visitor, "wrong");
        const { line } = await (await refuted).json();
        const answered = language === "en" ? "is answered by" : "tem a resposta";
        await visitor.until((said) => document.querySelector(".answer.wrong")?.textContent.startsWith(said) && document.activeElement?.matches(".buttons .primary"), `${puzzle.wrong.move} ${answered}`);
        if (id === "neutreeko") {
          const taken = line.at(-1).picture.cells.filter((cell) => cell.owner).map((cell) => cell.name);
          await visitor.until((wanted) => [...document.querySelectorAll(".pieces [data-cell]")].map((piece) => piece.dataset.cell).sort().join() === wanted, taken.sort().join());
        }
        await page.keyboard.press("Enter");
        await state(visitor, "asked", 0);
      }
      // A hint in three steps.
      for (const step of [1, 2, 3]) {
        const before = await page.locator(".answer").textContent();
        await page.keyboard.press("h");
        await visitor.until((was) => !["", was].includes(document.querySelector(".answer").textContent), before);
        assert.equal(await page.locator(".arrow").count(), step === 3 ? 1 : 0);
      }
      const about = await page.locator(".about").textContent();
      await solve(visitor, puzzle.finds);
      assert.ok(await page.locator(".answer.right").textContent());
      // What would have given the solution away is told now.
      const told = await page.locator(".about").textContent();
      const [before, after] = [puzzle.themes, puzzle.allThemes].map((themes) => themes[language]);
      assert.ok(told.startsWith(about) && told.includes(after), `${about}: ${told}`);
      assert.equal(told.length > about.length, after !== before, `${about}: ${told}`);
      assert.match(await page.locator(".fell").textContent(), /^ −\d+$/);
      // What goes on has the focus.
      await page.keyboard.press("Enter");
      await visitor.until((was) => document.querySelector(".puzzle").dataset.puzzle !== was, puzzle.id);
      await state(visitor, "asked", 0);
      // The solution of this one is played out on the board.
      const next = await page.locator(".puzzle").getAttribute("data-puzzle");
      await visitor.press("Tab", 40, (words) => words.includes(document.activeElement?.textContent), ["Solution", "Solução"]);
      // Asked for twice, it is shown once; and neither a double click nor Enter that is held presses what
      // comes in its place.
      if (language === "en") await page.evaluate(() => [1, 2].forEach(() => document.activeElement.click()));
      else for (let count = 0; count < 3; count++) await page.keyboard.down("Enter");
      await state(visitor, "over");
      if (language === "en") {
        await page.locator(".buttons .big").hover();
        await page.mouse.down({ clickCount: 2 });
        await page.mouse.up({ clickCount: 2 });
      } else {
        await page.keyboard.down("Enter");
        await page.keyboard.up("Enter");
      }
      await visitor.until(() => /: \S/.test(document.querySelector(".answer").textContent) && document.querySelector(".last"));
      assert.equal(await page.locator(".puzzle").getAttribute("data-puzzle"), next);
      await visitor.shot(`puzzle-${id}-${language}`);
      await page.reload();
      await visitor.until((was) => ![undefined, was].includes(document.querySelector(".puzzle").dataset.puzzle), next);
      await visitor.leave();
    });
  }
}

test("what is solved is followed by the next one, and the rating rises", { timeout: 60_000 }, async () => {
  const visitor = await Visitor.enter(browser, house);
  const { page } = visitor;
  await visitor.home();
  await page.getByRole("link", { name: "Puzzles of Neutreeko" }).click();
  await state(visitor, "asked", 0);
  const other = new Other();
  const { puzzle } = await other.ask("training/neutreeko");
  await solve(visitor, await other.solution("training/neutreeko", puzzle.id), () => /Rating 1\d\d\d\? \+\d+In a row: 1/.test(document.querySelector(".progress").textContent));
  // By itself.
  await visitor.until((was) => document.querySelector(".puzzle").dataset.puzzle !== was, puzzle.id);
  await state(visitor, "asked", 0);
  // Elsewhere, another page goes on: this one notices.
  await page.evaluate(async (id) => {
    await fetch("/api/puzzles/training/neutreeko/next", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ puzzle: id }) });
  }, await page.locator(".puzzle").getAttribute("data-puzzle"));
  visitor.complaints.length = 0;
  const stale = await page.locator(".puzzle").getAttribute("data-puzzle");
  await page.keyboard.press("h");
  await visitor.until((was) => document.querySelector(".puzzle").dataset.puzzle !== was, stale);
  assert.ok(visitor.complaints.every((said) => /409/.test(said)));
  visitor.complaints.length = 0;
  await visitor.leave();
});

test("the puzzle of the day is solved by touch on a small phone, and the list says so", { timeout: 120_000 }, () => withinOneDay(async () => {
  const visitor = await Visitor.enter(browser, house, { ...PHONE, colorScheme: "dark" });
  const { page } = visitor;
  await page.goto(`${house.url}/puzzles`);
  await page.locator('.home[data-state="shown"]').waitFor();
  await visitor.shot("phone-puzzles");
  await page.getByRole("link", { name: "Puzzle of the day of Neutreeko" }).tap();
  await state(visitor, "asked", 0);
  await visitor.shot("phone-puzzle");
  const other = new Other();
  const { puzzle } = await other.ask("daily/neutreeko");
  for (const [found, { cells }] of (await other.solution("daily/neutreeko", puzzle.id)).entries()) {
    await state(visitor, "asked", found);
    for (const cell of cells) await visitor.cell(cell).tap();
  }
  await state(visitor, "over");
  assert.match(await page.locator(".progress").textContent(), /Days in a row: 1/);
  await visitor.shot("phone-puzzle-over");
  await page.reload();
  await state(visitor, "over");
  await page.goto(`${house.url}/puzzles`);
  const daily = page.locator('[data-family="Neutreeko"] .daily');
  await daily.waitFor();
  assert.equal(await daily.textContent(), "Puzzle of the day: Solved today · Days in a row: 1");
  // Progress can be taken along, and thrown away.
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the progress" }).tap();
  const file = await (await saved).path();
  await page.getByRole("button", { name: "Begin anew" }).tap();
  await page.locator("dialog .danger").tap();
  await visitor.until(() => /Not solved yet/.test(document.querySelector('[data-family="Neutreeko"] .daily')?.textContent ?? ""));
  await page.locator("input[type=file]").setInputFiles(file);
  await page.locator("dialog .danger").tap();
  await visitor.until(() => /Solved today/.test(document.querySelector('[data-family="Neutreeko"] .daily')?.textContent ?? ""));
  await visitor.leave();
}));

test("a puzzle fits phones, windows and twice the size", { timeout: 120_000 }, async () => {
  const visitor = await Visitor.enter(browser, house, { ...PHONE, locale: "pt-PT" });
  const { page } = visitor;
  for (const id of [...FAMILIES, "threedragons-dragons"]) {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto(`${house.url}/puzzles/${id}`);
    await state(visitor, "asked", 0);
    // Phones, two on their sides, a window at 200 %, a tablet, a desk.
    for (const [width, height] of [[320, 568], [360, 640], [568, 320], [640, 360], [640, 400], [768, 1024], [1280, 800]]) {
      await page.setViewportSize({ width, height });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${id}: ${width}x${height}: ${wide} wide`);
      const boxes = Object.entries(await visitor.boxes(".board", ".task", ".side > .buttons"));
      for (const [part, box] of boxes) {
        assert.ok(box.x >= 0 && box.y >= 0 && box.y + box.height <= height && box.width > 0 && box.right <= width + 0.5, `${id}: ${width}x${height}: ${part} is at ${JSON.stringify(box)}`);
      }
      const small = await page.evaluate(() => [...document.querySelectorAll(".puzzle button, .puzzle .button")].map((one) => one.getBoundingClientRect()).filter((box) => box.width && box.height < 39.5).length);
      assert.equal(small, 0, `${id}: ${width}x${height} has small buttons`);
      if (id === "threedragons" || width === 360) await visitor.shot(`puzzle-${id}-${width}x${height}`);
    }
  }
  await visitor.leave();
});
