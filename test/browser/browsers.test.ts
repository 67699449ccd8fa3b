import { afterEach, expect, test } from "vitest";
import { Browsers } from "../../packages/crawler/src/fetch/browser/browser.ts";
import { BROWSER, chromiumFolders } from "../servers/chromium-processes.ts";

const never = new AbortController().signal;

const browsers = new Browsers({ chromiumPath: BROWSER.chromiumPath });
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
