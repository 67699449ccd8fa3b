import { appendFile } from "node:fs/promises";
import type { IndexedSite } from "@llmstxt-service/document/agents-md";
import type { Bundle } from "@llmstxt-service/document/bundle";
import type { Generated } from "@llmstxt-service/service/jobs/generate";
import type { CrawlRequest } from "@llmstxt-service/service/jobs/request";
import type { Config } from "@llmstxt-service/service/settings/config";
import { bringUpToDate } from "./agents-file.ts";
import { annotate } from "./annotate-folder.ts";
import type { DeliveryFiles } from "./asked-files.ts";
import { deliver } from "./delivery.ts";
import { finalSummary } from "./final-summary.ts";
import { writeOutput } from "./output.ts";
import { bundleOf, type Publishing, publish } from "./publish-folder.ts";
import type { RunStats } from "./run-stats.ts";
import { writeSentences } from "./sentence-cache.ts";
import { summaryPage } from "./summary-page.ts";

interface FinishedRun extends Publishing {
  readonly request: CrawlRequest;
  readonly files: DeliveryFiles;
  readonly config: Pick<Config, "maxPagesLimit">;
  readonly stats: RunStats;
  /** Sentences of a language model in earlier runs. */
  readonly sentences: ReadonlyMap<string, string> | undefined;
}

/**
 * Writes, publishes or compares the results, and prints what was done.
 * @returns true if every file is as it should be
 */
export async function finish(generated: Generated, run: FinishedRun, signal: AbortSignal): Promise<boolean> {
  const { request, flags, files, config, stats, sentences } = run;
  if (flags.llmCache !== undefined && sentences) await writeSentences(flags.llmCache, sentences, generated.pages);
  const delivered = await deliver(generated, run);
  const { publish: folder } = flags;
  // A crawl that was stopped early replaces no published bundle.
  const isWhole = generated.why !== "asked";
  const isWanted = isWhole && (folder !== undefined || flags.annotate !== undefined);
  const bundle = isWanted ? await bundleOf(generated, run, signal) : undefined;
  const isPublished =
    folder === undefined || bundle === undefined || (await publish(bundle, { folder, flags }, signal));
  const isAnnotated = bundle === undefined || (await annotate(bundle, run, signal));
  const isIndexed = !isWhole || (await bringUpToDate(indexedSite(generated, bundle), flags));
  const isFresh = delivered.isFresh && isPublished && isAnnotated && isIndexed;
  if (flags.audit !== undefined && stats.audit !== undefined) await writeOutput(flags.audit, stats.audit.text);
  if (flags.summary !== undefined) await appendFile(flags.summary, summaryPage(generated, { request, stats, isFresh }));
  if (!flags.quiet) {
    const written = flags.check
      ? { document: undefined, published: undefined, isOnScreen: false }
      : {
          document: files.text,
          published: isWhole ? flags.publish : undefined,
          isOnScreen: process.stdout.isTTY === true,
        };
    const { maxPages } = request;
    const ended = { stats, maxPages, maxPagesLimit: config.maxPagesLimit, delivered: delivered.files, ...written };
    process.stderr.write(finalSummary(generated, ended));
  }
  return isFresh;
}

/** The published texts, the root's first; without a bundle the document alone. */
function indexedSite({ text }: Generated, bundle: Bundle | undefined): IndexedSite {
  if (bundle === undefined) return { texts: [text] };
  return { texts: bundle.indexes.map((path) => bundle.files.get(path) ?? ""), url: bundle.url };
}
