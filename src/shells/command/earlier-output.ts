import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { basename, join } from "node:path";
import { LIST_PATH, sha256, tryLists } from "../../files/written.ts";
import { METADATA } from "../../llmstxt/metadata.ts";

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

/** Empty where there is none. */
function listIn(folder: string): string {
  try {
    return readFileSync(join(folder, LIST_PATH), "utf8");
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return "";
    throw thrown;
  }
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
