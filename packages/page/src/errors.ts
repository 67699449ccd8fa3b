// All failures, and the only class of error that crosses packages.
import { STATUS_CODES } from "node:http";
import { grouped } from "./text.ts";

type Nothing = Readonly<Record<string, never>>;
/** Facts about the failure, in a few words. */
type Detail = { readonly detail: string };
type Status = { readonly status: number };
type Perhaps = Partial<Detail>;
const after = (text: string, detail: string | undefined) => (detail === undefined ? text : `${text}: ${detail}`);
const says = ({ detail }: Detail): string => detail;

/** `404 Not Found` */
export const statusLine = (status: number): string => `${status} ${STATUS_CODES[status] ?? ""}`.trim();

/** Fields of a crawl request that have a range, with their names in messages. */
const RANGES = {
  maxPages: ["Max pages", ""],
  descLength: ["Description length", ""],
  recrawlIntervalMinutes: ["Recrawl interval", " minutes"],
} as const;

type OutOfRange = { readonly field: keyof typeof RANGES; readonly min: number; readonly max: number };

/** Reasons why a page has no text of its own, as packages/crawler/src/reader.ts finds them. */
const NO_TEXT = {
  shell: "it has no text without JavaScript",
  challenge: "it asks visitors to prove that they are no robot",
  consent: "it shows a consent dialog instead of its text",
  "error page": "it says that there is no such page",
  empty: "it has no text",
} as const;
export type Problem = keyof typeof NO_TEXT;

/** Addition about the browser: the page's scripts ran, or could not. */
const IN_BROWSER = {
  ran: ", nor after a browser has run its scripts",
  refused: ", and its server refuses the browser that would run its scripts",
  missing: ", and there is no Chromium here to run its scripts",
  failed: ", and Chromium, which would run its scripts, has failed",
} as const;
export type BrowserState = keyof typeof IN_BROWSER;

type Message<Facts> = (facts: Facts) => string;

/** For failures of the request or the settings. */
const ofRequest = <Facts>(status: number, message: Message<Facts>) =>
  ({ message, retry: false, status, about: "request" }) as const;
/** For permanent failures of the page or its server. */
const ofPage = <Facts>(message: Message<Facts>, status = 502) =>
  ({ message, retry: false, status, about: "page" }) as const;
/** For temporary failures of the page or its server. */
const ofPageNow = <Facts>(message: Message<Facts>) => ({ message, retry: true, status: 502, about: "page" }) as const;
const ofService = <Facts>(status: number, message: Message<Facts>) =>
  ({ message, retry: false, status, about: "service" }) as const;
const ofServiceNow = <Facts>(status: number, message: Message<Facts>) =>
  ({ message, retry: true, status, about: "service" }) as const;

/**
 * Every way a fetch, a crawl or a request can fail. `message`: text for a person, made from the facts; `retry`: true if
 * the same may succeed a moment later; `status`: HTTP status of our own server; `about`: who has to change something.
 * For a page, a crawl's message begins with the specification's `Failed to fetch page: `.
 */
const ROWS = {
  // Failures of the request
  invalid_url: ofRequest(422, ({ detail }: Perhaps) => after("Invalid URL format", detail)),
  invalid_json: ofRequest(400, (_: Nothing) => "Invalid JSON"),
  /** A field of a request. */
  invalid_request: ofRequest(
    422,
    ({ field, detail }: Detail & { readonly field: string }) => `Invalid request: ${field}: ${detail}`,
  ),
  out_of_range: ofRequest(
    422,
    ({ field, min, max }: OutOfRange) => `${RANGES[field][0]} must be between ${min} and ${max}${RANGES[field][1]}`,
  ),
  no_request: ofRequest(408, (_: Nothing) => "No crawl request received"),
  /** A command that cannot be carried out as it was written. */
  wrong_usage: ofRequest(422, says),
  wrong_settings: ofRequest(500, ({ problems }: { readonly problems: readonly string[] }) => {
    const count = problems.length === 1 ? "A setting is" : `${problems.length} settings are`;
    return `${count} wrong:\n  ${problems.join("\n  ")}`;
  }),
  // Failures of an address's permission
  address_not_allowed: ofPage((_: Nothing) => "address not allowed", 400),
  off_site: ofPage(({ to }: { readonly to: string }) => `redirects to another site: ${new URL(to).origin}`),
  robots_disallows: ofPage(({ url }: { readonly url: string }) => `robots.txt disallows ${url}`, 403),
  robots_unavailable: ofPageNow(({ status }: Status) => `robots.txt answered ${status}`),
  // Failures of the other side
  /** The name does not exist. A name server that does not answer is `unreachable`. */
  dns: ofPage(({ hostname, detail = "host not found" }: Perhaps & { readonly hostname?: string }) =>
    after(detail, hostname),
  ),
  /** No connection: refused, no route, or no name server. */
  unreachable: ofPageNow(says),
  /** The forward proxy of this machine's network refuses to connect: it rejects our credentials, or the host. */
  proxy_refused: ofPage(says),
  /** A connection broke before the answer was whole. */
  connection: ofPageNow(says),
  tls: ofPage(says),
  timeout: ofPage(
    ({ timeoutMs, detail }: Perhaps & { readonly timeoutMs?: number }) =>
      timeoutMs === undefined ? (detail ?? "timed out") : after(`timed out after ${timeoutMs / 1000} s`, detail),
    504,
  ),
  /** `url`: where the person did not type the whole address. */
  http_status: ofPage(({ status, url }: Status & { readonly url?: string }) =>
    url === undefined ? statusLine(status) : `${url}: ${statusLine(status)}`,
  ),
  /** 408, 425, 429, 500, 502, 503, 504, 520-524: a later try may get another answer. */
  http_status_passing: ofPageNow(({ status }: Status) => statusLine(status)),
  /** `Retry-After` wants a longer wait than a crawl makes. */
  host_asks_to_wait: ofPageNow(({ waitMs, until }: { readonly waitMs: number; readonly until: string }) => {
    const again = `it can be asked again at ${until.slice(11, 19)} UTC`;
    return `the host asked not to be asked for ${Math.ceil(waitMs / 1000)} s: ${again}`;
  }),
  too_many_redirects: ofPage(({ max, detail }: Perhaps & { readonly max?: number }) =>
    max === undefined ? after("redirects in a circle", detail) : `more than ${max} redirects`,
  ),
  bad_redirect: ofPage(says),
  bad_response: ofPage(says),
  unsupported_coding: ofPage(says),
  unsupported_type: ofPage(({ detail }: Detail) => `not a page: ${detail}`),
  too_large: ofPage(({ maxBytes }: { readonly maxBytes: number }) => `more than ${grouped(maxBytes)} bytes`),
  empty_page: ofPage(({ problem, browser }: { readonly problem: Problem; readonly browser?: BrowserState }) => {
    const isForBrowser = browser !== undefined && (problem === "shell" || problem === "empty");
    return NO_TEXT[problem] + (isForBrowser ? IN_BROWSER[browser] : "");
  }),
  /** Reading the page took more time or memory than is allowed for one. */
  unreadable: ofPage(({ detail }: Detail) => `could not be read: ${detail}`),
  host_failing: ofPage(
    ({ failures, last }: { readonly failures: number; readonly last: string }) =>
      `${failures} requests in a row failed, the last one: ${last}`,
  ),
  // Our own browser
  browser_missing: ofPage(says),
  browser_failed: ofPageNow(says),
  proxy_browser_failed: ofPageNow(says),
  // The crawl as a whole
  crawl_timeout: ofService(504, (_: Nothing) => "Crawl timeout exceeded"),
  interrupted: ofServiceNow(503, (_: Nothing) => "Crawl interrupted"),
  aborted: ofService(499, ({ detail }: Perhaps) => detail ?? "stopped"),
  // Failures of storage
  storage_failed: ofServiceNow(502, says),
  database_unavailable: ofServiceNow(503, ({ detail }: Perhaps) => after("Database unavailable", detail)),
  folder_in_use: ofServiceNow(
    503,
    ({ folder }: { readonly folder: string }) => `${folder} is in use by another process: one at a time`,
  ),
  enhancement_failed: ofService(502, says),
  /** A bug of ours: an error that none of the codes above describes. */
  unexpected: ofService(500, says),
} as const;

export type FailureCode = keyof typeof ROWS;

/** Facts of each failure besides its code; plain JSON, so that it can cross a process. */
export type FailureFacts = { readonly [Code in FailureCode]: Parameters<(typeof ROWS)[Code]["message"]>[0] };

interface FailureRow<Facts> {
  readonly message: (facts: Facts) => string;
  readonly retry: boolean;
  readonly status: number;
  readonly about: "request" | "page" | "service";
}

export const FAILURES: { readonly [Code in FailureCode]: FailureRow<FailureFacts[Code]> } = ROWS;

/** Codes of failures whose only fact is a `detail` text. */
export type WordsCode = { [Code in FailureCode]: Detail extends FailureFacts[Code] ? Code : never }[FailureCode];

/** A code and its facts, a pair for each code. */
type FailurePair<Code extends FailureCode = FailureCode> = {
  readonly [C in Code]: readonly [code: C, facts: FailureFacts[C], options?: ErrorOptions];
}[Code];

const messageOf = <Code extends FailureCode>([code, facts]: FailurePair<Code>): string => FAILURES[code].message(facts);

/** The only error that crosses packages. Code and facts are for programs, the message is for a person. */
export class CrawlError extends Error {
  override readonly name = "CrawlError";
  readonly code: FailureCode;
  readonly facts: FailureFacts[FailureCode];

  constructor(...failure: FailurePair) {
    super(messageOf(failure), failure[2]);
    const [code, facts] = failure;
    this.code = code;
    this.facts = facts;
  }

  /** True if a retry may help. Only the table decides. */
  get retry(): boolean {
    return FAILURES[this.code].retry;
  }
}

/** True if a thrown value is a failure of this kind. */
export const isFailure = (thrown: unknown, code: FailureCode): thrown is CrawlError =>
  thrown instanceof CrawlError && thrown.code === code;

/** Turns any thrown value into a CrawlError, with the original as `cause`. A CrawlError is returned unchanged. */
export function toCrawlError(thrown: unknown, fallback: WordsCode = "unexpected"): CrawlError {
  if (thrown instanceof CrawlError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = error.name === "AbortError" ? "aborted" : fallback;
  return new CrawlError(code, { detail: error.message }, { cause: thrown });
}
