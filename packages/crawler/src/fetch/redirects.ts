// Redirects, and the cookies that some of them set to see whether they come back.
import { CrawlError } from "@llmstxt-service/page/errors";
import { MAX_URL } from "./guard.ts";
import type { Answer } from "./http.ts";

/** Statuses that say where the document is now. 300 lists several and 304 has none. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface Following {
  readonly url: string;
  readonly maxRedirects: number;
  readonly mayFollow?: ((target: string) => boolean) | undefined;
  readonly cookies: Cookies;
}

interface Followed<Got> {
  /** Every URL asked for, in order. */
  readonly chain: readonly string[];
  readonly answer: Got;
}

/**
 * Asks for `url`, then for wherever the answers point to. An address that was asked for before would answer the same again,
 * unless a redirect has set a cookie for it meanwhile: then it is asked once more.
 * @throws CrawlError `too_many_redirects`, `bad_redirect`, `off_site`, and what `ask` throws
 */
export async function follow<Got extends Pick<Answer, "status" | "headers" | "cookies">>(
  { url, maxRedirects, mayFollow, cookies }: Following,
  ask: (url: string) => Promise<Got>,
): Promise<Followed<Got>> {
  let chain: string[] = [];
  const again = new Set<string>();
  let changed = false;
  for (let next = url, hops = 0; ; hops++) {
    chain.push(next);
    const answer = await ask(next);
    if (!REDIRECTS.has(answer.status)) return { chain, answer };
    const { origin } = new URL(next);
    changed = cookies.take(origin, answer.cookies) || changed;
    next = redirectTarget(answer, next);
    const before = chain.indexOf(next);
    if (before >= 0) {
      if (!changed || again.has(next)) throw new CrawlError("too_many_redirects", {});
      again.add(next);
      changed = false;
      chain = chain.slice(0, before);
    }
    if (hops >= maxRedirects) throw new CrawlError("too_many_redirects", { max: maxRedirects });
    if (mayFollow?.(next) === false) throw new CrawlError("off_site", { origin: new URL(next).origin });
  }
}

function redirectTarget({ status, headers }: Pick<Answer, "status" | "headers">, base: string): string {
  const location = headers.location ?? "";
  const bad = (detail: string) => new CrawlError("bad_redirect", { detail });
  if (location === "") throw bad(`${status} without an address`);
  const target = URL.parse(location, base);
  const isPlain = target !== null && /^https?:$/.test(target.protocol) && target.username + target.password === "";
  if (!isPlain) throw bad("redirects to an address that is no plain http(s) URL");
  target.hash = "";
  if (target.href.length > MAX_URL) throw bad(`redirects to an address over ${MAX_URL} characters`);
  return target.href;
}

/** RFC 6265, 5.2: a name and a value, and fields behind semicolons. */
const COOKIE =
  /^\s*([\x21\x23-\x2b\x2d-\x3a\x3c\x3e-\x7e]{1,256})=([\x20\x21\x23-\x2b\x2d-\x3a\x3c-\x7e"]{0,4096})(?:;|$)/;
const ENDED = /;\s{0,8}(?:max-age\s{0,8}=\s{0,8}(?:0|-)|expires\s{0,8}=[^;]{0,40}\b19\d\d\b)/i;
const MAX_COOKIES = 20;
const MAX_ORIGINS = 100;

/** Cookies that redirects have set in one crawl: each goes back to the very origin that set it. */
export class Cookies {
  readonly #byOrigin = new Map<string, Map<string, string>>();

  /** @returns true if any is new or has another value than before */
  take(origin: string, fields: readonly string[]): boolean {
    let changed = false;
    for (const field of fields) {
      const [, name = "", value = ""] = COOKIE.exec(field) ?? [];
      const known = this.#byOrigin.get(origin) ?? new Map<string, string>();
      const isOver = !known.has(name) && known.size >= MAX_COOKIES;
      if (name === "" || ENDED.test(field) || isOver || known.get(name) === value) continue;
      if (!this.#byOrigin.has(origin) && this.#byOrigin.size >= MAX_ORIGINS) continue;
      this.#byOrigin.set(origin, known.set(name, value));
      changed = true;
    }
    return changed;
  }

  /** The `Cookie` field for an origin, after what a person gave. */
  field(origin: string, given: string | undefined): string | undefined {
    const known = this.#byOrigin.get(origin);
    if (known === undefined) return given;
    return [...(given === undefined ? [] : [given]), ...[...known].map(([name, value]) => `${name}=${value}`)].join(
      "; ",
    );
  }
}
