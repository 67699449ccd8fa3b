import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DOCS_PAGES, docsAnswers } from "../servers/docs-site.ts";
import { endProcesses, type ServeProcess, startProcess } from "../servers/process.ts";
import { type Site, serveSite } from "../servers/site.ts";
import { openBrowser, watchedPage } from "../servers/web-browser.ts";

// The page against the real service, crawling a real site on this machine, in a real Chromium.

const KEY = "the-operators-key-0123456789abcdef";

let browser: Browser;
let folder: string;
let service: ServeProcess;
let site: Site;

/** Settings of a service that may crawl this machine and keeps no sites, with everything else in a folder of its own. */
const environment = (name: string, more: Readonly<Record<string, string>> = {}) => ({
  DATA_DIR: join(folder, name),
  DATABASE_URL: "none",
  ALLOW_PRIVATE_NETWORKS: "true",
  BROWSER_ENABLED: "false",
  ...more,
});

const answers = docsAnswers(DOCS_PAGES);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "llmstxt-page-"));
  [browser, site, service] = await Promise.all([openBrowser(), serveSite(answers), startProcess(environment("open"))]);
});

afterAll(async () => {
  await Promise.all([endProcesses(), browser?.close(), site?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

async function generate(page: Page, url: string): Promise<void> {
  await page.getByLabel("Address of the site").fill(url);
  await page.getByRole("button", { name: "Generate", exact: true }).click();
}

const isDone = (page: Page) => page.getByRole("button", { name: "Download llms.txt" }).waitFor();
const clipboard = (page: Page): Promise<string> => page.evaluate("navigator.clipboard.readText()");

test("an address becomes a file that can be read, copied, downloaded and opened where it is hosted", async () => {
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  await generate(page, site.origin);
  await isDone(page);
  await page.getByRole("link", { name: "How to install" }).waitFor();
  await page.getByText(/(Valid|Not a valid) llms.txt/).waitFor();

  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("llms.txt copied").waitFor();
  const text = await clipboard(page);
  expect(text).toMatch(/^# Tern\n/);

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download llms.txt" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("llms.txt");
  expect(readFileSync(await download.path(), "utf8")).toBe(text);

  await page.getByRole("button", { name: "Copy the address" }).click();
  await page.getByText("Address copied").waitFor();
  const hosted = await fetch(await clipboard(page));
  expect(await hosted.text()).toBe(text);

  await page.getByRole("tab", { name: "Rendered" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("#line-1").getByText("# Tern").waitFor();
  expect(sins).toEqual([]);
});

test("a site's document is edited by keyboard, seen as it will be, saved over nobody else's changes, and undone", async () => {
  const ownSite = await serveSite(docsAnswers(DOCS_PAGES));
  const call = async (path: string, method = "GET", body?: object) => {
    const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    return (await fetch(`${service.url}/api/sites${path}`, { method, ...sent })).json();
  };
  const { id } = await call("", "POST", { baseUrl: ownSite.origin });
  await call(`/${id}/recrawl`, "POST");
  const stored = () => call(`/${id}/overlay`);
  await vi.waitFor(async () => expect((await stored()).preview).not.toBeNull(), { timeout: 60_000, interval: 200 });
  await using watched = await watchedPage(browser, `${service.url}/#/sites/${id}/edit`);
  const { page, sins } = watched;
  const press = async (button: string, key: string) => {
    await page.getByRole("button", { name: button, exact: true }).focus();
    await page.keyboard.press(key);
  };
  const isFocused = (button: string) =>
    expect
      .poll(() => page.getByRole("button", { name: button, exact: true }).evaluate((one) => one.matches(":focus")))
      .toBe(true);
  const sections = () => page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name: "Rename" });

  await press("Rename Docs", "Enter");
  await page.keyboard.type("Guides");
  await page.keyboard.press("Enter");
  await isFocused("Rename Guides");
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => sections().allTextContents()).toEqual(["Reference", "Guides"]);
  await isFocused("Rename Guides");
  await press("Hide: How to upgrade", "Space");
  await page.getByRole("region", { name: "Hidden" }).getByText("How to upgrade").waitFor();
  await isFocused("Hide: How to upgrade");
  await press("Edit: How to install", "Enter");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Install it");
  await page.getByRole("button", { name: "Edit: Install it" }).waitFor();
  await page.keyboard.press("Escape");
  await isFocused("Edit: How to install");
  await press("Pin to the top: How to install", "Enter");
  await page.getByText("Pinned", { exact: true }).waitFor();
  await page.keyboard.press("ControlOrMeta+Z");
  await page.getByText("Pinned", { exact: true }).waitFor({ state: "detached" });
  await page.getByLabel("Summary", { exact: true }).fill("Tables for terminals.");
  await page.getByRole("button", { name: "Raw", exact: true }).click();
  await page.getByText("> Tables for terminals.").waitFor();
  await page.keyboard.press("ControlOrMeta+S");
  await page.getByText("Saved. The next crawl writes it").waitFor();
  const mine = {
    summary: "Tables for terminals.",
    sections: ["Reference", { name: "Docs", as: "Guides" }],
    pages: [{ url: `${ownSite.origin}/docs/upgrade`, hide: true }],
  };
  expect((await stored()).overlay).toEqual(mine);

  await call(`/${id}/overlay`, "PUT", { name: "Theirs", pages: [{ path: "/gone", hide: true }] });
  await page.getByRole("textbox", { name: "Site name" }).fill("Mine");
  await page.keyboard.press("ControlOrMeta+S");
  await page.getByRole("dialog", { name: "Somebody else saved changes" }).waitFor();
  await page.getByRole("button", { name: "Load theirs" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Site name" }).inputValue()).toBe("Theirs");
  await page.getByText("/gone: no such page is listed").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Site name" }).inputValue()).toBe("Mine");
  expect((await stored()).overlay.name).toBe("Theirs");
  await page.getByRole("link", { name: "Back to the site" }).click();
  await page.getByRole("button", { name: "Save and leave" }).click();
  await page.getByRole("tab", { name: "Document" }).waitFor();
  expect((await stored()).overlay).toEqual({ ...mine, name: "Mine" });
  expect(sins).toEqual([]);
  await ownSite.close();
});

test("a reload of a result opens it again, and the start page remembers it", async () => {
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  await generate(page, site.origin);
  await isDone(page);
  await page.reload();
  await page.getByRole("link", { name: "How to install" }).waitFor();
  await page.getByRole("link", { name: "llms.txt, start page" }).click();
  await page.getByRole("heading", { name: "Recent crawls" }).waitFor();
  await page.getByRole("link", { name: site.origin.replace("http://", "") }).click();
  await page.getByRole("link", { name: "How to install" }).waitFor();
  expect(sins).toEqual([]);
});

test("a server with a key lets nobody in with a wrong one; who signed in stays so over a reload and a restart, and signs out", async () => {
  const settings = environment("locked", { API_KEY: KEY });
  await using locked = await startProcess(settings);
  await using watched = await watchedPage(browser, locked.url);
  const { page, sins } = watched;
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Enter your API key").waitFor();
  await page.getByLabel("API key").fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("is not correct").waitFor();
  await page.getByLabel("API key").fill(KEY);
  await page.keyboard.press("Enter");
  await generate(page, site.origin);
  await isDone(page);
  await page.getByText("Valid llms.txt").waitFor();

  const stored: string = await page.evaluate(
    "JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])",
  );
  expect(stored).not.toContain(KEY);
  expect(stored).not.toContain("session=");

  locked.kill("SIGKILL");
  await locked.exited;
  await using _again = await startProcess({ ...settings, PORT: new URL(locked.url).port });
  await page.goto(locked.url);
  await page.getByRole("heading", { name: "Turn a website" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("API key").waitFor();
  await page.reload();
  await page.getByLabel("API key").waitFor();
  expect(sins).toEqual([]);
});

test("on a phone the whole way from the address to the file fits the screen", async () => {
  await using watched = await watchedPage(browser, service.url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const { page, sins } = watched;
  await generate(page, site.origin);
  await isDone(page);
  const button = page.getByRole("button", { name: "Download llms.txt" });
  const box = await button.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  expect(box?.height).toBeGreaterThanOrEqual(40);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  expect(sins).toEqual([]);
});

test("the console asks the service itself, and what it began is the example; an unknown address says so", async () => {
  await using watched = await watchedPage(browser, `${service.url}/#/api`);
  const { page, sins } = watched;
  const body = page.getByLabel("Body, JSON");
  await body.fill(JSON.stringify({ url: site.origin, maxPages: 2 }));
  await page.getByRole("button", { name: "Send POST" }).click();
  await page.getByText("202", { exact: true }).waitFor();
  const { id } = JSON.parse((await page.getByRole("region", { name: "Answer" }).textContent()) ?? "");
  await page.getByLabel("Request", { exact: true }).selectOption("GET /api/crawls/{id}/events");
  await page.getByLabel("id required").fill(id);
  await page.getByRole("button", { name: "Send GET" }).click();
  await page.getByText("event: summary").waitFor();

  await page.goto(`${service.url}/#/api/${id}`);
  await page
    .getByRole("region", { name: "Example in curl" })
    .getByText(`{"maxPages":2,"url":"${site.origin}/"}`)
    .waitFor();
  expect(await page.title()).toBe("API · llms.txt");
  await page.goto(`${service.url}/#/nonsense`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByRole("link", { name: "Start page", exact: true }).click();
  await page.getByRole("heading", { name: "Turn a website" }).waitFor();
  expect(sins).toEqual([]);
});

test("the theme follows the system until one is chosen, and letters do nothing once they are switched off", async () => {
  await using watched = await watchedPage(browser, service.url, { colorScheme: "dark" });
  const { page, sins } = watched;
  const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
  const dark = await ground();
  await page.getByRole("button", { name: "Appearance and keys" }).click();
  await page.getByRole("button", { name: "Light" }).click();
  const light = await ground();
  expect(light).not.toBe(dark);
  await page.reload();
  expect(await ground()).toBe(light);
  await page.getByRole("button", { name: "Appearance and keys" }).click();
  await page.getByRole("button", { name: "System" }).click();
  expect(await ground()).toBe(dark);

  const field = page.getByLabel("Address of the site");
  const isFocused = () => field.evaluate((input) => input.matches(":focus"));
  await page.getByLabel("Single-letter shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  expect(await isFocused()).toBe(false);
  await page.getByRole("button", { name: "Appearance and keys" }).click();
  await page.getByLabel("Single-letter shortcuts").check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  expect(await isFocused()).toBe(true);
  expect(sins).toEqual([]);
});
