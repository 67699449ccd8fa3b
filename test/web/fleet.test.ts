import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SitesAnswer } from "../../packages/service/src/protocol/site.ts";
import { pageService } from "../servers/page-service.ts";
import { openBrowser, watchedPage } from "../servers/web-browser.ts";
import { site, sitesAnswer } from "../servers/web-sites.ts";

// Twenty thousand enrolled sites, in a real Chromium.

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const ALL = 20_000;

const named = (n: number) => `site-${String(n).padStart(5, "0")}.example`;

/** A page of the list as the service gives it; a cursor is the number of the first row. */
function listed(query: URLSearchParams): SitesAnswer {
  const from = Number(query.get("cursor") ?? 0);
  const to = Math.min(ALL, from + Number(query.get("limit")));
  const items = Array.from({ length: to - from }, (_, n) =>
    site({ id: `n${from + n}`, baseUrl: `https://${named(from + n)}`, status: "upToDate", tags: ["docs"] }),
  );
  return {
    items,
    next: to < ALL ? String(to) : null,
    total: ALL,
    counts: { all: ALL, attention: 41, changed: 0, paused: 0, tags: [{ tag: "docs", sites: ALL }] },
    counted: { at: new Date().toISOString(), isExact: true },
    nextRunAt: null,
  };
}

const few = sitesAnswer("some");

const fleet = () =>
  pageService({
    answer: (path, method, body) =>
      path.startsWith("/api/sites?")
        ? { body: listed(new URL(path, "http://service").searchParams) }
        : few(path, method, body),
  });

const nodes = (page: Page): Promise<number> => page.evaluate("document.querySelectorAll('*').length");

const row = (page: Page, n: number) => page.getByRole("row", { name: named(n) });

const focusedRow = (page: Page): Promise<number> =>
  page.evaluate("Number(document.activeElement.closest('[data-row]')?.dataset.row ?? -1)");

/** Distance of a row from the top of the window. */
const topOf = async (page: Page, n: number) => Math.round((await row(page, n).boundingBox())?.y ?? -1);

test("of 20,000 sites those in view are drawn and asked for, to the end by key, and a reload begins where one was", async () => {
  await using service = await fleet();
  await using watched = await watchedPage(browser, `${service.url}/#/sites`);
  const { page, sins } = watched;
  const asked = () => service.calls.filter((call) => call.includes("/api/sites?"));
  await row(page, 0).waitFor();
  expect(asked()).toHaveLength(1);
  await page.getByText("20,000 sites", { exact: true }).waitFor();
  expect(await page.getByRole("table").getAttribute("aria-rowcount")).toBe("20001");

  await page.keyboard.press("ArrowDown");
  const most: number[] = [];
  for (let at = 0; at < 5_000; at = await focusedRow(page)) {
    await page.keyboard.press("End");
    await expect.poll(() => focusedRow(page)).toBeGreaterThan(at);
    most.push(await nodes(page));
  }
  expect(Math.max(...most)).toBeLessThan(3_000);
  const last = await focusedRow(page);
  expect(await row(page, last).getAttribute("aria-rowindex")).toBe(String(last + 2));
  await page.keyboard.press("x");
  await page.getByRole("checkbox", { name: `Select ${named(last - 6)}` }).click({ modifiers: ["Shift"] });
  await page.getByText("7 sites selected").waitFor();

  await page.evaluate("scrollTo({ top: scrollY - 2000, behavior: 'instant' })");
  await expect.poll(() => page.evaluate("history.state.row")).toBeLessThan(last - 30);
  const top: number = await page.evaluate("history.state.row");
  const before = await topOf(page, top);
  const known = asked().length;
  await page.reload();
  await row(page, top).waitFor();
  await expect.poll(() => topOf(page, top)).toBe(before);
  expect(asked().length - known).toBeLessThan(4);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await row(page, 0).waitFor();
  expect(await nodes(page)).toBeLessThan(3_000);
  expect(sins).toEqual([]);
});
