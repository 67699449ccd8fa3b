import { type Entry, tryEntry } from "../../packages/document/src/entry.ts";
import type { ListedPage } from "../../packages/document/src/listed-page.ts";
import type { Page } from "../../packages/page/src/page.ts";
import { NO_TERMS } from "../../packages/page/src/terms.ts";

/** A page for tests: plain by default, with whatever a test wants to say about it. */
export function examplePage(url: string, page: Partial<Page> = {}, listed: Partial<ListedPage> = {}): ListedPage {
  const example = { ...plainPage(url), ...page };
  const { textLength = example.text.length } = page;
  return { url, page: { ...example, textLength }, depth: 1, inScope: true, ...listed };
}

/** The pages as entries, the first of them the homepage. */
export function entriesOf(pages: readonly ListedPage[]): Entry[] {
  return pages.flatMap((page) => tryEntry(page) ?? []);
}

function plainPage(url: string): Page {
  return {
    url,
    title: `Page ${url}`,
    descriptions: {},
    siteNames: {},
    text: `Text of ${url}.`,
    textLength: 0,
    excerpt: "",
    items: [],
    headings: [],
    terms: NO_TERMS,
    links: [],
    breadcrumbs: [],
    robots: { index: true, follow: true },
    alternates: { languages: [], feeds: [] },
    sitemaps: [],
    contentDigest: url,
    kind: "content",
    signals: { contentCharacters: 100, visibleCharacters: 100, scripts: 0, noscriptCharacters: 0, marks: [] },
  };
}
