import type { Crawl, Enrolled, Site } from "@llmstxt-service/service/shapes";
import { expect, test } from "vitest";
import { docs } from "../servers/docs-site.ts";
import { KEY } from "../servers/service.ts";
import { expectFine, generate, keep, openPage, useBrowser } from "./seen.ts";

useBrowser();

test("many sites can be added as lines, searched, sorted and read a hundred at a time", async () => {
  await using opened = await openPage();
  const { page, sins } = opened;
  await page.getByRole("link", { name: "Sites", exact: true }).click();
  await page.getByText("No sites yet").waitFor();
  await page.getByRole("button", { name: "Add sites" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add sites" });
  const lines = Array.from({ length: 230 }, (_, at) => `docs-${String(at).padStart(3, "0")}.example.test/handbook`);
  await dialog.getByLabel("Addresses, one a line").fill([...lines, "ftp://no.example"].join("\n"));
  await dialog.getByRole("button", { name: "Add 231 sites" }).click();
  await dialog.getByRole("alert").filter({ hasText: "ftp://no.example" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("230 sites").waitFor();
  const rows = page.getByRole("row");
  const first = (name: string) => rows.nth(1).getByText(`${name}.example.test/handbook`).waitFor();
  await expect.poll(() => rows.count()).toBe(101);
  await first("docs-000");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await first("docs-100");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect.poll(() => rows.count()).toBe(31);
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByRole("button", { name: "Site", exact: true }).click();
  await first("docs-229");
  await page.getByLabel("Search sites").fill("docs-04");
  await expect.poll(() => rows.count()).toBe(11);
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(101);
  expect(sins).toEqual([]);
});

test("a failed site shows the reason in the list, in its History and on its screen, and keeps its file", async () => {
  await using opened = await openPage();
  const { page, site, answers } = opened;
  await generate(page, site.origin);
  await keep(page);
  answers["/"] = { status: 403, body: "No" };
  await page.getByRole("button", { name: "Crawl now" }).click();
  await page.getByRole("alert").filter({ hasText: "The last crawl failed: The site refused us (403)" }).waitFor();
  await page.getByText("The file below is from the last good crawl.").waitFor();
  await page.getByRole("button", { name: "Download llms.txt" }).waitFor();
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText("Failed", { exact: true }).click();
  await page.getByText("It may let only some visitors in.").last().waitFor();
  await page.getByText(/^Log, \d+ lines?$/).click();
  await page.getByRole("list", { name: "Log" }).getByText(/403/).first().waitFor();
  await expectFine(page, "a failed crawl in History");
  await page.getByRole("link", { name: "Sites", exact: true }).click();
  await page.getByRole("button", { name: /Needs attention \d/ }).click();
  await page.getByLabel("Search sites").fill(new URL(site.origin).host);
  await page.getByRole("row").getByText("Failed: The site refused us (403)").locator("visible=true").waitFor();
});

test("a crawl of a site that is kept up to date says so, leads to its versions, and can pause it", async () => {
  await using opened = await openPage();
  const { page, site } = opened;
  await generate(page, site.origin);
  await keep(page);
  const place = page.url();
  await page.getByRole("link", { name: "New", exact: true }).click();
  await generate(page, site.origin);
  expect(page.url()).toContain("#/crawls/");
  const keeping = page.getByRole("switch", { name: "Keep up to date", checked: true });
  await keeping.waitFor();
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("link", { name: "Every version of this site" }).waitFor();
  await keeping.click();
  await page.getByText("Paused", { exact: true }).waitFor();
  expect(page.url()).toBe(place);
});

test("a site whose first crawl failed can be paused", async () => {
  await using opened = await openPage();
  const { page, service } = opened;
  const { body } = await service.ask<Enrolled>("POST /api/sites", { base_url: "https://none.invalid" });
  await page.goto(`${service.url}/#/sites/${body.sites[0]?.id}`);
  await page.getByRole("alert").filter({ hasText: "The last crawl failed" }).waitFor();
  await page.getByRole("switch", { name: "Keep up to date", checked: true }).click();
  await page.getByText("Paused", { exact: true }).waitFor();
});

test("settings can be changed, a secret is set and never shown, and a site can be removed", async () => {
  await using opened = await openPage();
  const { page, site, service } = opened;
  await generate(page, site.origin);
  await keep(page);
  const id = /sites\/([\w-]+)/.exec(page.url())?.[1];
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Crawl every").selectOption("day");
  await page.getByLabel("Page limit").fill("20");
  await page.getByLabel("Leave out").fill("/reference/**\n/old/**");
  await page.getByLabel("Webhook secret").fill("a secret of mine");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. It counts from the next crawl on").waitFor();
  const { body } = await service.ask<Site>(`GET /api/sites/${id}`);
  expect(body).toMatchObject({ maxPages: 20, recrawlIntervalMinutes: 1440, exclude: ["/reference/**", "/old/**"] });
  expect(body.hasWebhookSecret).toBe(true);
  await page.reload();
  expect(await page.getByLabel("Webhook secret").inputValue()).toBe("");
  expect(await page.getByLabel("Page limit").inputValue()).toBe("20");
  await page.getByLabel("Page limit").fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  expect(await page.evaluate("document.querySelector('#maxPages').matches(':invalid')")).toBe(true);
  await page.getByRole("button", { name: "Remove the site" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Removed", { exact: true }).waitFor();
  await page.goto(`${service.url}/#/sites/${id}`);
  await page.getByRole("heading", { name: "No such site" }).waitFor();
});

test("an API key is asked for once in each tab, checked, and kept out of addresses", async () => {
  await using opened = await openPage({ environment: { API_KEY: KEY, DATABASE_URL: "none" } });
  const { page, site, context, service } = opened;
  await page.getByRole("heading", { name: "Sign in with your API key" }).waitFor();
  await expectFine(page, "the sign-in");
  await page.getByLabel("API key", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("That key is not correct.").waitFor();
  await page.getByLabel("API key", { exact: true }).fill(KEY);
  await page.keyboard.press("Enter");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.getByLabel("Address of the site").waitFor();
  await generate(page, site.origin);
  expect(asked.some((url) => /\/events\?token=/.test(url))).toBe(true);
  expect(asked.filter((url) => url.includes(KEY))).toEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "Download llms.txt" }).waitFor();
  const other = await context.newPage();
  await other.goto(service.url);
  await other.getByRole("heading", { name: "Sign in with your API key" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in with your API key" }).waitFor();
});

test("without a database files can be made, and no button offers to enrol a site", async () => {
  await using opened = await openPage({ environment: { DATABASE_URL: "none" } });
  const { page, site } = opened;
  await generate(page, site.origin);
  expect(await page.getByRole("switch", { name: "Keep up to date" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Sites", exact: true }).count()).toBe(0);
});

test("a crawl uses the options of its form, and can be repeated with others", async () => {
  await using opened = await openPage({ answers: docs(["docs/a", "docs/b", "blog/c"]) });
  const { page, site, service } = opened;
  await page.getByRole("spinbutton", { name: "Page limit" }).fill("7");
  await page.getByText("More options").click();
  await page.getByLabel("Leave out").fill("/blog/**");
  await generate(page, site.origin);
  const requestOf = async () =>
    (await service.ask<Crawl>(`GET /api/crawls/${page.url().split("/").at(-1)}`)).body.request;
  expect(await requestOf()).toMatchObject({ maxPages: 7, exclude: ["/blog/**"], include: [], scope: "domain" });
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Leave out").fill("");
  await page.getByRole("button", { name: "Crawl with these" }).click();
  await page.getByRole("link", { name: "About blog/c" }).waitFor();
});
