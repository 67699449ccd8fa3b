import { closeSync, lstatSync, openSync, readFileSync, readSync } from "node:fs";
import { basename, join } from "node:path";
import { METADATA } from "@llmstxt-service/document/metadata";
import { sha256 } from "@llmstxt-service/page/sha256";
import { LIST_PATH, tryLists } from "@llmstxt-service/service/store/written";

/** Names under which this program writes documents into a site's folder. */
const DOCUMENTS: readonly string[] = ["llms.txt", "llms-full.txt"];

/** The metadata line stands below name and summary. */
const HEAD_BYTES = 16 * 1024;

/**
 * Tells files of a built site from what an earlier run of this program left in its folder, which is no input: documents
 * with our metadata line, and what the list of a bundle names and nobody changed since.
 */
export function isPartOf(folder: string): (path: string) => boolean {
  const lists = Object.values(tryLists(listIn(folder)) ?? {});
  const isDocument = (path: string) => DOCUMENTS.includes(basename(path)) && METADATA.test(headOf(join(folder, path)));
  return (path) => {
    const digests = lists.flatMap((list) => (Object.hasOwn(list, path) ? (list[path] ?? []) : []));
    const isWritten = digests.length > 0 && digests.includes(sha256(readFileSync(join(folder, path))));
    return !isWritten && !isDocument(path);
  };
}

/** A list of a hundred thousand files is half as large. */
const MAX_LIST_BYTES = 32 * 2 ** 20;

/** Empty where there is none, or something else: a link that may lead anywhere, a device. */
function listIn(folder: string): string {
  const file = join(folder, LIST_PATH);
  const there = lstatSync(file, { throwIfNoEntry: false });
  return there?.isFile() && there.size <= MAX_LIST_BYTES ? readFileSync(file, "utf8") : "";
}

function headOf(file: string): string {
  const opened = openSync(file, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString("utf8", 0, readSync(opened, head));
  } finally {
    closeSync(opened);
  }
}
