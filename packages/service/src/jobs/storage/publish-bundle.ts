import { forEachAtOnce } from "@llmstxt-service/crawler/waiting/at-once";
import type { Bundle, Unserved } from "@llmstxt-service/document/bundle";
import { type CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { sha256 } from "@llmstxt-service/page/sha256";
import { fileDomain } from "../../store/names.ts";
import type { PublicStore, Store } from "../../store/store.ts";
import {
  isIndexPath,
  LIST_PATH,
  listsText,
  MOVES_PATH,
  NOTES,
  tryLists,
  VERSIONS_PATH,
  versionsIn,
  type Written,
  writtenOf,
} from "../../store/written.ts";
import { type Generated, type Job, renderOptions } from "../generate/generate.ts";
import type { CrawlRequest, DocumentRequest } from "../request.ts";
import type { StoreWorld } from "../world.ts";
import { findStoredBundle } from "./stored-bundle.ts";

export type BundleProgress =
  | { readonly type: "bundleStored"; readonly url: string; readonly files: number; readonly written: number }
  /** Pages that the servers' settings do not name: their number, and the first ones. */
  | { readonly type: "unserved"; readonly count: number; readonly pages: readonly Unserved[] }
  | { readonly type: "bundleFailed"; readonly error: CrawlError };

interface PublishedSite {
  readonly request: DocumentRequest & Pick<CrawlRequest, "full" | "publishPrivate">;
  readonly crawled: Pick<Generated, "pages" | "generatedAt" | "own"> & Partial<Pick<Generated, "why">>;
}

export type PublishedBundle =
  /** Number of files written and removed. */
  { readonly type: "stored"; readonly changed: number } | { readonly type: "notStored"; readonly error: CrawlError };

/** Milliseconds for a bundle: twice the time for a thousand files, sixteen at a time, at a store's ordinary pace. */
const PUBLISH_MS = 60_000;

const CONCURRENCY = 16;

/** Most unserved pages in one message; `.llmstxt/pages.json` has all. */
const MAX_UNSERVED = 100;

/** Entry of a file that is being written: it has no digest, so the file is written again after a kill. */
const UNFINISHED = "";

const INDEX = "llms.txt";

/**
 * Brings a site's bundle in the store up to date: writes the changed files, pages first and the index last, then
 * removes the others of the last bundle. Failures are reported.
 * @throws the signal's reason when it fires
 */
export async function publishBundle(
  site: PublishedSite,
  { world, report }: Job<StoreWorld, BundleProgress>,
  signal: AbortSignal,
): Promise<PublishedBundle> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(PUBLISH_MS)]);
  try {
    const bundle = await storedBundle(site, world, inTime);
    const { url, written, removed } = await store(bundle, world.files, inTime);
    await keepVersion(bundle, { files: world.files, at: site.crawled.generatedAt }, inTime);
    const { unserved } = bundle;
    if (unserved.length > 0)
      report({ type: "unserved", count: unserved.length, pages: unserved.slice(0, MAX_UNSERVED) });
    report({ type: "bundleStored", url, files: bundle.files.size, written });
    return { type: "stored", changed: written + removed };
  } catch (thrown) {
    signal.throwIfAborted();
    const error = toCrawlError(thrown, "storage_failed");
    report({ type: "bundleFailed", error });
    return { type: "notStored", error };
  }
}

/** The bundle under its names in the store: pages below the site's domain, notes below the base URL's path. */
async function storedBundle(
  { request, crawled }: PublishedSite,
  { writer, settings, extras, files: stored }: StoreWorld,
  signal: AbortSignal,
): Promise<Bundle> {
  const full = extras.full || request.full;
  const isPrivate = request.publishPrivate === true;
  const before = await findStoredBundle(request.url, stored, signal);
  const moves =
    before && (await stored.get(`${before.root}${before.notes.slice(0, -NOTES.length)}${MOVES_PATH}`, signal));
  const options = {
    ...renderOptions(request, crawled),
    ...settings.budget,
    full,
    isPrivate,
    ...(moves && { movesBefore: moves.bytes.toString() }),
    ...crawled.own,
  };
  const { index, files, ...rest } = await writer.bundle(crawled.pages, options, signal);
  const folder = index.slice(0, -INDEX.length);
  const named = (path: string) => `${fileDomain(request.url)}/${path.startsWith(NOTES) ? folder : ""}${path}`;
  return { ...rest, index: named(index), files: new Map([...files].map(([path, text]) => [named(path), text])) };
}

async function store({ base, index, files }: Bundle, store: PublicStore, signal: AbortSignal) {
  const listName = `${index.slice(0, -INDEX.length)}${LIST_PATH}`;
  const [list, root] = await Promise.all([store.get(listName, signal), store.get(index, signal)]);
  const before: Written = new Map(Object.entries((list && tryLists(list.bytes.toString())?.[base]) ?? {}));
  const now = writtenOf(files);
  // If the index has disappeared, every file is written again.
  const changed = [...files].filter(([path]) => root === undefined || before.get(path) !== now.get(path));
  const gone = [...before.keys()].filter((path) => !now.has(path));
  const save = (written: Written) => store.put(listName, listsText({ [base]: Object.fromEntries(written) }), signal);
  const put = ([path, text]: readonly [string, string]) => store.put(path, text, signal);
  const indexes = changed.filter(([path]) => isIndexPath(path));
  if (changed.length + gone.length > 0) await save(new Map([...before, ...changed.map(unfinished)]));
  await forEachAtOnce(
    changed.filter(([path]) => !isIndexPath(path)),
    CONCURRENCY,
    put,
  );
  for (const file of indexes) await put(file);
  await forEachAtOnce(gone, CONCURRENCY, (path) => store.remove(path, signal));
  if (changed.length + gone.length > 0) await save(now);
  return { url: store.urlOf(index), written: changed.length, removed: gone.length };
}

/** Most digests kept of an index; a site that is further behind counts as serving another file. */
const MAX_VERSIONS = 100;

/** Records the index's digest, so that a site that serves it later is known to be behind. */
async function keepVersion(
  { index, files }: Bundle,
  { files: store, at }: { readonly files: Store; readonly at: Date },
  signal: AbortSignal,
): Promise<void> {
  const name = `${index.slice(0, -INDEX.length)}${VERSIONS_PATH}`;
  const before = versionsIn((await store.get(name, signal))?.bytes.toString() ?? "");
  const digest = sha256(files.get(index) ?? "");
  if (before[0]?.digest === digest) return;
  const versions = [{ digest, at: at.toISOString() }, ...before].slice(0, MAX_VERSIONS);
  await store.put(name, `${JSON.stringify(versions, undefined, 1)}\n`, signal);
}

const unfinished = ([path]: readonly [string, string]) => [path, UNFINISHED] as const;
