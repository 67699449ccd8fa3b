import type { Fetched, Judge } from "../fetch/fetch.ts";
import { type Page, type PageSource, readPage } from "../page/page.ts";
import { contentProblem } from "../page/problem.ts";

/** By the bytes they were read from: the ladder's judge and the crawl ask for the same page, and reading is what costs. */
const pages = new WeakMap<Uint8Array, Page>();

/** What an answer says, read once however often it is asked for. Never throws. */
export function readFetched(fetched: Fetched): Page {
  const { body } = fetched;
  const page = pages.get(body) ?? readPage(body, sourceOf(fetched));
  // Answers without a body may share their empty bytes.
  if (body.length > 0) pages.set(body, page);
  return page;
}

export function sourceOf({ url, headers }: Fetched): PageSource {
  const contentType = headers["content-type"];
  return { url, headers, ...(contentType !== undefined && { contentType }) };
}

/** The judge a crawl gives to the ladder: an answer without content is worth another rung. */
export const judgeContent: Judge = (fetched) => contentProblem(readFetched(fetched));
