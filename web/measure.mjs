// How soon the page can be used: node web/measure.mjs [RUNS]. Every visit has a browser profile that has seen nothing yet, in a browser that runs already.
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

/** The processor time that all processes of a browser have taken, in milliseconds. */
async function browserCpu(session) {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.reduce((sum, one) => sum + one.cpuTime, 0) * 1000;
}

/** A first visit. Times count from the start of the navigation, in milliseconds. */
async function visit(browser, house, path, ready) {
  const visitor = await Visitor.enter(browser, house);
  const wire = await visitor.context.newCDPSession(visitor.page);
  await wire.send("Network.enable");
  const session = await browser.newBrowserCDPSession();
  const [before, busyBefore, seen] = [cpu(house.process.pid), await browserCpu(session), { requests: 0, bytes: 0 }];
  wire.on("Network.loadingFinished", (event) => {
    seen.requests++;
    seen.bytes += event.encodedDataLength;
  });
  await visitor.page.addInitScript((selector) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(selector)) return;
      performance.mark("there");
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true });
  }, ready);
  await visitor.page.goto(house.url + path);
  await visitor.until(() => ["usable", "there", "first-contentful-paint"].every((name) => performance.getEntriesByName(name).length));
  const busy = (await browserCpu(session)) - busyBefore;
  const times = await visitor.page.evaluate(() => {
    const at = (name) => performance.getEntriesByName(name)[0].startTime;
    const [{ responseStart, domContentLoadedEventEnd }] = performance.getEntriesByType("navigation");
    const [there, listening] = [at("there"), at("usable")];
    const usable = Math.max(there, listening);
    const fetched = performance.getEntriesByType("resource").filter((one) => one.responseEnd <= usable);
    const bytes = fetched.reduce((sum, one) => sum + one.encodedBodySize, performance.getEntriesByType("navigation")[0].encodedBodySize);
    return { "first byte": responseStart, "page read": domContentLoadedEventEnd, painted: at("first-contentful-paint"), there, usable, "requests until then": fetched.length + 1, "bytes until then": bytes };
  });
  await visitor.page.waitForLoadState("networkidle");
  const server = cpu(house.process.pid) - before;
  await visitor.leave();
  return { ...times, "browser's processor time": busy, "server's processor time": server, "requests in all": seen.requests, "bytes over the wire": seen.bytes };
}

function report(title, visits) {
  console.log(`${title}: median [least, most] of ${visits.length} first visits`);
  for (const key of Object.keys(visits[0])) {
    const sorted = visits.map((one) => one[key]).sort((a, b) => a - b);
    const [median, least, most] = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)].map((value) => Math.round(value));
    console.log(`  ${key.padEnd(24)} ${String(median).padStart(6)}  [${least}, ${most}]`);
  }
}

const house = await House.open(["--no-limits"]);
const browser = await openBrowser();
try {
  const { id } = await (await fetch(`${house.url}/api/games`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: "ataxx", opponent: "level:1" }) })).json();
  const pages = [["home", "/", ".card"], ["a game", `/g/${id}`, ".game .touch"]];
  console.log(`load average ${loadavg()[0].toFixed(1)}`);
  for (const [title, path, ready] of pages) {
    await visit(browser, house, path, ready);
    const visits = [];
    for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, house, path, ready));
    report(title, visits);
  }
  console.log(`load average ${loadavg()[0].toFixed(1)}`);
} finally {
  await browser.close();
  await house.close();
}
