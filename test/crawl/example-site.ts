import type { CrawlFetch, Fetch, Fetched, FetchRequest } from "../../packages/crawler/src/fetch/fetch.ts";
import { CrawlError } from "../../packages/page/src/errors.ts";

/** One answer of the example site: a body, or fields to be more exact; `location` redirects, `error` never answers. */
export type ExampleAnswer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      /** What those get who ask for Markdown first. */
      readonly asMarkdown?: string;
      readonly location?: string;
      readonly error?: CrawlError;
    };

export interface ExampleSite {
  readonly fetch: CrawlFetch;
  /** `GET /path` in the order asked; URLs of other hosts in full. */
  readonly requests: readonly string[];
  /** Most requests under way at one time. */
  readonly mostOpen: () => number;
  readonly open: () => number;
}

/** A whole HTML page: real text, so that it counts as one. */
export function html(title: string, links: readonly string[] = [], head = ""): string {
  const anchors = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join("");
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>
    <p>This is what the page called ${title} says, and it says it in more than a few words so that it counts.</p>
    <ul>${anchors}</ul></main></body></html>`;
}

/**
 * A site in memory behind a real `CrawlFetch`, for tests: path or full URL -> answer, `browser /path` for it rendered, `*` for all others, else 404.
 * With a seed, answers come in an order of their own, other for each seed.
 */
export function exampleSite(answers: Readonly<Record<string, ExampleAnswer>>, seed?: number): ExampleSite {
  const requests: string[] = [];
  const pause = seed === undefined ? async () => {} : randomPauses(seed);
  let open = 0;
  let mostOpen = 0;
  const fetch: Fetch = async (request, signal) => {
    mostOpen = Math.max(mostOpen, ++open);
    try {
      return await answer(request, signal);
    } finally {
      open -= 1;
    }
  };
  async function answer(request: FetchRequest, signal: AbortSignal): Promise<Fetched> {
    const chain: string[] = [];
    for (let url = request.url; ; ) {
      chain.push(url);
      requests.push(`${request.method ?? "GET"} ${url.replace(HOST, "")}`);
      await pause();
      if (signal.aborted) throw new CrawlError("aborted", {});
      const path = url.replace(HOST, "");
      const found = answers[request.rung ? `${request.rung} ${path}` : path] ?? answers["*"] ?? { status: 404 };
      const {
        status = 200,
        headers = {},
        body = "",
        location,
        error,
        asMarkdown,
      } = typeof found === "string" ? { body: found } : found;
      if (error !== undefined) throw error;
      if (asMarkdown !== undefined && request.accept?.startsWith("text/markdown"))
        return fetched({ chain, status, headers: { "content-type": "text/markdown" }, body: asMarkdown }, request);
      if (location === undefined) return fetched({ chain, status, headers, body }, request);
      url = new URL(location, url).href;
      if (request.mayFollow?.(url) === false) throw new CrawlError("off_site", { origin: new URL(url).origin });
      if (chain.length > 10) throw new CrawlError("too_many_redirects", {});
    }
  }
  return {
    fetch: { page: fetch, plain: fetch, setDelay: () => {} },
    requests,
    mostOpen: () => mostOpen,
    open: () => open,
  };
}

/** Turns of the event loop in which nothing is asked for: then a crawl waits for answers. Reading a page takes a few. */
const QUIET_TURNS = 40;

/**
 * The site at the end of a slow line: requests are answered together, when no other is sent. So each list of `rounds` is
 * what shared one round trip, whatever the machine's speed.
 */
export function inRounds({ fetch }: ExampleSite): { readonly fetch: CrawlFetch; readonly rounds: readonly string[][] } {
  const rounds: string[][] = [];
  let waiting: (() => void)[] = [];
  let quiet = 0;
  const watch = () => {
    if (++quiet < QUIET_TURNS) return void setImmediate(watch);
    const answered = waiting;
    waiting = [];
    for (const answer of answered) answer();
  };
  const slow =
    (one: Fetch): Fetch =>
    async (request, signal) => {
      if (waiting.length === 0) {
        rounds.push([]);
        setImmediate(watch);
      }
      rounds.at(-1)?.push(`${request.method ?? "GET"} ${request.url.replace(HOST, "")}`);
      quiet = 0;
      await new Promise<void>((answer) => waiting.push(answer));
      return one(request, signal);
    };
  return { fetch: { ...fetch, page: slow(fetch.page), plain: slow(fetch.plain) }, rounds };
}

/** Where the example site stands. */
export const HOST = "https://x.dev";

function fetched(
  { chain, status, headers, body }: Pick<Fetched, "chain" | "status" | "headers"> & { body: string },
  { method, validators }: FetchRequest,
): Fetched {
  const isSame = validators?.etag !== undefined && validators.etag === headers.etag;
  const bytes = new TextEncoder().encode(isSame || method === "HEAD" ? "" : body);
  return {
    url: chain.at(-1) ?? "",
    chain,
    status: isSame ? 304 : status,
    headers: { "content-type": "text/html", ...headers },
    body: bytes,
    wireBytes: bytes.length,
    rung: "plain",
    elapsedMs: 0,
    attempts: [],
  };
}

/** Lets other fetches overtake, a different number of times on each call. */
function randomPauses(seed: number): () => Promise<void> {
  let state = seed;
  return async () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    for (let turns = state % 13; turns > 0; turns--) await new Promise(setImmediate);
  };
}
