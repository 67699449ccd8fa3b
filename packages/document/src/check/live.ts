// Requests the links of an llms.txt and reports those that fail.
import { isFailure, toCrawlError } from "@llmstxt-service/page/errors";
import { parse } from "./parse.ts";
import { type Finding, finding } from "./rules.ts";

/** Requests an address by HEAD or GET; the crawler's `Fetch` is one implementation. @throws CrawlError */
export type Ask = (
  request: {
    readonly url: string;
    readonly method?: "HEAD";
    readonly accept: string;
    readonly maxBytes: number;
    readonly cut: true;
  },
  signal: AbortSignal,
) => Promise<{ readonly url: string; readonly status: number }>;

export interface LiveOptions {
  readonly fetch: Ask;
  /** The file's own address, if it has one: relative links are resolved against it. */
  readonly base?: string;
}

export interface LiveReport {
  /** Distinct addresses: requested, and not requested (relative ones without a base, and those over the limits). */
  readonly asked: number;
  readonly notAsked: number;
  readonly findings: readonly Finding[];
}

const LIMITS = { addresses: 2_000, minutes: 15, atOnce: 16, bytes: 4_096 } as const;

/** Statuses with which servers refuse programs: a browser may well open the page. */
const TURNED_AWAY: ReadonlySet<number> = new Set([401, 403, 429, 503]);

/** Requests each link of a text once. Rejects only when `signal` fires. */
export async function checkLinks(text: string, { fetch, base }: LiveOptions, signal: AbortSignal): Promise<LiveReport> {
  const linesByUrl = new Map<string, number[]>();
  let relative = 0;
  for (const { url: written, line } of parse(text).links) {
    const url = URL.parse(written, base);
    if (url === null) relative++;
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    url.hash = "";
    linesByUrl.set(url.href, [...(linesByUrl.get(url.href) ?? []), line]);
  }
  const timed = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.minutes * 60_000)]);
  const findings: Finding[] = [];
  const queue = [...linesByUrl].slice(0, LIMITS.addresses).values();
  let asked = 0;
  const work = async () => {
    for (const [url, lines] of queue) {
      if (timed.aborted) return;
      const answer = await ask(url, fetch, timed);
      if (timed.aborted) return;
      asked++;
      if (answer !== undefined) for (const line of lines) findings.push(finding(answer.code, line, answer.detail));
    }
  };
  await Promise.all(Array.from({ length: LIMITS.atOnce }, work));
  signal.throwIfAborted();
  return {
    asked,
    notAsked: linesByUrl.size - asked + relative,
    findings: findings.sort((a, b) => a.line - b.line || (a.message < b.message ? -1 : 1)),
  };
}

interface Answer {
  readonly code: "dead-link" | "link-refused" | "link-redirect";
  readonly detail: string;
}

/** Tries HEAD, then GET, since some servers refuse HEAD. undefined if the address answers itself. Never rejects. */
async function ask(url: string, fetch: Ask, signal: AbortSignal): Promise<Answer | undefined> {
  const request = { url, accept: "*/*", maxBytes: LIMITS.bytes, cut: true } as const;
  try {
    let answer = await fetch({ ...request, method: "HEAD" }, signal);
    if (answer.status !== 200) answer = await fetch(request, signal);
    const { status, url: landed } = answer;
    if (status !== 200)
      return { code: TURNED_AWAY.has(status) ? "link-refused" : "dead-link", detail: `${url} answers ${status}` };
    return landed === url ? undefined : { code: "link-redirect", detail: `${url} to ${landed}` };
  } catch (thrown) {
    // The guard refuses a private address without asking it.
    const code = isFailure(thrown, "address_not_allowed") ? "link-refused" : "dead-link";
    return { code, detail: `${url}: ${toCrawlError(thrown).message}` };
  }
}
