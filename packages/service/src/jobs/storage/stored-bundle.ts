import { folderPath } from "@llmstxt-service/document/bundle/names";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { Site as Website } from "@llmstxt-service/page/address/site";
import { fileDomain } from "../../store/names.ts";
import type { Store } from "../../store/store.ts";
import {
  type IndexVersion,
  LIST_PATH,
  NOTES,
  tryLists,
  VERSIONS_PATH,
  versionsIn,
  type Written,
} from "../../store/written.ts";

export interface StoredBundle {
  /** Folder of the store for the site's root, with a slash at its end. */
  readonly root: string;
  /** Folder of the notes about the bundle, below the root. */
  readonly notes: string;
  /** Names of the bundle's files in the store, without the list. */
  readonly names: readonly string[];
  /** SHA-256 of the bundle's files, by name. */
  readonly written: Written;
  readonly at: Date | undefined;
}

const CONCURRENCY = 16;

/** The bundle of a base URL; undefined if none is stored. */
export async function findStoredBundle(
  baseUrl: string,
  files: Store,
  signal: AbortSignal,
): Promise<StoredBundle | undefined> {
  const root = `${fileDomain(baseUrl)}/`;
  for (const folder of foldersOf(baseUrl)) {
    const list = await files.get(`${root}${folder}${LIST_PATH}`, signal);
    const written = list && Object.values(tryLists(list.bytes.toString()) ?? {})[0];
    if (list !== undefined && written !== undefined)
      return {
        root,
        notes: `${folder}${NOTES}`,
        names: Object.keys(written),
        written: new Map(Object.entries(written)),
        at: list.modifiedAt,
      };
  }
  return undefined;
}

/** Folders where the bundle may be: the base URL's own, then the site's root, since a homepage may redirect to it. */
function foldersOf(baseUrl: string): readonly string[] {
  const url = tryPageUrl(baseUrl);
  const own = url === undefined ? "" : folderPath(new Website(url, url).scope, { root: "/" });
  return own === "" ? [""] : [own, ""];
}

/** The texts that the bundle's index has had, newest first. */
export async function indexVersions(
  { root, notes }: StoredBundle,
  files: Store,
  signal: AbortSignal,
): Promise<readonly IndexVersion[]> {
  const stored = await files.get(`${root}${notes.slice(0, -NOTES.length)}${VERSIONS_PATH}`, signal);
  return versionsIn(stored?.bytes.toString() ?? "");
}

/**
 * Files of the bundle, in the order of its list; a file that has disappeared is left out. Paths are those on the site,
 * without a slash in front.
 */
export async function* bundleFiles(
  { root, names }: StoredBundle,
  files: Store,
  signal: AbortSignal,
): AsyncGenerator<{ readonly path: string; readonly text: string }, void> {
  for (let at = 0; at < names.length; at += CONCURRENCY) {
    const some = names
      .slice(at, at + CONCURRENCY)
      .map(async (name) => ({ name, stored: await files.get(name, signal) }));
    for (const { name, stored } of await Promise.all(some))
      if (stored !== undefined) yield { path: name.slice(root.length), text: stored.bytes.toString() };
  }
}
