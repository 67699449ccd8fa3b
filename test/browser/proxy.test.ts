import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { CrawlFetchOptions, Fetched } from "@llmstxt-service/crawler/fetch";
import { openFetching } from "@llmstxt-service/crawler/fetch/open";
import { CrawlError } from "@llmstxt-service/page/errors";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BROWSER } from "../servers/chromium-processes.ts";
import { type Site, serveSite } from "../servers/site.ts";

/** A Chromium with an open DevTools port, as a scraping-proxy service offers it. */
let proxyUrl = "";
const afterwards: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "proxy-browser-"));
  const args = ["--headless", "--no-sandbox", "--remote-debugging-port=0", `--user-data-dir=${folder}`, "about:blank"];
  const browser = spawn(BROWSER.chromiumPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  for await (const line of createInterface(browser.stderr)) {
    proxyUrl = /^DevTools listening on (ws:\S+)/.exec(line)?.[1] ?? "";
    if (proxyUrl !== "") break;
  }
  afterwards.push(async () => {
    browser.kill("SIGKILL");
    await once(browser, "exit");
    await rm(folder, { recursive: true, maxRetries: 5 });
  });
});

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

afterAll(async () => {
  for (const close of afterwards) await close();
});

const closers: (() => Promise<void>)[] = [];
const never = new AbortController().signal;

/** A site that refuses known programs: plain fetches and our own browser. */
async function wall(): Promise<Site> {
  const site = await serveSite({
    "/open": "<h1>Open to all</h1>",
    "*": ({ headers }, response) => {
      const isOurs = headers["user-agent"] === "llmstxt-test/1";
      response.writeHead(200, { "content-type": "text/html" }).end(isOurs ? "" : "<h1>Behind the wall</h1>");
    },
  });
  closers.push(site.close);
  return site;
}

interface Setting {
  readonly url?: string;
  readonly useProxy?: boolean;
  readonly browser?: boolean;
}

async function read(site: Site, path: string, { url = proxyUrl, useProxy = true, browser = false }: Setting = {}) {
  const notices: string[] = [];
  const fetching = openFetching({
    userAgent: "llmstxt-test/1",
    browser: { ...BROWSER, enabled: browser },
    proxyBrowser: url,
    onNotice: (notice) => notices.push(notice),
  });
  closers.push(fetching.close);
  const read = async ({ body }: Fetched) =>
    new TextDecoder().decode(body).includes("<h1>") ? {} : { problem: "empty" as const };
  const attempts: string[] = [];
  const onAttempt: CrawlFetchOptions["onAttempt"] = (_, { rung, outcome }) => attempts.push(`${rung}: ${outcome}`);
  const crawl = fetching.forCrawl({ typed: site.origin, useProxy, read, onAttempt });
  const outcome = await crawl.page({ url: site.origin + path }, never).then(
    () => attempts.join("; "),
    (error: unknown) => (error instanceof CrawlError ? `${error.code}: ${error.message}` : String(error)),
  );
  return { outcome, notices };
}

test("the proxy browser is tried after the plain request and the browser have failed", async () => {
  const { outcome } = await read(await wall(), "/", { browser: true });
  expect(outcome).toBe("plain: it has no text; browser: it has no text; proxy: ok");
});

test("the proxy browser is not used if the page came without it or the crawl does not allow it", async () => {
  const site = await wall();
  expect((await read(site, "/open")).outcome).toBe("plain: ok");
  expect((await read(site, "/", { useProxy: false })).outcome).toBe("empty_page: it has no text");
});

test("an unreachable proxy browser changes no result, and its credentials are never shown", async () => {
  const url = "ws://user:secret1@127.0.0.1:1/?token=secret2";
  const { outcome, notices } = await read(await wall(), "/", { url });
  expect(outcome).toBe("empty_page: it has no text");
  expect(notices).toEqual(["Going on without the proxy browser: the proxy browser cannot be reached: ECONNREFUSED"]);
});

test("a proxy service that refuses is reported by its status only", async () => {
  const service = await serveSite({ "*": { status: 401 } });
  closers.push(service.close);
  const { outcome, notices } = await read(await wall(), "/", {
    url: `${service.origin.replace("http", "ws")}/?token=secret2`,
  });
  expect(outcome).toBe("empty_page: it has no text");
  expect(notices).toEqual([
    "Going on without the proxy browser: the proxy browser cannot be reached: it answered 401 Unauthorized",
  ]);
});
