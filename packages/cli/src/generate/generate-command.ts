import { existsSync } from "node:fs";
import { join } from "node:path";
import { type DocumentOptions, documentOptionsOf } from "@llmstxt-service/document/document-options";
import { pathFilter } from "@llmstxt-service/page/address/globs";
import { checkLanguage } from "@llmstxt-service/page/address/language-tag";
import { type PageUrl, pageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";
import { count } from "@llmstxt-service/service/describe";
import { offlineWorld, openGenerateWorld } from "@llmstxt-service/service/generate-world";
import { type Generated, type GenerateProgress, generate } from "@llmstxt-service/service/jobs/generate";
import { type CrawlRequest, pagesListed } from "@llmstxt-service/service/jobs/request";
import type { GenerateWorld } from "@llmstxt-service/service/jobs/world";
import { boundHeap } from "@llmstxt-service/service/node-tuning";
import { printable } from "@llmstxt-service/service/printable";
import { type Config, loadConfig } from "@llmstxt-service/service/settings/config";
import { pagesWithin } from "../in-range.ts";
import type { Stopping } from "../stopping.ts";
import { checkPublish, type DeliveryFlags, filesFor } from "./asked-files.ts";
import { readCredentials } from "./credentials.ts";
import { type OpenedJournal, openJournal } from "./kept-crawl.ts";
import type { OverlayFile } from "./overlay-flag.ts";
import { jsonProgress, lineProgress, liveProgress, type ProgressView, silentProgress } from "./progress.ts";
import type { openRecordFile, RecordFile } from "./records.ts";
import { RunStats } from "./run-stats.ts";
import { type CrawlSource, type SourceFlags, sourceOf } from "./source.ts";
import type { readUrlList } from "./url-list.ts";

/** Flags of `llmstxt generate`, as commander returns them. */
export interface GenerateFlags extends SourceFlags, DeliveryFlags, DocumentOptions {
  readonly maxPages?: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly scope: "domain" | "path";
  readonly language?: string;
  readonly sitemap?: readonly string[];
  readonly urls?: string;
  readonly llmEnhance?: true;
  readonly overlay?: string;
  readonly verbose?: true;
}

/**
 * Runs the main job: crawls, shows progress, and writes or compares files.
 * @returns `failed` if a file is not as it should be, `interrupted` if the crawl was stopped early
 * @throws CrawlError when there is no document; then nothing has been written
 */
export async function runGenerate(
  argument: string | undefined,
  flags: GenerateFlags,
  { stopping, isGiven }: { readonly stopping: Stopping; readonly isGiven: (flag: string) => boolean },
): Promise<"done" | "failed" | "interrupted"> {
  const { signal } = stopping;
  const typed = argument === undefined ? undefined : await sourceOf(argument, flags, signal);
  const { urls, subdomains = false } = flags;
  const list = urls === undefined ? undefined : await readList({ file: urls, site: typed?.url, subdomains }, signal);
  const source = typed ?? (await sourceOf(list?.url ?? "", flags, signal));
  const files = await checkedFiles(source, flags);
  const config = loadConfig(process.cwd());
  const credentials = await readCredentials(flags);
  const file = flags.overlay === undefined ? undefined : await readOverlay(flags.overlay);
  const chosen = requestOf(source, { ...flags, urls: list?.urls }, config);
  const given = { ...chosen, ...(credentials && { credentials }), ...(file && { overlay: file.overlay }) };
  const request = await recorded(given, source, { config, isGiven });
  const view = progressView(flags, request.maxPages);
  if (flags.useProxy && config.proxyBrowserUrl === undefined) view.notice(NO_PROXY_BROWSER);
  const sentences = flags.llmCache === undefined ? undefined : await readCache(flags.llmCache);
  const record = flags.record === undefined ? undefined : await openRecord(flags.record, request, config);
  const world = await worldOf(source, config, { view, record });
  const stats = new RunStats(flags.audit === undefined ? undefined : new (await import("./audit.ts")).Audit());
  const kept = record ? undefined : await journalOf(source, request, { config, isFresh: flags.fresh === true, view });
  // A comparison needs the whole document, so it is not asked to finish early.
  const finishing = flags.check ? undefined : stopping.finishing();
  try {
    const report = (progress: GenerateProgress) => {
      if (progress.type === "site") boundHeap();
      stats.add(progress);
      if (progress.type === "crawled" && progress.why !== "asked") stopping.finished();
      show(progress, view, flags.json ? undefined : file);
    };
    const job = {
      world,
      report,
      withPreview: flags.json ?? false,
      withTexts: false,
      withAllNamed: flags.audit !== undefined,
      allowTypedAddress: true,
      onFirstSent: source.type === "address" ? () => void import("./finish.ts") : undefined,
      finishing,
      journal: kept?.journal,
      onExchanged: record?.onExchanged,
      ...(sentences && { sentences }),
    };
    const generated = await generate(request, job, signal).catch(async (thrown: unknown) => {
      if (!signal.aborted) await notMade(thrown, { kept, finishing });
      throw thrown;
    });
    view.end();
    const { finish } = await import("./finish.ts");
    const isFresh = await finish(
      generated,
      { request, flags, files, source, config, budget: world.settings.budget, stats, sentences },
      signal,
    );
    if (generated.why === "asked") return await stoppedEarly(generated, kept);
    await kept?.remove();
    return isFresh ? "done" : "failed";
  } finally {
    view.end();
    await kept?.close();
    await world.fetching.close();
    await record?.close();
  }
}

function show(progress: GenerateProgress, view: ProgressView, file: OverlayFile | undefined): void {
  if (progress.type !== "overlaid" || file === undefined) view.show(progress);
  else for (const finding of progress.findings) view.notice(printable(file.describe(finding)));
}

const NO_PROXY_BROWSER = "--use-proxy: PROXY_BROWSER_URL is not set, so there is no scraping-proxy browser";

/**
 * The files to write, after all flags were checked.
 * @throws CrawlError `wrong_usage`, `invalid_request`
 */
async function checkedFiles(source: CrawlSource, flags: GenerateFlags) {
  checkPublish(source, flags);
  const files = await filesFor(source, flags);
  if (flags.agentsMd !== undefined) {
    const { checkAgentsFile } = await import("./agents-file.ts");
    await checkAgentsFile(flags, [files.text, files.full, flags.summary]);
  }
  pathFilter(flags.include ?? [], flags.exclude ?? []); // refuses bad globs
  if (flags.language !== undefined) checkLanguage(flags.language);
  return files;
}

/** The request, with the recorded crawl's choices where none are given. */
async function recorded(
  request: CrawlRequest,
  source: CrawlSource,
  options: { readonly config: Config; readonly isGiven: (flag: string) => boolean },
): Promise<CrawlRequest> {
  if (source.type !== "record") return request;
  const { asRecorded } = await import("./records.ts");
  return asRecorded(request, source.site, { ...options, file: source.file });
}

const UNKEPT = {
  keep: "Answers cannot be kept, so a crawl that is stopped asks for them again",
  remove: "The answers that were kept cannot be removed",
} as const;

/** Opens a journal: none for a folder or record, which need no requests, and none for a site with credentials. */
async function journalOf(
  source: CrawlSource,
  request: CrawlRequest,
  { view, ...options }: { readonly config: Config; readonly isFresh: boolean; readonly view: ProgressView },
): Promise<OpenedJournal | undefined> {
  if (source.type !== "address" || request.credentials !== undefined) return undefined;
  const onFailed = (doing: keyof typeof UNKEPT, why: string) => view.notice(`${UNKEPT[doing]}: ${printable(why)}`);
  const kept = await openJournal(request, { ...options, onFailed });
  for (const lost of kept.lost) view.show(lost);
  if (kept.had > 0)
    view.notice(`Going on with a crawl that was stopped: it had ${count(kept.had, "answer")}. --fresh begins anew.`);
  return kept;
}

/**
 * Error of a failed crawl, whose journal is removed.
 * @throws CrawlError `aborted` if it was stopped before its first page
 */
async function notMade(
  thrown: unknown,
  { kept, finishing }: { readonly kept: OpenedJournal | undefined; readonly finishing: AbortSignal | undefined },
): Promise<void> {
  if (finishing?.aborted) throw new CrawlError("aborted", {}, { cause: thrown });
  await kept?.remove();
}

async function stoppedEarly({ counts }: Generated, kept: OpenedJournal | undefined): Promise<"interrupted"> {
  const next = kept === undefined ? "The next run begins anew: its pages are not kept" : goingOn(await kept.close());
  process.stderr.write(`Stopped early with ${count(counts.pages, "page")}. ${next}\n`);
  return "interrupted";
}

function goingOn({ kept, lost }: Awaited<ReturnType<OpenedJournal["close"]>>): string {
  if (lost === undefined) return "The same command goes on from here for a day; with --fresh it begins anew.";
  if (kept === 0) return `The next run begins anew: ${printable(lost)}`;
  return `The same command goes on from ${count(kept, "answer")}; the others could not be kept: ${printable(lost)}`;
}

// Modules for single flags, imported when the flag is given: they would slow down every start.
const readOverlay = async (file: string) => (await import("./overlay-flag.ts")).readOverlayFile(file);
const readList: typeof readUrlList = async (...list) => (await import("./url-list.ts")).readUrlList(...list);
const openRecord = async (...asked: Parameters<typeof openRecordFile>) =>
  (await import("./records.ts")).openRecordFile(...asked);
const readCache = async (file: string) => (await import("./sentence-cache.ts")).readSentences(file);

async function worldOf(
  source: CrawlSource,
  config: Config,
  { view, record }: { readonly view: ProgressView; readonly record: RecordFile | undefined },
): Promise<GenerateWorld> {
  if (source.type === "address") {
    const world = openGenerateWorld(config, (notice) => view.notice(notice));
    return record === undefined ? world : { ...world, now: () => record.at };
  }
  if (source.type === "record") {
    const { fetching, at } = source.site;
    const world = offlineWorld(config, fetching);
    return at === undefined ? world : { ...world, now: () => at };
  }
  const { folder, url } = source;
  if (!existsSync(join(folder, "index.html")))
    view.notice(`There is no index.html in ${folder}: is it the built site?`);
  const [{ openFolder }, { isPartOf }] = await Promise.all([
    import("@llmstxt-service/crawler/fetch/folder"),
    import("./earlier-output.ts"),
  ]);
  return offlineWorld(config, openFolder({ root: folder, origin: url, isPart: isPartOf(folder) }));
}

function requestOf(
  source: CrawlSource,
  { urls, ...flags }: Omit<GenerateFlags, "urls"> & { readonly urls: readonly PageUrl[] | undefined },
  { proxyBrowserEnabled, maxPagesLimit }: Pick<Config, "proxyBrowserEnabled" | "maxPagesLimit">,
): CrawlRequest {
  return {
    url: source.url,
    maxPages: pagesWithin(flags.maxPages ?? pagesListed({ url: source.url, urls }), maxPagesLimit),
    scope: flags.scope,
    include: flags.include ?? [],
    exclude: flags.exclude ?? [],
    full: typeof flags.full === "string" || flags.pages !== undefined,
    publish: flags.publish !== undefined || flags.annotate !== undefined,
    llmEnhance: flags.llmEnhance ?? false,
    useProxy: source.type === "address" && (flags.useProxy ?? proxyBrowserEnabled),
    ...(flags.sitemap && { sitemaps: flags.sitemap.map((url) => pageUrl(url)) }),
    ...(urls && { urls }),
    ...(flags.language === undefined ? {} : { language: flags.language }),
    ...documentOptionsOf(flags),
  };
}

function progressView({ json, quiet, verbose }: GenerateFlags, maxPages: number): ProgressView {
  if (json) return jsonProgress(process.stdout, maxPages);
  if (quiet) return silentProgress;
  return (isLively(process.env) ? liveProgress : lineProgress)(process.stderr, { maxPages, verbose: verbose === true });
}

/** True if a line may be redrawn: stderr is a terminal that can, and nothing asks for plain text. */
function isLively({ TERM, CI, NO_COLOR }: NodeJS.ProcessEnv): boolean {
  return process.stderr.isTTY === true && TERM !== "dumb" && !CI && !NO_COLOR;
}
