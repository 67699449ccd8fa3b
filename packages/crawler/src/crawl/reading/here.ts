import type { ApiOperation, Page, PageSource } from "@llmstxt-service/page";
import { fromApi, isApiPage } from "@llmstxt-service/page/api-source";
import { fromDocc, isDoccPage } from "@llmstxt-service/page/docc-source";
import { toCrawlError } from "@llmstxt-service/page/errors";
import { type OpenedPage, openPage } from "@llmstxt-service/page/markdown";
import { fromMarkdown, isMarkdownPage, type PageBytes } from "@llmstxt-service/page/markdown-source";
import { fromPdf, isPdfPage } from "@llmstxt-service/page/pdf-source";
import { contentProblem } from "@llmstxt-service/page/problem";
import { NO_TERMS } from "@llmstxt-service/page/terms";
import { readSitemap } from "../sitemap/sitemap.ts";
import { type Reader, type ReaderOptions, type ReadPage, sourceOf } from "./reader.ts";

/**
 * Pages by the bytes they were read from, as the ladder's judge and the crawl ask for the same page. V8 keeps what such a map holds
 * longer than its keys: of most pages it holds only what was read, not the scan.
 */
const pages = new WeakMap<Uint8Array, Opened | Closed>();

type Opened = OpenedPage & Closed & { operations?(): readonly ApiOperation[] };

/** A page without its scan: nobody will want its Markdown. */
interface Closed {
  readonly page: Page;
  readonly problem?: string | undefined;
}

/** Reads in the thread that asks, without limits. */
export function openReader(options: ReaderOptions): Reader {
  const { withMarkdown, leavesOpen = withMarkdown } = options;
  return {
    async page(fetched) {
      const { body } = fetched;
      const source = sourceOf(fetched, options);
      const known = pages.get(body);
      if (known !== undefined && !withMarkdown) return readClosed(known);
      const opened = known !== undefined && "markdown" in known ? known : await opening(body, source);
      // Answers without a body may share their empty bytes.
      if (body.length > 0) pages.set(body, leavesOpen ? opened : readClosed(opened));
      return readOpened(opened, options);
    },
    async sitemap({ body }, signal) {
      const sitemap = await readSitemap(body, signal);
      release(body);
      return sitemap;
    },
  };
}

/** Smaller bytes may lie in a buffer that others share. */
const LARGE_BYTES = 1024 * 1024;

/** Gives large bytes back now: 50 MiB of each sitemap would wait until garbage is collected. */
function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= LARGE_BYTES) buffer.transfer(0);
}

/** Reads one page from its bytes. */
export const readBytes = async (body: Uint8Array, source: PageSource, options: ReaderOptions): Promise<ReadPage> =>
  readOpened(await opening(body, source), options);

async function opening(bytes: Uint8Array, source: PageSource): Promise<Opened> {
  if (isPdfPage({ bytes, source })) {
    const { problem, ...read } = await fromPdf({ bytes, source });
    return { ...openPage(read.bytes, read.source), problem };
  }
  if (isApiPage({ bytes, source })) {
    const { problem, operations, ...read } = await fromApi({ bytes, source });
    const opened = openPage(read.bytes, read.source);
    // No terms: the groups describe an API, while words of methods and paths do not.
    return { ...opened, page: { ...opened.page, terms: NO_TERMS }, problem, operations };
  }
  const read = await asHtml({ bytes, source });
  return openPage(read.bytes, read.source);
}

async function asHtml(page: PageBytes): Promise<PageBytes> {
  if (isDoccPage(page)) return fromDocc(page);
  return isMarkdownPage(page) ? fromMarkdown(page) : page;
}

const readClosed = ({ page, problem }: Closed): ReadPage => ({ page, problem: problem ?? contentProblem(page) });

/** One scan serves the page and its Markdown. A page without content gets no Markdown. */
function readOpened(opened: Opened, { withMarkdown }: ReaderOptions): ReadPage {
  const { page, problem } = readClosed(opened);
  if (!withMarkdown || problem !== undefined) return { page, problem };
  try {
    const operations = opened.operations?.();
    return { page: operations === undefined ? page : { ...page, operations }, problem, markdown: opened.markdown() };
  } catch (thrown) {
    return { page, problem, markdownError: toCrawlError(thrown) };
  }
}
