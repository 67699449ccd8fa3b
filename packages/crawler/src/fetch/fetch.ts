import type { CrawlError } from "@llmstxt-service/page/errors";
import type { CredentialFields } from "./credentials/credentials.ts";

/** A way of fetching: a plain GET, our own headless browser, or the scraping-proxy browser. */
export type Rung = "plain" | "browser" | "proxy";

/** A server's validators of a resource's version (RFC 9110, 8.8). */
export interface Validators {
  readonly etag?: string;
  /** The `Last-Modified` field exactly as it was sent. */
  readonly lastModified?: string;
}

export interface FetchRequest {
  /** Absolute http(s) URL without a fragment. */
  readonly url: string;
  /** Default `GET`. */
  readonly method?: "GET" | "HEAD";
  /** Renders the page at once, whatever a plain GET would give; only for the ladder. */
  readonly rung?: "browser";
  /** The plain answer, whose scripts our own browser is to run: it does not ask for the page again. */
  readonly shell?: Fetched;
  /** The `Accept` field; default: HTML first. */
  readonly accept?: string;
  /** Makes the request conditional; a 304 then comes back as a `Fetched` with an empty body. */
  readonly validators?: Validators;
  /** Most decoded bytes of the body; more is `too_large`. Default 10 MiB. */
  readonly maxBytes?: number;
  /** Takes the first `maxBytes` of a longer body instead of failing; no content coding is asked for. Plain rung only. */
  readonly cut?: true;
  /** Most milliseconds from dispatch to the last byte, redirects included. Default 10,000. */
  readonly timeoutMs?: number;
  /** Most redirects that are followed. Default 10. */
  readonly maxRedirects?: number;
  /** One request, redirects aside: nothing that fails is tried again, neither by this rung nor by another. */
  readonly once?: true;
  /** True for answers that hold for all sites of a host, such as robots.txt: another site's crawl may share them. */
  readonly isShared?: true;
  /** Asked before each redirect is followed; false fails with `off_site` and the target is not contacted. */
  readonly mayFollow?: (target: string) => boolean;
  /** Called when a plain request begins to be written to its connection; of one that is tried again more than once. */
  readonly onSent?: () => void;
  /** Called with milliseconds that a request has waited for its turn: for a slot of its host, a pause, a browser. */
  readonly onWaited?: (ms: number) => void;
  /**
   * Called when a rung's answer is there, before it is judged: nothing is asked of the host until another rung is tried.
   * Not called for large bodies, which would fill memory while they wait to be read.
   */
  readonly onAnswered?: () => void;
}

/** A host is asked less from now on. */
export interface Slower {
  readonly reason: string;
  readonly concurrency: number;
  /** Milliseconds between two requests, where one at a time is too much. */
  readonly gapMs?: number;
}

/** One try of one rung, for the log and the metrics: `plain: empty`, `browser: ok`. */
export interface Attempt {
  readonly rung: Rung;
  /** `ok`, or why the rung's answer was not taken. */
  readonly outcome: string;
  /** Error behind the outcome; undefined if it is `ok`. */
  readonly error?: CrawlError;
  /** Milliseconds that the rung's answer took, without the milliseconds that it waited for its turn (`waitedMs`). */
  readonly elapsedMs: number;
  readonly waitedMs: number;
}

/** A host asked to be left alone (`Retry-After`), and a request of the crawl waits until then. */
export interface Pause {
  readonly host: string;
  readonly leftMs: number;
}

/** Bytes on the wire, whichever rung fetched it and whatever its status. */
export interface Fetched {
  /** Address after all redirects. */
  readonly url: string;
  /** Every URL asked for, the first one included; the last is `url`. */
  readonly chain: readonly string[];
  readonly status: number;
  /** Names in lower case; repeated fields joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded from its content coding, not from its charset. */
  readonly body: Uint8Array;
  /** Bytes of the body as they travelled. */
  readonly wireBytes: number;
  readonly rung: Rung;
  readonly elapsedMs: number;
  readonly attempts: readonly Attempt[];
}

/**
 * Gets one document. Any HTTP status is an answer, not an error; only the ladder's judge turns one down.
 * @throws CrawlError with a fetch code; `aborted` when `signal` fired.
 */
export type Fetch = (request: FetchRequest, signal: AbortSignal) => Promise<Fetched>;

/** One request on the wire, or one page of a browser, and what came of it. */
export interface Exchanged {
  readonly rung: Rung;
  readonly url: string;
  readonly method: "GET" | "HEAD";
  /** The `Accept` field, where it is not that of pages. */
  readonly accept: string | undefined;
  readonly outcome: { readonly answer: ExchangedAnswer } | { readonly error: CrawlError };
}

/** `chain`: the addresses that a browser came through. */
export type ExchangedAnswer = Pick<Fetched, "status" | "headers" | "body"> & Partial<Pick<Fetched, "chain">>;

/** Records an answer. The crawl waits for it. Never rejects. */
export type OnExchanged = (exchanged: Exchanged) => Promise<void>;

/** Returns why this answer is not a useful page, undefined if it is. The ladder gets it from its caller, which can read pages. */
export type Judge = (fetched: Fetched) => string | undefined | Promise<string | undefined>;

export interface CrawlFetchOptions {
  /**
   * Host and port that a person typed at the command line: the guard lets them through although the address is
   * special-purpose. Its name is looked up once; only the special-purpose addresses found then may be dialled.
   */
  readonly allow?: { readonly hostname: string; readonly port: number };
  /** Header fields for the site's own origin, from plain requests and our own browser; the proxy browser has none of them. */
  readonly credentials?: CredentialFields | undefined;
  /**
   * Site of the crawl, under which its shared answers (`isShared`) are exchanged with crawls of the host's other sites.
   * Undefined: none are.
   */
  readonly sharesAs?: string | undefined;
  /** True if the last rung, the scraping-proxy browser, may be used. */
  readonly useProxy: boolean;
  readonly judge: Judge;
  /** Called when a host is asked less often than before, or one after another. */
  readonly onSlower?: (why: Slower) => void;
  /** Called when a request of this crawl has to wait for a second or longer because its host asked for it; once a pause. */
  readonly onPause?: ((pause: Pause) => void) | undefined;
  /** Called with the number of requests on the wire whenever it changes. */
  readonly onRequests?: ((open: number) => void) | undefined;
  /** Called as each rung of a page's ladder ends. */
  readonly onAttempt?: (url: string, attempt: Attempt) => void;
  /** Called with what came of each request, redirects too, and of each page of a browser. */
  readonly onExchanged?: OnExchanged | undefined;
}

/** The two ways a crawl fetches. Both share the host's slots, the guard and the retries. */
export interface CrawlFetch {
  /** The whole ladder: for pages. */
  readonly page: Fetch;
  /** The plain rung alone: for robots.txt, sitemaps and Markdown versions. */
  readonly plain: Fetch;
  /** Milliseconds between two requests to an origin, one at a time, from now on (robots.txt's `Crawl-delay`; at most 10,000). */
  setDelay(origin: string, delayMs: number): void;
}

/** Sockets, host slots and browsers of one process; opened once, shared by every crawl. */
export interface Fetching {
  forCrawl(options: CrawlFetchOptions): CrawlFetch;
  /** Milliseconds until the host may be asked again, as its robots.txt or an answer wants it. */
  restMs(hostname: string): number;
  /** Ends everything still open: sockets, browsers, temporary folders. */
  close(): Promise<void>;
}
