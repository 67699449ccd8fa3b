import { afterEach, expect, test } from "vitest";
import { judgeContent, readBytes, sourceOf } from "../../packages/crawler/src/crawl/reading/reading.ts";
import { openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { type SiteAnswer, serveSite } from "../servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const SHELL = `<!DOCTYPE html><title>Documentation</title><script>var baseUrl = "/kit/"</script>
<noscript>[object Module]<p>This page requires JavaScript.</p></noscript><div id="app"></div>`;
const PAGE = "/kit/documentation/kit/radio";
const DATA = "/kit/data/documentation/kit/radio.json";
const json = (value: unknown): SiteAnswer => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});
const RADIO = json({
  metadata: { title: "Radio" },
  abstract: [{ type: "text", text: "Plays songs to all who listen." }],
});

/** The page by plain requests alone, and the paths that it took. */
async function fetchedWith(answers: Record<string, SiteAnswer>, mayFollow?: (target: string) => boolean) {
  const site = await serveSite(answers);
  const fetching = openFetching({ userAgent: "llmstxt-test/1", browser: { enabled: false } });
  closers.push(site.close, fetching.close);
  const crawl = fetching.forCrawl({ allow: site, useProxy: false, judge: judgeContent });
  const request = { url: site.origin + PAGE, ...(mayFollow && { mayFollow }) };
  const outcome = await crawl.page(request, new AbortController().signal).catch(String);
  return { outcome, paths: site.requests.map(({ path }) => path) };
}

test("a DocC page is read from the data that its application loads, without a browser", async () => {
  const { outcome, paths } = await fetchedWith({ [PAGE]: { headers: { etag: '"1"' }, body: SHELL }, [DATA]: RADIO });
  if (typeof outcome === "string") throw new Error(outcome);
  const { page } = await readBytes(outcome.body, sourceOf(outcome, {}), { withMarkdown: false });
  expect([page.title, page.description, paths]).toEqual(["Radio", "Plays songs to all who listen.", [PAGE, DATA]]);
  expect([outcome.rung, outcome.headers.etag, new URL(outcome.url).pathname]).toEqual(["plain", undefined, PAGE]);
});

test.each<[string, SiteAnswer, readonly string[]]>([
  ["is missing", { status: 404 }, [PAGE, DATA]],
  ["is no JSON", "<h1>Not found</h1>", [PAGE, DATA]],
])("a DocC page whose data %s is the shell that it was", async (_, data, expected) => {
  const { outcome, paths } = await fetchedWith({ [PAGE]: SHELL, [DATA]: data });
  expect([outcome, paths]).toEqual([expect.stringContaining("no text without JavaScript"), expected]);
});

test("data that may not be asked for, as robots.txt says, is not asked for", async () => {
  const { paths } = await fetchedWith({ [PAGE]: SHELL, [DATA]: RADIO }, (target) => !target.includes("/data/"));
  expect(paths).toEqual([PAGE]);
});
