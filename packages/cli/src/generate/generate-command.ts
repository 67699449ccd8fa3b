import { existsSync } from "node:fs";
import { join } from "node:path";
import { type DocumentOptions, documentOptionsOf } from "@llmstxt-service/document/document-options";
import { pathFilter } from "@llmstxt-service/page/address/globs";
import { checkLanguage } from "@llmstxt-service/page/address/language-tag";
import { type PageUrl, pageUrl } from "@llmstxt-service/page/address/page-url";
import { openGenerateWorld } from "@llmstxt-service/service/generate-world";
import { type GenerateProgress, generate } from "@llmstxt-service/service/jobs/generate";
import type { CrawlRequest } from "@llmstxt-service/service/jobs/request";
import type { GenerateWorld } from "@llmstxt-service/service/jobs/world";
import { printable } from "@llmstxt-service/service/printable";
import { type Config, loadConfig } from "@llmstxt-service/service/settings/config";
import { pagesWithin } from "../in-range.ts";
import type { checkAgentsFile } from "./agents-file.ts";
import { checkPublish, filesFor } from "./asked-files.ts";
import { readCredentials } from "./credentials.ts";
import type { FinishFlags } from "./finish.ts";
import { lineProgress, liveProgress, type ProgressView, silentProgress } from "./progress.ts";
import { RunStats } from "./run-stats.ts";
import { type CrawlSource, type SourceFlags, sourceOf } from "./source.ts";
import type { readUrlList } from "./url-list.ts";

/** The flags of `llmstxt generate`, as commander hands them over. */
export interface GenerateFlags extends SourceFlags, FinishFlags, DocumentOptions {
  readonly maxPages?: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly scope: "domain" | "path";
  readonly language?: string;
  readonly sitemap?: readonly string[];
  readonly urls?: string;
  readonly llmEnhance?: true;
  readonly overlay?: string;
  readonly quiet?: true;
  readonly verbose?: true;
}

/**
 * The main job: crawls, shows how it goes, writes the files asked for, or compares them where nothing is to be written.
 * @returns whether every file is as it should be
 * @throws CrawlError when there is no document; nothing has been written then
 */
export async function runGenerate(
  argument: string | undefined,
  flags: GenerateFlags,
  signal: AbortSignal,
): Promise<boolean> {
  const typed = argument === undefined ? undefined : sourceOf(argument, flags);
  const list = flags.urls === undefined ? undefined : await readList({ file: flags.urls, site: typed?.url }, signal);
  const source = typed ?? sourceOf(list?.url ?? "", flags);
  checkPublish(source, flags);
  const files = await filesFor(source, flags);
  if (flags.agentsMd !== undefined) await checkIndexed(flags, [files.text, files.full, flags.summary]);
  pathFilter(flags.include ?? [], flags.exclude ?? []); // refuses bad globs
  if (flags.language !== undefined) checkLanguage(flags.language);
  const config = loadConfig(process.cwd());
  const credentials = await readCredentials(flags);
  const file = flags.overlay === undefined ? undefined : await readOverlay(flags.overlay);
  const request = {
    ...requestOf(source, { ...flags, only: list?.only }, config),
    ...(credentials && { credentials }),
    ...(file && { overlay: file.overlay }),
  };
  const view = await progressView(flags, request.maxPages);
  if (flags.useProxy && config.proxyBrowserUrl === undefined)
    view.notice("--use-proxy: PROXY_BROWSER_URL is not set, so there is no scraping-proxy browser");
  const sentences = flags.llmCache === undefined ? undefined : await readCache(flags.llmCache);
  const world = await worldOf(source, config, view);
  const stats = new RunStats(flags.audit === undefined ? undefined : new (await import("./audit.ts")).Audit());
  try {
    const report = (progress: GenerateProgress) => {
      stats.add(progress);
      // A file's findings are told with their lines.
      if (progress.type === "overlaid" && file !== undefined && !flags.json)
        for (const finding of progress.findings) view.notice(printable(file.describe(finding)));
      else view.show(progress);
    };
    const job = {
      world,
      report,
      withPreview: flags.json ?? false,
      withTexts: false,
      withAllNamed: flags.audit !== undefined,
      allowTypedAddress: true,
      onFirstSent: source.type === "address" ? () => void import("./finish.ts") : undefined,
      ...(sentences && { sentences }),
    };
    const generated = await generate(request, job, signal);
    view.end();
    const { finish } = await import("./finish.ts");
    return await finish(
      generated,
      { request, flags, files, source, config, budget: world.settings.budget, stats, sentences },
      signal,
    );
  } finally {
    view.end();
    await world.fetching.close();
  }
}

// Loaded only where it is asked for: each part costs every start otherwise.
const readOverlay = async (file: string) => (await import("./overlay-flag.ts")).readOverlayFile(file);
const checkIndexed: typeof checkAgentsFile = async (...asked) =>
  (await import("./agents-file.ts")).checkAgentsFile(...asked);
const readList: typeof readUrlList = async (...list) => (await import("./url-list.ts")).readUrlList(...list);
const readCache = async (file: string) => (await import("./sentence-cache.ts")).readSentences(file);

async function worldOf(source: CrawlSource, config: Config, view: ProgressView): Promise<GenerateWorld> {
  if (source.type === "address") return openGenerateWorld(config, (notice) => view.notice(notice));
  const { folder, url } = source;
  if (!existsSync(join(folder, "index.html")))
    view.notice(`There is no index.html in ${folder}: is it the built site?`);
  const [{ openFolderWorld }, { isPartOf }] = await Promise.all([
    import("@llmstxt-service/service/folder-world"),
    import("./earlier-output.ts"),
  ]);
  return openFolderWorld(config, { root: folder, origin: url, isPart: isPartOf(folder) });
}

function requestOf(
  source: CrawlSource,
  { only, ...flags }: GenerateFlags & { readonly only: readonly PageUrl[] | undefined },
  { proxyBrowserEnabled, maxPagesLimit }: Pick<Config, "proxyBrowserEnabled" | "maxPagesLimit">,
): CrawlRequest {
  return {
    url: source.url,
    maxPages: pagesWithin(flags.maxPages ?? (only && pagesOf(only, source.url)), maxPagesLimit),
    scope: flags.scope,
    include: flags.include ?? [],
    exclude: flags.exclude ?? [],
    full: typeof flags.full === "string" || flags.pages !== undefined,
    publish: flags.publish !== undefined || flags.annotate !== undefined,
    llmEnhance: flags.llmEnhance ?? false,
    useProxy: source.type === "address" && (flags.useProxy ?? proxyBrowserEnabled),
    ...(flags.sitemap && { sitemaps: flags.sitemap.map((url) => pageUrl(url)) }),
    ...(only && { only }),
    ...(flags.language === undefined ? {} : { language: flags.language }),
    ...documentOptionsOf(flags),
  };
}

/** Pages of a list, with the homepage. */
const pagesOf = (only: readonly PageUrl[], site: string): number => new Set([...only, pageUrl(site)]).size;

async function progressView({ json, quiet, verbose }: GenerateFlags, maxPages: number): Promise<ProgressView> {
  if (json) return (await import("./json-progress.ts")).jsonProgress(process.stdout, maxPages);
  if (quiet) return silentProgress;
  return (isLively(process.env) ? liveProgress : lineProgress)(process.stderr, { maxPages, verbose: verbose === true });
}

/** True if a line may be drawn over: on a terminal that can, and where nobody asked for plain text. */
function isLively({ TERM, CI, NO_COLOR }: NodeJS.ProcessEnv): boolean {
  return process.stderr.isTTY === true && TERM !== "dumb" && !CI && !NO_COLOR;
}
