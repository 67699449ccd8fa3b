import { appendFile } from "node:fs/promises";
import type { IndexedSite } from "@llmstxt-service/document/agents-md";
import type { Bundle } from "@llmstxt-service/document/bundle";
import type { Generated } from "@llmstxt-service/service/jobs/generate";
import type { CrawlRequest } from "@llmstxt-service/service/jobs/request";
import type { Config } from "@llmstxt-service/service/settings/config";
import type { DeliveryFiles } from "./asked-files.ts";
import { deliver } from "./delivery.ts";
import { finalSummary } from "./final-summary.ts";
import { writeOutput } from "./output.ts";
import type { Publishing } from "./publish-folder.ts";
import type { RunStats } from "./run-stats.ts";
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
  if (flags.llmCache !== undefined && sentences) {
    const { writeSentences } = await import("./sentence-cache.ts");
    await writeSentences(flags.llmCache, sentences, generated.pages);
  }
  const delivered = await deliver(generated, run);
  // A crawl that was stopped early replaces no published bundle.
  const isWhole = generated.why !== "asked";
  const isKept = !isWhole || (await keepBeside(generated, run, signal));
  const isFresh = delivered.isFresh && isKept;
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

/**
 * Publishes, annotates and indexes, as far as flags ask for it: their modules, and the libraries of these, are imported then.
 * @returns true if every file is as it should be
 */
async function keepBeside(generated: Generated, run: FinishedRun, signal: AbortSignal): Promise<boolean> {
  const { publish: folder, annotate: annotated, agentsMd } = run.flags;
  let bundle: Bundle | undefined;
  let isFresh = true;
  if (folder !== undefined || annotated !== undefined) {
    const { bundleOf, publish } = await import("./publish-folder.ts");
    bundle = await bundleOf(generated, run, signal);
    if (folder !== undefined) isFresh = await publish(bundle, { folder, flags: run.flags }, signal);
    const { annotate } = await import("./annotate-folder.ts");
    isFresh = (await annotate(bundle, run, signal)) && isFresh;
  }
  if (agentsMd === undefined) return isFresh;
  const { bringUpToDate } = await import("./agents-file.ts");
  return (await bringUpToDate(indexedSite(generated, bundle), run.flags)) && isFresh;
}

/** The published texts, the root's first; without a bundle the document alone. */
function indexedSite({ text }: Generated, bundle: Bundle | undefined): IndexedSite {
  if (bundle === undefined) return { texts: [text] };
  return { texts: bundle.indexes.map((path) => bundle.files.get(path) ?? ""), url: bundle.url };
}
