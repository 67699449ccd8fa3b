import { listedFile } from "@llmstxt-service/document/eval/listed-file";
import { MAX_PAGES, SearchIndex, searchText } from "@llmstxt-service/document/search";
import { CrawlError } from "@llmstxt-service/page/errors";
import { printable } from "../printable.ts";
import { tryAbout } from "../store/about.ts";
import { OfferedPages, type ReadText } from "./offered.ts";

/**
 * The pages of a bundle, by the texts of pages.json and search.json; undefined: the file does not exist.
 * @throws CrawlError `wrong_usage` that names the file that is missing or broken
 */
export function bundlePages(
  { about, search }: Readonly<Record<"about" | "search", string | undefined>>,
  where: string,
  read: ReadText,
): OfferedPages {
  const parsed = about === undefined ? undefined : tryAbout({ bytes: Buffer.from(about) });
  if (parsed === undefined || search === undefined) {
    const what = about === undefined || search === undefined ? "is no published bundle" : "has a broken pages.json";
    throw new CrawlError("wrong_usage", { detail: `${where} ${what}: llmstxt <url> --publish <folder> writes one` });
  }
  try {
    return new OfferedPages({ index: new SearchIndex(search), about: parsed }, read);
  } catch (cause) {
    const detail = `${where} has a broken search.json: publish the bundle again`;
    throw new CrawlError("wrong_usage", { detail }, { cause });
  }
}

/** A text with links to pages, and its address. */
export interface ListText {
  readonly text: string;
  readonly url: string;
}

/** The pages listed in llms.txt files, searched by title, section and note. */
export function listedPages(lists: readonly ListText[], read: ReadText): OfferedPages {
  const items = lists.flatMap(({ text, url }) => listedFile({ name: url, text, url }).items);
  const unique = [...new Map(items.map((item) => [item.key, item])).values()].slice(0, MAX_PAGES);
  const searched = unique.map(({ url, title, section, note }) => ({
    url,
    title: printable(title),
    headings: [section],
    text: note,
  }));
  const index = new SearchIndex(searchText(searched, Number.POSITIVE_INFINITY));
  const site = new URL(lists[0]?.url ?? "https://llms.invalid").origin;
  const about = { site, pages: Object.fromEntries(unique.map(({ url }) => [url, url])), parts: {} };
  const notes = new Map(unique.map(({ url, note }) => [url, note]));
  return new OfferedPages({ index, about, notes }, read);
}
