import type { Unserved } from "@llmstxt-service/document/bundle";
import { grouped } from "@llmstxt-service/page/grouped";
import { printable } from "./printable.ts";

/** Most pages with a line of their own. */
const MAX_LINES = 20;

/** Which settings do not name a page, and what that means for it. */
const WORDS: Readonly<Record<Unserved["by"], string>> = {
  all: "Not in the settings for servers, only the index leads to its Markdown",
  tables: "Not in worker.js, _headers and vercel.json; nginx, Caddy and Apache serve its Markdown",
  fileServers: "Not in the settings of nginx, Caddy and Apache",
};

/** Pages that some settings for servers do not name: a line for each, and how many more there are. */
export function unservedLines(all: { readonly count: number; readonly pages: readonly Unserved[] }): readonly string[] {
  const told = all.pages.slice(0, MAX_LINES);
  const more = all.count - told.length;
  return [
    `Pages left out of settings for servers, as their address has characters with a meaning there, is too long or spells another page's: ${grouped(all.count)}`,
    ...told.map(({ url, by }) => printable(`${WORDS[by]}: ${url}`)),
    ...(more === 0 ? [] : [`And ${grouped(more)} more: .llmstxt/pages.json has all`]),
  ];
}
