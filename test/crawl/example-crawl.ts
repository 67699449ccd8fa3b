import { type CrawlEvent, type CrawlOptions, crawl } from "../../packages/crawler/src/crawl/crawl.ts";
import { type ExampleAnswer, exampleSite, HOST, html } from "./example-site.ts";

export type Answers = Readonly<Record<string, ExampleAnswer>>;

export interface ExampleCrawl {
  /** Paths in the order taken; URLs of other hosts in full. */
  readonly pages: readonly string[];
  readonly events: readonly CrawlEvent[];
  readonly end: CrawlEvent & { readonly type: "end" };
  /** Path -> `reason`, or `reason of /path`, in order. */
  readonly leftOut: Readonly<Record<string, string>>;
  /** As in `ExampleSite`. */
  readonly requests: readonly string[];
}

export interface ExampleCrawlOptions extends Partial<CrawlOptions> {
  /** Path of the base URL; default `/`. */
  readonly base?: string;
  /** The order of answers; see `exampleSite`. */
  readonly seed?: number;
}

/** A whole crawl of an example site, for tests; looks for no Markdown versions unless told to. @throws whatever the crawl throws */
export async function crawlExample(answers: Answers, options: ExampleCrawlOptions = {}): Promise<ExampleCrawl> {
  const { base = "/", seed, ...more } = options;
  const site = exampleSite(answers, seed);
  const events: CrawlEvent[] = [];
  const asked = { fetch: site.fetch, maxPages: 50, productToken: "llmstxt", findMarkdown: false, ...more };
  for await (const event of crawl(HOST + base, asked, AbortSignal.timeout(15_000))) events.push(event);
  const end = events.at(-1);
  if (end?.type !== "end") throw new Error("a crawl that does not throw ends with `end`");
  const pages = end.pages.map(({ url }) => withoutHost(url));
  return { pages, events, end, leftOut: reasonsIn(events), requests: site.requests };
}

const withoutHost = (url: string): string => url.replace(HOST, "");

function reasonsIn(events: readonly CrawlEvent[]): ExampleCrawl["leftOut"] {
  const leftOut = events.filter((event) => event.type === "leftOut");
  const said = leftOut.map(({ url, reason, of }) => [
    url,
    of === undefined ? reason : `${reason} of ${withoutHost(of)}`,
  ]);
  return Object.fromEntries(said.map(([url = "", reason = ""]) => [withoutHost(url), reason]));
}

/** Five pages on two levels. */
export const SMALL = {
  "/": html("Home", ["/b", "/a"]),
  "/a": html("A", ["/c"]),
  "/b": html("B", ["/d"]),
  "/c": html("C"),
  "/d": html("D"),
};

/** A homepage and so many pages that it links to, `/p0` and on. */
export function wide(count: number): Answers {
  const paths = Array.from({ length: count }, (_, index) => `/p${index}`);
  const pages = paths.map((path, index) => [path, html(`Page ${index}`)]);
  return { "/": html("Home", paths), ...Object.fromEntries(pages) };
}

/** A page at each of these paths. */
export const pagesAt = (paths: readonly string[], lang = "en"): Answers =>
  Object.fromEntries(paths.map((path) => [path, html(path).replace('lang="en"', `lang="${lang}"`)]));

export const sitemapOf = (paths: readonly string[]): Answers => ({
  "/sitemap.xml": `<urlset>${paths.map((path) => `<url><loc>${HOST}${path}</loc></url>`).join("")}</urlset>`,
});

/** `/folder/p0` and on. */
export const numbered = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/p${index}`);
