import { partsOf } from "./page-url.ts";

/**
 * One key for the addresses that most likely show one page: `/a`, `/a/`, `/a.html`, `/a/index.html` of a host. Only a suspicion:
 * two spellings are one page only by the site's own word, or by equal content.
 */
export function spellingKey(address: string): string {
  const { hostname, pathname, search } = partsOf(address);
  const plain = pathname.replace(/\/(index|default)\.(html?|php|aspx?)$/i, "/").replace(/\.html?$/i, "");
  return `${hostname.replace(/^www\./, "")}${withoutLastSlashes(plain).toLowerCase()}${search}`;
}

/** A loop: a pattern that may begin at each of a thousand slashes takes a million steps. */
function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/**
 * Difference between two spellings of one page, such as `bare to slash`; undefined if they are no spellings of one
 * page, or the same. A site that spells one page so spells others so, too.
 */
export function spellingChange(from: string, to: string): string | undefined {
  if (from === to || spellingKey(from) !== spellingKey(to)) return undefined;
  const [before, after] = [endingOf(from), endingOf(to)];
  return before === after ? "case" : `${before} to ${after}`;
}

function endingOf(address: string): string {
  const { pathname } = partsOf(address);
  const file = /\/(?:index|default)\.(?:html?|php|aspx?)$/i.exec(pathname)?.[0] ?? /\.html?$/i.exec(pathname)?.[0];
  return file?.toLowerCase() ?? (pathname.endsWith("/") ? "slash" : "bare");
}
