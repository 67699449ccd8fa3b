import { type CrawlEvent, type CrawlOptions, crawl } from "../../packages/crawler/src/crawl.ts";
import type { CrawlFetch, Fetch, Fetched, FetchRequest } from "../../packages/crawler/src/fetch/fetch.ts";
import { readerHere } from "../../packages/crawler/src/reader.ts";
import { CrawlError } from "../../packages/page/src/errors.ts";

/** Origin of the example site. */
export const HOST = "https://x.dev";

/** One answer of the example site: a body, or fields to be more exact; `location` redirects, `error` never answers. */
export type ExampleAnswer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      /** The answer to requests that accept Markdown. */
      readonly asMarkdown?: string;
      readonly location?: string;
      readonly error?: CrawlError;
    };

export type Answers = Readonly<Record<string, ExampleAnswer>>;

export interface ExampleSite {
  readonly fetch: CrawlFetch;
  /** `GET /path` in the order of requests; URLs of other hosts in full. */
  readonly requests: readonly string[];
  /** Number of open requests, and the most at one time. */
  readonly open: () => number;
  readonly mostOpen: () => number;
}

const WORDS = "valve ledger harbour kettle meadow signal timber ribbon anchor lantern copper orchard saddle".split(" ");

/** A sentence unique to the title. */
function sentence(title: string): string {
  let state = 7;
  for (const letter of title) state = (state * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return WORDS[state % WORDS.length];
  };
  return `The ${next()} near the ${next()} keeps a ${next()} beside its ${next()} when the ${next()} is checked.`;
}

/** A whole HTML page with enough text to be listed. */
export function html(title: string, links: readonly string[] = [], head = ""): string {
  const anchors = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join("");
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>
    <p>This is what the page called ${title} says. ${sentence(title)}</p><p>${sentence(`${title}, again`)} In more than a few
    words, so that it counts.</p><ul>${anchors}</ul></main></body></html>`;
}

/**
 * A site in memory behind a real `CrawlFetch`: path or full URL -> answer, `browser /path` for it rendered, `*` for all
 * others, else 404. With a seed, answers come in an order of their own, other for each seed.
 */
export function exampleSite(answers: Answers, seed?: number): ExampleSite {
  const requests: string[] = [];
  const pause = seed === undefined ? async () => {} : randomPauses(seed);
  let [open, mostOpen] = [0, 0];
  const fetchWith =
    (judged: boolean): Fetch =>
    async (request, signal) => {
      mostOpen = Math.max(mostOpen, ++open);
      try {
        const fetched = await follow(request, signal);
        if (!judged || fetched.status === 304) return fetched;
        if (fetched.status > 299) throw new CrawlError("http_status", { status: fetched.status });
        const { problem } = await readerHere()(fetched);
        if (problem !== undefined) throw new CrawlError("empty_page", { problem });
        return fetched;
      } finally {
        open -= 1;
      }
    };
  async function follow(request: FetchRequest, signal: AbortSignal): Promise<Fetched> {
    for (let url = request.url, hops = 0; ; hops++) {
      requests.push(`${request.method ?? "GET"} ${url.replace(HOST, "")}`);
      await pause();
      if (signal.aborted) throw new CrawlError("aborted", {});
      const path = url.replace(HOST, "");
      if (request.rung !== undefined && answers[`browser ${path}`] === undefined)
        throw new CrawlError("browser_missing", { detail: "no browser" });
      const found = answers[request.rung ? `browser ${path}` : path] ?? answers["*"] ?? { status: 404 };
      const answer = typeof found === "string" ? { body: found } : found;
      if (answer.error !== undefined) throw answer.error;
      if (answer.location === undefined) return fetchedAs(url, answer, request);
      url = new URL(answer.location, url).href;
      if (request.mayFollow?.(url) === false) throw new CrawlError("off_site", { to: url });
      if (hops > 10) throw new CrawlError("too_many_redirects", {});
    }
  }
  const fetch = { page: fetchWith(true), plain: fetchWith(false), setDelay: () => {} };
  return { fetch, requests, open: () => open, mostOpen: () => mostOpen };
}

function fetchedAs(
  url: string,
  answer: Exclude<ExampleAnswer, string>,
  { method, validators, accept = "text/markdown", rung }: FetchRequest,
): Fetched {
  const { status = 200, headers = {}, body = "", asMarkdown } = answer;
  const isMarkdown = asMarkdown !== undefined && accept.includes("text/markdown");
  const isSame = validators?.etag !== undefined && validators.etag === headers.etag;
  const content = isSame || method === "HEAD" ? "" : isMarkdown ? asMarkdown : body;
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    url,
    status: isSame ? 304 : status,
    headers: { "content-type": isMarkdown ? "text/markdown" : "text/html", ...headers },
    body: bytes,
    wireBytes: bytes.length,
    rung: rung ?? "plain",
    elapsedMs: 0,
  };
}

/** Lets other fetches overtake, a different number each time. */
function randomPauses(seed: number): () => Promise<void> {
  let state = seed;
  return async () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    for (let turns = state % 13; turns > 0; turns--) await new Promise(setImmediate);
  };
}

export interface ExampleCrawl {
  /** Paths in the order taken; URLs of other hosts in full. */
  readonly pages: readonly string[];
  readonly events: readonly CrawlEvent[];
  readonly end: CrawlEvent & { readonly type: "end" };
  /** Path -> `reason`, or `reason of /path`, in order. */
  readonly leftOut: Readonly<Record<string, string>>;
  readonly failed: readonly string[];
  /** As in `ExampleSite`, without those for Markdown versions and the made-up address. */
  readonly requests: readonly string[];
}

export interface ExampleCrawlOptions extends Partial<CrawlOptions> {
  /** Path of the base URL; default `/`. */
  readonly base?: string;
  /** The order of answers; see `exampleSite`. */
  readonly seed?: number;
}

/** A whole crawl of an example site. @throws whatever the crawl throws */
export async function crawlExample(answers: Answers, options: ExampleCrawlOptions = {}): Promise<ExampleCrawl> {
  const { base = "/", seed, ...more } = options;
  const site = exampleSite(answers, seed);
  const events: CrawlEvent[] = [];
  const asked = { fetch: site.fetch, read: readerHere(), maxPages: 50, productToken: "llmstxt", withAllNamed: true };
  for await (const event of crawl(HOST + base, { ...asked, ...more }, new AbortController().signal)) events.push(event);
  const end = events.at(-1);
  if (end?.type !== "end") throw new Error("a crawl that does not throw ends with `end`");
  return {
    pages: end.pages.map(({ url }) => withoutHost(url)),
    events,
    end,
    leftOut: reasonsIn(events),
    failed: events.flatMap((event) => (event.type === "failed" ? [withoutHost(event.url)] : [])),
    requests: site.requests.filter((request) => !/\.md$|no-such-page/.test(request)),
  };
}

const withoutHost = (url: string): string => url.replace(HOST, "");

function reasonsIn(events: readonly CrawlEvent[]): ExampleCrawl["leftOut"] {
  const said = events.flatMap((event) =>
    event.type === "leftOut"
      ? [[withoutHost(event.url), event.of ? `${event.reason} of ${withoutHost(event.of)}` : event.reason]]
      : [],
  );
  return Object.fromEntries(said);
}

/** A page at each of these paths. */
export const pagesAt = (paths: readonly string[], lang = "en"): Answers =>
  Object.fromEntries(paths.map((path) => [path, html(path).replace('lang="en"', `lang="${lang}"`)]));

export const sitemapOf = (paths: readonly string[]): string =>
  `<urlset>${paths.map((path) => `<url><loc>${HOST}${path}</loc></url>`).join("")}</urlset>`;

/** `/folder/p0` and on. */
export const numbered = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/p${index}`);
