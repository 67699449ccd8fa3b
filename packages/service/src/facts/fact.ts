import type { RecrawlProgress } from "../jobs/recrawls/recrawls.ts";
import type { CrawlSiteProgress } from "../jobs/requested-crawl.ts";
import type { FetchedBy, SocketEvent } from "../protocol/protocol.ts";

/** All that can happen in a crawl on request, up to the stored file and the enrolled site. */
export type CrawlFact = CrawlSiteProgress;

/** All facts that jobs report. */
export type Fact = CrawlFact | RecrawlProgress;

/**
 * Levels of facts. A terminal shows `detail` only with --verbose; the log of one recrawl has the levels from `info` on,
 * a terminal keeps the lines from `notice` on.
 */
export const LEVELS = ["detail", "step", "info", "notice", "warning", "failure"] as const;
export type FactLevel = (typeof LEVELS)[number];

/** Lines for people: on a terminal, in a socket's log messages, in the log of one recrawl. */
type Words<Of> = (fact: Of, maxPages: number) => OneOrMore<string>;

/** The rest of a row: event, log line, counters and stage of a fact. */
interface SaidWords<Of> {
  /** Event for programs; undefined if the fact has the form of its event. */
  readonly event?: (fact: Of, watched: WatchedFact) => OneOrMore<SocketEvent>;
  /** Line in the service's log of recrawls: a problem, or something unusual. */
  readonly log?: (fact: Of) => LogLine;
  /** Amounts that the fact adds to counters of /metrics. */
  readonly counts?: (fact: Of) => readonly CountedFact[];
  /** Stage of the crawl that the fact ends, for the debug log. */
  readonly stage?: string;
}

/** Row of one fact: its lines for people are under its level. */
type FactRow<Of> = SaidWords<Of> &
  {
    [Its in FactLevel]: { readonly [Other in Exclude<FactLevel, Its>]?: never } & Readonly<Record<Its, Words<Of>>>;
  }[FactLevel];

/** Row of any fact; it is called with its own fact alone. */
export type AnyRow = SaidWords<Fact> & { readonly [Its in FactLevel]?: Words<Fact> };

/**
 * A row for each fact: a new fact is a compile error until it has one, with an event unless the fact has its event's
 * form.
 */
export type Rows<Union extends Fact> = {
  readonly [One in Union as One["type"]]: FactRow<One> &
    (One extends Exclude<CrawlFact, AsFound> ? Required<Pick<SaidWords<One>, "event">> : unknown);
};

/** Facts that have the form of their event, field by field. */
export type AsFound<One extends Fact = CrawlFact> =
  One extends ToldFact<One["type"]> ? (keyof One extends keyof ToldFact<One["type"]> ? One : never) : never;

type ToldFact<Type> = Extract<SocketEvent, { readonly type: Type }>;

type OneOrMore<Value> = Value | readonly Value[];

/** Line of the service's log. Default level: `warn` for warnings and failures, else `debug`. */
type LogLine = readonly [text: string, fields: object, level?: "debug" | "info" | "warn"];

type Counter = "attempts" | "fetchSeconds" | "pages" | "failures" | "bytes" | "uploads" | "calls" | "tokens" | "looks";
export type CountedFact = readonly [counter: Counter, by: number, labels: Readonly<Record<string, string>>];

/** Facts about the crawl that events need besides their own fact. */
export interface WatchedFact {
  readonly maxPages: number;
  /** Last rung and total time of a page's attempts. Each page is asked for once and then forgotten. */
  readonly spent: (url: string) => { by: FetchedBy; rung: FetchedBy; ms: number; waitedMs: number };
}
