// How soon the first page can be used: JOGO=target/release/jogo node web/measure.mjs [RUNS]. Every visit has a browser profile that has seen
// nothing yet, in a browser that runs already. Times are in milliseconds from the start of the navigation.
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { House, Visitor, openBrowser } from "./house.mjs";

const RUNS = Number(process.argv[2] ?? 21);
/** A clock tick of /proc, in milliseconds. */
const TICK_MS = 10;

/** The processor time that a process has taken, in milliseconds, or NaN where nobody knows. */
function cpu(pid) {
  try {
    const [utime, stime] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).map(Number);
    return (utime + stime) * TICK_MS;
  } catch {
    return NaN;
  }
}

/** Nothing watches the page while it comes: the times are its own. */
async function time(browser, house) {
  const visitor = await Visitor.enter(browser, house);
  await visitor.page.goto(house.url);
  await visitor.until(() => ["usable", "first-contentful-paint"].every((name) => performance.getEntriesByName(name).length));
  const times = await visitor.page.evaluate(() => {
    const [{ responseStart, domInteractive }] = performance.getEntriesByType("navigation");
    const [usable, painted] = ["usable", "first-contentful-paint"].map((name) => performance.getEntriesByName(name)[0].startTime);
    return { "first byte": responseStart, "cards there, as links": domInteractive, "and heard by scripts": usable, painted };
  });
  await visitor.leave();
  return times;
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
    const fetched = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource").filter((one) => one.responseEnd <= usable)];
    return `${fetched.length} requests and ${fetched.reduce((sum, one) => sum + one.transferSize, 0)} bytes`;
  });
  await visitor.leave();
  return `${first} until it can be used, ${seen.requests} and ${seen.bytes} in all`;
}

const house = await House.open(["--no-limits"]);
const browser = await openBrowser();
try {
  console.log(await weigh(browser, house));
  const [load, before] = [loadavg()[0], cpu(house.process.pid)];
  const visits = [];
  for (let run = 0; run < RUNS; run++) visits.push(await time(browser, house));
  console.log(`${RUNS} first visits: median [least, most]; load average ${load.toFixed(1)} to ${loadavg()[0].toFixed(1)}`);
  for (const key of Object.keys(visits[0])) {
    const sorted = visits.map((one) => one[key]).sort((a, b) => a - b);
    const [median, least, most] = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)].map((value) => Math.round(value));
    console.log(`  ${key.padEnd(24)} ${String(median).padStart(6)}  [${least}, ${most}]`);
  }
  console.log(`the server took ${((cpu(house.process.pid) - before) / RUNS).toFixed(1)} ms of a processor for each visit`);
} finally {
  await browser.close();
  await house.close();
}
