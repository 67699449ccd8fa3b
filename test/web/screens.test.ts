import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { docs, slowDocs } from "../servers/docs-site.ts";
import { PAGE_FOLDER } from "../servers/web-browser.ts";
import { DESK, expectFine, generate, keep, openPage, PHONE, useBrowser } from "./seen.ts";

useBrowser();

const focused = (page: Page): Promise<string> =>
  page.evaluate("(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()");

/** Opens every screen with content, one after the other. */
async function walk(page: Page, origin: string, look: (what: string) => Promise<void>): Promise<void> {
  await page.getByText("Recent sites").or(page.getByText("an example:")).first().waitFor({ state: "attached" });
  await look("New");
  await page.getByText("More options").click();
  await look("New with options");
  await generate(page, origin);
  await look("a crawl's document");
  await page.getByRole("button", { name: "Edit: Installation" }).click();
  await look("a page that is edited");
  await page.getByRole("textbox", { name: "Title" }).fill("Another title");
  await page.keyboard.press("Enter");
  await look("an unsaved edit");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved: the file is written again").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Raw", exact: true }).click();
  await look("the raw document");
  await keep(page);
  for (const tab of [/Pages/, "History", "Settings"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByRole("tabpanel").locator(".panel, .table").first().waitFor();
    await look(`a site's tab ${tab}`);
  }
  await page.getByRole("link", { name: "Sites", exact: true }).click();
  await page.getByRole("table").waitFor();
  await look("Sites");
  await page.getByRole("button", { name: "Add sites" }).click();
  await look("adding sites");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Check a file" }).click();
  await page.getByLabel("Address of an llms.txt, or its text").fill("Tern\n\n- [a](b)");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByText("Not a valid llms.txt").waitFor();
  await look("a checked file");
  await page.getByRole("link", { name: "New", exact: true }).click();
  await page.getByLabel("Address of the site").fill(`${origin}/nothing/here`);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "The page was not found (404)" }).waitFor();
  await look("a failure");
}

test.each([
  ["at a desk, light", { ...DESK, colorScheme: "light" as const }],
  ["at a desk, dark", { ...DESK, colorScheme: "dark" as const }],
  ["on a phone, light", { ...PHONE, colorScheme: "light" as const }],
  ["on a phone, dark", { ...PHONE, colorScheme: "dark" as const }],
])("every screen has enough contrast and fits the window, %s", async (_, view) => {
  await using opened = await openPage({ view });
  const { page, site, sins } = opened;
  await walk(page, site.origin, (what) => expectFine(page, what));
  expect(sins).toEqual([]);
});

test("a crawl shows its progress and pages live, also in another window and after a reload", async () => {
  const paths = Array.from({ length: 49 }, (_, at) => `docs/part-${at}`);
  // Two pages come at once, the others so late, and one after the other, that the crawl goes on for minutes.
  const { answers } = slowDocs(paths, 2);
  await using opened = await openPage({ answers });
  const { page, context, site } = opened;
  await page.getByLabel("Address of the site").fill(site.origin);
  await page.keyboard.press("Enter");
  const bar = page.getByRole("progressbar", { name: "Pages done of pages found" });
  const isUnderWay = (shown: Page) => shown.getByText(/^Crawling \d+ of 50$/).waitFor();
  await isUnderWay(page);
  expect(await bar.getAttribute("aria-valuemax")).toBe("50");
  const pages = (shown: Page) => shown.getByRole("list", { name: "Pages as they come" });
  await pages(page).getByText("Tern", { exact: true }).waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await page.reload();
  for (const shown of [other, page]) {
    await isUnderWay(shown);
    await pages(shown).getByText("Tern", { exact: true }).waitFor();
  }
  await expectFine(page, "a running crawl");
  const lost = page.getByText("The server does not answer. Trying again…");
  await page.route("**/events", (route) => route.abort());
  await page.reload();
  await lost.waitFor();
  await expectFine(page, "a crawl of a server that is away");
  await page.unrouteAll();
  await lost.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Finish now" }).click();
  for (const shown of [other, page]) await shown.getByText("Finished early").waitFor();
});

test("a cancelled crawl says so and can be started again", async () => {
  const slow = slowDocs();
  await using opened = await openPage({ answers: slow.answers });
  const { page, site } = opened;
  await page.getByLabel("Address of the site").fill(site.origin);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "The crawl was cancelled" }).waitFor();
  slow.letGo();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Done", { exact: true }).waitFor();
});

test("a crawl that failed before its first line has no empty log", async () => {
  await using opened = await openPage();
  const { page } = opened;
  await page.getByLabel("Address of the site").fill("https://none.invalid");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No site at this address" }).waitFor();
  expect(await page.locator(".panel:empty:visible").count()).toBe(0);
});

test("everything can be done with the keyboard: a crawl, an edit, tabs and search", async () => {
  await using opened = await openPage();
  const { page, site } = opened;
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("url");
  await page.keyboard.type(site.origin);
  await page.keyboard.press("Enter");
  const pencil = page.getByRole("button", { name: "Edit: Installation" });
  await pencil.waitFor();
  await pencil.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Never mind");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("Edit: Installation");
  expect(await page.getByText("Never mind").count()).toBe(0);
  await page.getByRole("tab", { name: "Document" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => focused(page)).toMatch(/^Pages/);
  const pressed = async () => {
    await page.keyboard.press("/");
    return page.evaluate("document.activeElement.type");
  };
  // The tab listens to the key a moment after it is shown.
  await expect.poll(pressed).toBe("search");
  await page.keyboard.type("install");
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(2);
});

test("a wrong address keeps the focus, says why, and is corrected with one press", async () => {
  await using opened = await openPage();
  const { page } = opened;
  const field = page.getByLabel("Address of the site");
  await field.fill("htps://httr2.r-lib.org");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "Did you mean" }).waitFor();
  expect(await field.evaluate((element) => element.matches(":focus"))).toBe(true);
  await page.getByRole("button", { name: "https://httr2.r-lib.org" }).click();
  expect(await field.inputValue()).toBe("https://httr2.r-lib.org");
});

test("hostile texts are shown as text, and only http links are links", async () => {
  const evil = `<!doctype html><title>&lt;img src=x onerror=alert(1)&gt;</title><meta name="description" content="&lt;script&gt;alert(2)&lt;/script&gt; is its text">
    <main><h1>&lt;img src=x onerror=alert(1)&gt;</h1><p>&lt;script&gt;alert(3)&lt;/script&gt; is a long text, so that it counts as a page of its own here.</p></main>`;
  await using opened = await openPage({ answers: { ...docs(["docs/evil"]), "/docs/evil": evil } });
  const { page, site, sins } = opened;
  await generate(page, site.origin);
  await page.getByRole("tab", { name: /Pages/ }).click();
  await page.getByText("/docs/evil").first().waitFor();
  await page.getByRole("link", { name: "Check a file" }).click();
  const text =
    "# <img src=x onerror=alert(1)>\n\n> <b>bold</b>\n\n## S\n\n- [x](javascript:alert(1)): <script>alert(4)</script>\n";
  await page.getByLabel("Address of an llms.txt, or its text").fill(text);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByText("<script>alert(4)</script>").first().waitFor();
  expect(await page.locator("main :is(img, script, iframe, b:not([class]))").count()).toBe(0);
  expect(await page.locator("main a[href^=javascript]").count()).toBe(0);
  expect(sins).toEqual([]);
});

test("a first visit loads at most 110 kB; other screens are loaded when they are opened", () => {
  const folder = join(PAGE_FOLDER, "assets");
  const html = readFileSync(join(PAGE_FOLDER, "index.html"), "utf8");
  const styles = readdirSync(folder).filter((file) => file.endsWith(".css"));
  const fonts = readdirSync(folder).filter((file) => file.endsWith(".woff2"));
  const named = readdirSync(folder).filter((file) => /\.(?:js|css)$/.test(file) && html.includes(file));
  const sizeOf = (file: string) => statSync(join(PAGE_FOLDER, file)).size;
  const visit =
    sizeOf("index.html.br") +
    fonts.reduce((sum, file) => sum + sizeOf(`assets/${file}`), 0) +
    named.reduce((sum, file) => sum + sizeOf(`assets/${file}.br`), 0);
  console.log(`first visit: ${(visit / 1000).toFixed(1)} kB`);
  expect(styles.length).toBe(1);
  expect(visit).toBeGreaterThan(50_000);
  expect(visit).toBeLessThan(110_000);
});
