import { MAX_PAGES, rankOf } from "@llmstxt-service/document/eval/selection";
import { TEXT_BEGINNING } from "@llmstxt-service/document/limits";
import { pageKey } from "@llmstxt-service/document/page-key";
import type { Page } from "@llmstxt-service/page";

/** Pages whose text is kept whole: twice as many as are asked about, since a document lists not all pages. */
const WHOLE = 2 * MAX_PAGES;

/**
 * Chooses the texts that a journal keeps. Questions about a document are asked of the first pages in an order of their
 * own, so the texts of those that are first so far are kept whole. Of others the beginning is: sentences about them are
 * made from that.
 */
export class KeptTexts {
  /** Ranks of the first pages so far, sorted. */
  readonly #first: string[] = [];

  textOf({ url, text }: Page): string {
    return text.length <= TEXT_BEGINNING || this.#isAmongFirst(url) ? text : text.slice(0, TEXT_BEGINNING);
  }

  #isAmongFirst(url: string): boolean {
    const rank = rankOf(pageKey(url) ?? url);
    const last = this.#first[WHOLE - 1];
    if (last !== undefined && last <= rank) return false;
    const at = this.#first.findIndex((other) => other > rank);
    this.#first.splice(at < 0 ? this.#first.length : at, 0, rank);
    this.#first.length = Math.min(this.#first.length, WHOLE);
    return true;
  }
}
