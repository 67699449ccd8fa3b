import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, expect, test } from "vitest";
import type { CrawlError } from "../src/errors.ts";
import type { CrawlFetch, CrawlFetchOptions, Fetched, FetchRequest } from "../src/fetch/fetch.ts";
import { type FetchingOptions, openFetching } from "../src/fetch/open.ts";
import { type Site, type SiteAnswer, serveSite } from "./servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const never = new AbortController().signal;
const text = (fetched: Fetched) => new TextDecoder().decode(fetched.body);

/** A page whose text only scripts make. */
const scripted = (script = "") => `<!doctype html><html lang="en"><title></title><div id="root"></div><script>
  ${script}
  setTimeout(() => {
    document.title = "Rendered";
    document.getElementById("root").innerHTML = "<h1>Made by a script</h1><a href='/next'>next</a>";
  }, 100);
</script>`;

async function site(answers: Record<string, SiteAnswer>): Promise<Site> {
  const served = await serveSite(answers);
  closers.push(served.close);
  return served;
}

type Options = Partial<FetchingOptions & CrawlFetchOptions>;

/** A crawl that may reach the one server, and takes a page for empty until it holds a heading. */
function crawlOf(server: Site, options: Options = {}): CrawlFetch {
  const fetching = openFetching({ userAgent: "llmstxt-test/1", ...options });
  closers.push(fetching.close);
  const judge = (fetched: Fetched) => (text(fetched).includes("<h1>") ? undefined : "empty");
  return fetching.forCrawl({ allow: server, useProxy: false, judge, ...options });
}

const page = (crawl: CrawlFetch, url: string, more: Partial<FetchRequest> = {}) => crawl.page({ url, ...more }, never);

async function failure(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => "did not fail",
    ({ code, message }: CrawlError) => `${code}: ${message}`,
  );
}

/** Process ids of every Chromium started by this process: its folder is in their arguments. */
function chromiums(): number[] {
  const ours = `llmstxt-chromium-${process.pid}-`;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => commandOf(pid).includes(ours)).map(Number);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // It ended between the listing and the reading.
    return "";
  }
}

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`llmstxt-chromium-${process.pid}-`));

test("a page that scripts build is read as they built it, by our own Chromium", async () => {
  const server = await site({ "/": scripted(), "*": { status: 404 } });
  const crawl = crawlOf(server);
  const fetched = await page(crawl, `${server.origin}/#top`);
  expect(text(fetched)).toContain('<html lang="en"><head><title>Rendered</title>');
  expect(text(fetched)).toContain(`<a href="/next">next</a>`);
  expect(fetched).toMatchObject({
    url: `${server.origin}/`,
    rung: "browser",
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8" },
    attempts: [
      { rung: "plain", outcome: "empty" },
      { rung: "browser", outcome: "ok" },
    ],
  });
  expect(new Set(server.requests.map(({ headers }) => headers["user-agent"]))).toEqual(new Set(["llmstxt-test/1"]));
});
