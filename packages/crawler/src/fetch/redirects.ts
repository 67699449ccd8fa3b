// Follows redirects, and keeps the cookies that some of them set to test the client.
import { MAX_URL } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { FetchRequest } from "./fetch.ts";
import type { Answer } from "./http.ts";

/** Statuses of redirects. 300 lists several addresses and 304 has none. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
export const MAX_REDIRECTS = 10;

/**
 * Requests a URL and follows its redirects. A repeated address is an endless loop, unless a redirect has set a cookie
 * meanwhile: then it is requested once more.
 * @returns the last answer and its URL
 * @throws CrawlError `too_many_redirects`, `bad_redirect`, `off_site`, and what `ask` throws
 */
export async function follow<Got extends Pick<Answer, "status" | "headers" | "cookies">>(
  { url: first, mayFollow }: Pick<FetchRequest, "url" | "mayFollow">,
  cookies: Cookies,
  ask: (url: string) => Promise<Got>,
): Promise<{ readonly url: string; readonly answer: Got }> {
  const asked = new Set<string>();
  const again = new Set<string>();
  let isFresh = false;
  for (let url = first, hops = 0; ; hops++) {
    asked.add(url);
    // Another request may set the same cookie meanwhile: only the cookies that this request was sent with count.
    const sent = cookies.field(url);
    const answer = await ask(url);
    if (!REDIRECTS.has(answer.status)) return { url, answer };
    cookies.take(url, answer.cookies);
    isFresh ||= cookies.field(url) !== sent;
    url = redirectTarget(answer, url);
    if (asked.has(url)) {
      const wants = cookies.field(url) === undefined ? {} : { detail: "it wants cookies" };
      if (again.has(url) || !isFresh) throw new CrawlError("too_many_redirects", wants);
      again.add(url);
      isFresh = false;
      asked.clear();
    }
    if (hops >= MAX_REDIRECTS) throw new CrawlError("too_many_redirects", { max: MAX_REDIRECTS });
    if (mayFollow?.(url) === false) throw new CrawlError("off_site", { to: url });
  }
}

function redirectTarget({ status, headers: { location = "" } }: Pick<Answer, "status" | "headers">, base: string) {
  const bad = (detail: string) => new CrawlError("bad_redirect", { detail });
  if (location === "") throw bad(`${status} without an address`);
  const target = URL.parse(location, base);
  const isPlain = target !== null && /^https?:$/.test(target.protocol) && target.username + target.password === "";
  if (!isPlain) throw bad("redirects to an address that is no plain http(s) URL");
  target.hash = "";
  if (target.href.length > MAX_URL) throw bad(`redirects to an address over ${MAX_URL} characters`);
  return target.href;
}

/** RFC 6265, 5.2: a name and a value before the first semicolon. */
const COOKIE = /^\s{0,8}([^\s=;,"]{1,256})=([\x20-\x3a\x3c-\x7e]{0,4096})(?:;|$)/;
const ENDED = /;\s{0,8}(?:max-age=(?:0|-)|expires=[^;]{0,20}\b19\d\d\b)/i;
/** Most cookies of one origin, and most origins with cookies. */
const MAX_COOKIES = 20;
const MAX_ORIGINS = 100;

/** Cookies that redirects set in one crawl: each goes back only to the origin that set it. */
export class Cookies {
  readonly #byOrigin = new Map<string, Map<string, string>>();

  take(url: string, fields: readonly string[]): void {
    const { origin } = new URL(url);
    const known = this.#byOrigin.get(origin) ?? new Map<string, string>();
    for (const field of fields) {
      const [, name, value = ""] = COOKIE.exec(field) ?? [];
      if (name !== undefined && !ENDED.test(field) && known.size < MAX_COOKIES) known.set(name, value);
    }
    if (known.size > 0 && this.#byOrigin.size < MAX_ORIGINS) this.#byOrigin.set(origin, known);
  }

  /** The `Cookie` field for a URL, behind the user's own cookies. */
  field(url: string, given?: string): string | undefined {
    const known = this.#byOrigin.size > 0 ? this.#byOrigin.get(new URL(url).origin) : undefined;
    if (known === undefined) return given;
    const own = [...known].map(([name, value]) => `${name}=${value}`);
    return (given === undefined ? own : [given, ...own]).join("; ");
  }
}
