import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LiveAnswer } from "../../packages/service/src/protocol/bundle.ts";
import type { SiteAnswer } from "../../packages/service/src/protocol/site.ts";
import { pageService } from "../servers/page-service.ts";
import { openBrowser, watchedPage } from "../servers/web-browser.ts";
import * as scenes from "../servers/web-scenes.ts";
import { LIVE, site, sitesAnswer } from "../servers/web-sites.ts";

// The page says what is so, also where its server is gone, is another one, or does not answer itself.

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

test("an answer that is not the service's own is an error that says so, not an empty list", async () => {
  const answer = sitesAnswer("some");
  const login = "<!doctype html><title>Sign in to the network</title>";
  await using service = await pageService({
    answer: (path, method, body) =>
      path.startsWith("/api/sites?") ? { body: login, type: "text/html" } : answer(path, method, body),
  });
  await using watched = await watchedPage(browser, `${service.url}/#/sites`);
  await watched.page.getByText("The answer to /api/sites is not this service's: 200, text/html.").waitFor();
});

test("a page of another version than its server offers a reload, and one of the same version does not", async () => {
  await using older = await pageService({ version: "0.2.0+another1" });
  await using watched = await watchedPage(browser, older.url);
  const { page } = watched;
  await page.getByText("The server has been updated").waitFor();
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload" }).click();
  await loaded;

  const script = await page.locator("script[type=module]").getAttribute("src");
  await using same = await pageService({ version: `0.2.0+${/index-(.+)\.js$/.exec(script ?? "")?.[1]}` });
  await using other = await watchedPage(browser, same.url);
  await other.page.getByRole("heading", { name: "Turn a website" }).waitFor();
  expect(await other.page.getByText("The server has been updated").count()).toBe(0);
});

test("a lost connection does not say that the crawl goes on, and after a stop the page says how the server is now", async () => {
  const ready = { status: 503, body: { detail: "Stopping" } as object };
  let speech: Parameters<typeof scenes.lost>[0] | undefined;
  await using service = await pageService({
    answer: (path) => (path === "/ready" ? ready : undefined),
    crawl: (say) => {
      speech = say;
      scenes.lost(say);
    },
  });
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await page.getByLabel("Address of the site").fill("https://large.example");
  await page.keyboard.press("Enter");
  await page.getByText("at a time").first().waitFor();
  await page.context().setOffline(true);
  await page.getByText("Connection lost.").waitFor();
  expect(await page.getByText("goes on without this page").count()).toBe(0);
  await page.getByText("This page shows what became of the crawl as soon as the server answers.").waitFor();

  speech?.failed({ type: "error", code: "interrupted", facts: {}, reason: "the server stopped", about: "service" });
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "The server stopped the crawl" }).waitFor();
  await page.getByText("The server takes no crawls yet: Stopping").waitFor();
  Object.assign(ready, { status: 200, body: { status: "ready", database: "up" } });
  await page.getByText("The server is up and takes crawls again.").waitFor();
});

test("a file over the budget has a button for each advice", async () => {
  await using service = await pageService({
    config: { ...scenes.CONFIG, budget: 100 },
    crawl: (say) => scenes.done(say),
  });
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await page.getByLabel("Address of the site").fill("https://docs.example");
  await page.keyboard.press("Enter");
  await page.getByText("Longer than 100 characters").waitFor();
  // The site is not enrolled: there is nothing to publish in parts.
  expect(await page.getByText("in parts").count()).toBe(0);
  await page.getByRole("button", { name: "Restrict the paths" }).click();
  expect(await page.getByLabel("Address of the site").inputValue()).toBe("https://docs.example");
});

test("publishing is followed: a failed crawl with a button, how far the next is, then the files, without a reload", async () => {
  const sites = sitesAnswer("some");
  const now: SiteAnswer = site({ id: "s9", baseUrl: "https://docs.example", status: "crawling", publish: true });
  const failed: SiteAnswer = { ...now, status: "failing", reason: "robots.txt keeps the crawler out" };
  const shown = { site: failed, files: [] as { path: string; bytes: number }[] };
  await using service = await pageService({
    answer: (path, method, body) => {
      if (path === "/api/sites/s9") return { body: shown.site };
      if (!path.startsWith("/api/sites/s9/bundle")) return sites(path, method, body);
      if (shown.files.length === 0) return { status: 404, body: { detail: "No bundle" } };
      if (path.endsWith("/snippets")) return { body: { items: [] } };
      return { body: { files: shown.files, at: "2026-11-21T05:50:00Z", index: "https://docs.example/llms.txt" } };
    },
  });
  await using watched = await watchedPage(browser, `${service.url}/#/sites/s9/publish`);
  const { page } = watched;
  await page.getByText("No bundle: the last crawl failed: robots.txt keeps the crawler out").waitFor();
  await page.getByRole("link", { name: "See the runs" }).waitFor();
  shown.site = { ...now, progress: { done: 7, max: 40 } };
  await page.getByRole("button", { name: "Crawl now" }).click();
  await page.getByText("Making the bundle, 7 of 40").waitFor();
  shown.files = [{ path: "llms.txt", bytes: 812 }];
  shown.site = { ...shown.site, status: "upToDate", progress: { done: 40, max: 40 } };
  await page.getByRole("group", { name: "Files" }).getByText("llms.txt").waitFor();
});

test("the verdict on a site's own files comes first with its advice, then what fails, and each new bundle is checked", async () => {
  const sites = sitesAnswer("some");
  const bundle = { at: "2026-11-21T05:50:00Z" };
  await using service = await pageService({
    answer: (path, method, body) => {
      const answer = sites(path, method, body);
      return path.endsWith("/bundle") ? { body: { ...Object(answer?.body), ...bundle } } : answer;
    },
  });
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await page.clock.install();
  // From elsewhere, since the page that is there would show the site, and ask, before a reload.
  await page.goto("about:blank");
  await page.goto(`${service.url}/#/sites/s4/publish`);
  await page.getByRole("heading", { name: "Out of date: 2 behind" }).waitFor();
  await page.getByText("2 versions behind. Copy the newest files").waitFor();
  await expect.poll(() => page.title()).toBe("Publish httr2.r-lib.org · llms.txt");
  const line = page.getByRole("list", { name: "Versions, oldest first" }).getByRole("listitem");
  expect((await line.allTextContents()).map((text) => text.replace(/^\d+ Nov/, ""))).toEqual([
    "On your site",
    "",
    "Newest",
  ]);
  const checks = page.getByRole("region", { name: /checks pass$/ }).getByRole("listitem");
  expect((await checks.allTextContents()).map((text) => /does not work|works|not asked/.exec(text)?.[0])).toEqual([
    "does not work",
    "works",
    "not asked",
  ]);
  const checked = () => service.calls.filter((call) => call.endsWith("/live")).length;
  expect(checked()).toBe(1);
  bundle.at = "2026-11-22T05:50:00Z";
  await page.clock.runFor(31_000);
  await expect.poll(checked).toBe(2);
});

test("what mends several checks is said once, with the check beside it; a page to log in asks for no files", async () => {
  const sites = sitesAnswer("some");
  const { behind: _, ...asked } = LIVE;
  const failing = (name: LiveAnswer["checks"][number]["name"], fix: LiveAnswer["advice"]) => ({
    ...{ name, fix, ok: false, url: `https://httr2.r-lib.org/${name}`, status: 200, contentType: "text/html" },
    ...{ missing: "answer" as const, detail: "" },
  });
  let live: LiveAnswer = {
    ...{ ...asked, verdict: "live", advice: "" },
    checks: [failing("type", "setType"), failing("negotiation", "negotiate"), failing("canonical", "setCanonical")],
  };
  await using service = await pageService({
    answer: (path, method, body) => (path.endsWith("/live") ? { body: live } : sites(path, method, body)),
  });
  await using watched = await watchedPage(browser, `${service.url}/#/sites/s4/publish`);
  const { page } = watched;
  const checks = page.getByRole("region", { name: /checks? pass/ });
  await checks.getByRole("button", { name: "Copy nginx-server.conf" }).waitFor();
  expect(await checks.getByRole("button", { name: "Copy nginx-server.conf" }).count()).toBe(1);
  expect(await checks.getByText("The fix above mends this, too.").count()).toBe(2);

  live = { ...live, verdict: "absent", advice: "letIn", checks: [failing("index", "letIn")] };
  await checks.getByRole("button", { name: "Check again" }).click();
  await checks.getByText("let it in, or ask from inside").waitFor();
  await checks.getByText("Name of this service, in User-Agent").waitFor();
  expect(await page.getByText("Put the files on the server").isVisible()).toBe(false);

  live = { ...asked, verdict: "live", advice: "", checks: asked.checks.slice(0, 1) };
  await checks.getByRole("button", { name: "Check again" }).click();
  await page.getByRole("heading", { name: "Live", exact: true }).waitFor();
});

test("a host's Retry-After is told with a countdown while the crawl waits", async () => {
  await using service = await pageService({
    crawl: (say) => {
      scenes.smallCrawl(say);
      const until = new Date(Date.now() + 600_000).toISOString();
      say.log({ type: "waiting", host: "small.example", leftMs: 600_000, until });
    },
  });
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await page.getByLabel("Address of the site").fill("https://small.example");
  await page.keyboard.press("Enter");
  await page.getByText("small.example asked for a pause.").waitFor();
  expect(await page.getByRole("timer").textContent()).toMatch(/^(10:00|9:\d\d)$/);
});
