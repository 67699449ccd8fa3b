import { visibleText } from "@llmstxt-service/page/visible";
import { headOf, type LlmsTxt } from "./document.ts";
import type { Entry } from "./entry.ts";
import { familyOf } from "./family.ts";
import { freeName, pageFileName } from "./file-names.ts";
import type { ListedPage, RenderOptions } from "./listed-page.ts";
import { type Outline, outlineOf } from "./outline.ts";
import { overlaidOutline } from "./overlay/overlay.ts";

/** One page's Markdown, and where it belongs. */
export interface PageMarkdown {
  readonly url: string;
  /** Safe to write below a folder: segments of letters, digits, `-`, `_`, `.`; ends in `.md`. */
  readonly fileName: string;
  readonly markdown: string;
}

/**
 * An llms-full.txt: the head of the llms.txt, then each page's main content, the homepage first, the others in the order of
 * the llms.txt. Never throws.
 */
export function renderLlmsFull(pages: readonly ListedPage[], options: RenderOptions): string {
  const { document, home, entries, titles } = changedOutline(familyOf(pages, options).main.pages, options);
  const all = home === undefined ? entries : [home, ...entries];
  return fullText(
    document,
    all.map((entry) => ({ entry, title: titles.get(entry) ?? document.name })),
  );
}

/** The outline of a document with its owner's changes. */
export function changedOutline(pages: readonly ListedPage[], options: RenderOptions): Outline {
  const outline = outlineOf(pages, options);
  return options.overlay === undefined ? outline : overlaidOutline(outline, options.overlay, options.descLength);
}

/** A page with its title in the document. */
export interface TitledEntry {
  readonly entry: Entry;
  readonly title: string;
}

/** An llms-full.txt with the head of this document and these pages. */
export function fullText(document: LlmsTxt, entries: readonly TitledEntry[]): string {
  return `${[headOf(document), ...entries.map(({ entry, title }) => pageBlock(entry, title))].join("\n\n")}\n`;
}

/** Each listed page's Markdown with the name of its file, no two alike. */
export function renderPages(pages: readonly ListedPage[], options: RenderOptions): PageMarkdown[] {
  const { document, home, entries, titles } = changedOutline(pages, options);
  const taken = new Set<string>();
  return (home === undefined ? entries : [home, ...entries]).map((entry) => {
    const fileName = freeName(pageFileName(entry.url), taken);
    return { url: entry.url, fileName, markdown: `${pageBlock(entry, titles.get(entry) ?? document.name)}\n` };
  });
}

function pageBlock(entry: Entry, title: string): string {
  const content = pageContent(entry, title);
  return `# ${title}\n\nSource: ${entry.url}${content === "" ? "" : `\n\n${content}`}`;
}

/** Main content as Markdown without the page's title; its plain text where there is no Markdown of it; may be empty. */
export function pageContent({ listed }: Entry, title: string): string {
  return withoutTitle(visibleText(listed.markdown ?? listed.page.text).trim(), title);
}

/** Main content often begins with its own heading: the title would stand there twice. */
function withoutTitle(content: string, title: string): string {
  const [first = ""] = content.split("\n", 1);
  return /^#\s/.test(first) && first.slice(1).trim() === title ? content.slice(first.length).trimStart() : content;
}
