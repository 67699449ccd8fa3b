// What every test of the web page needs: the real service, a real Chromium, and what must hold on each screen.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { DOCS_PAGES, docsAnswers } from "../servers/docs-site.ts";
import { startService } from "../servers/service.ts";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";
import { openBrowser, type WatchedPage, watchedPage } from "../servers/web-browser.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** One Chromium for a test file. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return () => {
    if (browser === undefined) throw new Error("The browser is opened before the first test");
    return browser;
  };
}

export const DESK = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export interface Opened extends WatchedPage {
  readonly site: Site;
  readonly answers: Record<string, SiteAnswer>;
  readonly service: Awaited<ReturnType<typeof startService>>;
}

/** The page of a real service with an embedded database, and a small site that it may crawl. */
export async function openPage(
  browser: Browser,
  { environment = {}, view = DESK, answers = docsAnswers(DOCS_PAGES) }: Partial<Options> = {},
): Promise<Opened> {
  const site = await serveSite(answers);
  const service = await startService({ environment: { DATABASE_URL: "", ...environment } });
  const watched = await watchedPage(browser, service.url, view);
  return {
    ...watched,
    site,
    answers,
    service,
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await service.stop();
      await site.close();
    },
  };
}

interface Options {
  readonly environment: Readonly<Record<string, string>>;
  readonly view: Parameters<typeof watchedPage>[2];
  readonly answers: Record<string, SiteAnswer>;
}

/** Types an address into New and waits for its file. */
export async function generate(page: Page, address: string): Promise<void> {
  await page.getByLabel("Address of the site").fill(address);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Download llms.txt" }).waitFor({ timeout: 60_000 });
}

/** Turns "Keep up to date" on and waits for the site's own place. */
export async function keep(page: Page): Promise<void> {
  await page.getByRole("switch", { name: "Keep up to date" }).click();
  await page.waitForURL(/#\/sites\/[\w-]+/);
  await page.getByText("Up to date", { exact: true }).waitFor();
}

/** What the downloaded file says. */
export async function downloaded(page: Page): Promise<string> {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download llms.txt" }).click();
  return readFileSync(await (await coming).path(), "utf8");
}

/** Legible to axe-core, and as wide as the screen. */
export async function expectFine(page: Page, what: string): Promise<void> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  // Colours are judged when nothing fades any more.
  await page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))");
  const found: AxeResults = await page.evaluate("axe.run(document, { resultTypes: ['violations'], preload: false })");
  const faults = found.violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ html }) => html).join("\n")}`);
  expect(faults).toEqual([]);
  const beyond = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  expect(beyond, `${what}: pixels beyond the screen`).toBe(0);
}
