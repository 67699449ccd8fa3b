import { expect, test } from "vitest";
import { docs } from "../servers/docs-site.ts";
import { DESK, downloaded, generate, keep, openPage, PHONE, useBrowser } from "./seen.ts";

// The five main tasks of a person, by visible names.

useBrowser();
const SCREENS = [
  ["at a desk", DESK],
  ["on a phone", PHONE],
] as const;

test.each(SCREENS)("a file from an address, %s: type, Enter, Download", async (_, view) => {
  await using opened = await openPage({ view });
  const { page, site, sins } = opened;
  await generate(page, site.origin);
  await page.getByText("Done", { exact: true }).waitFor();
  const text = await downloaded(page);
  expect(text).toMatch(/^# Tern\n/);
  expect(text).toContain(`(${site.origin}/docs/install)`);
  await page.getByText(`${text.length.toLocaleString("en-US")} characters`).waitFor();
  expect(sins).toEqual([]);
});

test.each(SCREENS)("one title changed, %s: pencil, title, Done, Save, without another crawl", async (_, view) => {
  await using opened = await openPage({ view });
  const { page, site, sins } = opened;
  await generate(page, site.origin);
  const asked = site.requests.length;
  await page.getByRole("button", { name: "Edit: Installation" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Install in a minute");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Install in a minute" }).waitFor();
  await page.getByText("1 edit not saved").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved: the file is written again").waitFor();
  expect(await downloaded(page)).toContain(`- [Install in a minute](${site.origin}/docs/install)`);
  expect(site.requests.length).toBe(asked);
  expect(sins).toEqual([]);
});

test("edits can be undone and removed one by one, and are applied again after each crawl", async () => {
  await using opened = await openPage();
  const { page, site, answers } = opened;
  await generate(page, site.origin);
  await page.getByRole("button", { name: "Edit: Installation" }).click();
  await page.getByRole("checkbox", { name: "Hide" }).check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Edit: name and summary" }).click();
  await page.getByRole("textbox", { name: "Site name" }).fill("Tern docs");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Tern docs" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Tern", exact: true }).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved: the file is written again").waitFor();
  await keep(page);
  answers["/docs/start"] = String(answers["/docs/start"]).replaceAll("Getting started", "First steps");
  await page.getByRole("button", { name: "Crawl now" }).click();
  await page.getByRole("link", { name: "First steps" }).waitFor();
  expect(await page.getByRole("link", { name: "Installation" }).count()).toBe(0);
  await page.getByRole("button", { name: /Remove: Page hidden/ }).click();
  await page.getByRole("link", { name: "Installation" }).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved: the file is written again").waitFor();
  expect(await downloaded(page)).toContain("Installation");
});

test("sections are renamed and moved in place", async () => {
  await using opened = await openPage();
  const { page, site } = opened;
  await generate(page, site.origin);
  const names = () => page.locator("article h3 bdi").allTextContents();
  const [first = "", second = ""] = await names();
  await page.getByRole("button", { name: `Edit: section ${second}` }).click();
  await page.getByRole("button", { name: "Move up" }).click();
  await expect.poll(names).toEqual([second, first]);
  await page.getByRole("button", { name: `Edit: section ${first}` }).click();
  await page.getByRole("textbox", { name: "Name of the section" }).fill("Everything else");
  await page.keyboard.press("Enter");
  await expect.poll(names).toEqual([second, "Everything else"]);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.poll(names).toEqual([first, second]);
});

test.each(SCREENS)(
  "kept up to date, %s: one switch, and the site is in the list with its next crawl",
  async (_, view) => {
    await using opened = await openPage({ view });
    const { page, site, sins } = opened;
    await generate(page, site.origin);
    const asked = site.requests.length;
    await keep(page);
    expect(site.requests.slice(asked).filter(({ path }) => path.startsWith("/docs"))).toEqual([]);
    await page.getByText(/next crawl in 7 d/).waitFor();
    await page.getByRole("link", { name: "Sites", exact: true }).click();
    const row = page.getByRole("row").filter({ hasText: site.origin.slice("http://".length) });
    await row
      .getByText(/in 7 d/)
      .locator("visible=true")
      .waitFor();
    await row.getByRole("link").click();
    await page.getByRole("switch", { name: "Keep up to date" }).click();
    await page.getByText("Paused", { exact: true }).waitFor();
    await page.getByRole("switch", { name: "Keep up to date" }).click();
    await page.getByText("Paused", { exact: true }).waitFor({ state: "hidden" });
    expect(sins).toEqual([]);
  },
);

test.each(SCREENS)("why a page is missing, %s: Pages, search, reason", async (_, view) => {
  const answers = {
    ...docs(["docs/start", "docs/gone", "docs/secret"]),
    "/docs/gone": { status: 500, body: "Broken" },
    "/robots.txt": "User-agent: *\nDisallow: /docs/secret\n",
  };
  await using opened = await openPage({ view, answers });
  const { page, site, sins } = opened;
  await generate(page, site.origin);
  await page.getByRole("tab", { name: /Pages/ }).click();
  const shown = (text: RegExp | string) => page.getByText(text).locator("visible=true").first().waitFor();
  await page.getByLabel("Find a page").fill("secret");
  await shown("robots.txt does not allow it");
  await page.getByLabel("Find a page").fill("gone");
  await shown(/500/);
  await page.getByLabel("Find a page").fill("never/linked");
  await shown(/The crawl never came to an address with “never\/linked”/);
  await page.getByLabel("Find a page").fill("");
  const count = async (name: string) =>
    Number((await page.getByRole("button", { name }).textContent())?.match(/\d+/)?.[0]);
  expect(await count("All")).toBe((await count("Listed")) + (await count("Failed")) + (await count("Left out")));
  expect(await page.getByRole("tab", { name: /Pages/ }).textContent()).toBe(`Pages ${await count("All")}`);
  await page.getByRole("button", { name: "Failed" }).click();
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
  expect(sins).toEqual([]);
});

test.each(SCREENS)(
  "what changed since last week, %s: History names each page and the words that changed",
  async (_, view) => {
    await using opened = await openPage({ view });
    const { page, site, answers, sins } = opened;
    await generate(page, site.origin);
    await keep(page);
    answers["/docs/install"] = { status: 404 };
    answers["/docs/start"] = String(answers["/docs/start"]).replaceAll("Getting started", "First steps");
    await page.getByRole("button", { name: "Crawl now" }).click();
    await page.getByRole("link", { name: "First steps" }).waitFor();
    await page.getByRole("tab", { name: "History" }).click();
    const difference = page.getByRole("region", { name: "Difference" });
    await difference.getByRole("list", { name: "Removed" }).getByText("Installation").waitFor();
    await difference.getByRole("list", { name: "Changed" }).locator("ins").first().waitFor();
    expect(await difference.locator("ins").first().textContent()).toBe("First steps");
    await difference.getByRole("button", { name: "Text" }).click();
    await difference.getByText(/^-.*Installation/).waitFor();
    await page.getByRole("button", { name: "Crawl now" }).click();
    await page.getByRole("region", { name: "Versions and crawls" }).getByText("Unchanged").waitFor();
    expect(sins).toEqual([]);
  },
);
