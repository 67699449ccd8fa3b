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
import type { PageMemory } from "./memory/memory.ts";
import type { Sealing } from "./sealing.ts";

/** What generating a document needs from outside. Opened once, in shells/world.ts; everything in it outlives a job. */
export interface GenerateWorld {
  readonly fetching: Fetching;
  /** Where pages and sitemaps are read. */
  readonly readers: Readers;
  /** Where documents are written and checked. */
  readonly writer: Writer;
  /** Measures a document by its pages in a thread of its own; undefined where there is none. */
  readonly findability?: MeasureFindability;
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
  /** What documents are like where a request does not say. */
  readonly documents: Partial<DocumentOptions>;
}

/** What storing a document needs besides. */
export interface StoreWorld extends GenerateWorld {
  readonly files: PublicStore;
  /** Where the pages of enrolled sites wait for the next crawl. */
  readonly memory: PageMemory;
  readonly extras: ExtrasSettings;
}

/** What is stored beside each dated text. */
export interface ExtrasSettings {
  /** The texts under names that stay: `<domain>/llms.txt`. */
  readonly stable: boolean;
  /** llms-full.txt, and under names that stay each page's Markdown. */
  readonly full: boolean;
}

/** What keeping sites fresh needs besides. */
export interface SiteWorld extends StoreWorld {
  readonly sites: Sites;
  readonly hosts: CrawledHosts;
  /** undefined: without SECRETS_KEY header fields of enrolled sites are not kept. */
  readonly sealing: Sealing | undefined;
  readonly recrawl: RecrawlSettings;
  readonly alerts: AlertSettings & { readonly queue: QueueAlerts };
}

export interface RecrawlSettings {
  /** Sites one run selects. */
  readonly batchLimit: number;
  /** True if a site's interval follows how often it changes. */
  readonly isAdaptive: boolean;
  /** Share of its pages that a recrawl may lose and still replace the document; undefined: all of them. */
  readonly lossLimit?: number | undefined;
}
