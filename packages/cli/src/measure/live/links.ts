import type { CrawlFetch, Fetched } from "@llmstxt-service/crawler/fetch";
import { toCrawlError } from "@llmstxt-service/page/errors";

/** An address of the file, with the lines that have it. */
export interface Address {
  readonly url: string;
  readonly lines: readonly number[];
}

type LinkAnswer =
  | { readonly type: "dead"; readonly why: string; readonly status?: number }
  | { readonly type: "there"; readonly landed: string; readonly contentType: string };

export interface AskedLink extends Address {
  /** Answer; undefined if the time was over before it was asked for. */
  readonly answer: LinkAnswer | undefined;
}

/** Requests every address once, all at the same time except for the hosts' pace. Never rejects. */
export function askLinks(addresses: readonly Address[], fetch: CrawlFetch, signal: AbortSignal): Promise<AskedLink[]> {
  return Promise.all(addresses.map(async (own) => ({ ...own, answer: await ask(own.url, fetch, signal) })));
}

/** Most bytes read of a body, if a server refuses HEAD. */
const MAX_BYTES = 4096;

/** Statuses with which servers refuse programs that are no browser: a crawl might read the page all the same. */
const TURNED_AWAY: ReadonlySet<number> = new Set([403, 429, 503]);

/**
 * Requests by HEAD, then by GET, since some servers refuse HEAD; at last as a crawl reads a page, with a browser if
 * needed.
 */
async function ask(url: string, fetch: CrawlFetch, signal: AbortSignal): Promise<LinkAnswer | undefined> {
  const { plain, page } = fetch;
  const head = await answerTo(() => plain({ url, method: "HEAD", accept: "*/*" }, signal));
  if (!isRefused(head) || signal.aborted) return signal.aborted && isDead(head) ? undefined : head;
  const get = await answerTo(() => plain({ url, accept: "*/*", maxBytes: MAX_BYTES, cut: true }, signal));
  if (!isRefused(get) || !TURNED_AWAY.has(get.status ?? 0) || signal.aborted) return get;
  const read = await answerTo(() => page({ url }, signal));
  return isDead(read) ? get : read;
}

const isDead = (answer: LinkAnswer): boolean => answer.type === "dead";

/** True if the server answered with an error. */
const isRefused = (answer: LinkAnswer): answer is Extract<LinkAnswer, { type: "dead" }> =>
  answer.type === "dead" && answer.status !== undefined;

async function answerTo(asked: () => Promise<Fetched>): Promise<LinkAnswer> {
  try {
    const { status, url, headers } = await asked();
    if (status !== 200) return { type: "dead", why: `answers ${status}`, status };
    return { type: "there", landed: url, contentType: headers["content-type"] ?? "" };
  } catch (thrown) {
    return { type: "dead", why: toCrawlError(thrown).message };
  }
}
