import type { RecrawlProgress } from "../jobs/recrawls/recrawls.ts";
import type { CrawlSiteProgress } from "../jobs/requested-crawl.ts";
import type { FetchedBy, SocketEvent } from "../protocol/protocol.ts";

/** All that can happen in a crawl on request, up to the stored file and the enrolled site. */
export type CrawlFact = CrawlSiteProgress;

/** All that jobs report. */
export type Fact = CrawlFact | RecrawlProgress;

/** A terminal shows a `detail` only with --verbose; the log of one recrawl begins at `info`, what stays on a terminal at `notice`. */
export const LEVELS = ["detail", "step", "info", "notice", "warning", "failure"] as const;
export type FactLevel = (typeof LEVELS)[number];

/** Lines for people: on a terminal, in a socket's logs, in the log of one recrawl. */
type Words<Of> = (fact: Of, maxPages: number) => OneOrMore<string>;

/** What a row says of a fact besides its words. */
export interface SaidWords<Of> {
  /** For programs. A fact without is an event already. */
  readonly event?: (fact: Of, watched: WatchedFact) => OneOrMore<SocketEvent>;
  /** In the service's log of recrawls: what went wrong, and what is not in every one. */
  readonly log?: (fact: Of) => LogLine;
  /** What it adds to counters of /metrics. */
  readonly counts?: (fact: Of) => readonly CountedFact[];
  /** The stage of a crawl that it ends: a line of the debug log. */
  readonly stage?: string;
}

/** All that is said of one fact; its words stand under how serious it is. */
type FactRow<Of> = SaidWords<Of> &
  {
    [Its in FactLevel]: { readonly [Other in Exclude<FactLevel, Its>]?: never } & Readonly<Record<Its, Words<Of>>>;
  }[FactLevel];

/** Any row, read with its own fact. */
export type AnyRow = SaidWords<Fact> & { readonly [Its in FactLevel]?: Words<Fact> };

/** A row for each fact: a new one is an error of the compiler until it has one, with an event unless it is one by itself. */
export type Rows<Union extends Fact> = {
  readonly [One in Union as One["type"]]: FactRow<One> &
    (One extends Exclude<CrawlFact, AsFound> ? Required<Pick<SaidWords<One>, "event">> : unknown);
};

/** Facts that are events already, field by field. */
export type AsFound<One extends Fact = CrawlFact> =
  One extends ToldFact<One["type"]> ? (keyof One extends keyof ToldFact<One["type"]> ? One : never) : never;

type ToldFact<Type> = Extract<SocketEvent, { readonly type: Type }>;

type OneOrMore<Value> = Value | readonly Value[];

/** A line of the service's log. Warnings and failures are of the level `warn` unless it is given, others of `debug`. */
type LogLine = readonly [text: string, fields: object, level?: "debug" | "info" | "warn"];

type Counter = "attempts" | "pages" | "failures" | "bytes" | "uploads" | "calls" | "tokens" | "looks";
export type CountedFact = readonly [counter: Counter, by: number, labels: Readonly<Record<string, string>>];

/** What events say besides their facts. */
export interface WatchedFact {
  readonly maxPages: number;
  /** How a page was tried last, and the time of all its tries; forgotten when it is told. */
  readonly spent: (url: string) => { by: FetchedBy; rung: FetchedBy; ms: number; waitedMs: number };
}
