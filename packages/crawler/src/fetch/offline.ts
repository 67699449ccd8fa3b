import { throwIfStopped } from "../waiting/abort.ts";
import { admitPage } from "./admit-page.ts";
import type { CrawlFetch, CrawlFetchOptions, Fetch, Fetching } from "./fetch.ts";
import { type Admit, follow, type HttpResponse } from "./http/http.ts";
import { ladder, type Step } from "./ladder.ts";
import { MAX_BYTES, MAX_REDIRECTS } from "./limits.ts";

/** One request to a site that is not asked over a network. */
export interface OfflineRequest {
  readonly method: "GET" | "HEAD";
  /** The `Accept` field, where it is not that of pages. */
  readonly accept: string | undefined;
  readonly maxBytes: number;
  /** True if the first `maxBytes` of a longer body will do. */
  readonly mayCut: boolean;
  /** Looks at the head before the body is read. */
  readonly admit: Admit;
}

/** Answers as the site would; no redirect is followed. @throws CrawlError */
export type OfflineAnswer = (url: URL, asked: OfflineRequest) => HttpResponse;

/** A site in place of the network: it opens no socket and starts no browser. `rendered`: the rungs after the plain one. */
export function openOffline(answer: OfflineAnswer, rendered: readonly Step[] = []): Fetching {
  const plain: Step = { rung: "plain", isThere: () => true, fetch: fetchFrom(answer, admitPage) };
  const steps = [plain, ...rendered];
  return Object.freeze({
    forCrawl: ({ judge, onAttempt }: CrawlFetchOptions): CrawlFetch =>
      Object.freeze({
        page: ladder({ steps, judge, onAttempt }),
        plain: fetchFrom(answer, () => undefined),
        setDelay: () => {},
      }),
    restMs: () => 0,
    close: async () => {},
  });
}

const fetchFrom =
  (answerOf: OfflineAnswer, admit: typeof admitPage): Fetch =>
  async (
    { url, method = "GET", accept, maxBytes = MAX_BYTES, maxRedirects = MAX_REDIRECTS, cut, mayFollow },
    signal,
  ) => {
    const startedAt = performance.now();
    const asked = {
      method,
      accept,
      maxBytes,
      mayCut: cut === true,
      admit: (head) => admit(head, url),
    } satisfies OfflineRequest;
    const { chain, answer } = await follow({ url, maxRedirects, mayFollow }, async (hop) => {
      throwIfStopped(signal);
      return answerOf(new URL(hop), asked);
    });
    const { status, headers, body, wireBytes } = answer;
    const elapsedMs = performance.now() - startedAt;
    const final = chain.at(-1) ?? url;
    return { url: final, chain, status, headers, body, wireBytes, rung: "plain", elapsedMs, attempts: [] };
  };
