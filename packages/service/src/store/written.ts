import { tryJson } from "@llmstxt-service/page/json";
import { sha256 } from "@llmstxt-service/page/sha256";
import * as z from "zod";

/** Files of a bundle where it lies: SHA-256 in hex by path. */
export type Written = ReadonlyMap<string, string>;

/** Folder for what is about a bundle and not of it, hidden from the listings of servers. */
export const NOTES = ".llmstxt/";

/** Path of a bundle's list, below the folder that it was written to. */
export const LIST_PATH = `${NOTES}files.json`;

/** Path of what a bundle knows of pages that have moved; the next one reads it. */
export const MOVES_PATH = `${NOTES}moves.json`;

/** True for an index of a bundle, which is written after the pages that it names: `llms.txt`, `docs/llms.txt`, `llms.de.txt`. */
export const isIndexPath = (path: string): boolean => /(?:^|\/)llms(?:\.[^/.]+)?\.txt$/.test(path);

/** By the path of the base URL, so that two sites of one host can share a folder. */
const listSchema = z.record(z.string(), z.record(z.string(), z.string()));

export type Lists = z.infer<typeof listSchema>;

/** The lists as they were written; undefined for a text that is none of ours. */
export const tryLists = (text: string): Lists | undefined => listSchema.safeParse(tryJson(text)).data;

export const listsText = (lists: Lists): string => `${JSON.stringify(lists, undefined, 1)}\n`;

/** List of a bundle of these texts. */
export const writtenOf = (files: ReadonlyMap<string, string>): Written =>
  new Map([...files].map(([path, text]) => [path, sha256(text)]));

/** Path of the digests of a bundle's indexes in a store, below the folder of its index. */
export const VERSIONS_PATH = `${NOTES}versions.json`;

/** A text of the index, and when it was published. */
const versionSchema = z.object({ digest: z.string(), at: z.iso.datetime() });

export type IndexVersion = z.infer<typeof versionSchema>;

/** Newest first; none for a text that is none of ours. */
export const versionsIn = (text: string): readonly IndexVersion[] =>
  z.array(versionSchema).safeParse(tryJson(text)).data ?? [];
