import { type CrawlEvent, type CrawledPage, crawl, namedPages as namedPagesOf } from "@llmstxt-service/crawler";
import { judgeWith, type Reader } from "@llmstxt-service/crawler/crawl/reading";
import type { CrawlFetch } from "@llmstxt-service/crawler/fetch";
import { credentialFields } from "@llmstxt-service/crawler/fetch/credentials";
import { targetOf } from "@llmstxt-service/crawler/fetch/guard";
import { yieldToEventLoop } from "@llmstxt-service/crawler/waiting/event-loop";
import type { RenderOptions } from "@llmstxt-service/document";
import type { Validation } from "@llmstxt-service/document/check";
import { documentOptionsOf } from "@llmstxt-service/document/document-options";
import { ALL, asksForLanguage, asksForVersion, CURRENT_VERSION } from "@llmstxt-service/page/address/member";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { CrawlRequest, DocumentRequest } from "../request.ts";
import type { GenerateWorld } from "../world.ts";
import type { Generated, GenerateJob, GenerateProgress } from "./generated.ts";
import { withEarlierSentences } from "./improve.ts";
import { LeftOutCounter } from "./left-out-counter.ts";

export type {
  CrawlControl,
  Generated,
  GenerateJob,
  GenerateProgress,
  Job,
  LeftOutGroup,
  PreviousCrawl,
  Report,
} from "./generated.ts";
export { sentencesOf } from "./improve.ts";

/**
 * Makes a document from a URL: crawl, render, enhance, apply the overlay. It stores nothing and enrols nothing.
 * @throws CrawlError if the homepage could not be read, or `signal` fired; `unexpected` for a document that is not
 * valid
 */
export async function generate(request: CrawlRequest, asked: GenerateJob, signal: AbortSignal): Promise<Generated> {
  const leftOut = new LeftOutCounter();
  const report = (fact: GenerateProgress) => {
    leftOut.add(fact);
    asked.report(fact);
  };
  const job = { ...asked, report };
  const { pages: crawled, why, found } = await crawlPages(request, job, signal);
  report({ type: "crawled", why, pages: crawled.length });
  // A recrawl goes on when a language or version has disappeared: only its document is missing.
  if (job.previous === undefined) assertFound(request, found);
  // These modules are loaded after the crawl: its first request does not wait for them.
  const { compose } = await import("./compose.ts");
  const { sha256 } = await import("@llmstxt-service/page/sha256");
  const { pages, ...document } = await compose(
    { request, pages: withEarlierSentences(crawled, job.previous?.pages), why, job, leftOut },
    signal,
  );
  const { writer } = job.world;
  const validation = await writer.validate(
    document.text,
    { profile: "strict", descLength: request.descLength, measured: ["links"] },
    signal,
  );
  if (document.changed) {
    assertValid(validation);
    for (const { text } of document.relatives ?? [])
      assertValid(await writer.validate(text, { profile: "strict", descLength: request.descLength }, signal));
  }
  const full = request.full
    ? { full: await writer.llmsFull(pages, renderOptions(request, { ...document, why }), signal) }
    : {};
  const own = request.publish === true ? { own: await ownMarkdown(request, pages, job, signal) } : {};
  await yieldToEventLoop();
  const { text } = document;
  return { ...own, ...document, digest: sha256(text), validation, pages, why, ...full };
}

async function ownMarkdown(
  request: CrawlRequest,
  pages: readonly CrawledPage[],
  job: GenerateJob,
  signal: AbortSignal,
) {
  const reader = job.world.readers.forCrawl({ withMarkdown: false }, signal);
  const { plain } = crawlFetch(request, reader, job);
  const onFailed = (address: string, error: CrawlError) => {
    const url = tryPageUrl(address);
    if (url !== undefined) job.report({ type: "failed", url, error });
  };
  const { readOwnMarkdown } = await import("./own-markdown.ts");
  return readOwnMarkdown(pages, { fetch: plain, onFailed }, signal);
}

/** @throws CrawlError `unexpected` for a new document that breaks the rules: a fault of this program */
function assertValid({ valid, findings }: Validation): void {
  if (valid) return;
  const told = findings.filter(({ level }) => level === "error").map(({ rule, line }) => `${rule} in line ${line}`);
  throw new CrawlError("unexpected", { detail: `The document breaks its own rules: ${told.slice(0, 5).join(", ")}` });
}

/** @throws CrawlError `invalid_request` for a language or version that the site does not have */
function assertFound(
  { languages = [], versions = [] }: CrawlRequest,
  found: Extract<CrawlEvent, { type: "end" }>["found"],
): void {
  const hasLanguage = (one: string) => found.languages?.some((tag) => asksForLanguage([one], tag));
  const hasVersion = (one: string) =>
    one === CURRENT_VERSION || found.versions?.some((version) => asksForVersion([one], { version }));
  const refuse = (field: string, name: string, known: readonly string[] = []) => {
    const has = known.length === 0 ? `no ${field} were found` : `found were ${known.slice(0, MAX_NAMED).join(", ")}`;
    throw new CrawlError("invalid_request", { field, detail: `the site has no "${name}": ${has}` });
  };
  const language = languages.find((one) => one !== ALL && !hasLanguage(one));
  if (language !== undefined) refuse("languages", language, found.languages);
  const version = versions.find((one) => one !== ALL && !hasVersion(one));
  if (version !== undefined) refuse("versions", version, found.versions);
}

const MAX_NAMED = 50;

/**
 * Addresses in a site's homepage and sitemaps.
 * @throws CrawlError when the homepage could not be read
 */
export async function namedPages(
  request: CrawlRequest,
  world: GenerateWorld,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const reader = world.readers.forCrawl({ withMarkdown: false }, signal);
  const job = { world, report: () => {} };
  const { settings } = world;
  return namedPagesOf(
    request.url,
    { ...settings, ...request, fetch: crawlFetch(request, reader, job), reader },
    signal,
  );
}

async function crawlPages(
  request: CrawlRequest,
  job: GenerateJob,
  signal: AbortSignal,
): Promise<Extract<CrawlEvent, { type: "end" }>> {
  const { world, report, previous, finishing, withPreview = false, withTexts = true, withAllNamed = false } = job;
  const remembered = previous?.pages ?? job.taken;
  const { skipBlocks, sitemaps = [], urls = [], ...asked } = request;
  const withMarkdown = request.full || request.publish === true;
  const reader = world.readers.forCrawl({ withMarkdown, ...(skipBlocks && { skipBlocks }) }, signal);
  const withText = withTexts || withMarkdown || request.llmEnhance;
  const texts = withMarkdown ? "all" : withText ? "asked" : "none";
  const events = crawl(
    request.url,
    {
      ...world.settings,
      ...asked,
      fetch: crawlFetch(request, reader, job),
      reader: job.journal?.reader(reader, texts) ?? reader,
      ...(sitemaps.length > 0 && { sitemaps }),
      ...(urls.length > 0 && { only: urls.flatMap((url) => tryPageUrl(url) ?? []) }),
      withMarkdown,
      withText,
      withPreview,
      withAllNamed,
      finishing,
      onFirstSent: job.onFirstSent,
      ...(remembered && { remembered }),
    },
    signal,
  );
  for await (const event of events) {
    if (event.type === "end") return event;
    report(event);
  }
  throw new CrawlError("aborted", { detail: "The crawl was stopped" });
}

function crawlFetch(request: CrawlRequest, reader: Reader, job: GenerateJob): CrawlFetch {
  const { world, report, onRequests, onExchanged, sharesAs, taken, journal, allowTypedAddress = false } = job;
  const typed = URL.parse(request.url);
  const { url, credentials } = request;
  const asked = world.fetching.forCrawl({
    onRequests,
    onExchanged,
    sharesAs,
    useProxy: request.useProxy,
    credentials: credentials && credentialFields(url, credentials),
    judge: judgeWith(reader),
    onSlower: (why) => report({ type: "slower", ...why }),
    onPause: ({ host, leftMs }) =>
      report({ type: "waiting", host, leftMs: Math.ceil(leftMs), until: new Date(Date.now() + leftMs).toISOString() }),
    onAttempt: (url, attempt) => report({ type: "attempt", url, attempt }),
    ...(allowTypedAddress && typed ? { allow: targetOf(typed) } : {}),
  });
  const fetch = journal?.fetch(asked) ?? asked;
  return taken === undefined ? fetch : { ...fetch, page: withoutAsking(fetch.page, taken) };
}

/** Answers 304 for pages of an earlier crawl that have all that is asked for now, without a request. */
const withoutAsking =
  (fetch: CrawlFetch["page"], taken: ReadonlyMap<string, CrawledPage>): CrawlFetch["page"] =>
  async (request, signal) => {
    const page = taken.get(request.url);
    if (page === undefined || request.validators === undefined) return fetch(request, signal);
    const { url, rung } = page;
    const nothing = { headers: {}, body: NOTHING, wireBytes: 0, elapsedMs: 0, attempts: [] };
    return { ...nothing, url, chain: [url], status: 304, rung };
  };

const NOTHING = new Uint8Array();

/** Options for rendering the files beside a document: llms-full.txt, single pages, a bundle. */
export function renderOptions(
  request: DocumentRequest,
  { generatedAt, why }: Pick<Generated, "generatedAt"> & Partial<Pick<Generated, "why">>,
): RenderOptions {
  const { url: source, overlay } = request;
  return {
    ...documentOptionsOf(request),
    source,
    generatedAt,
    ...(why === "asked" && { stoppedEarly: true }),
    ...(overlay && { overlay }),
  };
}
