// Makes a document from an address: crawl, render, enhance, overlay.
import { hash as digest } from "node:crypto";
import { type CrawledPage, crawl, type LeftOutReason } from "@llmstxt-service/crawler";
import type { CrawlFetchOptions, Fetching } from "@llmstxt-service/crawler/fetch";
import { openFetching } from "@llmstxt-service/crawler/fetch/open";
import { type Reader, type ReaderOptions, readerHere } from "@llmstxt-service/crawler/reader";
import type { Enhance } from "@llmstxt-service/document/enhance";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { configuredFetch } from "./configured-fetch.ts";
import { failureOf, type Report } from "./facts.ts";
import type { DocumentRequest } from "./request.ts";
import type { Settings } from "./settings.ts";
import type { Address, Summary } from "./shapes.ts";
import { type Writer, writerHere } from "./writer.ts";

/** Shared objects of the crawls of one process. */
export interface CrawlWorld {
  readonly settings: Settings;
  readonly fetching: Fetching;
  /** undefined if no language model is configured. */
  readonly enhance: Enhance | undefined;
  /** Reads pages and writes documents, in this thread or in the service's threads. */
  readonly reader: (options: ReaderOptions, signal: AbortSignal) => Reader;
  readonly writer: Writer;
}

/** Options that only the command has. */
export interface Local {
  readonly typed?: CrawlFetchOptions["typed"];
  readonly credentials?: CrawlFetchOptions["credentials"];
  /** Pages to list, and no others. */
  readonly only?: readonly PageUrl[];
  readonly sitemaps?: readonly string[];
  readonly withMarkdown?: boolean;
  readonly skipBlocks?: readonly string[];
  /** Reports every left-out address, not only the first for each reason. */
  readonly withAllNamed?: boolean;
  readonly onSent?: CrawlFetchOptions["onSent"];
}

/** Results of a site's last crawl. */
export interface Previous {
  /** Its pages, for conditional requests; undefined if none are stored. */
  readonly pages: ReadonlyMap<string, CrawledPage> | undefined;
  readonly generatedAt: Date;
  /** Digest before enhancement and overlay: it shows whether the site has changed. */
  readonly plainHash: string;
  /** Digest of the text that was delivered. */
  readonly hash: string;
  /** The text as a language model left it, before the overlay. */
  readonly enhanced: string | undefined;
}

export interface Job {
  readonly world: CrawlWorld;
  readonly report: Report;
  readonly previous?: Previous | undefined;
  readonly local?: Local;
  /** A signal to make the document of the pages read so far. */
  readonly finishing?: AbortSignal | undefined;
}

/** A document: first plain, then enhanced, then overlaid. */
export interface Made {
  readonly text: string;
  readonly hash: string;
  /** The text before the overlay, and if a model improved it, that text. */
  readonly base: string;
  readonly enhanced: string | undefined;
  readonly plainHash: string;
  /** Time of the last change of content, as in the text. */
  readonly generatedAt: Date;
  /** True if the text differs from the last; `contentChanged`: because of the site, not only the overlay. */
  readonly changed: boolean;
  readonly contentChanged: boolean;
  readonly pages: readonly CrawledPage[];
  readonly summary: Summary;
}

/** Most characters of a page's text kept for comparison in the next crawl. */
const TEXT_KEPT = 4_000;

export const sha256 = (text: string): string => digest("sha256", text);

/** Opens the shared objects of crawls; `fetching` and `parts` replace the network and this thread. */
export async function openCrawlWorld(
  settings: Settings,
  onNotice: (notice: string) => void,
  parts: Partial<Pick<CrawlWorld, "fetching" | "reader" | "writer">> = {},
): Promise<CrawlWorld> {
  const { BROWSER_ENABLED: enabled, CHROMIUM_PATH: chromiumPath, PROXY_BROWSER_URL: proxyBrowser } = settings;
  const fetching =
    parts.fetching ??
    openFetching({
      userAgent: settings.USER_AGENT,
      maxConcurrency: settings.CRAWL_CONCURRENCY,
      allowPrivateNetworks: settings.ALLOW_PRIVATE_NETWORKS,
      useEnvProxy: settings.USE_ENV_PROXY,
      browser: { enabled, chromiumPath },
      proxyBrowser,
      onNotice,
    });
  const { reader = readerHere, writer = writerHere } = parts;
  return { settings, fetching, reader, writer, enhance: await openEnhancer(settings) };
}

async function openEnhancer(settings: Settings): Promise<Enhance | undefined> {
  const { LLM_ENHANCEMENT_ENABLED: isEnabled, LLM_API_KEY: apiKey, LLM_BASE_URL: baseUrl, LLM_MODEL: model } = settings;
  if (!isEnabled || apiKey === undefined) return undefined;
  const { openEnhance } = await import("@llmstxt-service/document/enhance");
  return openEnhance({ apiKey, baseUrl, model, fetch: await configuredFetch(settings) });
}

/**
 * Makes a document from an address: crawl, render, enhance, overlay. Stores nothing.
 * @throws CrawlError if there is no homepage; the signal's reason
 */
export async function makeDocument(request: DocumentRequest, asked: Job, signal: AbortSignal): Promise<Made> {
  const began = performance.now();
  const tally = new Tally();
  const report: Report = (fact) => {
    tally.add(fact);
    asked.report(fact);
  };
  const job = { ...asked, report };
  const { previous, world } = job;
  const { pages, why } = await crawlPages(request, job, signal);
  report({ type: "crawled", why, pages: pages.length });
  const render = async (generatedAt: Date) => {
    const options = {
      source: request.url,
      descLength: request.descLength,
      generatedAt,
      isStoppedEarly: why === "asked",
    };
    const { text, shortened } = await world.writer.render(pages, options, signal);
    return { text, shortened, generatedAt, plainHash: sha256(text) };
  };
  // Rendered with the time of the last document: only if they differ has the content changed, and is a model called.
  const same = previous && (await render(previous.generatedAt));
  const contentChanged = same === undefined || same.plainHash !== previous?.plainHash;
  const { shortened, ...plain } = contentChanged ? await render(new Date()) : same;
  const enhanced = contentChanged ? await enhance(plain.text, request, job, signal) : previous?.enhanced;
  const base = enhanced ?? plain.text;
  const text = await overlay(base, { request, pages, report });
  const hash = sha256(text);
  const elapsedMs = Math.round(performance.now() - began);
  const addresses = [...pages.map(listedAs), ...tally.lost];
  const crawled = { why, failed: tally.failed, leftOut: tally.leftOut, bytes: tally.bytes, elapsedMs, shortened };
  const summary = {
    ...crawled,
    ...(await sizesOf(text, { addresses, pages: pages.length, failed: tally.failed }, world, signal)),
  };
  report({ type: "rendered", characters: text.length, sections: summary.sections.length, shortened });
  const { generatedAt, plainHash } = plain;
  const changed = hash !== previous?.hash;
  return { text, hash, base, enhanced, plainHash, generatedAt, changed, contentChanged, pages, summary };
}

/** Repeats the last step with another overlay, without a crawl. */
export async function overlayAgain(
  { base, summary }: Pick<Made, "base" | "summary">,
  request: Pick<DocumentRequest, "overlay" | "descLength">,
  world: CrawlWorld,
  signal: AbortSignal,
): Promise<Pick<Made, "text" | "hash" | "summary">> {
  const { addresses } = summary;
  const pages = addresses.flatMap(({ url, state, link }) =>
    state === "listed" ? [{ url, ...(link !== undefined && { markdownUrl: link }) }] : [],
  );
  const text = await overlay(base, { request, pages, report: () => {} });
  const sizes = await sizesOf(text, { addresses, pages: pages.length, failed: summary.failed }, world, signal);
  return { text, hash: sha256(text), summary: { ...summary, ...sizes } };
}

async function crawlPages(request: DocumentRequest, job: Job, signal: AbortSignal) {
  const { world, local = {}, previous, report, finishing } = job;
  const { settings } = world;
  const { withMarkdown = false, skipBlocks = [] } = local;
  const read = world.reader({ withMarkdown, skipBlocks }, signal);
  const fetch = world.fetching.forCrawl({
    ...request,
    ...local,
    read,
    onSlower: (why) => report({ type: "slower", ...why }),
    onPause: (pause) => report({ type: "waiting", ...pause }),
    onAttempt: (url, attempt) => report({ type: "attempt", url, attempt }),
  });
  const options = {
    ...request,
    ...local,
    fetch,
    read,
    textKept: job.local === undefined ? TEXT_KEPT : 0,
    timeoutMs: settings.CRAWL_TIMEOUT_SECONDS * 1000,
    respectRobots: settings.RESPECT_ROBOTS,
    productToken: settings.USER_AGENT.split(/[/ ]/, 1)[0] ?? "",
    finishing,
    remembered: previous?.pages,
  };
  for await (const event of crawl(request.url, options, signal)) {
    if (event.type === "end") return event;
    report(event);
  }
  throw new CrawlError("aborted", { detail: "the crawl was stopped" });
}

/** The text improved by a language model; undefined if none is wanted, or it gave no valid answer. */
async function enhance(text: string, { llmEnhance }: DocumentRequest, { world, report }: Job, signal: AbortSignal) {
  if (!llmEnhance) return undefined;
  if (world.enhance === undefined) return void report({ type: "enhanceSkipped" });
  try {
    const { pieces, replaced, ...better } = await world.enhance(text, report, signal);
    report({ type: "enhanced", pieces, replaced });
    return replaced > 0 ? better.text : undefined;
  } catch (thrown) {
    signal.throwIfAborted();
    return void report({ type: "enhanceFailed", error: toCrawlError(thrown, "enhancement_failed") });
  }
}

interface Overlaying {
  readonly request: Pick<DocumentRequest, "overlay" | "descLength">;
  readonly pages: readonly { readonly url: string; readonly markdownUrl?: string }[];
  readonly report: Report;
}

/** The text with the owner's changes. */
async function overlay(base: string, { request, pages, report }: Overlaying): Promise<string> {
  if (request.overlay === undefined) return base;
  const { overlaid } = await import("@llmstxt-service/document/overlay");
  const { text, findings } = overlaid({ text: base, pages }, request.overlay, { descLength: request.descLength });
  report({ type: "overlaid", findings: findings.map(({ message }) => message) });
  return text;
}

const listedAs = ({ url, markdownUrl, page }: CrawledPage): Address => ({
  ...{ url, state: "listed", title: page.title },
  ...(markdownUrl !== undefined && { link: markdownUrl }),
});

interface Counted {
  readonly addresses: readonly Address[];
  /** Number of pages that were read, and of those that failed. */
  readonly pages: number;
  readonly failed: number;
}

/** Facts about a text: sizes, findings, sections of addresses. The homepage may be in no section. */
async function sizesOf(text: string, counted: Counted, { writer }: CrawlWorld, signal: AbortSignal) {
  const { crawlFindings } = await import("@llmstxt-service/document/check");
  const { sections, findings } = await writer.check(text, signal);
  const items = sections.flatMap(({ name, items }) => items.map((item) => ({ ...item, section: name })));
  const places = new Map(items.map((item) => [item.url, item]));
  const addresses = counted.addresses.map((address): Address => {
    const { section: _, ...one } = address;
    const place = one.state === "listed" ? (places.get(one.link ?? one.url) ?? places.get(one.url)) : undefined;
    return place === undefined ? one : { ...one, title: place.title, section: place.section };
  });
  const [home] = addresses;
  return {
    pages: places.size + (home?.section === undefined ? 1 : 0),
    characters: text.length,
    tokens: tokensOf(text),
    sections: sections.map(({ name, items }) => ({ name, pages: items.length })),
    addresses,
    findings: [...findings, ...crawlFindings(counted)],
  };
}

/** Estimated number of a text's tokens. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** Most unlisted addresses that a summary names; all are counted. */
const MAX_NAMED = 10_000;

/** Counts the outcomes of a crawl's addresses. */
class Tally {
  readonly lost: Address[] = [];
  readonly #reasons = new Map<LeftOutReason, number>();
  failed = 0;
  bytes = 0;

  get leftOut() {
    const counted = [...this.#reasons].map(([reason, count]) => ({ reason, count }));
    return counted.sort((a, b) => b.count - a.count);
  }

  add(fact: Parameters<Report>[0]): void {
    if (fact.type === "page") this.bytes += fact.page.bytes;
    if (fact.type === "failed") {
      this.failed++;
      this.#name({ url: fact.url, state: "failed", reason: failureOf(fact.error).reason });
    }
    if (fact.type !== "leftOut") return;
    const { url, reason, of, others } = fact;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1 + (others ?? 0));
    this.#name({ url, state: "leftOut", reason, ...(of !== undefined && { of }), ...(others && { others }) });
  }

  #name(address: Address): void {
    if (this.lost.length < MAX_NAMED) this.lost.push(address);
  }
}
