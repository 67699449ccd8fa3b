import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DOCS_PAGES, docsAnswers, slowDocs } from "../servers/docs-site.ts";
import { endProcesses, type ServeProcess, startProcess } from "../servers/process.ts";
import { serveSite } from "../servers/site.ts";
import { openBrowser, watchedPage } from "../servers/web-browser.ts";

// A crawl as an object of the real service, in a real Chromium: watched, left, found again, cancelled, mended.

let browser: Browser;
let folder: string;
let service: ServeProcess;

const environment = (name: string, more: Readonly<Record<string, string>> = {}) => ({
  DATA_DIR: join(folder, name),
  DATABASE_URL: "none",
  ALLOW_PRIVATE_NETWORKS: "true",
  BROWSER_ENABLED: "false",
  ...more,
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "llmstxt-crawls-"));
  [browser, service] = await Promise.all([openBrowser(), startProcess(environment("open"))]);
});

afterAll(async () => {
  await Promise.all([endProcesses(), browser?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

async function generate(page: Page, url: string): Promise<void> {
  await page.getByLabel("Address of the site").fill(url);
  await page.getByRole("button", { name: "Generate", exact: true }).click();
}

const isDone = (page: Page) => page.getByRole("button", { name: "Download llms.txt" }).waitFor();
const mapped = (page: Page) => page.locator("svg g[aria-label*='pages done']").first().waitFor();

test("a crawl can be watched, and Cancel ends it on both sides and comes back to the filled form", async () => {
  const { answers: slow, letGo, open } = slowDocs();
  const slowSite = await serveSite(slow);
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  await generate(page, slowSite.origin);
  await page.locator("svg g[aria-label*='pages done']").first().waitFor();
  await page.getByText("at a time").first().waitFor();
  expect(open()).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "Turn a website into its llms.txt" }).waitFor();
  expect(await page.getByLabel("Address of the site").inputValue()).toBe(`${slowSite.origin}/`);
  await expect.poll(open).toBe(0);
  letGo();
  await slowSite.close();
  expect(sins).toEqual([]);
});

test("the pages that wait have their places in the map, by the addresses that were chosen", async () => {
  const many = Array.from({ length: 200 }, (_, n) => `${n % 2 === 0 ? "guides" : "reference"}/page-${n}`);
  const { answers: slow, letGo } = slowDocs(many, 40);
  const slowSite = await serveSite(slow);
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  await page.getByLabel("Page limit", { exact: true }).fill("150");
  await generate(page, slowSite.origin);
  for (const section of ["Guides", "Reference"]) await page.locator(`svg g[aria-label^="${section}: "]`).waitFor();
  const blocks = await page
    .locator("svg g[aria-label*='pages done']")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  const pages = blocks.map((label) => Number(/ of (\d+) /.exec(label ?? "")?.[1]));
  expect(blocks.join()).not.toContain("Still to come");
  const known = pages.reduce((sum, count) => sum + count, 0);
  expect(known).toBeGreaterThanOrEqual(150);
  // A folder is entered carefully: a few others may have got a place meanwhile.
  expect(known).toBeLessThan(165);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "Turn a website into its llms.txt" }).waitFor();
  letGo();
  await slowSite.close();
  expect(sins).toEqual([]);
});

test("Escape cancels a crawl when it is pressed twice, and not once", async () => {
  const { answers: slow, letGo } = slowDocs();
  const slowSite = await serveSite(slow);
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await generate(page, slowSite.origin);
  await page.getByText("at a time").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Press Esc again").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Turn a website into its llms.txt" }).waitFor();
  letGo();
  await slowSite.close();
});

test("a crawl goes on without its page: a reload, a second tab and other screens find it, and its end is told", async () => {
  const { answers: slow, letGo } = slowDocs();
  const slowSite = await serveSite(slow);
  const host = slowSite.origin.replace("http://", "");
  await using watched = await watchedPage(browser, service.url);
  const { page, context, sins } = watched;
  await generate(page, slowSite.origin);
  await mapped(page);
  const address = page.url();
  expect(address).toMatch(/#\/crawls\/[0-9a-f-]{36}$/);
  await page.reload();
  await mapped(page);
  const log = page.getByRole("group", { name: "Log, newest last" });
  const first = log.getByText(`Crawling ${slowSite.origin}`);
  await first.waitFor();
  expect(await first.count()).toBe(1);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Validate" }).click();
  await page.getByRole("button", { name: "1 crawling" }).click();
  await page.getByRole("link", { name: host }).waitFor();
  await page.keyboard.press("Escape");
  const second = await context.newPage();
  await second.goto(address);
  await mapped(second);
  letGo();
  await isDone(second);
  await page.getByText(`Done: ${host}`).waitFor();
  await expect.poll(() => page.title()).toContain(host);
  await page.getByRole("link", { name: "Open", exact: true }).click();
  await page.getByRole("link", { name: "How to install" }).waitFor();
  await page.getByRole("tab", { name: "Log" }).click();
  await log.getByText("Crawl complete").waitFor();
  await slowSite.close();
  expect(sins).toEqual([]);
});

test("pages that failed are named with the reason, and tried again on a click", async () => {
  const answers = { ...docsAnswers(DOCS_PAGES), "/docs/install": { status: 403 } };
  const site = await serveSite(answers);
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  await generate(page, site.origin);
  await page.getByText("Done, 1 page failed").waitFor();
  const failures = page.getByRole("region", { name: "1 page failed" });
  await failures.getByRole("link", { name: "/docs/install" }).waitFor();
  await failures.getByText("403").first().waitFor();
  expect(await page.getByRole("link", { name: "How to install" }).count()).toBe(0);
  Object.assign(answers, docsAnswers(DOCS_PAGES));
  const before = page.url();
  await failures.getByRole("button", { name: "Try it again" }).click();
  await page.getByRole("link", { name: "How to install" }).waitFor();
  expect(page.url()).not.toBe(before);
  expect(await failures.count()).toBe(0);
  await site.close();
  expect(sins).toEqual([]);
});

test("path filters are of one crawl: previewed, shown before and after, and gone with the next address", async () => {
  const site = await serveSite(docsAnswers(DOCS_PAGES));
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  const chips = page.getByRole("list", { name: "Path filters" });
  await page.getByLabel("Address of the site").fill(site.origin);
  await page.getByText("More options").click();
  await page.getByLabel("Only these paths").fill("/docs/**");
  await chips.getByText("/docs/**").waitFor();
  await page.getByRole("button", { name: "Preview what matches" }).click();
  await page.getByText("3 of 7 addresses").waitFor();
  await page.getByLabel("Only these paths").fill("/none/**");
  await page.getByLabel("Only these paths").press("Enter");
  await page.getByText("Your path filters left only the home page.").waitFor();
  await chips.getByText("/none/**").waitFor();
  await page.getByRole("button", { name: "Change options" }).click();
  expect(await page.getByLabel("Only these paths").inputValue()).toBe("/none/**");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await page.getByRole("link", { name: "How to open" }).waitFor();
  expect(await chips.count()).toBe(0);
  await page.getByRole("link", { name: "llms.txt, start page" }).click();
  await page.getByText("More options").click();
  expect(await page.getByLabel("Only these paths").inputValue()).toBe("");
  await site.close();
  expect(sins).toEqual([]);
});

test("a crawl is stopped early with the pages it has, and goes on with the others", async () => {
  const { answers: slow, letGo } = slowDocs(undefined, 3);
  const slowSite = await serveSite(slow);
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await generate(page, slowSite.origin);
  await page.getByRole("button", { name: "Stop with what is there" }).click();
  await page.getByText("Stopped early, as asked.").waitFor();
  await page.getByText("Partial").waitFor();
  letGo();
  const before = slowSite.requests.length;
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("Stopped early, as asked.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Download llms.txt" }).waitFor();
  const asked = slowSite.requests.slice(before).map(({ path }) => path);
  expect(asked).not.toContain("/docs/start");
  await slowSite.close();
});

test("a service that dies in mid-crawl is noticed; when it is back the crawl goes on, and so does the page", async () => {
  const { answers: slow, letGo } = slowDocs();
  const slowSite = await serveSite(slow);
  const settings = environment("restarted");
  await using first = await startProcess(settings);
  await using watched = await watchedPage(browser, first.url);
  const { page } = watched;
  await generate(page, slowSite.origin);
  await page.getByText("at a time").first().waitFor();
  first.kill("SIGKILL");
  await first.exited;
  await page.getByText("Disconnected").waitFor();
  await using _second = await startProcess({ ...settings, PORT: new URL(first.url).port });
  letGo();
  await isDone(page);
  await page.getByRole("link", { name: "How to install" }).waitFor();
  await slowSite.close();
});

test("the page says why a site cannot be read, and the address can be corrected there", async () => {
  const closed = await serveSite({
    "/robots.txt": {
      headers: { "content-type": "text/plain" },
      body: "# Ours\n\nUser-agent: *\nAllow: /public\nDisallow: /\n",
    },
  });
  const site = await serveSite(docsAnswers(DOCS_PAGES));
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  await generate(page, closed.origin);
  await page.getByRole("heading", { name: /asks crawlers to stay out/ }).waitFor();
  await page.getByRole("link", { name: `${closed.origin}/robots.txt` }).waitFor();
  const lines = page.getByRole("group", { name: /robots.txt/ }).getByRole("listitem");
  expect(await lines.evaluateAll((all) => all.map((one) => one.getAttribute("data-line")))).toEqual(["3", "4", "5"]);
  expect(await lines.filter({ hasText: "this line decides" }).allTextContents()).toEqual([
    "Disallow: / (this line decides)",
  ]);
  await page.getByLabel("Address").fill(`${site.origin}/missing`);
  await page.getByRole("button", { name: "Crawl this address" }).click();
  await page.getByRole("heading", { name: "The page was not found (404)" }).waitFor();
  await closed.close();
  await page.getByLabel("Address").fill(closed.origin);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No connection to the site" }).waitFor();
  await page.getByLabel("Address").fill(`https://${site.origin}`);
  await page.keyboard.press("Enter");
  await page.getByText("Did you mean").waitFor();
  await page.getByLabel("Address").fill(site.origin);
  await page.keyboard.press("Enter");
  await isDone(page);
  await site.close();
  expect(sins).toEqual([]);
});

test("without a database, what only a person can write opens the text with its line selected", async () => {
  const bare = await serveSite({ ...docsAnswers(DOCS_PAGES), "/": "<title>Tern</title><a href=docs/start>Start</a>" });
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  await generate(page, bare.origin);
  await page.getByRole("tab", { name: "Quality" }).click();
  await page.getByRole("button", { name: /^Titles/ }).click();
  await page.getByRole("button", { name: "Write it" }).first().click();
  await page.getByRole("heading", { name: "Validate an llms.txt" }).waitFor();
  await page.getByRole("button", { name: "Write it" }).first().click();
  expect(await page.evaluate("String(getSelection())")).toMatch(/^# |^- \[/);
  await bare.close();
  expect(sins).toEqual([]);
});
