import { afterEach, beforeEach, expect, test } from "vitest";
import { Browsers } from "../../packages/crawler/src/fetch/browser/browser.ts";
import { BROWSER, chromiumFolders } from "../servers/chromium-processes.ts";

const never = new AbortController().signal;

let browsers: Browsers;
beforeEach(() => {
  browsers = new Browsers({ chromiumPath: BROWSER.chromiumPath });
});
afterEach(() => browsers.close());

test("a page that does not go away ends the browser once its other pages are done, and new ones get another", async () => {
  const stuck = await browsers.lease(never);
  const beside = await browsers.lease(never);
  expect(beside.browser).toBe(stuck.browser);
  await stuck.release("broken");
  expect(beside.browser.isConnected()).toBe(true);
  const next = await browsers.lease(never);
  expect(next.browser).not.toBe(stuck.browser);
  await beside.release("fine");
  expect([stuck, next].map(({ browser }) => browser.isConnected())).toEqual([false, true]);
  await next.release("fine");
  expect(chromiumFolders(process.pid)).toHaveLength(1);
});

test("a page brings no page of Chromium's own with it, such as its address bar's, whose scripts take more than most sites'", async () => {
  const { browser, release } = await browsers.lease(never);
  const page = await (await browser.newContext()).newPage();
  // Drawn: its window is complete.
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send("Target.getTargets", { filter: [{}] });
  await release("fine");
  expect(targetInfos.filter(({ url }) => url.startsWith("chrome://"))).toEqual([]);
});
