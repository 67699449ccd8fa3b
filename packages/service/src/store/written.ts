import { tryJson } from "@llmstxt-service/page/json";
import { sha256 } from "@llmstxt-service/page/sha256";
import * as z from "zod";

/** Files of a bundle: SHA-256 in hex by path. */
export type Written = ReadonlyMap<string, string>;

/** Folder for notes about a bundle, hidden from the listings of servers. */
export const NOTES = ".llmstxt/";

/** Path of a bundle's list of files, below the folder that it was written to. */
export const LIST_PATH = `${NOTES}files.json`;

/** Path of the list of pages that have moved, which the next bundle reads. */
export const MOVES_PATH = `${NOTES}moves.json`;

/** True for an index of a bundle, which is written after its pages: `llms.txt`, `docs/llms.txt`, `llms.de.txt`. */
export const isIndexPath = (path: string): boolean => /(?:^|\/)llms(?:\.[^/.]+)?\.txt$/.test(path);

/** Lists of files by the path of the base URL, so that two sites of one host can share a folder. */
const listSchema = z.record(z.string(), z.record(z.string(), z.string()));

export type Lists = z.infer<typeof listSchema>;

/** The parsed lists; undefined for a text that is no such list. */
export const tryLists = (text: string): Lists | undefined => listSchema.safeParse(tryJson(text)).data;

export const listsText = (lists: Lists): string => `${JSON.stringify(lists, undefined, 1)}\n`;

export const writtenOf = (files: ReadonlyMap<string, string>): Written =>
  new Map([...files].map(([path, text]) => [path, sha256(text)]));

/** Path of the digests that a bundle's index has had, below the folder of the index. */
export const VERSIONS_PATH = `${NOTES}versions.json`;

/** Digest of a version of the index, and time at which it was published. */
const versionSchema = z.object({ digest: z.string(), at: z.iso.datetime() });

export type IndexVersion = z.infer<typeof versionSchema>;

/** Versions, newest first; none for a text that is no such list. */
export const versionsIn = (text: string): readonly IndexVersion[] =>
  z.array(versionSchema).safeParse(tryJson(text)).data ?? [];
