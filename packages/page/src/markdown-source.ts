import { decodePage } from "./charset.ts";
import { isOurPageFile } from "./our-files.ts";
import type { PageSource } from "./page.ts";

/** A page as it is read: its bytes, and what they do not say. */
export interface PageBytes {
  readonly bytes: Uint8Array;
  readonly source: PageSource;
}

const MARKDOWN = /^text\/(?:x-)?markdown$/;
/** Types that a server gives to files that it does not know. */
const UNTOLD = /^(?:text\/plain|application\/octet-stream|)$/;
const HTML_START = /^\s*<(?:!doctype|html|head|body|script|meta|title)\b/i;
const START_BYTES = 1_024;

/** Most characters of a text that are read: 1,000 pages of a book, which take a second at worst. */
const MAX_CHARACTERS = 1_000_000;

/** True for a page that came as Markdown, by its type, or by its name where the type says nothing. */
export function isMarkdownPage({ bytes, source }: PageBytes): boolean {
  const { url, contentType, headers = {}, isRendered = false } = source;
  const type = (contentType ?? headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isNamed = /\.(?:md|markdown)$/i.test(URL.parse(url)?.pathname ?? "");
  if (isRendered || !(MARKDOWN.test(type) || (isNamed && UNTOLD.test(type)))) return false;
  return !HTML_START.test(textOf(bytes.subarray(0, START_BYTES), source));
}

/** A page of Markdown as the HTML it stands for, to be read as any other. What turns it is loaded when the first one comes. */
export async function fromMarkdown({ bytes, source }: PageBytes): Promise<PageBytes> {
  const { markdownAsHtml } = await import("./markdown-as-html.ts");
  const text = textOf(bytes, source);
  const html = markdownAsHtml(text.slice(0, MAX_CHARACTERS), source.url);
  const headers = { ...source.headers, "content-type": "text/markdown" };
  const versionOf = isOurPageFile(text) ? sourceNamedBy(text) : undefined;
  return {
    bytes: new TextEncoder().encode(html),
    source: { ...source, contentType: "text/html; charset=utf-8", headers, ...(versionOf && { versionOf }) },
  };
}

function textOf(bytes: Uint8Array, { contentType, headers = {} }: PageSource): string {
  const decoded = decodePage(bytes, contentType ?? headers["content-type"]);
  return decoded.characters(decoded.html).replace(/^\ufeff/, "");
}

/** The page that a bundle's file is made of, else the llms.txt that lists it: copies of a site's own Markdown name no page. */
const sourceNamedBy = (text: string): string | undefined =>
  (/^Source: (\S+)\s*$/.exec(text.slice(text.lastIndexOf("\nSource: ") + 1)) ?? /\]\(([^()\s]+)\)/.exec(text))?.[1];
