import type { Page } from "@llmstxt-service/page";
import { type Fault, itemsOf, parseLlmsTxt } from "../check/check.ts";
import { pageKey } from "../page-key.ts";
import { type KnownPage, knownPage } from "./known-page.ts";
import { listedFile, withAliases } from "./listed-file.ts";
import { type FileMeasure, measure } from "./measure.ts";
import { makeQuestions } from "./questions.ts";
import { choosePages } from "./selection.ts";

/** A page of a crawl that is listed, or would be. */
interface CrawledText {
  readonly url: string;
  readonly page: Page;
  /** The address listed instead. */
  readonly markdownUrl?: string;
}

/** Measures how well a document leads to its own pages; docs/explanation/eval.md explains the figures. */
export interface Findability {
  readonly questions: number;
  readonly hit1: number;
  readonly hit3: number;
  readonly mrr: number;
  /** Pages that were asked about. */
  readonly pages: number;
  /** Pages that the questions do not lead to through the document, at most 100, each with the reason. */
  readonly unfound: FileMeasure["unfound"];
}

/** The pages that are asked about: at most 100 of those the document lists. */
export function pagesAskedAbout<One extends CrawledText>(text: string, pages: readonly One[]): readonly One[] {
  const byKey = new Map<string, One>();
  for (const one of pages)
    for (const url of [one.url, one.markdownUrl ?? one.url]) {
      const key = pageKey(url);
      if (key !== undefined && !byKey.has(key)) byKey.set(key, one);
    }
  return [...new Set(choosePages([listedFile({ name: "", text })]).flatMap(({ key }) => byKey.get(key) ?? []))];
}

/** Measures a document by its own pages, without the network. Linear in their text, of which 50,000 characters a page are read. */
export function findability(text: string, pages: readonly CrawledText[]): Findability {
  const asked = pagesAskedAbout(text, pages);
  const file = withAliases(listedFile({ name: "", text }), aliasesOf(asked));
  const known = asked.map(knownOf);
  const questions = makeQuestions(known, [file]);
  const [made] = measure([file], { questions, pages: known }).files;
  const { hit1 = 0, hit3 = 0, mrr = 0 } = made?.lexical ?? {};
  return {
    questions: questions.length,
    pages: new Set(questions.map(({ key }) => key)).size,
    hit1,
    hit3,
    mrr,
    unfound: made?.unfound ?? [],
  };
}

/** Unfound pages as faults of the document, for its score. */
export function unfoundFaults(text: string, { pages, unfound }: Pick<Findability, "pages" | "unfound">): Fault[] {
  const lines = new Map(itemsOf(parseLlmsTxt(text)).map(({ url, line }) => [url, line]));
  const share = pages === 0 ? 0 : unfound.length / pages;
  return unfound.map(({ url, listed = url }) => ({
    rule: "page-unfound",
    line: lines.get(listed) ?? 1,
    detail: url,
    share,
  }));
}

function knownOf({ url, page }: CrawledText): KnownPage {
  return knownPage({ key: pageKey(url) ?? url, url, sizes: new Map() }, page);
}

/** Keys of Markdown versions whose names do not say whose they are. */
function aliasesOf(pages: readonly CrawledText[]): ReadonlyMap<string, string> {
  return new Map(
    pages.flatMap(({ url, markdownUrl }) => {
      const [own, version] = [pageKey(url), pageKey(markdownUrl ?? url)];
      return own === undefined || version === undefined || own === version ? [] : [[version, own] as const];
    }),
  );
}
