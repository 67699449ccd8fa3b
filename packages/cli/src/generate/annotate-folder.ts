import { readFile, stat } from "node:fs/promises";
import { filesOf } from "@llmstxt-service/crawler/fetch/folder";
import { forEachAtOnce } from "@llmstxt-service/crawler/waiting/at-once";
import type { Bundle } from "@llmstxt-service/document/bundle";
import { annotatedPage } from "@llmstxt-service/page/annotation";
import { count } from "@llmstxt-service/service/describe";
import { printable } from "@llmstxt-service/service/printable";
import { WRITES_AT_ONCE, writeWhole } from "@llmstxt-service/service/store/write-whole";
import type { DeliveryFlags } from "./asked-files.ts";
import { cannotWrite } from "./output.ts";
import type { CrawlSource } from "./source.ts";
import { compare } from "./staleness.ts";

/** A page's file, with its present and its wanted content. */
interface AnnotatedFile {
  readonly file: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/**
 * Writes links to the Markdown into the listed pages of a folder, or removes them.
 * @returns true if all pages are as they should be
 */
export async function annotate(
  { annotations }: Pick<Bundle, "annotations">,
  { flags, source }: { readonly flags: DeliveryFlags; readonly source: CrawlSource },
  signal: AbortSignal,
): Promise<boolean> {
  if (flags.annotate === undefined || source.type !== "folder") return true;
  const { files, left } = await annotatedFiles({ annotations }, { flags, source }, signal);
  for (const url of left)
    process.stderr.write(`Not annotated: ${printable(url)} has no head or body that can be found\n`);
  const changed = files.filter(({ before, after }) => Buffer.compare(before, after) !== 0);
  if (flags.check)
    return compare(
      files.map(({ file, after }) => ({ file, text: String(after) })),
      flags,
    );
  await forEachAtOnce(changed, WRITES_AT_ONCE, async ({ file, after }) => {
    signal.throwIfAborted();
    try {
      await writeWhole({ path: file, content: after, mode: (await stat(file)).mode & 0o7777 });
    } catch (thrown) {
      throw cannotWrite("storage_failed", file, thrown);
    }
  });
  const done = flags.annotate === "remove" ? "Took the annotation out of" : "Annotated";
  const same = files.length - changed.length;
  if (!flags.quiet)
    process.stderr.write(`${done} ${count(changed.length, "page")}${same > 0 ? `, ${same} unchanged` : ""}.\n`);
  return true;
}

/** The file of a page. An address with a query is served by the file of the address without. */
async function annotatedFiles(
  { annotations }: Pick<Bundle, "annotations">,
  { flags, source }: { readonly flags: DeliveryFlags; readonly source: Extract<CrawlSource, { type: "folder" }> },
  signal: AbortSignal,
) {
  const fileOf = filesOf({ root: source.folder, origin: source.url });
  const files: AnnotatedFile[] = [];
  const left: string[] = [];
  for (const [url, annotation] of annotations) {
    const file = url.includes("?") ? undefined : fileOf(url);
    if (file === undefined || !/\.x?html?$/i.test(file)) continue;
    const before = await readFile(file, { signal });
    const after = annotatedPage(before, flags.annotate === "remove" ? undefined : annotation);
    if (after === undefined) left.push(url);
    else files.push({ file, before, after });
  }
  return { files, left };
}
