// Every text that the page asks for is there, in every language.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = ["crates/server/assets", "crates/server/templates"]
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
  .filter((path) => /\.(js|html|svg)$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));
const named = (pattern) =>
  sources.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1]));

test("every text that the page asks for is there", () => {
  const asked = named(/\bt(?:Or)?\("([a-z][a-z-]*)"/g);
  assert.ok(asked.length > 100);
  // Names that are put together from what the server says.
  for (const offer of ["draw", "takeback", "rematch"])
    asked.push(`offer-${offer}`, `asked-${offer}`, `asking-${offer}`, `declined-${offer}`);
  for (const cause of [
    "move",
    "takeback",
    "undo",
    "join",
    "moved-seat",
    "offer",
    "accept",
    "decline",
    "resign",
    "draw",
    "flag",
    "claim",
    "rematch",
    "deleted",
    "keep",
    "warning",
    "go-on",
  ])
    asked.push(`said-${cause}`);
  for (const ground of ["gap", "mountain", "cave", "spent-cave"]) asked.push(`ground-${ground}`);
  for (const reach of ["local", "lan", "public"]) asked.push(`reach-${reach}`);
  for (const bot of ["perfect", "report", "greedy", "random"]) asked.push(`bot-${bot}`, `about-${bot}`);
  for (const language of ["en", "pt"]) {
    const folder = join(root, "crates/words/locales", language);
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
    const missing = asked.filter((key) => !new RegExp(`^web-${key} =`, "m").test(texts));
    assert.deepEqual(missing, [], language);
  }
});

test("every icon that the page shows is drawn", () => {
  const drawn = new Set(named(/id="icon-([a-z]+)"/g));
  const shown = [
    ...named(/\bicon\("([a-z]+)"/g),
    ...named(/\bbutton\("([a-z]+)", t\("[a-z-]+"\), (?=[(a-z])/g),
  ];
  assert.ok(shown.length > 20);
  assert.deepEqual(shown.filter((name) => !drawn.has(name)), []);
});

test("nothing is drawn from markup", () => {
  for (const { path, text } of sources) {
    assert.doesNotMatch(
      text,
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(| style="| on[a-z]+="/,
      path,
    );
  }
});
