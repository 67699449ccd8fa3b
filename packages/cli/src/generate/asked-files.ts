import { join } from "node:path";
import { bundleOptionsIn } from "@llmstxt-service/document/document-options";
import { CrawlError } from "@llmstxt-service/page/errors";
import { flagName } from "../document-flags.ts";
import { checkWritable } from "./output.ts";
import type { CrawlSource } from "./source.ts";

/** Flags that say what is done with the document. */
export interface DeliveryFlags {
  readonly output?: string;
  /** File of llms-full.txt; `true`: beside each index of the published folder. */
  readonly full?: string | true;
  readonly pages?: string;
  readonly publish?: string;
  readonly publishBase?: string;
  /** Writes links into the pages of a folder, or removes them. */
  readonly annotate?: "write" | "remove";
  /** Name of the file; `true` for the default. */
  readonly agentsMd?: string | true;
  readonly audit?: string;
  readonly record?: string;
  readonly llmCache?: string;
  readonly summary?: string;
  readonly check?: true;
  readonly json?: true;
  readonly quiet?: true;
}

/** Files that a run writes, or only compares. */
export interface DeliveryFiles {
  /** File of the document; undefined: standard output. */
  readonly text: string | undefined;
  readonly full: string | undefined;
}

/**
 * Finds the run's files before any work is done.
 * @throws CrawlError `wrong_usage` if a file could not be written, or there is none to compare with
 */
export async function filesFor(source: CrawlSource, flags: DeliveryFlags): Promise<DeliveryFiles> {
  const { publish } = flags;
  // `-` means standard output.
  const output = flags.output === "-" ? undefined : flags.output;
  const full = flags.full === true ? undefined : flags.full;
  if (flags.check) {
    // A published folder has an llms.txt of its own, which links to the made files.
    const isAlone = publish === undefined && flags.agentsMd === undefined && flags.annotate === undefined;
    const own = source.type === "folder" && isAlone ? join(source.folder, "llms.txt") : undefined;
    for (const file of [flags.audit, flags.record]) if (file !== undefined) await checkWritable(file);
    if ((output ?? own ?? publish ?? flags.agentsMd ?? flags.annotate) !== undefined)
      return { text: output ?? own, full };
    throw new CrawlError("wrong_usage", { detail: "--check needs a file to compare with: -o <file>" });
  }
  for (const file of [output, full, flags.audit, flags.record]) if (file !== undefined) await checkWritable(file);
  return { text: output, full };
}

/** @throws CrawlError `wrong_usage` for flags that need another one */
export function checkPublish(source: CrawlSource, flags: DeliveryFlags): void {
  const { publish, publishBase, full, annotate, record } = flags;
  if (record !== undefined && !/\.warc(?:\.gz)?$/i.test(record))
    throw new CrawlError("wrong_usage", {
      detail: `--record ${record}: the name of a record ends in .warc or .warc.gz`,
    });
  if (annotate !== undefined && source.type !== "folder")
    throw new CrawlError("wrong_usage", { detail: "--annotate changes the pages of a folder, and this is an address" });
  if (full === true && publish === undefined)
    throw new CrawlError("wrong_usage", { detail: "--full needs a file, or --publish with a folder" });
  const [idle] = publish === undefined ? bundleOptionsIn(flags) : [];
  if (idle !== undefined) throw new CrawlError("wrong_usage", { detail: `--${flagName(idle)} needs --publish` });
  if (publishBase === undefined) return;
  if (publish === undefined) throw new CrawlError("wrong_usage", { detail: "--publish-base needs --publish" });
  if (!/^https?:$/.test(URL.parse(publishBase)?.protocol ?? ""))
    throw new CrawlError("wrong_usage", { detail: `--publish-base ${publishBase} is no http(s) address` });
}
