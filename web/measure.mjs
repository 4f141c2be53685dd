// How soon the first page can be used: JOGO=target/release/jogo node web/measure.mjs [RUNS]. Every visit has
// a browser profile that has seen nothing yet, and a window of its own in a browser that runs already; a page
// that is nothing but two letters is visited in turn with it. Times are in milliseconds from the start of the
// navigation.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { loadavg } from "node:os";
import { House, Visitor, openBrowser } from "./house.mjs";

const RUNS = Number(process.argv[2] ?? 21);
/** A clock tick of /proc, in milliseconds. */
const TICK_MS = 10;
/** For about so long a new window is busy with the browser's own pages, of which its address bar is one. */
const WINDOW_MS = 1000;

/**
 * The processor time that a process has taken, in milliseconds, or NaN where the system does not report it.
 */
function cpu(pid) {
  try {
    const [utime, stime] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .split(") ")[1]
      .split(" ")
      .slice(11, 13)
      .map(Number);
    return (utime + stime) * TICK_MS;
  } catch {
    return NaN;
  }
}

/** Nothing watches the page while it comes: the times are its own. */
async function time(browser, place, wait_ms) {
  const visitor = await Visitor.enter(browser, place);
  await new Promise((resolve) => setTimeout(resolve, wait_ms));
  await visitor.page.goto(place.url, { waitUntil: "networkidle" });
  await visitor.until(() => performance.getEntriesByName("first-contentful-paint").length);
  const times = await visitor.page.evaluate(() => {
    const [{ responseStart, domInteractive }] = performance.getEntriesByType("navigation");
    const [usable, painted] = ["usable", "first-contentful-paint"].map(
      (name) => performance.getEntriesByName(name)[0]?.startTime,
    );
    return {
      "first byte": responseStart,
      "read: links work": domInteractive,
      "scripts listen": usable,
      painted,
    };
  });
  await visitor.leave();
  return times;
}

/** A page that costs next to nothing, for comparison. */
async function openLetters() {
  const server = createServer((_, answer) =>
    answer
      .setHeader("content-type", "text/html")
      .end('<!doctype html><title>Hi</title><link rel="icon" href="data:,">Hi'),
  );
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Median and least of each time. */
function report(title, visits) {
  console.log(title);
  for (const key of Object.keys(visits[0]).filter((key) => visits[0][key] !== undefined)) {
    const sorted = visits.map((one) => one[key]).sort((a, b) => a - b);
    const [median, least, most] = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)].map((value) =>
      Math.round(value),
    );
    console.log(`  ${key.padEnd(18)} ${String(median).padStart(6)}  [${least}, ${most}]`);
  }
}

/** What goes over the wire, until the page can be used and in all. */
async function weigh(browser, house) {
  const visitor = await Visitor.enter(browser, house);
  const wire = await visitor.context.newCDPSession(visitor.page);
  await wire.send("Network.enable");
  const seen = { requests: 0, bytes: 0 };
  wire.on("Network.loadingFinished", (event) => {
    seen.requests++;
    seen.bytes += event.encodedDataLength;
  });
  await visitor.page.goto(house.url, { waitUntil: "networkidle" });
  const first = await visitor.page.evaluate(() => {
    const usable = performance.getEntriesByName("usable")[0].startTime;
    const fetched = [
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource").filter((one) => one.responseEnd <= usable),
    ];
    return `${fetched.length} requests and ${fetched.reduce((sum, one) => sum + one.transferSize, 0)} bytes`;
  });
  await visitor.leave();
  return `${first} until it can be used, ${seen.requests} and ${seen.bytes} in all`;
}

const house = await House.open(["--no-limits"]);
const letters = await openLetters();
const browser = await openBrowser();
try {
  console.log(await weigh(browser, house));
  const before = cpu(house.process.pid);
  for (const [wait_ms, window] of [[WINDOW_MS, "that is there already"], [0, "that is still being opened"]]) {
    const load = loadavg()[0];
    const [pages, twos] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      pages.push(await time(browser, house, wait_ms));
      twos.push(await time(browser, letters, wait_ms));
    }
    console.log(
      `${RUNS} first visits in a window ${window}: median [least, most]; load average ${load.toFixed(1)} to ${loadavg()[0].toFixed(1)}`,
    );
    report(" the first page", pages);
    report(" two letters", twos);
  }
  console.log(
    `the server took ${((cpu(house.process.pid) - before) / (2 * RUNS)).toFixed(1)} ms of a processor for each visit`,
  );
} finally {
  await browser.close();
  letters.close();
  await house.close();
}
