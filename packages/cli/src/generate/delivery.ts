import { dirname, join } from "node:path";
import { renderPages } from "@llmstxt-service/document/full";
import { count } from "@llmstxt-service/service/describe";
import { type Generated, renderOptions } from "@llmstxt-service/service/jobs/generate";
import type { DeliveryFiles } from "./asked-files.ts";
import { isSpecial, writeFolder, writeOutput } from "./output.ts";
import type { Publishing } from "./publish-folder.ts";
import { compare, isThere } from "./staleness.ts";

export interface DeliveredFile {
  readonly file: string;
  readonly state: "written" | "unchanged";
}

/**
 * Writes the files, or with `--check` only compares them.
 * @returns the files, the document first; `isFresh`: every file is as it should be
 */
export async function deliver(
  generated: Generated,
  { request, flags, files }: Pick<Publishing, "request" | "flags"> & { readonly files: DeliveryFiles },
): Promise<{ readonly isFresh: boolean; readonly files: readonly DeliveredFile[] }> {
  const { text, pages } = generated;
  const wanted = await wantedFiles(generated, files);
  const markdown = flags.pages === undefined ? [] : renderPages(pages, renderOptions(request, generated));
  if (flags.check) {
    const folder = flags.pages ?? "";
    const beside = markdown.map((page) => ({ file: join(folder, page.fileName), text: page.markdown }));
    return { isFresh: await compare([...wanted, ...beside], flags), files: [] };
  }
  const delivered: DeliveredFile[] = [];
  for (const one of wanted) {
    const state = (await isThere(one)) ? "unchanged" : "written";
    if (state === "written") await writeOutput(one.file, one.text);
    delivered.unshift({ file: one.file, state });
  }
  if (flags.pages !== undefined) {
    await writeFolder(flags.pages, markdown);
    delivered.push({ file: `${count(markdown.length, "file")} in ${flags.pages}`, state: "written" });
  }
  const { relatives } = generated;
  if (flags.json) process.stdout.write(`${JSON.stringify({ type: "result", text, relatives })}\n`);
  else if (files.text === undefined) process.stdout.write(text);
  return { isFresh: true, files: delivered };
}

/** Files in the order of writing. llms-full.txt comes first: when the new document is there, so is the rest. */
async function wantedFiles({ text, full, relatives = [] }: Generated, files: DeliveryFiles) {
  const { text: main } = files;
  // Beside a device or pipe no file can be written.
  const beside = main === undefined || (await isSpecial(main)) ? [] : relatives;
  return [
    ...beside.map((one) => ({ file: join(dirname(main ?? ""), one.file), text: one.text })),
    ...(files.full !== undefined && full !== undefined ? [{ file: files.full, text: full }] : []),
    ...(files.text !== undefined ? [{ file: files.text, text }] : []),
  ];
}
