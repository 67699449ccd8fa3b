import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { openFetching } from "@llmstxt-service/crawler/fetch/open";
import { afterEach, expect, test } from "vitest";
import { Browsers } from "../../packages/crawler/src/fetch/browser/browsers.ts";
import { BROWSER, chromiumFolders, chromiumsOf } from "../servers/chromium-processes.ts";
import { serveSite } from "../servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const never = new AbortController().signal;

/** 12 take some seconds; `BROWSER_PAGES=200` tests 200. */
const PAGES = Number(process.env.BROWSER_PAGES ?? 12);

test(`after ${PAGES} pages no Chromium process and no folder is left`, async () => {
  const site = await serveSite({ "*": "<h1>A page</h1>" });
  closers.push(site.close);
  const fetching = openFetching({ userAgent: "llmstxt-test/1", browser: BROWSER });
  const crawl = fetching.forCrawl({
    typed: site.origin,
    useProxy: false,
    read: async ({ rung }) => (rung === "plain" ? { problem: "shell" } : {}),
  });
  const urls = Array.from({ length: PAGES }, (_, i) => `${site.origin}/${i}`);
  const fetched = await Promise.all(urls.map((url) => crawl.page({ url }, never)));
  expect(fetched.map(({ rung }) => rung)).toEqual(urls.map(() => "browser"));
  expect(chromiumFolders(process.pid)).toHaveLength(1);
  await fetching.close();
  expect([chromiumsOf(process.pid), chromiumFolders(process.pid)]).toEqual([[], []]);
}, 400_000);

test("Chromium is replaced after a hundred pages, and the old process ends with its last page", async () => {
  const browsers = new Browsers(BROWSER);
  closers.push(() => browsers.close());
  const last = await browsers.lease("", never);
  for (let page = 1; page < 100; page++) {
    const lease = await browsers.lease("", never);
    expect(lease.browser).toBe(last.browser);
    await lease.release("fine");
  }
  const next = await browsers.lease("", never);
  expect([next.browser === last.browser, last.browser.isConnected()]).toEqual([false, true]);
  await last.release("fine");
  expect([last.browser.isConnected(), next.browser.isConnected()]).toEqual([false, true]);
  await next.release("fine");
});

test("kill -9 of the program leaves no Chromium, and the next start removes its folder", async () => {
  const arrived = Promise.withResolvers<void>();
  const site = await serveSite({
    "/": ({ headers }, response) => {
      if (headers["sec-fetch-mode"] === undefined) response.writeHead(200).end();
      else arrived.resolve();
    },
  });
  closers.push(site.close);
  const client = fileURLToPath(new URL("../servers/browser-client.ts", import.meta.url));
  const program = spawn(process.execPath, [client, `${site.origin}/`], { stdio: "ignore" });
  const pid = program.pid ?? 0;
  await arrived.promise;
  expect(chromiumsOf(pid).length).toBeGreaterThan(0);
  program.kill("SIGKILL");
  await once(program, "exit");
  await expect.poll(() => chromiumsOf(pid)).toEqual([]);
  const browsers = new Browsers(BROWSER);
  closers.push(() => browsers.close());
  await (await browsers.lease("", never)).release("fine");
  expect(chromiumFolders(pid)).toEqual([]);
});
