import type { LlmsTxt } from "./document.ts";
import { type Entry, folderOf, tryEntry } from "./entry.ts";
import type { LeftOutPage, ListedPage, RenderOptions } from "./listed-page.ts";
import { headingText, linkUrl, noteText, titleText } from "./text.ts";

/** What a document will say, and about which pages. */
export interface Outline {
  readonly document: LlmsTxt;
  readonly leftOut: readonly LeftOutPage[];
}

export function outlineOf(pages: readonly ListedPage[], options: RenderOptions): Outline {
  const [home, ...others] = pages;
  const folder = home === undefined ? "/" : folderOf(home.url);
  const leftOut: LeftOutPage[] = [];
  const sections = new Map<string, Entry[]>();
  const seen = new Set(home === undefined ? [] : [linkUrl(home.url)]);
  for (const listed of others) {
    const entry = tryEntry(listed, folder);
    if (entry === undefined || seen.has(entry.url)) {
      leftOut.push({ url: listed.url, reason: entry === undefined ? "bad address" : "duplicate" });
      continue;
    }
    seen.add(entry.url);
    const name = sectionName(entry);
    sections.set(name, [...(sections.get(name) ?? []), entry]);
  }
  const summary = noteText(home?.page.description ?? "", 300);
  return {
    document: {
      name: headingText(home?.page.siteNames.openGraph ?? home?.page.title ?? "") || hostOf(options.source),
      ...(summary ? { summary } : {}),
      metadata: metadataLine(pages.length, options),
      sections: [...sections].map(([name, entries]) => ({
        name,
        items: entries.map((entry) => itemOf(entry, options)),
      })),
    },
    leftOut,
  };
}

/** The paragraph that keeps both official parsers from losing the summary (format.md, 1). */
function metadataLine(pages: number, { generatedAt, source }: RenderOptions): string {
  const at = generatedAt.toISOString().replace(/\.\d+Z$/, "Z");
  return `Generated: ${at} | Source: ${linkUrl(source) ?? "unknown"} | Pages: ${pages}`;
}

function itemOf(entry: Entry, { descLength }: RenderOptions) {
  const excerpt = noteText(entry.page.description ?? "", descLength);
  const title = titleText(entry.page.title) || entry.path.at(-1) || entry.url;
  return { title: titleText(title), url: entry.link, ...(excerpt ? { excerpt } : {}) };
}

function sectionName({ path, listed }: Entry): string {
  const [first = ""] = path;
  if (!listed.inScope) return "Optional";
  return (path.length > 1 && headingText(first.charAt(0).toUpperCase() + first.slice(1))) || "Pages";
}

function hostOf(source: string): string {
  return URL.parse(source)?.host || "Untitled";
}
