// The list of 100,000 sites in a real Chromium, 80 ms a response: what each scroll to its end asks for, and how long it takes.
//   npm run bench -- sites-page [--smoke]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../packages/service/src/sites/database/database.ts";
import { startPostgres } from "../test/servers/postgres.ts";
import { startProcess } from "../test/servers/process.ts";
import { openBrowser, watchedPage } from "../test/servers/web-browser.ts";
import { isSmoke, judge, keepResult, table } from "./results.ts";

const SITES = isSmoke ? 5_000 : 100_000;
const ANSWER_MS = 80;
const SCROLLS = 5;
const PAGE = 50;

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), "bench-sites-page-"));
const browser = await openBrowser();

async function enrolAll(): Promise<void> {
  const database = new Database({ type: "postgres", url: postgres.url }, () => {});
  const { jobs } = await database.opened(AbortSignal.timeout(30_000));
  await jobs.executeSql(`insert into crawl_sites (base_url, next_crawl_at, last_crawled_at)
    select 'https://site-' || n || '.example', now() + n * interval '1 minute', now() - interval '1 day'
    from generate_series(1, ${SITES}) n`);
  await jobs.executeSql("vacuum analyze crawl_sites");
  await database.close();
}

/** Opens the list and scrolls to its end, so many times: requests, rows and seconds of each. */
async function scrolls(url: string): Promise<readonly (readonly number[])[]> {
  await using watched = await watchedPage(browser, url);
  const { page } = watched;
  let requests = 0;
  await page.route("**/api/**", async (route) => {
    requests++;
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    await route.continue();
  });
  const measured: number[][] = [];
  for (let scroll = 0; scroll <= SCROLLS; scroll++) {
    requests = 0;
    const at = performance.now();
    if (scroll === 0) await page.goto(`${url}/#/sites?sort=name`);
    else await page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })");
    await page.getByText(`${PAGE * (scroll + 1)} of ${SITES.toLocaleString("en-US")} sites`).waitFor();
    const seconds = (performance.now() - at) / 1000;
    // Long enough for a request too many.
    await page.waitForTimeout(500);
    measured.push([requests, await page.locator("tr[data-site]").count(), seconds]);
  }
  return measured;
}

async function measure() {
  await enrolAll();
  await using service = await startProcess({
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    BROWSER_ENABLED: "false",
    RECRAWL_SCHEDULE: "0 0 1 1 *",
  });
  return await scrolls(service.url);
}

const measured = await measure();
await Promise.all([browser.close(), postgres.close()]);
rmSync(folder, { recursive: true, force: true });

keepResult(
  "npm run bench -- sites-page",
  `The list of ${SITES.toLocaleString("en-US")} sites, ${ANSWER_MS} ms a response.\n\n${table(
    ["", "requests", "rows", "seconds"],
    measured.map(([requests, rows, seconds], scroll) => [
      scroll === 0 ? "opened" : `scroll ${scroll}`,
      String(requests),
      String(rows),
      (seconds ?? 0).toFixed(2),
    ]),
  )}`,
);
judge({
  "a scroll asks once": measured.slice(1).every(([requests]) => requests === 1),
  "a scroll gives a page of rows": measured.every(([, rows], scroll) => rows === PAGE * (scroll + 1)),
});
