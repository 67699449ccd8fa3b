// The list of 20,000 sites in a real Chromium, at row 5,000: processor time of the page's main thread for a tick, a row by
// key and a screen of scrolling; elements; what a reload asks for.
import { pageService } from "../test/servers/page-service.ts";
import { openBrowser, watchedPage } from "../test/servers/web-browser.ts";
import { siteNamed, wholeFleet } from "../test/servers/web-fleet.ts";
import { judge, keepResult, median, table } from "./results.ts";

const ROW = 5_000;
const TIMES = 20;
const MAX_TICK_MS = 50;
const MAX_NODES = 3_000;

const browser = await openBrowser();

async function measure() {
  await using service = await pageService({ answer: wholeFleet });
  await using watched = await watchedPage(browser, `${service.url}/#/sites`);
  const { page, context } = watched;
  const debugging = await context.newCDPSession(page);
  // Processor time of the thread: a busy machine does not lengthen it.
  await debugging.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await debugging.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  };
  const settled = () =>
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
  const asked = () => service.calls.filter((call) => call.includes("/api/sites?")).length;
  const focused = (): Promise<number> =>
    page.evaluate("Number(document.activeElement.closest('[data-row]')?.dataset.row ?? -1)");
  await page.getByRole("row", { name: siteNamed(0) }).waitFor();
  await page.keyboard.press("ArrowDown");
  let nodes = 0;
  while ((await focused()) < ROW) {
    await page.keyboard.press("End");
    await settled();
    nodes = Math.max(nodes, await page.evaluate("document.querySelectorAll('*').length"));
  }
  const each = async (act: () => Promise<unknown>) => {
    const values: number[] = [];
    for (let n = 0; n < TIMES; n++) {
      await settled();
      const before = await spent();
      await act();
      await settled();
      values.push((await spent()) - before);
    }
    return { median: median(values), most: Math.max(...values) };
  };
  const tick = await each(() => page.keyboard.press("x"));
  const key = await each(() => page.keyboard.press("ArrowUp"));
  const scroll = await each(() => page.mouse.wheel(0, -600));
  const before = asked();
  await page.reload();
  await page.locator("[data-row]").first().waitFor();
  await settled();
  return { tick, key, scroll, nodes, reloaded: asked() - before };
}

const { tick, key, scroll, nodes, reloaded } = await measure();
await browser.close();

const ms = ({ median: usual, most }: typeof tick) => `${usual.toFixed(1)} (most ${most.toFixed(1)})`;
keepResult(
  "npm run bench -- browser: 20,000 sites",
  `At row ${ROW.toLocaleString("en-US")}, processor time of the main thread in ms, median of ${TIMES}.\n\n${table(
    ["a tick", "a row by key", "600 px of scrolling", "most elements", "lists asked for by a reload"],
    [[ms(tick), ms(key), ms(scroll), String(nodes), String(reloaded)]],
  )}`,
);
judge({
  [`a tick takes less than ${MAX_TICK_MS} ms`]: tick.median < MAX_TICK_MS,
  [`at most ${MAX_NODES} elements`]: nodes <= MAX_NODES,
  "a reload asks for what is in view": reloaded < 4,
});
