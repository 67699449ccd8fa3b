import { join } from "node:path";
import { CrawlError } from "../../errors.ts";
import { type Generated, renderOptions } from "../../jobs/generate.ts";
import type { CrawlRequest } from "../../jobs/request.ts";
import { renderPages } from "../../llmstxt/full.ts";
import { count } from "../describe.ts";
import { checkWritable, writeFolder, writeWhole } from "./output.ts";
import type { Source } from "./source.ts";
import { compare, isThere } from "./staleness.ts";

/** Where the results go. */
export interface DeliveryFlags {
  readonly output?: string;
  /** `true` without a file: beside each index of the published folder. */
  readonly full?: string | true;
  readonly pages?: string;
  readonly publish?: string;
  readonly check?: true;
  readonly json?: true;
}

/** The files a run writes, or only looks at. */
export interface DeliveryFiles {
  /** Of the document; undefined: standard output. */
  readonly text: string | undefined;
  readonly full: string | undefined;
}

/**
 * Found before any work is done for them.
 * @throws CrawlError `wrong_usage` where a file could not be written, or there is none to compare with
 */
export async function filesFor(source: Source, flags: DeliveryFlags): Promise<DeliveryFiles> {
  const { publish } = flags;
  // `-` is standard output, as everywhere.
  const output = flags.output === "-" ? undefined : flags.output;
  const full = flags.full === true ? undefined : flags.full;
  if (flags.check) {
    // A published folder has an llms.txt of its own, with links to what was made.
    const own = source.type === "folder" && publish === undefined ? join(source.folder, "llms.txt") : undefined;
    if ((output ?? own ?? publish) !== undefined) return { text: output ?? own, full };
    throw new CrawlError("wrong_usage", { detail: "--check needs a file to compare with: -o <file>" });
  }
  for (const file of [output, full]) if (file !== undefined) await checkWritable(file);
  return { text: output, full };
}

interface Delivery {
  readonly request: CrawlRequest;
  readonly flags: DeliveryFlags;
  readonly files: DeliveryFiles;
}

/** A file or folder that a run was asked for, and what became of it. */
export interface DeliveredFile {
  readonly file: string;
  readonly state: "written" | "unchanged";
}

interface Delivered {
  /** Whether every file is as it should be. */
  readonly isFresh: boolean;
  /** The document first. */
  readonly files: readonly DeliveredFile[];
}

/** Writes what was asked for, or with `--check` only compares. */
export async function deliver(generated: Generated, { request, flags, files }: Delivery): Promise<Delivered> {
  const { text, pages, generatedAt } = generated;
  const wanted = wantedFiles(generated, files);
  const markdown = flags.pages === undefined ? [] : renderPages(pages, renderOptions(request, generatedAt));
  if (flags.check) {
    const folder = flags.pages ?? "";
    const beside = markdown.map((page) => ({ file: join(folder, page.fileName), text: page.markdown }));
    return { isFresh: await compare([...wanted, ...beside], flags), files: [] };
  }
  const delivered: DeliveredFile[] = [];
  for (const one of wanted) {
    const state = (await isThere(one)) ? "unchanged" : "written";
    if (state === "written") await writeWhole(one.file, one.text);
    delivered.unshift({ file: one.file, state });
  }
  if (flags.pages !== undefined) {
    await writeFolder(flags.pages, markdown);
    delivered.push({ file: `${count(markdown.length, "file")} in ${flags.pages}`, state: "written" });
  }
  if (flags.json) process.stdout.write(`${JSON.stringify({ type: "result", text })}\n`);
  else if (files.text === undefined) process.stdout.write(text);
  return { isFresh: true, files: delivered };
}

/** llms-full.txt first: whoever finds the new document finds all of it. */
function wantedFiles({ text, full }: Generated, files: DeliveryFiles) {
  return [
    ...(files.full !== undefined && full !== undefined ? [{ file: files.full, text: full }] : []),
    ...(files.text !== undefined ? [{ file: files.text, text }] : []),
  ];
}
