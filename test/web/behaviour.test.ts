import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageService } from "../servers/page-service.ts";
import { openBrowser, PAGE_FOLDER, watchedPage } from "../servers/web-browser.ts";
import * as scenes from "../servers/web-scenes.ts";

// What the page does under keys, under load and under hostile texts.

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

async function generate(page: Page, url: string): Promise<void> {
  await page.getByLabel("Address of the site").fill(url);
  await page.keyboard.press("Enter");
}

const focused = (page: Page): Promise<string> =>
  page.evaluate("(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()");

test("the page's script is under 60 kB as browsers get it, a first visit under 125 kB; other screens come when they are opened", () => {
  const folder = join(PAGE_FOLDER, "assets");
  const scripts = readdirSync(folder).filter((file) => file.endsWith(".js.br"));
  const sizes = new Map(scripts.map((file) => [file, statSync(join(folder, file)).size]));
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const start = readFileSync(join(PAGE_FOLDER, "index.html"), "utf8");
  const named = [...sizes].filter(([file]) => start.includes(file.slice(0, -".br".length)));
  const first = named.reduce((sum, [, size]) => sum + size, 0);
  console.log(`script: ${(first / 1000).toFixed(1)} kB at first, ${(all / 1000).toFixed(1)} kB with every screen`);
  expect(first).toBeGreaterThan(10_000);
  expect(first).toBeLessThan(60_000);
  const sent = (file: string) => statSync(join(PAGE_FOLDER, file)).size;
  const style = readdirSync(folder).filter((file) => file.endsWith(".css.br") || file.endsWith(".woff2"));
  const visit = style.reduce((sum, file) => sum + sent(join("assets", file)), first + sent("index.html.br"));
  console.log(`first visit: ${(visit / 1000).toFixed(1)} kB with its style and fonts`);
  expect(style.length).toBeGreaterThan(2);
  expect(visit).toBeLessThan(125_000);
  expect(all).toBeLessThan(123_000);
});

test("a document that would like to be more than text stays text, and only http links are links", async () => {
  await using service = await pageService({
    crawl: (say) => scenes.finished(say, scenes.HOSTILE_DOCUMENT, "hostile", {}),
  });
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  await generate(page, "https://docs.example");
  await page.getByRole("heading", { name: "<img src=x onerror=alert(1)>" }).waitFor();
  expect(await page.locator(".doc :is(img, script, iframe, svg, b)").count()).toBe(0);
  const links = page.locator(".doc a");
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual([
    "https://docs.example/good",
  ]);
  expect(await links.first().getAttribute("rel")).toBe("noopener noreferrer nofollow");
  await page.getByRole("button", { name: "Raw", exact: true }).click();
  await page.locator("#line-3").getByText("<script>").waitFor();
  expect(await page.title()).toBe("docs.example · llms.txt");
  expect(sins).toEqual([]);
});

/** Notes in `focusedAtFirst` where the keyboard's letters go as soon as the field is there, before it is drawn. */
const NOTE_FOCUS = `new MutationObserver((_, watching) => {
  if (!document.getElementById("url")) return;
  globalThis.focusedAtFirst = document.activeElement.id;
  watching.disconnect();
}).observe(document, { childList: true, subtree: true });`;

test("the address field has the focus as soon as it is there; a wrong address keeps it, says why, and one click mends it", async () => {
  await using service = await pageService({});
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await page.addInitScript(NOTE_FOCUS);
  await page.reload();
  const field = page.getByLabel("Address of the site");
  await field.waitFor();
  expect(await page.evaluate("focusedAtFirst")).toBe("url");
  await page.keyboard.type("htps://httr2.r-lib.org");
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alert").filter({ hasText: "Did you mean" });
  await alert.waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await field.evaluate((element) => element.matches(":focus"))).toBe(true);
  await page.getByRole("button", { name: "https://httr2.r-lib.org" }).click();
  expect(await field.inputValue()).toBe("https://httr2.r-lib.org");
  expect(await field.getAttribute("aria-invalid")).toBe("false");

  await page.evaluate("navigator.clipboard.writeText('docs.example.org\\nb.example\\nc.example')");
  await field.focus();
  await page.keyboard.press("ControlOrMeta+V");
  await page.getByRole("button", { name: "Add 3 sites" }).click();
  await page.getByRole("dialog", { name: "Add sites" }).getByRole("button", { name: "Add 3 sites" }).waitFor();
});

test("choices are sent as they stand in the form, and kept for the next visit", async () => {
  const asked: unknown[] = [];
  await using service = await pageService({ crawl: (_say, request) => void asked.push(request) });
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await page.getByRole("spinbutton", { name: "Page limit" }).fill("200");
  await page.getByRole("switch", { name: "Keep up to date" }).check();
  await page.getByText("Day", { exact: true }).click();
  await page.getByText("More options").click();
  await page.getByLabel("Leave out").fill("/blog/**, /tags/**");
  await page.getByLabel("Headings").uncheck();
  await page.getByLabel("Also write llms-full.txt").check();
  await generate(page, "https://docs.example");
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  await expect
    .poll(() => asked)
    .toEqual([
      {
        url: "https://docs.example",
        maxPages: 200,
        descLength: 500,
        enableAutoUpdate: true,
        recrawlIntervalMinutes: 1440,
        llmEnhance: false,
        useProxy: false,
        full: true,
        topics: false,
        exclude: ["/blog/**", "/tags/**"],
      },
    ]);
  await page.goto(service.url);
  expect(await page.getByRole("spinbutton", { name: "Page limit" }).inputValue()).toBe("200");
  expect(await page.getByRole("switch", { name: "Keep up to date" }).isChecked()).toBe(true);
});

test("a thousand pages and five thousand lines stay smooth: few elements, no task of seconds", async () => {
  await using service = await pageService({
    crawl: (say) => {
      scenes.largeCrawl(say);
      for (let n = 0; n < 5500; n++) say.log({ type: "site", url: `Line ${n}` });
    },
  });
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await page.evaluate(
    "globalThis.longest = 0; new PerformanceObserver((list) => { for (const task of list.getEntries()) longest = Math.max(longest, task.duration) }).observe({ entryTypes: ['longtask'] })",
  );
  await generate(page, "https://large.example");
  const log = page.getByRole("group", { name: "Log, newest last" });
  await log.getByText("Line 5499").waitFor();
  await expect.poll(() => log.locator("li").count()).toBeLessThan(400);
  expect(await page.locator(".map *").count()).toBeLessThan(400);
  const longest: number = await page.evaluate("longest");
  console.log(`longest task: ${longest.toFixed(0)} ms`);
  expect(longest).toBeLessThan(4000);
});

test("a document of a thousand pages is drawn in parts, frame by frame, until all of it is there", async () => {
  const items = Array.from({ length: 1_000 }, (_, n) => `- [Page ${n}](https://docs.example/${n}): About ${n}.`);
  const text = `# Docs\n\n## One\n\n${items.slice(0, 300).join("\n")}\n\n## Two\n\n${items.slice(300).join("\n")}\n`;
  await using service = await pageService({ crawl: (say) => scenes.finished(say, text, "large", {}) });
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await page.evaluate(`globalThis.most = 0;
    let before = 0;
    new MutationObserver(() => {
      const now = document.querySelectorAll(".doc li").length;
      most = Math.max(most, now - before);
      before = now;
    }).observe(document, { childList: true, subtree: true })`);
  await generate(page, "https://docs.example");
  await expect.poll(() => page.locator(".doc li").count()).toBe(items.length);
  expect(await page.evaluate("most")).toBe(400);
});

test("a site of six thousand pages is drawn on a canvas, and its blocks still say what is done", async () => {
  const urls = Array.from({ length: 6000 }, (_, n) => `https://huge.example/part-${n % 9}/page-${n}`);
  await using service = await pageService({
    crawl: (say) => {
      say.log({ type: "started", id: "huge", location: "/api/crawls/huge", host: "huge.example", maxPages: 6000 });
      for (let at = 0; at < urls.length; at += 1000) say.log({ type: "chosen", urls: urls.slice(at, at + 1000) });
      for (const url of urls.slice(0, 900)) say.log(scenes.page(url, 1));
    },
  });
  await using watched = await watchedPage(browser, service.url);
  const { page, sins } = watched;
  await generate(page, "https://huge.example");
  await page.locator("g[aria-label='Part 0: 100 of 667 pages done']").waitFor();
  const drawn =
    "document.querySelector('.map canvas').getContext('2d').getImageData(0, 0, 700, 400).data.some((v) => v > 0)";
  expect(await page.evaluate(drawn)).toBe(true);
  expect(await page.locator(".map path").count()).toBe(0);
  expect(sins).toEqual([]);
});

test("a refusal of the server stands at the field that it is about", async () => {
  await using service = await pageService({
    refuse: () => {
      const detail = "Max pages must be between 1 and 200";
      return { detail, code: "out_of_range", facts: { field: "maxPages", min: 1, max: 200 } };
    },
  });
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await generate(page, "https://docs.example");
  await page.getByText("Choose a number from 1 to 200").waitFor();
  expect(await page.getByRole("spinbutton", { name: "Page limit" }).getAttribute("aria-invalid")).toBe("true");
  expect(await page.getByLabel("Address of the site").inputValue()).toBe("https://docs.example");
});

test("the log follows its end, waits where one has scrolled to, and says how many lines are new", async () => {
  let more = (): void => {};
  await using service = await pageService({
    crawl: (say) => {
      for (let n = 0; n < 400; n++) say.log({ type: "site", url: `Line ${n}` });
      more = () => {
        for (let n = 400; n < 412; n++) say.log({ type: "site", url: `Line ${n}` });
      };
    },
  });
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await generate(page, "https://docs.example");
  const log = page.getByRole("group", { name: "Log, newest last" });
  await log.getByText("Line 399").waitFor();
  await log.evaluate((element) => element.scrollTo({ top: 1000 }));
  await page.getByText("Not following").waitFor();
  more();
  await page.getByRole("button", { name: "12 new lines" }).click();
  await log.getByText("Line 411").waitFor();
  await page.getByText("Following", { exact: true }).waitFor();
});

test("a lost connection loses nothing: the page reconnects, hears what it missed, and goes on", async () => {
  let crawls = 0;
  await using service = await pageService({
    crawl: (say) => {
      crawls++;
      scenes.smallCrawl(say);
      setTimeout(() => {
        say.cut();
        say.log({ type: "site", url: "Said while nobody listened" });
      }, 300);
    },
  });
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await generate(page, "https://small.example");
  const log = page.getByRole("group", { name: "Log, newest last" });
  await log.getByText("Crawling https://small.example").waitFor();
  await log.getByText("Said while nobody listened").waitFor();
  expect(await log.getByText("Crawling https://small.example").count()).toBe(1);
  expect(crawls).toBe(1);
});

test("tabs, menus and dialogs are worked by keyboard alone, and give the focus back", async () => {
  await using service = await pageService({ crawl: scenes.done });
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await generate(page, "https://docs.example");
  await page.getByRole("tab", { name: "Document" }).focus();
  await page.keyboard.press("End");
  await page.getByRole("tab", { name: "Log", selected: true }).waitFor();
  await expect.poll(() => page.title()).toBe("Log, docs.example · llms.txt");
  expect(await focused(page)).toBe("Log");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => focused(page)).toBe("Document");

  await page.getByRole("button", { name: "More downloads" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toMatch(/^llms\.txt/);
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toMatch(/^Crawl again with/);
  await page.keyboard.press("Escape");
  expect(await focused(page)).toBe("More downloads");

  await page.goto(`${service.url}/#/sites/s4/settings`);
  await page.getByRole("button", { name: "Webhook" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  for (let n = 0; n < 6; n++) {
    await page.keyboard.press("Tab");
    const inside = await page.evaluate(
      "document.activeElement === document.body || !!document.activeElement.closest('dialog')",
    );
    expect(inside).toBe(true);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await focused(page)).toBe("Webhook");
});

test("the table of sites is walked with the arrows, X selects, R crawls, / searches, Enter opens", async () => {
  await using service = await pageService({});
  await using watched = await watchedPage(browser, `${service.url}/#/sites`);
  const { page } = watched;
  await page.getByRole("row", { name: /httr2/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toBe("docs.northwind.example");
  await page.keyboard.press("x");
  await page.getByText("1 site selected").waitFor();
  await page.keyboard.press("r");
  await page.getByText("Crawling docs.northwind.example").waitFor();
  expect(service.calls).toContain("POST /api/sites/bulk");
  await page.keyboard.press("/");
  await page.keyboard.type("rx");
  expect(await page.getByRole("searchbox").inputValue()).toBe("rx");
  expect(service.calls.filter((call) => call.endsWith("/bulk"))).toHaveLength(1);
  await page.getByRole("searchbox").fill("");
  await page.getByRole("button", { name: "More actions for kubernetes.io" }).focus();
  await page.keyboard.press("Enter");
  for (const entry of ["Crawl now", "Pause", "Tags…"]) {
    await expect.poll(() => focused(page)).toMatch(new RegExp(`^${entry}`));
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "httr2.r-lib.org", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "httr2.r-lib.org" }).waitFor();
});

test("several sites are paused at once, and removed only after one was asked", async () => {
  await using service = await pageService({});
  await using watched = await watchedPage(browser, `${service.url}/#/sites`);
  const { page } = watched;
  await page.getByRole("checkbox", { name: "Select httr2.r-lib.org" }).check();
  await page.getByRole("checkbox", { name: "Select kubernetes.io" }).check();
  const bar = page.getByRole("region", { name: "Selected sites" });
  await bar.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused 2 sites").waitFor();
  const changes = () => service.calls.filter((call) => call === "POST /api/sites/bulk").length;
  expect(changes()).toBe(1);
  await bar.getByRole("button", { name: "Remove…" }).click();
  expect(changes()).toBe(1);
  await page.getByRole("dialog", { name: "Remove 2 sites?" }).getByRole("button", { name: "Remove 2 sites" }).click();
  await page.getByText("Removed 2 sites").waitFor();
  expect(changes()).toBe(2);
});

test("on a phone, cards are selected with a finger", async () => {
  await using service = await pageService({});
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  await using watched = await watchedPage(browser, `${service.url}/#/sites`, phone);
  const { page } = watched;
  const box = page.getByRole("checkbox", { name: "Select httr2.r-lib.org" });
  const target = await page.locator("li label").filter({ has: box }).boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(40);
  await page.locator("li label").filter({ has: box }).tap();
  expect(await box.isChecked()).toBe(true);
  await page.getByText("1 site selected").waitFor();
  await page.getByRole("region", { name: "Selected sites" }).getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused httr2.r-lib.org").waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
});

test("columns of numbers sort too: most pages first, shortest interval first", async () => {
  await using service = await pageService({});
  await using watched = await watchedPage(browser, `${service.url}/#/sites`);
  const { page } = watched;
  for (const [name, asked, order] of [
    ["Pages", "sort=pages", "descending"],
    ["Every", "sort=interval", "ascending"],
  ] as const) {
    const heard = page.waitForRequest((request) => request.url().includes(asked));
    await page.getByRole("columnheader", { name, exact: true }).getByRole("button").click();
    await heard;
    const heading = page.getByRole("columnheader", { name, exact: true });
    expect(await heading.getAttribute("aria-sort")).toBe(order);
    const reversed = page.waitForRequest((request) => request.url().includes(`${asked}&order=reversed`));
    await heading.getByRole("button").click();
    await reversed;
    expect(await heading.getAttribute("aria-sort")).not.toBe(order);
  }
});

test("crawls that found nothing new are one line between the versions", async () => {
  await using service = await pageService({});
  await using watched = await watchedPage(browser, `${service.url}/#/sites/s4/versions`);
  const versions = watched.page.getByRole("region", { name: "Versions", exact: true }).getByRole("listitem");
  await versions.filter({ hasText: "unchanged in 2 crawls" }).waitFor();
  const lines = (await versions.allTextContents()).map((line) => (line.startsWith("unchanged") ? line : "version"));
  expect(lines).toEqual(["version", "unchanged in 17 crawls", "version", "unchanged in 2 crawls", "version"]);
});

test("a dialog begins at its first field; Escape asks before typed lines are dropped, and only then", async () => {
  await using service = await pageService({});
  await using watched = await watchedPage(browser, `${service.url}/#/sites`);
  const { page } = watched;
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add sites" }).click();
  await page.keyboard.type("docs.example.org");
  const lines = page.getByLabel("Addresses, one per line");
  expect(await lines.inputValue()).toBe("docs.example.org");
  for (let times = 1; times <= 3; times++) {
    await page.keyboard.press("Escape");
    await expect.poll(() => asked.length).toBe(times);
  }
  expect(await dialog.isVisible()).toBe(true);
  await lines.fill("");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(asked.length).toBe(3);

  for (const [entry, name] of [
    ["Tags…", "Words to find the site by"],
    ["Remove…", "Cancel"],
  ] as const) {
    await page.getByRole("button", { name: "More actions for httr2.r-lib.org" }).click();
    await page.getByRole("button", { name: entry }).click();
    const first = dialog.getByRole("button", { name }).or(dialog.getByLabel(name));
    expect(await first.evaluate((field) => field.matches(":focus"))).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
});

/** Collects in `drawn` whose last crawls were looked at: each drawing of a row does it. */
const COUNT_DRAWINGS = `
  globalThis.drawn = new Set();
  const parse = JSON.parse;
  const get = (list, key) => { if (key === "map") drawn.add(list); return Reflect.get(list, key); };
  JSON.parse = (text, revive) =>
    parse(text, (key, value) => (key === "history" && Array.isArray(value) ? new Proxy(value, { get }) : value));`;

test("a tick draws one row again, not the list", async () => {
  await using service = await pageService({});
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await page.addInitScript(COUNT_DRAWINGS);
  await page.goto(`${service.url}/#/sites`);
  await page.reload();
  const box = page.getByRole("checkbox", { name: "Select httr2.r-lib.org" });
  await box.waitFor();
  expect(await page.evaluate("drawn.size")).toBe(10);
  await page.evaluate("drawn.clear()");
  await box.check();
  await page.getByText("1 site selected").waitFor();
  expect(await page.evaluate("drawn.size")).toBe(1);
});

/** Runs in the page: side of the text at which a heading and the bullets of the document stand. */
const SIDES = `(() => {
  const side = (selector) => getComputedStyle(document.querySelector(selector)).direction;
  return { heading: side(".doc h3"), item: side(".doc li"), page: side("header") };
})()`;

test("a document that is written from right to left stands there with its headings; the page around it does not", async () => {
  const arabic =
    "# دليل المطور\n\n> كيف تستعمل الأداة.\n\n## البداية\n\n- [التثبيت](https://docs.example/a): كيف تثبت الأداة\n";
  await using service = await pageService({ crawl: (say) => scenes.finished(say, arabic, "arabic", {}) });
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await generate(page, "https://docs.example");
  await page.getByRole("link", { name: "التثبيت" }).waitFor();
  expect(await page.evaluate(SIDES)).toEqual({ heading: "rtl", item: "rtl", page: "ltr" });
});

test("with forced colours what is chosen and what is done first looks other than the rest; on paper there is text alone", async () => {
  await using service = await pageService({ crawl: scenes.done });
  await using watched = await watchedPage(browser, service.url, { forcedColors: "active" });
  const { page } = watched;
  await generate(page, "https://docs.example");
  const ground = (name: string | RegExp, role: "tab" | "link" | "button") =>
    page
      .getByRole(role, { name, exact: true })
      .first()
      .evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).backgroundColor);
  await page.getByRole("tab", { name: "Document" }).waitFor();
  expect(await ground("Document", "tab")).not.toBe(await ground("Log", "tab"));
  expect(await ground("Generate", "link")).not.toBe(await ground("Validate", "link"));
  expect(await ground("Download llms.txt", "button")).not.toBe(await ground("Copy", "button"));

  await page.evaluate("location.hash = '#/sites'");
  await page.getByRole("checkbox", { name: "Select httr2.r-lib.org" }).check();
  // All that stands in the selected row has the colours of the selection, on its ground.
  const colours: string[] = await page.evaluate(`[...new Set(
    [...document.querySelectorAll("tr[aria-selected=true] :is(td, th, a, button, span, .icon)")].map((one) => getComputedStyle(one))
      .map(({ color, backgroundColor }) => color + " on " + backgroundColor.replace("rgba(0, 0, 0, 0)", "it")))]`);
  expect(new Set(colours.map((one) => one.split(" on ")[0])).size).toBe(1);
  expect(colours).toHaveLength(2);
  await page.goBack();

  await page.emulateMedia({ media: "print", forcedColors: "none" });
  await page.locator(".doc").waitFor();
  expect(await page.getByRole("button").count()).toBe(0);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Download llms.txt" }).waitFor();
});
