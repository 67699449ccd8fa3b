// Everything that can fail, and the one class of error that crosses a room's door.
import { STATUS_CODES } from "node:http";
import { grouped } from "./text.ts";

interface Nothing {
  readonly [fact: string]: never;
}
interface Detail {
  /** Facts about the failure, in a few words. */
  readonly detail: string;
}
interface Status {
  readonly status: number;
}
type Perhaps = Partial<Detail>;
const after = (text: string, detail: string | undefined) => (detail === undefined ? text : `${text}: ${detail}`);
const says = ({ detail }: Detail): string => detail;

/** `404 Not Found` */
export const statusLine = (status: number): string => `${status} ${STATUS_CODES[status] ?? ""}`.trim();

/** The fields of a crawl request that have a range, as its refusal calls them. */
const RANGES = {
  maxPages: ["Max pages", ""],
  descLength: ["Description length", ""],
  recrawlIntervalMinutes: ["Recrawl interval", " minutes"],
} as const;

/** Why a page has no text of its own: the problems that packages/page/src/problem.ts finds. */
const NO_TEXT = {
  shell: "it has no text without JavaScript",
  challenge: "it asks visitors to prove that they are no robot",
  consent: "it shows a consent dialog instead of its text",
  "error page": "it says that there is no such page",
  empty: "it has no text",
} as const;
export type Problem = keyof typeof NO_TEXT;

/** A page's scripts have run in a browser, or would have. */
const IN_BROWSER = {
  ran: ", nor after a browser has run its scripts",
  refused: ", and its server refuses the browser that would run its scripts",
  missing: ", and there is no Chromium here to run its scripts",
  failed: ", and Chromium, which would run its scripts, has failed",
} as const;
export type BrowserState = keyof typeof IN_BROWSER;

/** True if a page's scripts may mend this: only then is there a word about the browser. */
export const isForBrowser = (problem: Problem): boolean => problem === "shell" || problem === "empty";

/**
 * Every way a fetch, a crawl or a request can fail. `message`: what a person reads, made from the facts; `retry`: whether
 * the same thing may succeed a moment later; `status`: the HTTP status our own server answers with; `about`: who has to
 * change something. Where it is the page, the specification's `Failed to fetch page: ` goes before a crawl's message.
 */
const ROWS = {
  // Failures of the request
  invalid_url: {
    message: ({ detail }: Perhaps) => after("Invalid URL format", detail),
    retry: false,
    status: 400,
    about: "request",
  },
  invalid_json: { message: (_: Nothing) => "Invalid JSON", retry: false, status: 400, about: "request" },
  /** A field of a request. */
  invalid_request: {
    message: ({ field, detail }: Detail & { readonly field: string }) => `Invalid request: ${field}: ${detail}`,
    retry: false,
    status: 422,
    about: "request",
  },
  out_of_range: {
    message: ({
      field,
      min,
      max,
    }: {
      readonly field: keyof typeof RANGES;
      readonly min: number;
      readonly max: number;
    }) => `${RANGES[field][0]} must be between ${min} and ${max}${RANGES[field][1]}`,
    retry: false,
    status: 422,
    about: "request",
  },
  no_request: { message: (_: Nothing) => "No crawl request received", retry: false, status: 408, about: "request" },
  /** A command that cannot be carried out as it was written. */
  wrong_usage: { message: says, retry: false, status: 422, about: "request" },
  wrong_settings: {
    message: ({ problems }: { readonly problems: readonly string[] }) =>
      `${problems.length === 1 ? "A setting is wrong" : `${problems.length} settings are wrong`}:\n  ${problems.join("\n  ")}`,
    retry: false,
    status: 500,
    about: "request",
  },
  // Failures of an address's permission
  address_not_allowed: { message: (_: Nothing) => "address not allowed", retry: false, status: 400, about: "page" },
  off_site: {
    message: ({ origin }: { readonly origin: string }) => `redirects to another site: ${origin}`,
    retry: false,
    status: 502,
    about: "page",
  },
  robots_disallows: {
    message: ({ url }: { readonly url: string }) => `robots.txt disallows ${url}`,
    retry: false,
    status: 403,
    about: "page",
  },
  robots_unavailable: {
    message: ({ status }: Status) => `robots.txt answered ${status}`,
    retry: true,
    status: 502,
    about: "page",
  },
  // Failures of the other side
  /** The name does not exist. A name server that does not answer is `unreachable`. */
  dns: {
    message: ({ hostname, detail = "host not found" }: Perhaps & { readonly hostname?: string }) =>
      after(detail, hostname),
    retry: false,
    status: 502,
    about: "page",
  },
  /** No connection came about: refused, no route, no name server. */
  unreachable: { message: says, retry: true, status: 502, about: "page" },
  /** The forward proxy of this machine's network refuses to connect: it rejects our credentials, or the host. */
  proxy_refused: { message: says, retry: false, status: 502, about: "page" },
  /** A connection broke before the answer was whole. */
  connection: { message: says, retry: true, status: 502, about: "page" },
  tls: { message: says, retry: false, status: 502, about: "page" },
  timeout: {
    message: ({ timeoutMs, detail }: Perhaps & { readonly timeoutMs?: number }) =>
      timeoutMs === undefined ? (detail ?? "timed out") : after(`timed out after ${timeoutMs / 1000} s`, detail),
    retry: false,
    status: 504,
    about: "page",
  },
  http_status: { message: ({ status }: Status) => statusLine(status), retry: false, status: 502, about: "page" },
  /** 408, 425, 429, 500, 502, 503, 504, 520-524: an answer that may be another one soon. */
  http_status_passing: { message: ({ status }: Status) => statusLine(status), retry: true, status: 502, about: "page" },
  /** `Retry-After` asks for a longer wait than a crawl makes. */
  host_asks_to_wait: {
    message: ({ waitMs, until }: { readonly waitMs: number; readonly until: string }) =>
      `the host asked not to be asked for ${Math.ceil(waitMs / 1000)} s: it can be asked again at ${until.slice(11, 19)} UTC`,
    retry: true,
    status: 502,
    about: "page",
  },
  too_many_redirects: {
    message: ({ max }: { readonly max?: number }) =>
      max === undefined ? "redirects in a circle" : `more than ${max} redirects`,
    retry: false,
    status: 502,
    about: "page",
  },
  bad_redirect: { message: says, retry: false, status: 502, about: "page" },
  bad_response: { message: says, retry: false, status: 502, about: "page" },
  unsupported_coding: { message: says, retry: false, status: 502, about: "page" },
  unsupported_type: {
    message: ({ detail }: Detail) => `not a page: ${detail}`,
    retry: false,
    status: 502,
    about: "page",
  },
  too_large: {
    message: ({ maxBytes }: { readonly maxBytes: number }) => `more than ${grouped(maxBytes)} bytes`,
    retry: false,
    status: 502,
    about: "page",
  },
  empty_page: {
    message: ({ problem, browser }: { readonly problem: Problem; readonly browser?: BrowserState }) =>
      NO_TEXT[problem] + (browser !== undefined && isForBrowser(problem) ? IN_BROWSER[browser] : ""),
    retry: false,
    status: 502,
    about: "page",
  },
  /** Reading the page took more time or memory than is allowed for one. */
  unreadable: {
    message: ({ detail }: Detail) => `could not be read: ${detail}`,
    retry: false,
    status: 502,
    about: "page",
  },
  host_failing: {
    message: ({ failures, last }: { readonly failures: number; readonly last: string }) =>
      `${failures} requests in a row failed, the last one: ${last}`,
    retry: false,
    status: 502,
    about: "page",
  },
  // Our own browser
  browser_missing: { message: says, retry: false, status: 502, about: "page" },
  browser_failed: { message: says, retry: true, status: 502, about: "page" },
  proxy_browser_failed: { message: says, retry: true, status: 502, about: "page" },
  // The crawl as a whole
  crawl_timeout: { message: (_: Nothing) => "Crawl timeout exceeded", retry: false, status: 504, about: "service" },
  interrupted: { message: (_: Nothing) => "Crawl interrupted", retry: true, status: 503, about: "service" },
  server_busy: {
    message: ({ waiting }: { readonly waiting: number }) => `Server busy: ${waiting} crawls are waiting`,
    retry: true,
    status: 503,
    about: "service",
  },
  aborted: { message: ({ detail }: Perhaps) => detail ?? "stopped", retry: false, status: 499, about: "service" },
  /** Several workers in a row died while they crawled the site; the next worker that takes the site finds out. */
  worker_lost: {
    message: ({ attempts }: { readonly attempts: number }) =>
      `The last ${attempts} recrawls of this site ended their worker`,
    retry: false,
    status: 502,
    about: "service",
  },
  // The places results go to
  storage_failed: { message: says, retry: true, status: 502, about: "service" },
  database_unavailable: {
    message: ({ detail }: Perhaps) => after("Database unavailable", detail),
    retry: true,
    status: 503,
    about: "service",
  },
  folder_in_use: {
    message: ({ folder, owner }: { readonly folder: string; readonly owner: string }) =>
      `${folder} is in use by ${owner}: one process at a time`,
    retry: true,
    status: 503,
    about: "service",
  },
  enhancement_failed: { message: says, retry: false, status: 502, about: "service" },
  /** A bug of ours: an error that none of the codes above describes. */
  unexpected: { message: says, retry: false, status: 500, about: "service" },
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

/** The only error that crosses a room's door. The code and the facts are for programs, the message is for a person. */
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

  /** True if trying the same again may help. Only the table decides. */
  get retry(): boolean {
    return FAILURES[this.code].retry;
  }
}

/** True if what was thrown is a failure of this kind. */
export const isFailure = (thrown: unknown, code: FailureCode): thrown is CrawlError =>
  thrown instanceof CrawlError && thrown.code === code;

/** Turns whatever was thrown into a CrawlError, the original kept as `cause`. A CrawlError is handed back as it is. */
export function toCrawlError(thrown: unknown, fallback: WordsCode = "unexpected"): CrawlError {
  if (thrown instanceof CrawlError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = error.name === "AbortError" ? "aborted" : fallback;
  return new CrawlError(code, { detail: error.message }, { cause: thrown });
}
