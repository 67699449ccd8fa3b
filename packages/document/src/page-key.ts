import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { addressKey } from "./entry.ts";

/** Endings of Markdown versions: `.md`, `.html.md`, `.llms.md`; without it the page's own address is left, or nearly. */
const MARKDOWN = /(?:\.llms)?\.md$/i;

/**
 * One key for a page, whichever of its addresses is given: its Markdown version's (`a.md`, `a.html.md`, `a/index.md`), with a
 * trailing slash or without, with `.html` or without, over http or https, with `www.` or without. Undefined for what is no
 * http(s) address.
 */
export function pageKey(address: string, base?: string): string | undefined {
  const url = tryPageUrl(address, base);
  if (url === undefined) return undefined;
  const { host, pathname, search } = new URL(url);
  const path = pathname.replace(MARKDOWN, "");
  const name = path === pathname ? path : path.replace(/\/index$/i, "/");
  return `${host.replace(/^www\./, "")}${addressKey(`/${name.slice(1)}${search}`)}`;
}

/** True if an address is a Markdown version's by its name. */
export const isMarkdownAddress = (url: string): boolean => /\.(?:md|markdown|mdx)$/i.test(new URL(url).pathname);
