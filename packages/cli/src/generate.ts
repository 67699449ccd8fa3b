// The main job: an address or a folder in, files out.
import { existsSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Fetch, Fetching } from "@llmstxt-service/crawler/fetch";
import { globsProblem } from "@llmstxt-service/page/address/globs";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { selectorsProblem } from "@llmstxt-service/page/selectors";
import { count } from "@llmstxt-service/service/facts";
import { type Local, makeDocument, openCrawlWorld } from "@llmstxt-service/service/job";
import type { DocumentRequest } from "@llmstxt-service/service/request";
import { loadSettings, type Settings } from "@llmstxt-service/service/settings";
import { EXIT, type Exit, type Stopping, wrongUsage } from "./exit.ts";
import { readBytes } from "./files.ts";
import { type GenerateFlags, REQUEST_DEFAULTS } from "./generate-command.ts";
import { jsonProgress, lastWords, type Progress, silentProgress, summaryPage, textProgress } from "./report.ts";
import { readUrlList, type Source, sourceOf } from "./source.ts";
import { checkFlags, documentFile, writeAll, writtenIn } from "./write.ts";

/**
 * Crawls, shows progress, and writes or compares files.
 * @throws CrawlError where there is no document; then nothing has been written
 */
export async function generate(argument: string | undefined, flags: GenerateFlags, stopping: Stopping): Promise<Exit> {
  const { signal } = stopping;
  const settings = loadSettings();
  const typed = argument === undefined ? undefined : sourceOf(argument, flags);
  const list = flags.urls === undefined ? undefined : await readUrlList(flags.urls, typed?.url, signal);
  const source = typed ?? sourceOf(list?.url ?? "", flags);
  await checkFlags(flags, source);
  const request = await requestOf(source, flags, settings, { signal, listed: list?.urls.length });
  const { maxPages } = request;
  const view = progressOf(flags, maxPages);
  if (flags.useProxy && settings.PROXY_BROWSER_URL === undefined)
    view.notice("--use-proxy: PROXY_BROWSER_URL is not set, so there is no scraping-proxy browser");
  // A comparison needs the whole document, so it is not asked to finish early.
  const finishing = flags.check ? undefined : stopping.finishing();
  let rehearsal: Promise<void> | undefined;
  const local: Local = {
    ...(await localOf(source, flags)),
    ...(list !== undefined && { only: list.urls }),
    ...(flags.sitemap && { sitemaps: flags.sitemap.map(sitemapAt) }),
    onSent: () => {
      rehearsal ??= rehearse(settings, signal);
    },
  };
  const fetching = source.type === "folder" ? await folderOf(source, view) : undefined;
  const world = await openCrawlWorld(settings, view.notice, fetching && { fetching });
  try {
    const report: Progress["show"] = (fact) => {
      if (fact.type === "crawled" && fact.why !== "asked") stopping.finished();
      // Stops V8's young generation from growing: a third less memory for a twentieth more time.
      if (fact.type === "known") setFlagsFromString("--semi-space-growth-factor=1");
      // In a large crawl the old generation grows by half between collections: a sixth less memory.
      if (fact.type === "page" && fact.done === 2_000) setFlagsFromString("--heap-growing-percent=50");
      view.show(fact);
    };
    const made = await makeDocument(request, { world, report, local, finishing }, signal);
    view.end();
    const { isFresh, written, unchanged } = await writeAll(made, flags, source);
    if (flags.summary !== undefined) await appendFile(flags.summary, summaryPage(source.url, made, isFresh));
    if (!flags.quiet && !flags.json) {
      const files = { written, unchanged, document: documentFile(flags, source), published: flags.publish };
      const ended = { maxPages, maxPagesLimit: settings.MAX_PAGES_LIMIT, isCheck: flags.check === true };
      process.stderr.write(lastWords(made, { ...ended, ...files }));
    }
    if (made.summary.why === "asked") {
      process.stderr.write(`Stopped early with ${count(made.summary.pages, "page")}.\n`);
      return EXIT.interrupted;
    }
    return isFresh ? EXIT.done : EXIT.failed;
  } finally {
    view.end();
    await rehearsal;
    await world.fetching.close();
  }
}

/** Crawls a small site in memory while the real one answers: V8 compiles code when it first runs. Never rejects. */
async function rehearse(settings: Settings, signal: AbortSignal): Promise<void> {
  const fetching = { forCrawl: () => ({ page: sample, plain: sample, setDelay: () => {} }), close: async () => {} };
  const url = "https://sample.test/";
  const request = { ...REQUEST_DEFAULTS, url, include: [], exclude: [], llmEnhance: false, useProxy: false };
  try {
    const world = await openCrawlWorld(settings, () => {}, { fetching });
    await makeDocument(request, { world, report: () => {} }, signal);
  } catch {
    // Nothing depends on it: the real crawl tells what is wrong.
  }
}

/** Answers each address with a sitemap, or with a page that has one of everything that most pages have. */
const sample: Fetch = async ({ url }) => {
  const topics = ["install", "configure", "deploy"];
  const topic = url.split("/").at(-1) ?? "";
  const text = url.endsWith("xml")
    ? `<urlset>${topics.map((one) => `<url><loc>${new URL(one, url)}</loc></url>`).join("")}</urlset>`
    : `<!doctype html><html lang="en"><head><title>${topic} | Sample</title><link rel="canonical" href="${url}">
<meta name="description" content="How to ${topic}."></head><body><nav><ul>
${topics.map((one) => `<li><a href="/${one}">${one}</a></li>`).join("")}</ul></nav><main>
<nav aria-label="breadcrumb"><a href="/">Home</a></nav><h1>${topic}</h1><p>How to ${topic} <a href="/">it</a>.</p>
<h2 id="more">More</h2><ul><li>${topic}</li></ul><pre><code>${topic}()</code></pre>
<table><tr><th>Step</th></tr><tr><td>${topic}</td></tr></table></main><footer><p>End</p></footer></body></html>`;
  const headers = { "content-type": "text/html" };
  return { url, status: 200, headers, body: Buffer.from(text), wireBytes: 0, rung: "plain", elapsedMs: 0 };
};

async function requestOf(
  { url, type }: Source,
  flags: GenerateFlags,
  settings: Settings,
  { signal, listed }: { readonly signal: AbortSignal; readonly listed: number | undefined },
): Promise<DocumentRequest> {
  const { MAX_PAGES_LIMIT: limit, PROXY_BROWSER_ENABLED } = settings;
  const { include = [], exclude = [], language, scope, descLength } = flags;
  const problem = globsProblem([...include, ...exclude]);
  if (problem !== undefined) throw wrongUsage(problem);
  if (language !== undefined && !/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(language))
    throw wrongUsage(`--language ${language} is no language tag, such as en or pt-BR`);
  // A list is read completely, and the homepage, the head of the document, in addition.
  const maxPages = flags.maxPages ?? Math.min(listed === undefined ? REQUEST_DEFAULTS.maxPages : listed + 1, limit);
  if (maxPages > limit) throw wrongUsage(`--max-pages ${maxPages}: MAX_PAGES_LIMIT allows at most ${limit}`);
  const overlay = flags.overlay === undefined ? undefined : await overlayIn(flags.overlay, signal);
  const useProxy = type === "address" && (flags.useProxy ?? PROXY_BROWSER_ENABLED);
  const llmEnhance = flags.llmEnhance ?? false;
  return {
    url,
    maxPages,
    descLength,
    include: [...include],
    exclude: [...exclude],
    scope,
    language,
    llmEnhance,
    useProxy,
    overlay,
  };
}

function sitemapAt(typed: string): string {
  const url = tryPageUrl(typed);
  if (url === undefined) throw wrongUsage(`--sitemap ${typed} is no http(s) address`);
  return url;
}

/** The overlay in a YAML file. @throws CrawlError `wrong_usage` with a line for each problem */
export async function overlayIn(file: string, signal: AbortSignal) {
  const { readOverlay } = await import("@llmstxt-service/document/overlay/file");
  const read = readOverlay(new TextDecoder().decode(await readBytes(file, signal)));
  if ("overlay" in read) return read.overlay;
  throw wrongUsage(read.problems.map(({ line, message }) => `${file}, line ${line}: ${message}`).join("\n"));
}

async function localOf(source: Source, flags: GenerateFlags): Promise<Local> {
  const { header = [], skipBlocks = [] } = flags;
  const problem = selectorsProblem(skipBlocks);
  if (problem !== undefined) throw wrongUsage(`--skip-blocks ${problem}`);
  const withMarkdown = flags.full !== undefined || flags.publish !== undefined || flags.annotate !== undefined;
  const credentials = header.length === 0 ? undefined : await fieldsOf(source.url, header);
  return {
    // Only the typed address may be private; a redirect or link to another private one is refused.
    typed: source.url,
    withMarkdown,
    withAllNamed: flags.json ?? false,
    ...(skipBlocks.length > 0 && { skipBlocks }),
    ...(credentials && { credentials }),
  };
}

async function fieldsOf(url: string, lines: readonly string[]) {
  const { parseHeaders, siteHeaders } = await import("./headers.ts");
  const read = parseHeaders(lines);
  if ("problem" in read) throw wrongUsage(`--header ${read.problem}`);
  return siteHeaders(url, read.headers);
}

async function folderOf({ folder, url }: Extract<Source, { type: "folder" }>, view: Progress): Promise<Fetching> {
  if (!existsSync(join(folder, "index.html")))
    view.notice(`There is no index.html in ${folder}: is it the built site?`);
  const { openFolder } = await import("@llmstxt-service/crawler/fetch/folder");
  // Files that an earlier run wrote are not read as pages.
  const written = await writtenIn(folder);
  return openFolder({ folder, origin: url, isPart: (path) => !written.has(path) });
}

function progressOf({ json, quiet, verbose }: GenerateFlags, maxPages: number): Progress {
  if (json) return jsonProgress(process.stdout);
  if (quiet) return silentProgress;
  const { TERM, CI, NO_COLOR } = process.env;
  // A line may be redrawn if stderr is a capable terminal and nothing requests plain text.
  const isLive = process.stderr.isTTY === true && TERM !== "dumb" && !CI && !NO_COLOR;
  return textProgress(process.stderr, { maxPages, verbose: verbose === true, isLive });
}
