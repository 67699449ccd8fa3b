// Compares a bundle with an earlier one: files to write, files to remove, and files of others.
import { hash } from "node:crypto";
import { isOurPageFile } from "@llmstxt-service/page/our-files";
import { isOurText } from "../full.ts";
import type { Bundle, BundleFile } from "./bundle.ts";

/** List of the files that bundles wrote here. */
export const LIST_PATH = ".llmstxt/files.json";

/** Possible digests (SHA-256) of our files by path; each base URL's bundle has its own list. */
type Lists = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface Publishing {
  /** Missing or changed files, in the order of writing. */
  readonly write: readonly BundleFile[];
  /** Paths that only an earlier bundle has, to be removed after writing. */
  readonly remove: readonly string[];
  /** Files of others at the bundle's paths: nothing may be written then. */
  readonly foreign: readonly { readonly path: string; readonly why: string }[];
  /** The list while files are written (after a kill it shows which are ours), and the final one. */
  readonly pending: string;
  readonly list: string;
}

/**
 * @param earlier text of `LIST_PATH`; undefined if there is none
 * @param read bytes of the file at a path; undefined if there is none
 * @throws Error for a malformed list
 */
export function publishing(
  { base, files }: Pick<Bundle, "base" | "files">,
  earlier: string | undefined,
  read: (path: string) => Uint8Array | undefined,
): Publishing {
  const lists = listsIn(earlier);
  const own = lists[base] ?? {};
  const now = new Map(files.map(({ path, text }) => [path, hash("sha256", text)]));
  const write: BundleFile[] = [];
  const foreign: { path: string; why: string }[] = [];
  for (const file of files) {
    const found = read(file.path);
    const digest = found && hash("sha256", found);
    if (digest === now.get(file.path)) continue;
    write.push(file);
    const known = Object.values(lists).flatMap((list) => list[file.path] ?? []);
    if (found === undefined || digest === undefined || known.includes(digest) || isOurs(file.path, found, known))
      continue;
    foreign.push({ path: file.path, why: known.length > 0 ? "it was changed since" : "no earlier bundle wrote it" });
  }
  const others = Object.entries(lists).filter(([of]) => of !== base);
  const remove = Object.entries(own).flatMap(([path, digests]) => {
    if (now.has(path) || others.some(([, list]) => list[path] !== undefined)) return [];
    const found = read(path);
    // A changed file is not removed.
    return found !== undefined && digests.includes(hash("sha256", found)) ? [path] : [];
  });
  const list = Object.fromEntries([...now].map(([path, digest]) => [path, [digest]]));
  const both = Object.entries(list).map(([path, digests]) => [path, [...new Set([...(own[path] ?? []), ...digests])]]);
  const text = (ours: Lists[string]) => `${JSON.stringify({ ...lists, [base]: ours }, null, 1)}\n`;
  return { write, remove, foreign, pending: text({ ...own, ...Object.fromEntries(both) }), list: text(list) };
}

/** Paths of all files in a list. @throws Error for a malformed list */
export const listedPaths = (list: string | undefined): readonly string[] =>
  Object.values(listsIn(list)).flatMap((files) => Object.keys(files));

/** Our llms.txt may come from `-o`; a page's file may come from a bundle whose list was lost. */
function isOurs(path: string, bytes: Uint8Array, known: readonly string[]): boolean {
  const text = Buffer.from(bytes).toString("utf8");
  return path.endsWith(".txt") ? isOurText(text) : known.length === 0 && isOurPageFile(text);
}

function listsIn(text = "{}"): Lists {
  try {
    const lists: unknown = JSON.parse(text);
    if (isLists(lists)) return lists;
  } catch {} // no JSON
  throw new Error(`${LIST_PATH} is not the list that an earlier bundle wrote`);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isInside = (path: string): boolean => !/^[/\\]|[\0:]/.test(path) && !path.split(/[/\\]/).includes("..");
const isDigests = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string" && /^[\da-f]{64}$/.test(one));
const isList = (list: unknown): boolean =>
  isObject(list) && Object.entries(list).every(([path, digests]) => isInside(path) && isDigests(digests));
const isLists = (value: unknown): value is Lists => isObject(value) && Object.values(value).every(isList);
