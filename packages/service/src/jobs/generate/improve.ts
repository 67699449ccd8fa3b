import type { CrawledPage } from "@llmstxt-service/crawler";
import type { DescribeProgress, EnhanceProgress } from "@llmstxt-service/document/enhance";
import { type CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { CrawlRequest } from "../request.ts";
import type { GenerateWorld } from "../world.ts";

/** Facts about a language model's changes to a document. */
export type ImproveProgress =
  | { readonly type: "enhanceSkipped" }
  | EnhanceProgress
  | { readonly type: "enhanced"; readonly piecesReplaced: number; readonly pieces: number }
  | { readonly type: "enhanceFailed"; readonly error: CrawlError }
  | DescribeProgress;

interface ImproveJob {
  readonly world: Pick<GenerateWorld, "enhance" | "describe" | "settings">;
  readonly report: (progress: ImproveProgress) => void;
  /** Sentences of a language model about pages in earlier runs, by their key. */
  readonly sentences?: ReadonlyMap<string, string>;
}

/** A document before enhancement, and its pages. */
interface Unimproved {
  readonly request: Pick<CrawlRequest, "llmEnhance" | "descLength">;
  readonly text: string;
  /** Addresses of links whose note is a list of topics and no sentence. */
  readonly undescribed: readonly string[];
  readonly pages: readonly CrawledPage[];
  readonly job: ImproveJob;
}

/**
 * First rewords the text, then adds a sentence for each page without one: sentences are checked against their pages and
 * not reworded. Parts at which the model fails stay as they were.
 * @returns the text, and the pages with the model's sentences, so that it is not asked for these again
 */
export async function improve(
  unimproved: Unimproved,
  signal: AbortSignal,
): Promise<Pick<Unimproved, "text" | "pages">> {
  const { request, text, undescribed, pages, job } = unimproved;
  if (!request.llmEnhance) return { text, pages };
  const { enhance, describe } = job.world;
  if (enhance === undefined) {
    job.report({ type: "enhanceSkipped" });
    return { text, pages };
  }
  const worded = await reworded(text, job, signal);
  if (worded.isUnanswered || describe === undefined) return { text: worded.text, pages };
  const describing = {
    text: worded.text,
    pages,
    undescribed,
    excerptLength: request.descLength,
    ...job.world.settings.budget,
    spentTokens: worded.spentTokens,
    known: new Map([...(job.sentences ?? []), ...sentencesOf(pages)]),
  };
  const described = await describe(describing, job.report, signal);
  return { text: described.text, pages: pages.map((page) => withSentence(page, described.sentences.get(page.url))) };
}

interface Worded {
  readonly text: string;
  readonly spentTokens: number;
  /** True if the model does not answer, so that it is asked nothing more. */
  readonly isUnanswered: boolean;
}

/** The text after enhancement; unchanged if that fails. */
async function reworded(
  text: string,
  { world: { enhance }, report }: ImproveJob,
  signal: AbortSignal,
): Promise<Worded> {
  let spentTokens = 0;
  const watch = (progress: EnhanceProgress) => {
    if (progress.type === "tokens") spentTokens = progress.tokensIn + progress.tokensOut;
    report(progress);
  };
  try {
    const better = await enhance?.(text, watch, signal);
    if (better === undefined) return { text, spentTokens, isUnanswered: true };
    const { piecesReplaced, pieces } = better;
    report({ type: "enhanced", piecesReplaced, pieces });
    return { text: better.text, spentTokens, isUnanswered: false };
  } catch (thrown) {
    signal.throwIfAborted();
    report({ type: "enhanceFailed", error: toCrawlError(thrown, "enhancement_failed") });
    return { text, spentTokens, isUnanswered: spentTokens === 0 };
  }
}

/** Sentences of a model about pages, by their key. */
export const sentencesOf = (pages: readonly Pick<CrawledPage, "sentence">[]): ReadonlyMap<string, string> =>
  new Map(pages.flatMap(({ sentence }) => (sentence === undefined ? [] : [[sentence.key, sentence.sentence]])));

/** Restores the sentences of pages that were read again; the key tells whether a sentence still applies. */
export function withEarlierSentences(
  pages: readonly CrawledPage[],
  earlier: ReadonlyMap<string, CrawledPage> | undefined,
): readonly CrawledPage[] {
  if (earlier === undefined) return pages;
  return pages.map((page) => withSentence(page, page.sentence ?? earlier.get(page.url)?.sentence));
}

const withSentence = (page: CrawledPage, sentence: CrawledPage["sentence"]): CrawledPage =>
  sentence === undefined ? page : { ...page, sentence };
