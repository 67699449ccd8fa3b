import type { Page } from "@llmstxt-service/page";
import { codePoints } from "../budget.ts";
import { pageKey } from "../page-key.ts";

/** A link of a page to another one. */
interface PageLink {
  /** Key of the page that the link leads to. */
  readonly key: string;
  /** Text of a link in the page's content; empty for one in a menu. */
  readonly text: string;
}

/** Facts about a page that the measure needs. */
export interface KnownPage {
  readonly key: string;
  /** Address of the page itself, as a file lists it. */
  readonly url: string;
  /** Headings of the page without its title. */
  readonly headings: readonly string[];
  /** Main content, blocks on lines of their own. */
  readonly text: string;
  /** Links of the page, in document order. */
  readonly links: readonly PageLink[];
  /** Code points of each of its addresses that was read, as it was sent. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** Most characters of a page's text that questions are made from. */
const MAX_CHARACTERS = 50_000;
const MAX_HEADINGS = 200;

/** Text of a page, as the product reads it. */
export function knownPage({ key, url, sizes }: Pick<KnownPage, "key" | "url" | "sizes">, page: Page): KnownPage {
  return {
    key,
    url,
    headings: page.headings
      .filter(({ level }) => level > 1)
      .slice(0, MAX_HEADINGS)
      .map(({ text }) => text),
    text: page.text.slice(0, MAX_CHARACTERS),
    links: page.links.flatMap(({ url: address, text, place }) => {
      const linked = pageKey(address);
      return linked === undefined ? [] : [{ key: linked, text: place === "content" ? text : "" }];
    }),
    sizes,
  };
}

/** Facts about a page of which only the Markdown is known. */
export function knownMarkdown(key: string, url: string, markdown: string): KnownPage {
  const text = withoutFences(markdown.slice(0, MAX_CHARACTERS)).replace(/[*_`]{1,3}/g, "");
  const lines = text.split("\n").map((line) => line.trim());
  const headings = lines.flatMap((line) => /^#{2,6} (.*\S)/.exec(line)?.[1] ?? []);
  const links = [...text.matchAll(LINK)].flatMap(([, words = "", address = ""]) => {
    const linked = pageKey(address, url);
    return linked === undefined ? [] : [{ key: linked, text: words }];
  });
  return {
    key,
    url,
    headings: headings.slice(0, MAX_HEADINGS),
    text: lines
      .filter((line) => !/^(?:#|\||>? ?\[?!|---)/.test(line))
      .map((line) => line.replace(LINK, "$1").replace(/^(?:[-+>]|\d{1,3}\.) /, ""))
      .join("\n"),
    links,
    sizes: new Map([[url, codePoints(markdown)]]),
  };
}

const LINK = /\[([^[\]]{0,300})\]\(([^()\s]{1,2048})\)/g;

/** Markdown without its code blocks, about which no questions are asked. */
function withoutFences(markdown: string): string {
  let isCode = false;
  return markdown
    .split("\n")
    .filter((line) => {
      const isFence = /^\s{0,3}(?:```|~~~)/.test(line);
      if (isFence) isCode = !isCode;
      return !isFence && !isCode;
    })
    .join("\n");
}
