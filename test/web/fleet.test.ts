import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageService } from "../servers/page-service.ts";
import { openBrowser, watchedPage } from "../servers/web-browser.ts";
import { fleetAnswer, siteNamed, wholeFleet } from "../servers/web-fleet.ts";

// Twenty thousand enrolled sites, in a real Chromium.

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const nodes = (page: Page): Promise<number> => page.evaluate("document.querySelectorAll('*').length");

const row = (page: Page, n: number) => page.getByRole("row", { name: siteNamed(n) });

const focusedRow = (page: Page): Promise<number> =>
  page.evaluate("Number(document.activeElement.closest('[data-row]')?.dataset.row ?? -1)");

/** Distance of a row from the top of the window. */
const topOf = async (page: Page, n: number) => Math.round((await row(page, n).boundingBox())?.y ?? -1);

test("of 20,000 sites those in view are drawn and asked for, to the end by key, and a reload begins where one was", async () => {
  await using service = await pageService({ answer: wholeFleet });
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
  await page.getByRole("checkbox", { name: `Select ${siteNamed(last - 6)}` }).click({ modifiers: ["Shift"] });
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

test("of 20,000 sites the failing ones take one click; a page that no question finds is there to be written at once", async () => {
  await using fleet = await pageService({ answer: fleetAnswer });
  await using watched = await watchedPage(browser, `${fleet.url}/#/sites`);
  const { page } = watched;
  await page.getByRole("button", { name: /^Failing two or more crawls/ }).click();
  await expect.poll(() => fleet.calls.some((call) => call.includes("status=failing"))).toBe(true);
  await page.evaluate("location.hash = '#/sites/s4/edit?find=req_perform_iterative'");
  await page.getByRole("button", { name: "Rewrite: Perform requests iteratively" }).waitFor();
  expect(await page.getByRole("button", { name: /^Rewrite: / }).count()).toBe(1);
});
