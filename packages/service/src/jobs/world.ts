import type { CrawledPage } from "@llmstxt-service/crawler";
import type { Readers } from "@llmstxt-service/crawler/crawl/reading";
import type { Fetching } from "@llmstxt-service/crawler/fetch";
import type { Budget } from "@llmstxt-service/document/budget";
import type { Writer } from "@llmstxt-service/document/bundle/writer";
import type { DocumentOptions } from "@llmstxt-service/document/document-options";
import type { Describe, Enhance } from "@llmstxt-service/document/enhance";
import type { Findability } from "@llmstxt-service/document/eval/findability";
import type { CrawledHosts } from "../sites/hosts/hosts.ts";
import type { Sites } from "../sites/sites.ts";
import type { PublicStore } from "../store/store.ts";
import type { AlertSettings, QueueAlerts } from "./alerts.ts";
import type { Journals } from "./kept-journal.ts";
import type { PageMemory } from "./memory/memory.ts";
import type { Sealing } from "./sealing.ts";

/** Resources for generating a document. Opened once, by the world of the process; they outlive a job. */
export interface GenerateWorld {
  readonly fetching: Fetching;
  /** Readers of pages and sitemaps. */
  readonly readers: Readers;
  /** Writers and checkers of documents. */
  readonly writer: Writer;
  /** Measures a document by its pages in a thread of its own; undefined where there is none. */
  readonly findability?: MeasureFindability;
  /** Milliseconds of processor time that reading threads have spent on the crawl; undefined where there are none. */
  readonly cpuMs?: () => number;
  /** undefined: no key, or the flag is off. */
  readonly enhance: Enhance | undefined;
  /** Without it, pages that have no excerpt stay without one. */
  readonly describe?: Describe | undefined;
  readonly settings: CrawlSettings;
  now(): Date;
}

export type MeasureFindability = (
  text: string,
  pages: readonly CrawledPage[],
  signal: AbortSignal,
) => Promise<Findability>;

/** The part of the settings that every crawl goes by. */
export interface CrawlSettings {
  /** Most requests in flight to one host. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly respectRobots: boolean;
  readonly productToken: string;
  readonly budget: Budget;
  /** Defaults of documents for requests that do not say. */
  readonly documents: Pick<DocumentOptions, "topics">;
}

/** Resources for storing a document. */
export interface StoreWorld extends GenerateWorld {
  readonly files: PublicStore;
  /** Place of enrolled sites' pages until the next crawl. */
  readonly memory: PageMemory;
  readonly extras: ExtrasSettings;
}

/** Files that are stored beside each dated text. */
export interface ExtrasSettings {
  /** The texts under names that stay: `<domain>/llms.txt`. */
  readonly stable: boolean;
  /** llms-full.txt, and under names that stay each page's Markdown. */
  readonly full: boolean;
}

/** Resources for keeping sites fresh. */
export interface SiteWorld extends StoreWorld {
  readonly sites: Sites;
  readonly hosts: CrawledHosts;
  /** undefined: without SECRETS_KEY header fields of enrolled sites are not kept. */
  readonly sealing: Sealing | undefined;
  readonly recrawl: RecrawlSettings;
  /** Answers of crawls that are not over; undefined: none are kept. */
  readonly journals?: Journals;
  readonly alerts: AlertSettings & { readonly queue: QueueAlerts };
}

export interface RecrawlSettings {
  /** True if a site's interval follows how often it changes. */
  readonly isAdaptive: boolean;
  /** Share of its pages that a recrawl may lose and still replace the document; undefined: all of them. */
  readonly lossLimit?: number | undefined;
}
