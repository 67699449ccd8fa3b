// Helpers for tests of the web page: the real service, a real Chromium, and checks for each screen.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { ready } from "../serve/crawling.ts";
import { docs } from "../servers/docs-site.ts";
import { type Service, startService } from "../servers/service.ts";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";
import { openBrowser, type WatchedPage, watchedPage } from "../servers/web-browser.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Settings of a service that has a database of its own. */
const WITH_DATABASE = { DATABASE_URL: "" };

let browser: Browser | undefined;
let shared: Service | undefined;

/** Call it first in a file: it starts one Chromium for its tests, and one service for those without their own. */
export function useBrowser(): void {
  beforeAll(async () => {
    [browser, shared] = await Promise.all([openBrowser(), startService({ environment: WITH_DATABASE })]);
    await ready(shared.url);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), shared?.stop()]);
  });
}

export const DESK = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Opening {
  /** Settings of a service of its own. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly view?: Parameters<typeof watchedPage>[2];
  readonly answers?: Record<string, SiteAnswer>;
}

export interface Opened extends WatchedPage {
  readonly site: Site;
  readonly answers: Record<string, SiteAnswer>;
  readonly service: Service;
}

/** The page of a real service, in a fresh profile, and a small site that it may crawl. */
export async function openPage({ environment, view = DESK, answers = docs() }: Opening = {}): Promise<Opened> {
  if (browser === undefined || shared === undefined) throw new Error("useBrowser() opens them before the first test");
  const own = environment && (await startService({ environment: { ...WITH_DATABASE, ...environment } }));
  if (own) await ready(own.url);
  const service = own ?? shared;
  const site = await serveSite(answers);
  const watched = await watchedPage(browser, service.url, view);
  return {
    ...{ ...watched, site, answers, service },
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await own?.stop();
      await site.close();
    },
  };
}

/** Types an address into New and waits for its file. */
export async function generate(page: Page, address: string): Promise<void> {
  await page.getByLabel("Address of the site").fill(address);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Download llms.txt" }).waitFor();
}

/** Turns "Keep up to date" on and waits for the site's own place. */
export async function keep(page: Page): Promise<void> {
  await page.getByRole("switch", { name: "Keep up to date" }).click();
  await page.waitForURL(/#\/sites\/[\w-]+/);
  await page.getByText("Up to date", { exact: true }).waitFor();
}

/** The text of the downloaded file. */
export async function downloaded(page: Page): Promise<string> {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download llms.txt" }).click();
  return readFileSync(await (await coming).path(), "utf8");
}

/** Checks contrast and labels with axe-core, and that the page fits the screen. */
export async function expectFine(page: Page, what: string): Promise<void> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  // Colours are checked after all animations.
  await page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))");
  const found: AxeResults = await page.evaluate("axe.run(document, { resultTypes: ['violations'], preload: false })");
  const faults = found.violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ html }) => html).join("\n")}`);
  expect(faults).toEqual([]);
  const beyond = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  expect(beyond, `${what}: pixels beyond the screen`).toBe(0);
}
