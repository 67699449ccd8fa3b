import type { CrawledPage } from "@llmstxt-service/crawler";
import type { Readers } from "@llmstxt-service/crawler/crawl/reading";
import type { Fetching } from "@llmstxt-service/crawler/fetch";
import type { Budget } from "@llmstxt-service/document/budget";
import type { Writer } from "@llmstxt-service/document/bundle/writer";
import type { DocumentOptions } from "@llmstxt-service/document/document-options";
import type { Describe, Enhance } from "@llmstxt-service/document/enhance";
import type { Findability } from "@llmstxt-service/document/eval/findability";
import type { HostHolds } from "../sites/hosts/hosts.ts";
import type { Sites } from "../sites/sites.ts";
import type { PublicStore } from "../store/store.ts";
import type { AlertSettings, QueueAlerts } from "./alerts.ts";
import type { Journals } from "./kept-journal.ts";
import type { PageMemory } from "./memory/memory.ts";
import type { Sealing } from "./sealing.ts";

/** Resources for generating documents. The process opens them once, and jobs share them. */
export interface GenerateWorld {
  readonly fetching: Fetching;
  readonly readers: Readers;
  readonly writer: Writer;
  /** Measures the findability of a document in a thread; undefined without threads. */
  readonly findability?: (text: string, pages: readonly CrawledPage[], signal: AbortSignal) => Promise<Findability>;
  /** Milliseconds of processor time that the reading threads have spent on the crawl; undefined without threads. */
  readonly cpuMs?: () => number;
  /** Enhancement by a language model; undefined without a key, or if the flag is off. */
  readonly enhance: Enhance | undefined;
  /** Writes a sentence for pages without an excerpt; undefined: they stay without one. */
  readonly describe?: Describe | undefined;
  readonly settings: CrawlSettings;
  now(): Date;
}

export interface CrawlSettings {
  /** Most requests in flight to one host. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly respectRobots: boolean;
  readonly productToken: string;
  readonly budget: Budget;
  /** Defaults of document options that a request leaves out. */
  readonly documents: Pick<DocumentOptions, "topics">;
}

/** Resources for storing a document. */
export interface StoreWorld extends GenerateWorld {
  readonly files: PublicStore;
  /** Store of enrolled sites' pages for the next crawl. */
  readonly memory: PageMemory;
  /**
   * Files stored beside each dated text. `stable`: the texts under lasting names, `<domain>/llms.txt`; `full`:
   * llms-full.txt too, and under lasting names each page's Markdown.
   */
  readonly extras: { readonly stable: boolean; readonly full: boolean };
}

/** Resources for recrawling enrolled sites. */
export interface SiteWorld extends StoreWorld {
  readonly sites: Sites;
  readonly hosts: HostHolds;
  /** Seals credentials of enrolled sites; undefined without SECRETS_KEY: they are not stored. */
  readonly sealing: Sealing | undefined;
  /**
   * `isAdaptive`: a site's interval adapts to how often it changes. `lossLimit`: share of the pages that a recrawl may
   * lose and still replace the document; undefined: any.
   */
  readonly recrawl: { readonly isAdaptive: boolean; readonly lossLimit?: number | undefined };
  /** Answers of running crawls; undefined: they are not kept. */
  readonly journals?: Journals;
  readonly alerts: AlertSettings & { readonly queue: QueueAlerts };
}
