import { CrawlError } from "@llmstxt-service/page/errors";
import type { Exchanged, Fetch, Rung } from "../fetch.ts";
import { type HttpResponse, tooLarge } from "../http/http.ts";
import type { Step } from "../ladder.ts";
import type { OfflineRequest } from "../offline.ts";

/** One request of a record; what came of it is unpacked when it is asked for. */
export interface RecordedExchange extends Omit<Exchanged, "outcome"> {
  /** @throws CrawlError where there was no answer */
  readonly answer: () => RecordedAnswer;
}

export type RecordedAnswer = Pick<HttpResponse, "status" | "headers" | "body"> & { readonly chain?: readonly string[] };

/** Answers as the hosts of a record did: a request that was made more than once gets its answers in their order, the last one for good. */
export class RecordedHost {
  readonly #lines = new Map<string, { readonly exchanges: RecordedExchange[]; next: number }>();
  /** The rungs that the record has pages of, and those that failed. */
  readonly rendered: readonly Step[];

  constructor(exchanges: readonly RecordedExchange[]) {
    // By the address alone, too: a later version may ask otherwise, and other recorders do not say how they asked.
    for (const one of exchanges)
      for (const key of one.rung === "plain" ? [keyOf(one), keyOf({ ...one, accept: ANY })] : [keyOf(one)]) {
        const line = this.#lines.get(key) ?? { exchanges: [], next: 0 };
        line.exchanges.push(one);
        this.#lines.set(key, line);
      }
    const rungs = new Set(exchanges.map(({ rung }) => rung));
    this.rendered = (["browser", "proxy"] as const).map((rung) => ({
      rung,
      isThere: () => rungs.has(rung),
      fetch: this.#renders(rung),
    }));
  }

  /** @throws CrawlError */
  answer({ href: url }: URL, { method, accept, maxBytes: usual, mayCut, admit }: OfflineRequest): HttpResponse {
    const asked = { rung: "plain", method, accept, url } as const;
    const found =
      this.#next(asked) ??
      this.#first({ ...asked, accept: ANY }) ??
      this.#first({ ...asked, method: "GET", accept: ANY });
    if (found === undefined) return notThere(url);
    const { status, headers, body } = found.answer();
    const maxBytes = admit({ status, headers }) ?? usual;
    if (method === "HEAD" || status >= 300) return { status, headers, body: NOTHING, wireBytes: 0, elapsedMs: 0 };
    if (body.length > maxBytes && !mayCut) throw tooLarge(maxBytes);
    return { status, headers, body: body.subarray(0, maxBytes), wireBytes: body.length, elapsedMs: 0 };
  }

  #renders(rung: Rung): Fetch {
    return async ({ url }) => {
      const found = this.#next({ rung, method: "GET", accept: undefined, url });
      if (found === undefined) throw new CrawlError("not_recorded", {});
      const { chain = [url], ...answer } = found.answer();
      const wireBytes = answer.body.length;
      return { ...answer, url: chain.at(-1) ?? url, chain, wireBytes, rung, elapsedMs: 0, attempts: [] };
    };
  }

  #next(asked: RecordedRequest): RecordedExchange | undefined {
    const line = this.#lines.get(keyOf(asked));
    return line && (line.exchanges[line.next++] ?? line.exchanges.at(-1));
  }

  #first(asked: RecordedRequest): RecordedExchange | undefined {
    return this.#lines.get(keyOf(asked))?.exchanges[0];
  }
}

type RecordedRequest = Pick<Exchanged, "rung" | "method" | "accept" | "url">;

const NOTHING = new Uint8Array();

/** Stands for any `Accept` field; no real field has this value. */
const ANY = "\n";

const keyOf = ({ rung, method, accept = "", url }: RecordedRequest): string => [rung, method, accept, url].join(" ");

/**
 * Answer for an address that is not recorded: 404 for robots.txt, which other recorders do not ask for; else an error.
 */
function notThere(url: string): HttpResponse {
  if (new URL(url).pathname !== "/robots.txt") throw new CrawlError("not_recorded", {});
  return { status: 404, headers: {}, body: NOTHING, wireBytes: 0, elapsedMs: 0 };
}
