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

  // The server's version names this page: an older one would offer a reload.
  const version = (await fetch(`${service.url}/api/config`)).headers.get("x-llmstxt-version") ?? "";
  const script = await page.locator("script[type=module]").getAttribute("src");
  expect(version).toBe(`0.1.0+${/index-(.+)\.js$/.exec(script ?? "")?.[1]}`);

  await page.getByRole("button", { name: "Raw", exact: true }).click();
  await page.locator("#line-1").getByText("# Tern").waitFor();
  expect(sins).toEqual([]);
});

test("a result says what became of every address, answers a question, and mends its own lines", async () => {
  const broken = "# Tern\n\n> A tool.\n\nText.\n\n##Docs\n\n- [Start](https://tern.dev/start#a): Start\n";
  const twice = docsAnswers([...DOCS_PAGES, "terms", "docs/old", "logo.png"]);
  const own = await serveSite({
    ...twice,
    "/docs/old": { status: 301, headers: { location: "/docs/start" } },
    "/robots.txt": "User-agent: *\nDisallow: /private/\n",
    "/tern.txt": broken,
    "/": `${twice["/"]}<a href="/private/x">x</a>`,
  });
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  await generate(page, own.origin);
  await isDone(page);
  await page.getByRole("tab", { name: /^Left out/ }).click();
  await page.getByRole("button", { name: /^Kept out by robots.txt/ }).click();
  await page.getByText("Disallow: /private/").waitFor();
  await page.getByText("only the site can change it").waitFor();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all as JSON lines" }).click();
  const audit = readFileSync(await (await downloading).path(), "utf8");
  expect(audit).toContain(`{"url":"${own.origin}/docs/old","outcome":"left out","reason":"redirect"`);

  await page.getByRole("tab", { name: "Ask" }).click();
  await page.getByLabel("Ask as an agent would").waitFor();
  await page.keyboard.type("upgrade");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: `${own.origin}/docs/upgrade` }).waitFor();
  await page.getByLabel("Ask as an agent would").fill("xylophone");
  await page.keyboard.press("Enter");
  await page.getByText("No line matches").waitFor();

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Validate" }).click();
  const file = page.getByLabel("Its text, or its address");
  await page.getByRole("button", { name: "Strict readers" }).click();
  await file.fill(own.origin);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByText(`${own.origin}/llms.txt: 404 Not Found`).waitFor();
  await file.fill(`${own.origin}/tern.txt`);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByRole("button", { name: "Put the space in" }).click();
  await page.getByRole("heading", { name: "Valid llms.txt" }).waitFor();
  expect(await file.inputValue()).toBe(broken.replace("##Docs", "## Docs"));
  await page.getByRole("button", { name: /^Titles/ }).click();
  await page.getByRole("button", { name: "Take the description out" }).click();
  await expect.poll(() => file.inputValue()).toContain("(https://tern.dev/start#a)\n");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => file.inputValue()).toBe(broken.replace("##Docs", "## Docs"));
  expect(sins).toEqual([]);
  await own.close();
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
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("202", { exact: true }).waitFor();
  const { id } = JSON.parse((await page.getByRole("region", { name: "Answer" }).textContent()) ?? "");
  await page.getByLabel("Method").selectOption("GET");
  await page.getByLabel("Path").fill(`/api/crawls/${id}/events`);
  await page.getByRole("button", { name: "Send" }).click();
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
