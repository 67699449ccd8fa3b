import type { CrawlFetch, Fetched } from "@llmstxt-service/crawler/fetch";
import { toCrawlError } from "@llmstxt-service/page/errors";

/** An address of the file with the lines where it stands. */
export interface Address {
  readonly url: string;
  readonly lines: readonly number[];
}

/** Outcome of a request for an address. */
export type LinkAnswer =
  | { readonly type: "dead"; readonly why: string; readonly status?: number }
  | { readonly type: "there"; readonly landed: string; readonly contentType: string };

export interface AskedLink extends Address {
  /** Undefined: the time was over before. */
  readonly answer: LinkAnswer | undefined;
}

/** Asks for every address, once each; none waits for another but for the host's pace. Never rejects. */
export function askLinks(addresses: readonly Address[], fetch: CrawlFetch, signal: AbortSignal): Promise<AskedLink[]> {
  return Promise.all(addresses.map(async (own) => ({ ...own, answer: await ask(own.url, fetch, signal) })));
}

/** Bytes of a body that are read, if a server knows no HEAD. */
const MAX_BYTES = 4096;

/** Those who are no browser may be turned away with these: a crawl would read the page all the same. */
const TURNED_AWAY: ReadonlySet<number> = new Set([403, 429, 503]);

/** A HEAD; a GET, since some servers know no HEAD; at last as a crawl reads a page, with a browser where it takes one. */
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

/** The server answered, but not with what was asked for. */
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
