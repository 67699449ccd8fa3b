import { isDeepStrictEqual } from "node:util";
import { APACHE } from "../../emit/apache.ts";
import { CADDY } from "../../emit/caddy.ts";
import { ours, tryLinkTarget, tryPathOnDisk, tryPlainAddress } from "../../emit/harmless.ts";
import { meantRules, readHeadersFile, writeHeadersFile } from "../../emit/headers-file.ts";
import { readJavaScript, writeJavaScript } from "../../emit/javascript.ts";
import { NGINX } from "../../emit/nginx.ts";
import { survives } from "../../emit/statement.ts";
import { apacheRows } from "./apache.ts";
import { caddyRow } from "./caddy.ts";
import { nginxRow } from "./nginx.ts";
import { linked } from "./platforms.ts";
import { besidePath, type Exception, type Served, type ServedPage } from "./served.ts";

/**
 * A page that settings do not name: its address or that of its Markdown has characters with a meaning there, is too long, or
 * spells another page's.
 * `all`: only the index leads to its Markdown. `tables`: Worker, `_headers` and `vercel.json`, which list every page, do not know
 * it, while nginx, Caddy and Apache find its Markdown beside it. `fileServers`: the other way round.
 */
export interface Unserved {
  readonly url: string;
  readonly by: "all" | "tables" | "fileServers";
}

/** A bundle's pages and indexes as addresses, those of the site without its origin. */
export interface Published {
  /** Path of the base URL, with a slash at its end. */
  readonly base: string;
  /** Every llms.txt that covers a path, the most specific first. */
  readonly indexes: readonly { readonly covers: string; readonly url: string }[];
  /** Each with its Markdown and the index that lists it. */
  readonly pages: readonly ServedAddress[];
}

interface ServedAddress {
  readonly url: string;
  readonly from: string;
  readonly to: string;
  readonly index: string;
}

/** Pages that settings may name, and the pages that they may not. */
export function servedBy({ base, indexes, pages }: Published): {
  readonly served: Served;
  readonly unserved: readonly Unserved[];
} {
  const plainBase = tryPlainAddress(base);
  const { listed, exceptions, unserved } = sorted(pages);
  const served = {
    // Settings for more paths than the base's do no harm.
    base: plainBase?.isAsSent ? [plainBase.spelled] : ours`/`,
    indexes: covering(indexes),
    pages: listed,
    exceptions,
    total: pages.length,
  };
  return { served, unserved };
}

function covering(indexes: Published["indexes"]): Served["indexes"] {
  const found = new Map<string, Served["indexes"][number]>();
  for (const index of indexes) {
    const [covers, url] = [tryPlainAddress(index.covers), tryLinkTarget(index.url)];
    if (covers !== undefined && url !== undefined && !found.has(covers.spelled))
      found.set(covers.spelled, { covers, url });
  }
  return [...found.values()];
}

interface Sorted {
  readonly listed: readonly ServedPage[];
  readonly exceptions: readonly Exception[];
  readonly unserved: readonly Unserved[];
}

function sorted(pages: readonly ServedAddress[]): Sorted {
  const listed = new Map<string, ServedPage>();
  const exceptions = new Map<string, Exception>();
  const unserved: Unserved[] = [];
  for (const { url, from, to, index } of pages) {
    const page = tryPage({ from, to, index });
    // Of two addresses with one spelling the first is the page: Caddy refuses a file that says something twice.
    const isListed = page !== undefined && !listed.has(page.address.spelled);
    if (isListed) listed.set(page.address.spelled, page);
    const isOurs = to.startsWith("/");
    const exception = isOurs && to !== besidePath(from) ? tryException(from, to) : undefined;
    const isRow = exception !== undefined && !exceptions.has(exception.address.spelled);
    if (isRow) exceptions.set(exception.address.spelled, exception);
    const isFound = isOurs && (to === besidePath(from) || isRow);
    if (isListed && isOurs && !isFound) unserved.push({ url, by: "fileServers" });
    if (!isListed) unserved.push({ url, by: isFound ? "tables" : "all" });
  }
  return { listed: [...listed.values()], exceptions: [...exceptions.values()], unserved };
}

function tryPage({ from, to, index }: Omit<ServedAddress, "url">): ServedPage | undefined {
  const [address, markdown, listing] = [tryPlainAddress(from), tryLinkTarget(to), tryLinkTarget(index)];
  if (address === undefined || markdown === undefined || listing === undefined) return undefined;
  const page = { address, markdown, index: listing };
  return isReadBack(page) ? page : undefined;
}

/** True if each file that lists pages says of this one what was meant. */
function isReadBack(page: ServedPage): boolean {
  const { address, markdown } = page;
  const entry = [address.spelled, [markdown, 0]] as const;
  const read = readJavaScript(writeJavaScript([{ constant: ours`PAGES`, entries: [entry] }]));
  const rules = [linked(page)];
  return (
    isDeepStrictEqual(read?.get("PAGES"), [entry]) &&
    isDeepStrictEqual(readHeadersFile(writeHeadersFile(rules)), meantRules(rules))
  );
}

function tryException(from: string, to: string): Exception | undefined {
  const [address, file] = [tryPlainAddress(from), tryPathOnDisk(to)];
  if (address === undefined || file === undefined) return undefined;
  const exception = { address, file };
  const isSame =
    survives(NGINX, [nginxRow(exception)]) &&
    survives(CADDY, [caddyRow(exception)]) &&
    survives(APACHE, apacheRows(exception));
  return isSame ? exception : undefined;
}
