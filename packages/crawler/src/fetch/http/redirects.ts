import { CrawlError } from "@llmstxt-service/page/errors";
import { MAX_URL_LENGTH } from "../limits.ts";
import type { HttpResponse } from "./exchange.ts";

/** Statuses that say where the document is now. 300 lists several and 304 has none. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface Following {
  readonly url: string;
  readonly maxRedirects: number;
  readonly mayFollow?: ((target: string) => boolean) | undefined;
}

export interface Followed {
  /** Every URL asked for, in order. */
  readonly chain: readonly string[];
  readonly answer: HttpResponse;
}

/**
 * Asks for `url`, then for wherever the answers point to. We keep no cookies, so a URL seen twice would answer the same again.
 * @throws CrawlError `too_many_redirects`, `bad_redirect`, `off_site`, and whatever `ask` throws
 */
export async function follow(
  { url, maxRedirects, mayFollow }: Following,
  ask: (url: string) => Promise<HttpResponse>,
): Promise<Followed> {
  const chain: string[] = [];
  for (let next = url; ; ) {
    chain.push(next);
    const answer = await ask(next);
    if (!REDIRECTS.has(answer.status)) return { chain, answer };
    next = targetOf(answer, next);
    if (chain.includes(next)) throw new CrawlError("too_many_redirects", {});
    if (chain.length > maxRedirects) throw new CrawlError("too_many_redirects", { max: maxRedirects });
    if (mayFollow?.(next) === false) throw new CrawlError("off_site", { origin: originOf(next) });
  }
}

function targetOf({ status, headers }: HttpResponse, base: string): string {
  const location = headers.location;
  if (location === undefined || location === "")
    throw new CrawlError("bad_redirect", { detail: `${status} without an address` });
  const target = URL.parse(location, base);
  if (target === null || !/^https?:$/.test(target.protocol) || target.username !== "" || target.password !== "") {
    throw new CrawlError("bad_redirect", { detail: "redirects to an address that is no plain http(s) URL" });
  }
  target.hash = "";
  if (target.href.length <= MAX_URL_LENGTH) return target.href;
  throw new CrawlError("bad_redirect", { detail: `redirects to an address over ${MAX_URL_LENGTH} characters` });
}

const originOf = (url: string) => new URL(url).origin;
