import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { DOCS_PAGES, docsAnswers } from "../servers/docs-site.ts";
import { endProcesses, type ServeProcess, startProcess } from "../servers/process.ts";
import { type Site, serveSite } from "../servers/site.ts";
import { openBrowser, watchedPage } from "../servers/web-browser.ts";

// Enrolled sites: the page against the real service with its embedded database, in a real Chromium.

let browser: Browser;
let folder: string;
let service: ServeProcess;
let site: Site;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "llmstxt-sites-page-"));
  const settings = {
    DATA_DIR: folder,
    ALLOW_PRIVATE_NETWORKS: "true",
    BROWSER_ENABLED: "false",
    // A schedule that does nothing while a test runs: only what somebody asks for is crawled.
    RECRAWL_SCHEDULE: "0 0 1 1 *",
  };
  [browser, site, service] = await Promise.all([
    openBrowser(),
    serveSite(docsAnswers(DOCS_PAGES)),
    startProcess(settings),
  ]);
  await databaseUp();
});

afterAll(async () => {
  await Promise.all([endProcesses(), browser?.close(), site?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** The embedded database makes its files at the first start: that takes some seconds. */
async function databaseUp(): Promise<void> {
  const look = async () => expect(await (await fetch(`${service.url}/ready`)).json()).toMatchObject({ database: "up" });
  await vi.waitFor(look, { timeout: 90_000, interval: 500 });
}

const post = (path: string, body: object = {}) =>
  fetch(`${service.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const clipboard = (page: Page): Promise<string> => page.evaluate("navigator.clipboard.readText()");

test("what only a person can write is one press away on a crawl whose site is not enrolled", async () => {
  const bare = await serveSite({ ...docsAnswers(DOCS_PAGES), "/": "<title>Tern</title><a href=docs/start>Start</a>" });
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  await page.getByLabel("Address of the site").fill(bare.origin);
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await page.getByRole("tab", { name: "Quality" }).click();
  await page.getByRole("button", { name: /^Titles/ }).click();
  await page.getByText("There is no summary.").waitFor();
  await page.getByRole("button", { name: "Keep up to date and write it" }).first().click();
  await page.getByRole("heading", { name: `Edit ${bare.origin.replace("http://", "")}` }).waitFor();
  await page.getByRole("textbox", { name: "Summary" }).fill("Reads tables of any size.");
  await page.getByRole("button", { name: "Publish changes" }).click();
  await page.getByText("Published", { exact: true }).first().waitFor();
  const [, id] = /#\/sites\/([\w-]+)\/edit/.exec(page.url()) ?? [];
  await fetch(`${service.url}/api/sites/${id}`, { method: "DELETE" });
  await bare.close();
  expect(sins).toEqual([]);
});

test("a site is enrolled, seen among the sites, crawled again, and its change is shown", async () => {
  const ownAnswers = docsAnswers(DOCS_PAGES);
  const ownSite = await serveSite(ownAnswers);
  const name = ownSite.origin.replace("http://", "");
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  await page.getByLabel("Address of the site").fill(ownSite.origin);
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await page.getByRole("button", { name: "Enrol" }).click();
  await page.getByText("Kept up to date: every week").waitFor();
  // Enrolled is shown as enrolled after a reload, too.
  await page.reload();
  await page.getByText("Kept up to date: every week").waitFor();

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sites" }).click();
  await page.getByRole("row", { name: new RegExp(name) }).waitFor();
  Object.assign(ownAnswers, docsAnswers([...DOCS_PAGES, "reference/write"]));
  await page.getByRole("button", { name: `More actions for ${name}` }).click();
  await page.getByRole("button", { name: "Crawl now" }).click();

  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await page.getByRole("link", { name: "How to write" }).waitFor();
  await page.getByRole("tab", { name: "Runs" }).click();
  await page.getByRole("button", { name: "New version: 1 added" }).click();
  await page.getByText("Crawl complete: ").waitFor();
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("heading", { name: "How to write" }).waitFor();
  await page.getByRole("button", { name: "Text" }).click();
  await page.getByText(/^\+.*How to write/).waitFor();

  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused", { exact: true }).first().waitFor();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Webhook" }).click();
  await page.getByRole("button", { name: "Set a secret" }).click();
  await page.getByRole("button", { name: "Copy the secret" }).click();
  await page.getByText("Secret copied").waitFor();
  const secret = await clipboard(page);
  expect(await callWebhook(ownSite.origin, "whs_wrong")).toBe(401);
  expect(await callWebhook(ownSite.origin, secret)).toBe(200);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove site" }).click();
  await page.getByText("No sites yet").waitFor();
  await ownSite.close();
  expect(sins).toEqual([]);
});

async function callWebhook(baseUrl: string, secret: string): Promise<number> {
  const { status } = await post("/internal/hooks/site-changed", { base_url: baseUrl, webhook_secret: secret });
  return status;
}

async function enrolForPublishing(baseUrl: string): Promise<string> {
  const response = await post("/api/sites", { baseUrl, publish: true });
  return z.object({ id: z.string() }).parse(await response.json()).id;
}

test("what a site publishes can be looked at, taken as a zip, and asked for at the site; its alerts are sent on trial", async () => {
  const told: string[] = [];
  const hook = await serveSite({
    "*": (request, response) => {
      told.push(`${request.method} ${request.url}`);
      response.end();
    },
  });
  const id = await enrolForPublishing(site.origin);
  await post(`/api/sites/${id}/recrawl`);
  const published = async () => expect((await fetch(`${service.url}/api/sites/${id}/bundle`)).status).toBe(200);
  await vi.waitFor(published, { timeout: 60_000, interval: 200 });

  await using watched = await watchedPage(browser, `${service.url}/#/sites/${id}/publish`);
  const { page, sins } = watched;
  await page.getByRole("heading", { name: /^Publish / }).waitFor();
  await page.getByRole("group", { name: "Files" }).getByText("llms.txt", { exact: true }).waitFor();
  // The site answers 404: nothing of the bundle is there.
  await page.getByRole("heading", { name: "Not there" }).waitFor();
  await page.getByRole("radio", { name: /nginx/ }).check({ force: true });
  await page.getByRole("button", { name: "Copy nginx-server.conf" }).first().waitFor();
  await page.getByText("does not work").first().waitFor();
  await page.getByRole("button", { name: "Check now" }).click();
  await page.getByRole("heading", { name: "Not there" }).waitFor();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download bundle" }).click();
  const zip = await downloading;
  expect(zip.suggestedFilename()).toMatch(/-bundle\.zip$/);
  expect(
    readFileSync(await zip.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");

  await page.goto(`${service.url}/#/sites/${id}/settings`);
  await page.getByLabel("Own alerts for this site").check();
  await page.getByLabel("Webhook", { exact: true }).fill(`${hook.origin}/alerts`);
  await page.getByRole("button", { name: "Save alerts" }).click();
  await page.getByText("Alerts saved").waitFor();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText(`Sent to ${hook.origin}`).waitFor();
  expect(told).toEqual(["POST /alerts"]);
  await fetch(`${service.url}/api/sites/${id}`, { method: "DELETE" });
  await hook.close();
  expect(sins).toEqual([]);
});

describe("of a thousand sites", () => {
  const LIST = "#/sites?q=.example&sort=name";
  const sites = Array.from({ length: 1_000 }, (_, n) => ({
    baseUrl: `https://site-${String(n).padStart(4, "0")}.example`,
  }));

  beforeAll(async () => {
    for (let from = 0; from < sites.length; from += 200)
      await post("/api/sites/import", { items: sites.slice(from, from + 200) });
  });

  /** Holds timers of 2 s or more: a list is asked for again after some seconds, and 2 s after the end of a job. */
  const HELD_TIMERS = `const begin = setTimeout;
    globalThis.setTimeout = (call, ms, ...rest) => (ms >= 2_000 ? -1 : begin(call, ms, ...rest));`;

  test("over a slow line each page of a list is asked for once, and Back returns to the place", async () => {
    await using watched = await watchedPage(browser, service.url);
    const { page, sins } = watched;
    await page.addInitScript(HELD_TIMERS);
    await page.goto("about:blank");
    const asked: string[] = [];
    await page.route("**/api/sites?**", async (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(searchParams.get("cursor") ?? "");
      await new Promise((resolve) => setTimeout(resolve, 80));
      await route.continue();
    });
    await page.goto(`${service.url}/${LIST}`);
    const row = (n: number) => page.getByRole("link", { name: `site-${String(n).padStart(4, "0")}.example` });
    await row(0).waitFor();
    await page
      .getByText(/1,000 (of|sites)/)
      .first()
      .waitFor();
    for (let y = 1; y <= 12; y++) {
      await page.evaluate(`scrollTo({ top: ${y * 500}, behavior: "instant" })`);
      await page.getByRole("row", { name: /site-/ }).first().waitFor();
    }
    await row(120).waitFor();
    expect(new Set(asked).size).toBe(asked.length);

    await expect.poll(() => page.evaluate("history.state?.row > 100")).toBe(true);
    await row(120).click();
    await page.getByRole("heading", { level: 1, name: "site-0120.example" }).waitFor();
    const before = asked.length;
    await page.goBack();
    await row(120).waitFor();
    expect(asked.length - before).toBeLessThan(3);
    expect(sins).toEqual([]);
  });

  test("a range is selected, then all of them, changed at once and undone", async () => {
    await using watched = await watchedPage(browser, `${service.url}/${LIST}`);
    const { page, sins } = watched;
    await page.getByRole("checkbox", { name: "Select site-0010.example" }).click();
    await page.getByRole("checkbox", { name: "Select site-0014.example" }).click({ modifiers: ["Shift"] });
    await page.getByText("5 sites selected").waitFor();
    await page.keyboard.press("Control+a");
    await page.getByText("1,000 sites selected").waitFor();
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByLabel("Interval").selectOption({ label: "Every day" });
    await page.getByText("1,000 sites: every day").waitFor();
    expect(asked).toEqual(["Pause 1,000 sites?", "Change the interval of 1,000 sites?"]);
    expect(await intervals()).toEqual(new Set([1_440]));
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone").waitFor();
    expect(await intervals()).toEqual(new Set([10_080]));

    const views = page.getByRole("navigation", { name: "Views" });
    await views.getByRole("button", { name: "Save view" }).click();
    await page.keyboard.type("Examples by name");
    await page.keyboard.press("Enter");
    await views.getByRole("link", { name: "Examples by name" }).waitFor();
    await views.getByRole("link", { name: "All", exact: true }).click();
    await expect.poll(() => page.evaluate("location.hash")).toBe("#/sites");
    await page.reload();
    await views.getByRole("link", { name: "Examples by name" }).click();
    await page
      .getByText(/^1,000 of 1,00\d sites$/)
      .or(page.getByText("1,000 sites", { exact: true }))
      .waitFor();
    await views.getByRole("button", { name: "Remove this view" }).click();
    await views.getByRole("link", { name: "Examples by name" }).waitFor({ state: "detached" });
    expect(sins).toEqual([]);
  });
});

const LISTED = z.object({ items: z.array(z.object({ recrawlIntervalMinutes: z.number() })) });

/** The shortest and the longest: the list by interval from both its ends. */
async function intervals(): Promise<ReadonlySet<number>> {
  const ends = ["", "&order=reversed"].map(async (order) => {
    const answer = await fetch(`${service.url}/api/sites?q=.example&sort=interval&limit=1${order}`);
    return LISTED.parse(await answer.json()).items.map((site) => site.recrawlIntervalMinutes);
  });
  return new Set((await Promise.all(ends)).flat());
}

test("a site's document is edited by keyboard, seen as it will be, published over nobody else's edits, and undone", async () => {
  const ownSite = await serveSite(docsAnswers(DOCS_PAGES));
  const send = (path: string, method = "GET", body?: object) => {
    const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    return fetch(`${service.url}/api/sites${path}`, { method, ...sent });
  };
  const { id } = z.object({ id: z.string() }).parse(await (await send("", "POST", { baseUrl: ownSite.origin })).json());
  await send(`/${id}/recrawl`, "POST");
  const kept = z.object({ overlay: z.looseObject({}), preview: z.unknown() });
  const stored = async () => kept.parse(await (await send(`/${id}/overlay`)).json());
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
  await press("Rewrite: How to upgrade", "h");
  await page.getByRole("region", { name: "Hidden" }).getByText("How to upgrade").waitFor();
  await isFocused("Rewrite: How to upgrade");
  await press("Rewrite: How to install", "F2");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Install it");
  await page.getByRole("button", { name: "Rewrite: Install it" }).waitFor();
  await page.keyboard.press("Escape");
  await isFocused("Rewrite: How to install");
  await press("More for How to install", "Enter");
  await page.getByRole("button", { name: "Pin to the top P" }).press("Enter");
  await page.getByText("Pinned", { exact: true }).waitFor();
  await page.keyboard.press("ControlOrMeta+Z");
  await page.getByText("Pinned", { exact: true }).waitFor({ state: "detached" });
  await page.getByLabel("Summary", { exact: true }).fill("Tables for terminals.");
  await page.getByRole("button", { name: "Raw", exact: true }).click();
  await page.getByText("> Tables for terminals.").waitFor();
  const edits = page.getByRole("region", { name: "Your edits", exact: true });
  const [undone] = [edits.getByRole("button", { name: "Undo: Hid a page, How to upgrade" })];
  await undone.click();
  await page.getByRole("region", { name: "Hidden" }).waitFor({ state: "detached" });
  // The button that was pressed is gone with its edit.
  await expect.poll(() => edits.evaluate((one) => one.matches(":focus"))).toBe(true);
  await page.keyboard.press("ControlOrMeta+Z");
  await undone.waitFor();
  await page.keyboard.press("ControlOrMeta+S");
  const dialog = page.getByRole("dialog", { name: "Publish 3 edits" });
  await dialog.getByText("How to upgrade").waitFor();
  await dialog.getByText("Section Docs Guides").waitFor();
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByText("Published", { exact: true }).first().waitFor();
  const mine = {
    summary: "Tables for terminals.",
    sections: ["Reference", { name: "Docs", as: "Guides" }],
    pages: [{ url: `${ownSite.origin}/docs/upgrade`, hide: true }],
  };
  expect((await stored()).overlay).toEqual(mine);
  const versions = z.object({ items: z.array(z.looseObject({ removed: z.number() })) });
  await expect.poll(async () => versions.parse(await (await send(`/${id}/versions`)).json()).items).toHaveLength(2);
  await edits.getByRole("heading", { name: "Not published yet" }).waitFor({ state: "detached" });

  await send(`/${id}/overlay`, "PUT", { name: "Theirs", pages: [{ path: "/gone", hide: true }] });
  await page.getByRole("textbox", { name: "Site name" }).fill("Mine");
  await page.getByRole("button", { name: "Publish changes" }).click();
  await page.getByRole("dialog", { name: "Somebody else edited this site" }).waitFor();
  await page.getByRole("button", { name: "Load theirs" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Site name" }).inputValue()).toBe("Theirs");
  await page.getByText("/gone: no such page is listed").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Site name" }).inputValue()).toBe("Mine");
  expect((await stored()).overlay.name).toBe("Theirs");
  await page.getByRole("link", { name: "Back to the site" }).click();
  await page.getByRole("tab", { name: "Document" }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Edit" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Site name" }).inputValue()).toBe("Mine");
  await page.getByRole("button", { name: "Publish changes" }).click();
  await page.getByText("Published", { exact: true }).first().waitFor();
  await edits.getByRole("heading", { name: "Not published yet" }).waitFor({ state: "detached" });
  expect(await page.evaluate(`localStorage.getItem("edits ${id}")`)).toBeNull();
  expect((await stored()).overlay).toEqual({ ...mine, name: "Mine" });
  expect(sins).toEqual([]);
  await ownSite.close();
});

// Tasks by what the page itself offers at each step: no address is typed but the site's.

/** Clicks, counted. */
function clicker() {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };
  return { click, clicks: () => clicks };
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Lets a site serve a bundle's files, as its settings would. */
function serveBundle(answers: ReturnType<typeof docsAnswers>, zip: string): void {
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(zip)))) {
    if (!/\.(?:md|txt)$/.test(path)) continue;
    const type = path.endsWith(".md") ? "text/markdown; charset=utf-8" : "text/plain; charset=utf-8";
    answers[`/${path}`] = { headers: { "content-type": type }, body: Buffer.from(bytes) };
  }
}

test("a file takes two clicks, and six more until it is published and seen live on its site; fifty sites take three", async () => {
  const answers = docsAnswers(DOCS_PAGES);
  const ownSite = await serveSite(answers);
  const { total } = z
    .object({ total: z.number() })
    .parse(await (await fetch(`${service.url}/api/sites?limit=1`)).json());
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  const { click, clicks } = clicker();
  await page.getByLabel("Address of the site").fill(ownSite.origin);
  await click(button(page, "Generate"));
  await page.getByText("Valid llms.txt").waitFor();
  const file = page.waitForEvent("download");
  await click(button(page, "Download llms.txt"));
  expect(readFileSync(await (await file).path(), "utf8")).toContain("# Tern");
  expect(clicks()).toBe(2);

  await click(button(page, "Enrol"));
  await click(page.getByRole("link", { name: "Open the site" }));
  await click(page.getByRole("link", { name: "Publish" }));
  await click(button(page, "Publish for agents"));
  const bundle = page.waitForEvent("download");
  await click(button(page, /^Download bundle/));
  serveBundle(answers, await (await bundle).path());
  await click(button(page, "Ask the site"));
  await page.getByRole("heading", { name: "Live", exact: true }).waitFor();
  expect(clicks()).toBe(8);
  // The badge is the one of this check.
  const badge = await page.getByRole("img", { name: "Badge of the site" }).getAttribute("src");
  expect(await (await fetch(`${service.url}${badge}`)).text()).toContain("live");
  expect(badge).toMatch(/\?20\d\d-/);

  await click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Sites/ }));
  await click(button(page, "Add sites"));
  const lines = Array.from({ length: 50 }, (_, n) => `docs-${n}.example`);
  await page.getByLabel("Addresses, one per line").fill(lines.join("\n"));
  await click(button(page, "Add 50 sites"));
  await page.getByText(`${(total + 51).toLocaleString("en-US")} sites`, { exact: true }).waitFor();
  expect(clicks()).toBe(11);
  await ownSite.close();
  expect(sins).toEqual([]);
});
