import { closeSync, lstatSync, openSync, readFileSync, readSync } from "node:fs";
import { basename, join } from "node:path";
import { METADATA } from "@llmstxt-service/document/metadata";
import { sha256 } from "@llmstxt-service/page/sha256";
import { LIST_PATH, tryLists } from "@llmstxt-service/service/store/written";

/** Names of documents that this program writes into a site's folder. */
const DOCUMENTS: readonly string[] = ["llms.txt", "llms-full.txt"];

/** Bytes at the start of a document that have its metadata line, below name and summary. */
const HEAD_BYTES = 16 * 1024;

/**
 * Tells a built site's files from those of an earlier run of this program, which are no input: documents with our
 * metadata line, and unchanged files in a bundle's list.
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

/** Most bytes of a list; one of a hundred thousand files has half of it. */
const MAX_LIST_BYTES = 32 * 2 ** 20;

/** Text of the bundle's list; empty if there is none, or a link or device in its place. */
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
