import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DOCS_PAGES, docsAnswers } from "../servers/docs-site.ts";
import { pageService } from "../servers/page-service.ts";
import { endProcesses, type ServeProcess, startProcess } from "../servers/process.ts";
import { type Site, serveSite } from "../servers/site.ts";
import { openBrowser, watchedPage } from "../servers/web-browser.ts";
import { fleetAnswer } from "../servers/web-fleet.ts";

// Five tasks from a fresh service, by what the page itself offers at each step: no address is typed but the site's.

let browser: Browser;
let folder: string;
let service: ServeProcess;
let site: Site;
const answers = docsAnswers(DOCS_PAGES);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "llmstxt-tasks-"));
  const settings = {
    DATA_DIR: folder,
    ALLOW_PRIVATE_NETWORKS: "true",
    BROWSER_ENABLED: "false",
    RECRAWL_SCHEDULE: "0 0 1 1 *",
  };
  [browser, site, service] = await Promise.all([openBrowser(), serveSite(answers), startProcess(settings)]);
  const look = async () => expect(await (await fetch(`${service.url}/ready`)).json()).toMatchObject({ database: "up" });
  await vi.waitFor(look, { timeout: 90_000, interval: 500 });
});

afterAll(async () => {
  await Promise.all([endProcesses(), browser?.close(), site?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

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

/** Lets the site serve a bundle's files, as its settings would. */
function serveBundle(zip: string): void {
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(zip)))) {
    if (!/\.(?:md|txt)$/.test(path)) continue;
    const type = path.endsWith(".md") ? "text/markdown; charset=utf-8" : "text/plain; charset=utf-8";
    answers[`/${path}`] = { headers: { "content-type": type }, body: Buffer.from(bytes) };
  }
}

test("a file takes two clicks, and six more until it is published and seen live on its site; fifty sites take three", async () => {
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  const { click, clicks } = clicker();
  await page.getByLabel("Address of the site").fill(site.origin);
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
  serveBundle(await (await bundle).path());
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
  await page.getByLabel("Addresses, one a line").fill(lines.join("\n"));
  await click(button(page, "Add 50 sites"));
  await page.getByText("51 sites", { exact: true }).waitFor();
  expect(clicks()).toBe(11);
  expect(sins).toEqual([]);
});

test("of 20,000 sites the failing ones take one click; a page that no question finds is there to be written at once", async () => {
  await using fleet = await pageService({ answer: fleetAnswer });
  await using watched = await watchedPage(browser, `${fleet.url}/#/sites`);
  const { page } = watched;
  await button(page, /^Failing two crawls/).click();
  await expect.poll(() => fleet.calls.some((call) => call.includes("status=failing"))).toBe(true);
  await page.evaluate("location.hash = '#/sites/s4/edit?find=req_perform_iterative'");
  await button(page, "Rewrite: Perform requests iteratively").waitFor();
  expect(await button(page, /^Rewrite: /).count()).toBe(1);
});
