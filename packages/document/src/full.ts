// Writes the text of a site's pages into one file.
import { METADATA } from "@llmstxt-service/page/our-files";
import { type Parsed, parse } from "./check/parse.ts";
import { listedUrl } from "./write.ts";

/** A page of a crawl with its Markdown. */
export interface MarkdownPage {
  readonly url: string;
  /** The site's own Markdown version. */
  readonly markdownUrl?: string;
  /** Main content, with absolute links. */
  readonly markdown?: string;
}

/**
 * An llms-full.txt: the head of the llms.txt, then each page's title, address and main content, the homepage first, the
 * others in the order of the llms.txt.
 */
export function fullText(text: string, pages: readonly MarkdownPage[]): string {
  const document = parse(text);
  const [home] = pages;
  const byAddress = new Map(pages.map((page) => [listedUrl(page.markdownUrl ?? page.url), page]));
  const blocks = document.sections
    .flatMap(({ items }) => items)
    .flatMap(({ url, title }) => {
      const page = byAddress.get(url);
      return page === undefined || page === home ? [] : [fullBlock(page, title)];
    });
  const first = home === undefined ? [] : [fullBlock(home, document.name)];
  return `${[headOf(text, document), ...first, ...blocks].join("\n\n")}\n`;
}

const headOf = (text: string, { sections }: Parsed): string =>
  text
    .split("\n")
    .slice(0, (sections[0]?.line ?? Number.POSITIVE_INFINITY) - 1)
    .join("\n")
    .trimEnd();

const fullBlock = (page: MarkdownPage, title: string): string =>
  [`# ${title}`, `Source: ${page.url}`, contentOf(page, title)].filter(Boolean).join("\n\n");

/** One page's file: its title, its main content, and its source at the end. */
export const pageText = (page: MarkdownPage, title: string): string =>
  [`# ${title}`, contentOf(page, title), `Source: ${page.url}`].filter(Boolean).join("\n\n");

/** The main content often begins with the title as a heading, which would appear twice. */
function contentOf({ markdown = "" }: MarkdownPage, title: string): string {
  const content = markdown.trim();
  const [first = ""] = content.split("\n", 1);
  return /^#\s/.test(first) && first.slice(1).trim() === title ? content.slice(first.length).trimStart() : content;
}

/** True for an llms.txt or llms-full.txt that this program wrote. */
export const isOurText = (text: string): boolean => METADATA.test(parse(text.slice(0, 10_000)).metadata ?? "");
