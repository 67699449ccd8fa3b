import { join } from "node:path";
import type { Budget } from "@llmstxt-service/document/budget";
import { type Bundle, planBundle } from "@llmstxt-service/document/bundle";
import { METADATA, withTimeOf } from "@llmstxt-service/document/metadata";
import { count } from "@llmstxt-service/service/describe";
import { type Generated, renderOptions } from "@llmstxt-service/service/jobs/generate";
import type { DocumentRequest } from "@llmstxt-service/service/jobs/request";
import { goneFiles, writeBundle } from "@llmstxt-service/service/store/bundle-folder";
import { unservedLines } from "@llmstxt-service/service/unserved-words";
import type { PublishFlags } from "./asked-files.ts";
import type { CrawlSource } from "./source.ts";
import { compare, storedText } from "./staleness.ts";

type PublishedDocument = Pick<Generated, "pages" | "generatedAt" | "own">;

interface Publishing {
  readonly request: DocumentRequest;
  readonly source: CrawlSource;
  readonly flags: PublishFlags;
  readonly budget: Budget;
}

/** Writes the bundle that was asked for, or with `--check` only compares. @returns whether it is as it should be */
export async function publish(
  bundle: Bundle,
  { folder, flags }: { readonly folder: string; readonly flags: PublishFlags },
  signal: AbortSignal,
): Promise<boolean> {
  if (flags.check) {
    const written = [...bundle.files].map(([path, text]) => ({ file: join(folder, path), text }));
    const gone = await goneFiles({ folder, ...bundle });
    return compare([...written, ...gone.map((path) => ({ file: join(folder, path), text: undefined }))], flags);
  }
  const files = await withStoredTimes(folder, bundle.files);
  const { written, unchanged, removed } = await writeBundle({ folder, base: bundle.base, files }, signal);
  const kept = unchanged > 0 ? `, ${unchanged.toLocaleString("en-US")} unchanged` : "";
  const gone = removed > 0 ? `, removed ${count(removed, "file")}` : "";
  if (!flags.quiet) process.stderr.write(`Published ${count(written, "file")} in ${folder}${kept}${gone}.\n`);
  // Also with --quiet: agents get no Markdown at these addresses.
  const { unserved } = bundle;
  if (unserved.length > 0)
    process.stderr.write(`${unservedLines({ count: unserved.length, pages: unserved }).join("\n")}\n`);
  return true;
}

/** Files that the site publishes for agents. */
export function bundleOf(
  { pages, generatedAt, own }: PublishedDocument,
  { request, flags, source, budget }: Publishing,
): Bundle {
  const { publishBase, full } = flags;
  return planBundle(pages, {
    ...renderOptions(request, generatedAt),
    ...budget,
    full: full === true,
    ...own,
    // With a folder as the site, the published one stands for the same address.
    ...(source.type === "folder" ? { root: source.url } : {}),
    ...(publishBase === undefined ? {} : { publishBase }),
  });
}

/** A document says when its content last changed: one that has not keeps its time, and its bytes. */
async function withStoredTimes(folder: string, files: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const kept = new Map(files);
  for (const [path, text] of files) {
    const stored = METADATA.test(text) ? await storedText(join(folder, path)) : undefined;
    if (stored !== undefined && withTimeOf(stored, text) === stored) kept.set(path, stored);
  }
  return kept;
}
