import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageService } from "../servers/page-service.ts";
import { openBrowser, watchedPage } from "../servers/web-browser.ts";
import { sitesAnswer } from "../servers/web-sites.ts";

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
