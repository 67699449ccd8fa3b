import { forEachAtOnce } from "@llmstxt-service/crawler/waiting/at-once";
import { type CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { fileDomain, fullFileName, relativeFileName } from "../../store/names.ts";
import { saveText } from "../../store/texts.ts";
import { type Generated, type Job, renderOptions } from "../generate/generate.ts";
import type { CrawlRequest, DocumentRequest } from "../request.ts";
import type { StoreWorld } from "../world.ts";

export type ExtrasProgress =
  | { readonly type: "extraStored"; readonly url: string }
  | { readonly type: "pagesStored"; readonly stored: number; readonly pages: number }
  | { readonly type: "extrasFailed"; readonly error: CrawlError };

type ExtrasJob = Job<StoreWorld, ExtrasProgress>;

interface StoredText {
  readonly request: DocumentRequest & Pick<CrawlRequest, "publish">;
  readonly text: string;
  /** Public URL of the text under its dated name. */
  readonly fileUrl: string;
  /** Crawl that the text was made from; undefined if only the text is left. */
  readonly crawled: Pick<Generated, "full" | "pages" | "generatedAt" | "relatives"> | undefined;
}

const CONCURRENCY = 8;

/**
 * Stores the files that the settings want beside a stored text: the same text under a lasting name, llms-full.txt, each
 * page's Markdown. For a site that publishes, the lasting names are the bundle's. Failures, and files that `signal` cut
 * off, are reported; never throws.
 */
export async function storeExtras(stored: StoredText, job: ExtrasJob, signal: AbortSignal): Promise<void> {
  try {
    // A page's folder may have the name of a text, so texts are stored first, and pages only after them.
    await storeTexts(stored, job, signal);
    await storePages(stored, job, signal);
  } catch (thrown) {
    job.report({ type: "extrasFailed", error: toCrawlError(thrown, "storage_failed") });
  }
}

async function storeTexts(
  { request, text, fileUrl, crawled }: StoredText,
  { world: { files, extras }, report }: ExtrasJob,
  signal: AbortSignal,
): Promise<void> {
  const folder = fileDomain(request.url);
  const full = extras.full ? crawled?.full : undefined;
  const said = (url: string) => report({ type: "extraStored", url });
  const replace = async (name: string, content: string) => {
    await files.put(name, content, signal);
    said(files.urlOf(name));
  };
  const isStable = extras.stable && request.publish !== true;
  if (isStable) await replace(`${folder}/llms.txt`, text);
  for (const relative of crawled?.relatives ?? []) {
    const name = relativeFileName(fileUrl, relative.file);
    said(await saveText(files, { name, text: relative.text }, signal));
    if (isStable) await replace(`${folder}/${relative.file}`, relative.text);
  }
  if (full === undefined) return;
  said(await saveText(files, { name: fullFileName(fileUrl), text: full }, signal));
  if (isStable) await replace(`${folder}/llms-full.txt`, full);
}

/** Stores each page; one that cannot be stored, for its name perhaps, does not stop the others. */
async function storePages(
  { request, crawled }: StoredText,
  { world: { files, extras, writer }, report }: ExtrasJob,
  signal: AbortSignal,
): Promise<void> {
  if (!extras.stable || !extras.full || crawled === undefined || request.publish === true) return;
  const pages = await writer.pages(crawled.pages, renderOptions(request, crawled), signal);
  const folder = fileDomain(request.url);
  const failures: unknown[] = [];
  let stored = 0;
  await forEachAtOnce(pages, CONCURRENCY, async ({ fileName, markdown }) => {
    if (signal.aborted) return;
    await files.put(`${folder}/${fileName}`, markdown, signal).then(
      () => stored++,
      (thrown: unknown) => failures.push(thrown),
    );
  });
  report({ type: "pagesStored", stored, pages: pages.length });
  signal.throwIfAborted();
  if (failures.length > 0) throw failures[0];
}
