import { pathFilter } from "../../address/globs.ts";
import { checkLanguage } from "../../address/language-tag.ts";
import { tryPageUrl } from "../../address/page-url.ts";
import { type Config, loadConfig } from "../../config.ts";
import { CrawlError } from "../../errors.ts";
import { type Generated, type GenerateProgress, generate, renderOptions } from "../../jobs/generate.ts";
import type { CrawlRequest } from "../../jobs/request.ts";
import { renderPages } from "../../llmstxt/full.ts";
import { count } from "../describe.ts";
import { openGenerateWorld } from "../generate-world.ts";
import { readCredentials } from "./credentials.ts";
import { pagesWithin } from "./in-range.ts";
import { jsonProgress } from "./json-progress.ts";
import { checkWritable, writeFolder, writeWhole } from "./output.ts";
import { lineProgress, liveProgress, type ProgressView, silentProgress } from "./progress.ts";
import { checkPublish, publishFolder } from "./publish-folder.ts";

/** The flags of `llmstxt generate`, as commander hands them over. */
export interface GenerateFlags {
  readonly output?: string;
  /** `true` without a file: beside each index of the published folder. */
  readonly full?: string | true;
  readonly pages?: string;
  readonly publish?: string;
  readonly publishBase?: string;
  readonly maxPages?: number;
  readonly descLength: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly scope: "domain" | "path";
  readonly header?: readonly string[];
  readonly cookies?: string;
  readonly language?: string;
  readonly llmEnhance?: true;
  readonly useProxy?: boolean;
  readonly json?: true;
  readonly quiet?: true;
  readonly verbose?: true;
}

/**
 * The main job: crawls, shows how it goes, writes the files asked for.
 * @throws CrawlError when there is no document; nothing has been written then
 */
export async function runGenerate(url: string, flags: GenerateFlags, signal: AbortSignal): Promise<void> {
  checkUrl(url);
  pathFilter(flags.include ?? [], flags.exclude ?? []); // refuses bad globs
  if (flags.language !== undefined) checkLanguage(flags.language);
  checkPublish(flags);
  for (const file of [flags.output, flags.full]) if (typeof file === "string") await checkWritable(file);
  const config = loadConfig(process.cwd());
  const credentials = await readCredentials(flags);
  const request = { ...requestOf(url, flags, config), ...(credentials && { credentials }) };
  const view = progressView(flags, request.maxPages);
  const world = openGenerateWorld(config, (notice) => view.notice(notice));
  const stats = new RunStats();
  try {
    const report = (progress: GenerateProgress) => {
      stats.add(progress);
      view.show(progress);
    };
    const job = { world, report, withPreview: flags.json ?? false, allowTypedAddress: true };
    const generated = await generate(request, job, signal);
    view.end();
    await deliver(generated, request, flags);
    if (!flags.quiet) process.stderr.write(`${stats.summary(generated)}\n`);
    const published = await publishFolder(
      generated,
      { request, flags, budgetCharacters: config.documentBudget },
      signal,
    );
    if (published !== undefined && !flags.quiet) process.stderr.write(`${published}\n`);
  } finally {
    view.end();
    await world.fetching.close();
  }
}

function checkUrl(url: string): void {
  const parsed = URL.parse(url);
  if (parsed && (parsed.username !== "" || parsed.password !== ""))
    throw new CrawlError("invalid_url", { detail: "an address with a user name or password is not crawled" });
  if (tryPageUrl(url) !== undefined) return;
  const likely = tryPageUrl(`https://${url}`);
  const hint = !url.includes("://") && likely ? ` Did you mean ${likely}?` : "";
  throw new CrawlError("invalid_url", { detail: `${url} needs http:// or https:// in front.${hint}` });
}

function requestOf(
  url: string,
  flags: GenerateFlags,
  { proxyBrowserEnabled, maxPagesLimit }: Pick<Config, "proxyBrowserEnabled" | "maxPagesLimit">,
): CrawlRequest {
  return {
    url,
    maxPages: pagesWithin(flags.maxPages, maxPagesLimit),
    descLength: flags.descLength,
    scope: flags.scope,
    include: flags.include ?? [],
    exclude: flags.exclude ?? [],
    full: typeof flags.full === "string" || flags.pages !== undefined,
    publish: flags.publish !== undefined,
    llmEnhance: flags.llmEnhance ?? false,
    useProxy: flags.useProxy ?? proxyBrowserEnabled,
    ...(flags.language === undefined ? {} : { language: flags.language }),
  };
}

function progressView({ json, quiet, verbose }: GenerateFlags, maxPages: number): ProgressView {
  if (json) return jsonProgress(process.stdout, maxPages);
  if (quiet) return silentProgress;
  return (process.stderr.isTTY ? liveProgress : lineProgress)(process.stderr, { maxPages, verbose: verbose === true });
}

async function deliver(generated: Generated, request: CrawlRequest, flags: GenerateFlags): Promise<void> {
  const { text, full, pages, generatedAt } = generated;
  if (typeof flags.full === "string" && full !== undefined) await writeWhole(flags.full, full);
  if (flags.pages !== undefined)
    await writeFolder(flags.pages, renderPages(pages, renderOptions(request, generatedAt)));
  if (flags.output !== undefined) await writeWhole(flags.output, text);
  if (flags.json) process.stdout.write(`${JSON.stringify({ type: "result", text })}\n`);
  else if (flags.output === undefined) process.stdout.write(text);
}

/** Counts what is worth a sentence at the end. */
class RunStats {
  readonly #started = performance.now();
  readonly #leftOut = new Map<string, number>();
  #failed = 0;

  add(progress: GenerateProgress): void {
    if (progress.type === "failed") this.#failed++;
    if (progress.type === "leftOut") this.#leftOut.set(progress.reason, (this.#leftOut.get(progress.reason) ?? 0) + 1);
  }

  summary({ pages, rendered }: Generated): string {
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1);
    const leftOut = [...this.#leftOut].map(([reason, number]) => `${number} ${reason}`).join(", ");
    return [
      `${count(pages.length, "page")} in ${seconds} s: ${count(rendered.text.length, "character")}, about ${count(rendered.tokens, "token")}.`,
      ...(leftOut === "" ? [] : [`Skipped: ${leftOut}.`]),
      ...(this.#failed === 0 ? [] : [`Failed: ${this.#failed}.`]),
    ].join(" ");
  }
}
