import { statSync } from "node:fs";
import { join } from "node:path";
import { READERS_HERE } from "@llmstxt-service/crawler/crawl/reading";
import type { Fetching } from "@llmstxt-service/crawler/fetch";
import { openFolder } from "@llmstxt-service/crawler/fetch/folder";
import { parseLlmsTxt } from "@llmstxt-service/document/check";
import { pageKey } from "@llmstxt-service/document/page-key";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { GenerateWorld } from "@llmstxt-service/service/jobs/world";
import { isAddress, readSource } from "../read-source.ts";
import { UnreadAddress } from "../unread-address.ts";
import { type FileSource, networkAccess, type PageAccess, partsNamedIn } from "./eval.ts";
import { siteOf } from "./site-of.ts";

interface SourcesOptions {
  readonly world: GenerateWorld;
  /** Address that a folder is served at, if its file does not say. */
  readonly origin?: string;
}

/** Most parts read of a file; further ones count as missing. */
const MAX_PARTS = 200;

/** A folder as the source of pages below an address. */
interface PageFolder {
  readonly base: string;
  readonly access: PageAccess;
}

interface ReadFile {
  readonly source: FileSource;
  /** Addresses whose hosts a person typed, or that a person's file names as its site. */
  readonly typed: readonly string[];
  readonly folder?: PageFolder;
}

/**
 * Reads files, addresses and folders with an llms.txt. Pages come from a folder if it has them, as HTML or Markdown,
 * else from the network.
 * @throws CrawlError for the first source that cannot be read
 */
export async function openSources(
  names: readonly string[],
  options: SourcesOptions,
  signal: AbortSignal,
): Promise<{ readonly sources: readonly FileSource[]; readonly access: PageAccess }> {
  const read: ReadFile[] = [];
  for (const name of names) read.push(await (isFolder(name) ? readFolder : readOne)(name, options, signal));
  const { world } = options;
  const typed = read.flatMap((one) => one.typed);
  const network = accessBy(world.fetching, { world, typed }, signal);
  const folders = read.flatMap(({ folder }) => folder ?? []);
  return { sources: read.map(({ source }) => source), access: folders.reduceRight(withFolder, network) };
}

/** Access to pages that prefers a folder. A page that the folder has as Markdown is not requested elsewhere. */
function withFolder(elsewhere: PageAccess, { base, access }: PageFolder): PageAccess {
  const there = new Set<string | undefined>();
  const further = elsewhere.html ?? elsewhere.page;
  return {
    html: async (url, signal) =>
      url.startsWith(base) ? unlessMissing(access.page(url, signal), () => further(url, signal)) : further(url, signal),
    async page(url, signal) {
      if (!url.startsWith(base)) return elsewhere.page(url, signal);
      return unlessMissing(access.page(url, signal), () => {
        if (there.has(pageKey(url))) throw new CrawlError("http_status", { status: 404 });
        return elsewhere.page(url, signal);
      });
    },
    async markdown(url, signal) {
      if (!url.startsWith(base)) return elsewhere.markdown(url, signal);
      const found = access.markdown(url, signal).then((text) => {
        there.add(pageKey(url));
        return text;
      });
      return unlessMissing(found, () => elsewhere.markdown(url, signal));
    },
  };
}

async function unlessMissing<Found>(found: Promise<Found>, otherwise: () => Promise<Found>): Promise<Found> {
  try {
    return await found;
  } catch (thrown) {
    if (toCrawlError(thrown).code !== "http_status") throw thrown;
    return otherwise();
  }
}

const isFolder = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;

async function readOne(name: string, { world }: SourcesOptions, signal: AbortSignal): Promise<ReadFile> {
  const fetching = () => world.fetching;
  const text = await readSource(name, fetching, signal);
  if (!isAddress(name)) {
    const site = siteOf(parseLlmsTxt(text));
    return { source: { name, text }, typed: site === undefined ? [] : [site] };
  }
  const { origin } = new URL(name);
  const own = (url: string) => (URL.parse(url)?.origin === origin ? readSource(url, fetching, signal) : undefined);
  return { source: await withParts({ name, text, url: name }, own, signal), typed: [name] };
}

async function readFolder(name: string, options: SourcesOptions, signal: AbortSignal): Promise<ReadFile> {
  const { world } = options;
  const file = join(name, "llms.txt");
  if (statSync(file, { throwIfNoEntry: false }) === undefined)
    throw wrong(`${name} has no llms.txt: give the folder in which it lies, or the file`);
  const text = await readSource(file, () => world.fetching, signal);
  const base = folderAddress(options.origin ?? siteOf(parseLlmsTxt(text)));
  if (base === undefined) throw wrong(`${file} does not say what site it is of: --origin <url> does`);
  const fetching = openFolder({ root: name, origin: base });
  const access = accessBy(fetching, { world, typed: [] }, signal);
  const own = (url: string) => (url.startsWith(base) ? access.markdown(url, signal) : undefined);
  const source = await withParts({ name, text, url: `${base}llms.txt` }, own, signal);
  return { source, typed: [base], folder: { base, access } };
}

/** Address of a folder, with a slash at its end. */
function folderAddress(url: string | undefined): string | undefined {
  const address = url === undefined ? undefined : tryPageUrl(url);
  return address === undefined ? undefined : new URL(address.endsWith("/") ? "." : `${address}/`, address).href;
}

/** A file with its parts. A part that cannot be read counts as empty. */
async function withParts(
  source: FileSource,
  read: (url: string) => Promise<string> | undefined,
  signal: AbortSignal,
): Promise<FileSource> {
  const parts = new Map<string, FileSource>();
  for (const url of partsNamedIn(source).slice(0, MAX_PARTS)) {
    try {
      const text = await read(url);
      if (text !== undefined) parts.set(url, { name: url, text, url });
    } catch (thrown) {
      signal.throwIfAborted();
      if (!(thrown instanceof CrawlError || thrown instanceof UnreadAddress)) throw thrown; // else a dead link, which validate --live reports
    }
  }
  return { ...source, parts };
}

function accessBy(
  fetching: Fetching,
  { world, typed }: { readonly world: GenerateWorld; readonly typed: readonly string[] },
  signal: AbortSignal,
): PageAccess {
  const reader = READERS_HERE.forCrawl({ withMarkdown: false }, signal);
  return networkAccess({ fetching, reader, typed, settings: world.settings });
}

const wrong = (detail: string): CrawlError => new CrawlError("wrong_usage", { detail });
