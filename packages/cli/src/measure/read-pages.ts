import { type KnownPage, knownMarkdown, knownPage } from "@llmstxt-service/document/eval/known-page";
import { type ChosenPage, ownAddress } from "@llmstxt-service/document/eval/selection";
import { isMarkdownAddress, pageKey } from "@llmstxt-service/document/page-key";
import type { Page } from "@llmstxt-service/page";
import { type CrawlError, toCrawlError } from "@llmstxt-service/page/errors";

/** Source of pages, such as the network. */
export interface PageAccess {
  /** @throws CrawlError */
  page(url: string, signal: AbortSignal): Promise<ReadHtml>;
  /** @throws CrawlError */
  markdown(url: string, signal: AbortSignal): Promise<string>;
  /** The page as its site shows it, though its Markdown is at hand; left out where `page` does that. */
  html?(url: string, signal: AbortSignal): Promise<ReadHtml>;
}

export interface ReadHtml {
  /** Address after all redirects. */
  readonly url: string;
  readonly page: Page;
  /** Markdown of the page; undefined if the reader makes none. */
  readonly markdown?: string;
  /** Code points of the page as it was sent. */
  readonly characters: number;
}

export interface ReadPages {
  readonly pages: readonly KnownPage[];
  /** Keys of pages listed by another address: it redirects to the page, or is its Markdown. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly failed: readonly { readonly url: string; readonly error: CrawlError }[];
}

/** Reads each page at its own address, and its Markdown if a file lists that. Rejects only when `signal` fires. */
export async function readPages(
  chosen: readonly ChosenPage[],
  access: PageAccess,
  signal: AbortSignal,
): Promise<ReadPages> {
  const read = await Promise.all(chosen.map((one) => readOne(one, access, signal)));
  signal.throwIfAborted();
  const pages = new Map<string, KnownPage>();
  for (const { known } of read) if (known !== undefined && !pages.has(known.key)) pages.set(known.key, known);
  const own = new Set(read.flatMap(({ isHtml, known }) => (isHtml && known ? known.key : [])));
  const aliases = new Map<string, string>();
  // A page of its own is no other page's Markdown, whatever that page says.
  for (const { known, also = [] } of read)
    if (known !== undefined) for (const key of also) if (!own.has(key)) aliases.set(key, known.key);
  return {
    pages: [...pages.values()].filter(({ key }) => !aliases.has(key)),
    aliases,
    failed: read.flatMap(({ failed }) => (failed && !aliases.has(failed.key) ? failed : [])),
  };
}

interface ReadOne {
  readonly known?: KnownPage;
  readonly isHtml?: true;
  readonly also?: readonly string[];
  readonly failed?: { readonly key: string; readonly url: string; readonly error: CrawlError };
}

async function readOne(chosen: ChosenPage, access: PageAccess, signal: AbortSignal): Promise<ReadOne> {
  const own = ownAddress(chosen) ?? "";
  const markdown = await readMarkdown(chosen, access, signal);
  try {
    const { url, page, characters } = await access.page(own, signal);
    const sizes = new Map([[own, characters], ...[...markdown].map(([at, text]) => [at, [...text].length] as const)]);
    const key = pageKey(url) ?? chosen.key;
    const { markdown: version } = page.alternates;
    const also = [chosen.key, ...(version === undefined ? [] : [pageKey(version) ?? chosen.key])];
    return { known: knownPage({ key, url: own, sizes }, page), isHtml: true, also };
  } catch (thrown) {
    const [first] = markdown;
    if (first !== undefined) return { known: knownMarkdown(chosen.key, ...first) };
    return { failed: { key: chosen.key, url: own, error: toCrawlError(thrown) } };
  }
}

/** Markdown that files list, by its address. Markdown that cannot be read counts as not listed. */
async function readMarkdown(
  { urls }: ChosenPage,
  access: PageAccess,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const read = new Map<string, string>();
  for (const url of urls.filter(isMarkdownAddress).slice(0, MAX_VERSIONS)) {
    try {
      read.set(url, await access.markdown(url, signal));
    } catch {
      signal.throwIfAborted(); // a CrawlError: a dead link, which validate --live reports
    }
  }
  return read;
}

/** Most Markdown versions of a page: it has one, which files may spell in two ways. */
const MAX_VERSIONS = 2;
