import { createReadStream, realpathSync } from "node:fs";
import { join } from "node:path";
import { READERS_HERE } from "@llmstxt-service/crawler/crawl/reading";
import type { Fetch, Fetching } from "@llmstxt-service/crawler/fetch";
import { openFolder } from "@llmstxt-service/crawler/fetch/folder";
import { parseLlmsTxt } from "@llmstxt-service/document/check";
import { isMarkdownAddress } from "@llmstxt-service/document/page-key";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { openGenerateWorld } from "@llmstxt-service/service/generate-world";
import type { GenerateWorld } from "@llmstxt-service/service/jobs/world";
import {
  bundlePages,
  type ListText,
  listedPages,
  type OfferedPages,
  type ReadText,
  serveOnStdio,
} from "@llmstxt-service/service/mcp";
import { loadConfig } from "@llmstxt-service/service/settings/config";
import { isMissing } from "@llmstxt-service/service/store/on-disk";
import { networkAccess } from "./measure/network.ts";
import type { PageAccess } from "./measure/read-pages.ts";
import { isAddress, readSource, readStream } from "./read-source.ts";

/** Serves the pages of a bundle's folder, or of an llms.txt, on standard input and output until the input ends. */
export async function runMcp(source: string, signal: AbortSignal): Promise<void> {
  const world = openGenerateWorld(loadConfig(process.cwd()), (notice) => process.stderr.write(`${notice}\n`));
  try {
    await serveOnStdio(await pagesOf(source, world, signal), signal);
  } finally {
    await world.fetching.close();
  }
}

type OpenedWorld = Pick<GenerateWorld, "fetching" | "settings">;

/** The pages of a bundle's folder, or of an llms.txt at an address. @throws CrawlError `wrong_usage`, or a fetch code */
export const pagesOf = (source: string, world: OpenedWorld, signal: AbortSignal): Promise<OfferedPages> =>
  isAddress(source) ? remotePages(source, world, signal) : folderPages(source, signal);

/** Most bytes read of a page's Markdown, and of a bundle's notes. */
const MAX_PAGE_BYTES = 10 * 2 ** 20;
const MAX_NOTES_BYTES = 64 * 2 ** 20;

/** Address in place of the folder's, which may be published anywhere. */
const HERE = "http://folder.invalid";

/** Most folders of a base URL's path that the published folder may stand for. */
const MAX_BASE = 6;

/** Pages whose files show which folder of the site it is. */
const SAMPLE = 20;

/** The pages of a bundle in a folder. Nothing outside the folder is read, whatever lists and links say. */
async function folderPages(folder: string, signal: AbortSignal): Promise<OfferedPages> {
  const [about, search] = await Promise.all([noteIn(folder, "pages.json"), noteIn(folder, "search.json")]);
  let base = 0;
  const read: ReadText = async (address, stop) => {
    const url = URL.parse(address, HERE);
    const path = url?.pathname
      .split("/")
      .slice(1 + base)
      .join("/");
    return path === undefined ? undefined : textAt(`${HERE}/${path}`, files, stop);
  };
  const pages = bundlePages({ about, search }, folder, read);
  const files = openFolder({ root: realpathSync(folder), origin: HERE }).forCrawl(PLAIN).plain;
  const some = pages.index.pages.slice(0, SAMPLE).map(({ url }) => url);
  const finds = async (depth: number) => {
    base = depth;
    return (await Promise.all(some.map((url) => pages.read(url, signal)))).some((text) => text !== undefined);
  };
  for (let depth = 0; depth < MAX_BASE; depth++) if (await finds(depth)) return pages;
  base = 0;
  return pages;
}

const PLAIN = { useProxy: false, judge: () => undefined } as const;

async function noteIn(folder: string, name: string): Promise<string | undefined> {
  const file = join(folder, ".llmstxt", name);
  try {
    return await readStream(createReadStream(file), MAX_NOTES_BYTES);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw new CrawlError("wrong_usage", { detail: `Cannot read ${file}: ${String(thrown)}` }, { cause: thrown });
  }
}

async function textAt(url: string, fetch: Fetch, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { status, body } = await fetch({ url, maxBytes: MAX_PAGE_BYTES }, signal);
    return status === 200 ? new TextDecoder().decode(body) : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined; // a CrawlError: a link out of the folder, a device; for a reader it is not there
  }
}

/** Most files of a divided llms.txt that are read. */
const MAX_LISTS = 50;

/** The pages of a published bundle, or, without one, those that the llms.txt lists. */
async function remotePages(
  source: string,
  { fetching, settings }: OpenedWorld,
  signal: AbortSignal,
): Promise<OfferedPages> {
  const reader = READERS_HERE.forCrawl({ withMarkdown: true }, signal);
  const access = networkAccess({ fetching, reader, typed: [source], settings });
  const text = await readSource(source, () => fetching, signal);
  const note = (name: string) => tryText(new URL(`.llmstxt/${name}`, source).href, fetching, signal);
  const [about, search] = await Promise.all([note("pages.json"), note("search.json")]);
  if (about !== undefined && search !== undefined) {
    try {
      return bundlePages({ about, search }, source, readerOf(access, new URL(source).origin));
    } catch (thrown) {
      // Whose site it is can publish it again; who asks for it can not.
      process.stderr.write(`${toCrawlError(thrown).message}; its llms.txt is searched instead\n`);
    }
  }
  const pages = listedPages(await listsFrom({ text, url: source }, access, signal), readerOf(access, source));
  if (pages.index.pages.length > 0) return pages;
  throw new CrawlError("wrong_usage", { detail: `${source} lists no pages: is it the address of an llms.txt?` });
}

/** Reads a page from its site: its Markdown, or Markdown made from its HTML. */
const readerOf =
  (access: PageAccess, base: string): ReadText =>
  async (address, signal) => {
    const url = new URL(address, base).href;
    if (isMarkdownAddress(url)) return access.markdown(url, signal);
    const { markdown, page } = await access.page(url, signal);
    return markdown ?? page.text;
  };

async function tryText(url: string, fetching: Fetching, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await readSource(url, () => fetching, signal);
  } catch {
    signal.throwIfAborted();
    return undefined; // a CrawlError: the site does not publish it
  }
}

/** The list and the lists that it links to, each once, even if their links form a ring. */
async function listsFrom(first: ListText, access: PageAccess, signal: AbortSignal): Promise<readonly ListText[]> {
  const lists = [first];
  const seen = new Set([first.url]);
  for (const { text, url } of lists) {
    const links = parseLlmsTxt(text).links.flatMap((link) => URL.parse(link.url, url)?.href ?? []);
    for (const link of links.filter((one) => /\/llms\.txt$/.test(one) && !seen.has(one))) {
      if (seen.size >= MAX_LISTS) return lists;
      seen.add(link);
      const found = await access.markdown(link, signal).catch(() => signal.throwIfAborted());
      if (typeof found === "string") lists.push({ text: found, url: link });
    }
  }
  return lists;
}
