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

const WORDS =
  "The harbour takes boats of twenty metres, and the master asks each of them for its length before it comes in. Tie up at both ends of the quay, and leave room for the ferry that calls at noon on every day but Sunday.";
const PROPS = {
  post: { title: "Mooring", url: PAGE, body: WORDS, next: { title: "Ferries", url: "/ferries" } },
};
const shell = (id: string, rest: string) =>
  `<!DOCTYPE html><title>Harbour</title><div id="${id}"><p>Loading…</p></div>${rest}`;
const nextShell = (value: unknown) =>
  shell("__next", `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(value)}</script>`);
/** A list of devalue's, as Nuxt sends it. */
const PAYLOAD = [
  { data: 1 },
  ["ShallowReactive", 2],
  { page: 3 },
  { title: 4, body: 5, next: 6 },
  "Mooring",
  WORDS,
  { title: 7, to: 8 },
  "Ferries",
  "/ferries",
];

test.each<[string, Record<string, SiteAnswer>, readonly string[]]>([
  ["Next, in the page itself", { [PAGE]: nextShell({ props: { pageProps: PROPS } }) }, [PAGE]],
  [
    "Next, in its file",
    {
      [PAGE]: nextShell({ props: { pageProps: {} }, buildId: "b1", isFallback: true }),
      [`/_next/data/b1${PAGE}.json`]: json({ pageProps: PROPS }),
    },
    [PAGE, `/_next/data/b1${PAGE}.json`],
  ],
  [
    "Nuxt, in its payload",
    {
      [PAGE]: shell(
        "__nuxt",
        `<script type="application/json" id="__NUXT_DATA__" data-src="${PAGE}/_payload.json">[]</script>`,
      ),
      [`${PAGE}/_payload.json`]: json(PAYLOAD),
    },
    [PAGE, `${PAGE}/_payload.json`],
  ],
  [
    "Gatsby",
    { [PAGE]: shell("___gatsby", ""), [`/page-data${PAGE}/page-data.json`]: json({ result: { data: PROPS } }) },
    [PAGE, `/page-data${PAGE}/page-data.json`],
  ],
])("a page whose HTML holds no text is read from the data of its application: %s", async (_, answers, expected) => {
  const { outcome, paths } = await fetchedWith(answers);
  if (typeof outcome === "string") throw new Error(outcome);
  const { page } = await readBytes(outcome.body, sourceOf(outcome, {}), { withMarkdown: false });
  expect([page.title, page.headings[0]?.text, page.excerpt, paths]).toEqual(["Harbour", "Mooring", WORDS, expected]);
  expect(page.links.map(({ url }) => new URL(url).pathname)).toContain("/ferries");
});

test.each<[string, unknown]>([
  ["settings and no text", { i18n: { a: WORDS }, id: WORDS.replaceAll(" ", "-") }],
  ["nothing that leads on", { post: { title: "Mooring", body: WORDS } }],
  [
    "another site's pages alone",
    { post: { title: "Mooring", body: WORDS, next: { title: "Else", url: "https://b.test/" } } },
  ],
])("data that hold %s stand for no page", async (_, pageProps) => {
  const { outcome } = await fetchedWith({ [PAGE]: nextShell({ props: { pageProps } }) });
  expect(outcome).toContain("no text without JavaScript");
});

test("a payload at another site is not asked for", async () => {
  const elsewhere = shell("__nuxt", `<script id="__NUXT_DATA__" data-src="https://b.test/_payload.json">[]</script>`);
  const { paths } = await fetchedWith({ [PAGE]: elsewhere });
  expect(paths).toEqual([PAGE]);
});
