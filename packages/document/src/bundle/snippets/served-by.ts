import { isDeepStrictEqual } from "node:util";
import { APACHE } from "../../emit/apache.ts";
import { CADDY } from "../../emit/caddy.ts";
import {
  diskPattern,
  type Harmless,
  type Ours,
  ours,
  tryLinkTarget,
  tryPathOnDisk,
  tryPlainAddress,
} from "../../emit/harmless.ts";
import { meantRules, readHeadersFile, writeHeadersFile } from "../../emit/headers-file.ts";
import { readJavaScript, writeJavaScript } from "../../emit/javascript.ts";
import { NGINX } from "../../emit/nginx.ts";
import { survives } from "../../emit/statement.ts";
import { apacheMove, apacheRows, apacheSource } from "./apache.ts";
import { caddyMove, caddyRow, caddySource } from "./caddy.ts";
import { nginxMove, nginxRow, nginxSource } from "./nginx.ts";
import { pageHeaderRules } from "./platforms.ts";
import {
  besidePath,
  type Exception,
  type Move,
  pageBeside,
  type Served,
  type ServedPage,
  type SourceRow,
  type Sources,
} from "./served.ts";

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
  /** Pages, each with its Markdown and the index that lists it. */
  readonly pages: readonly ServedAddress[];
  /** Files of each operation of an interface, which are read by themselves. */
  readonly operations: readonly (readonly string[])[];
  /** Old and new address of pages and of their Markdown that have moved. */
  readonly moves: readonly MovedAddress[];
  /** Path of the Markdown for addresses where there is nothing. */
  readonly missing: string;
  /** Origin of the site. */
  readonly site: string;
  /** True if search engines are asked not to list the Markdown. */
  readonly noindex: boolean;
  readonly isPrivate: boolean;
  /** Status for agents that ask for a page that is not there. */
  readonly notFound: 404 | 200;
}

type MovedAddress = readonly [from: string, to: string];

interface ServedAddress {
  readonly url: string;
  readonly from: string;
  readonly to: string;
  /** Addresses of the page's Markdown from the second part on. */
  readonly parts: readonly string[];
  readonly index: string;
  readonly title: string;
}

/** Pages that settings may name, and the pages that they may not. */
export function servedBy({ base, indexes, pages, moves, missing, site, noindex, notFound }: Published): {
  readonly served: Served;
  readonly unserved: readonly Unserved[];
} {
  const plainBase = tryPlainAddress(base);
  const sources = sourcesOf(pages, { site, base });
  const { listed, exceptions, unserved } = sorted(pages, sources);
  const served = {
    // `/` where the base cannot be written in settings: settings that cover more paths do no harm.
    base: plainBase?.isAsSent ? [plainBase.spelled] : ours`/`,
    indexes: covering(indexes),
    pages: listed,
    exceptions,
    total: pages.filter(({ from }) => from.startsWith("/")).length,
    sources,
    moves: moving(moves),
    missing: tryPathOnDisk(missing) ?? ("/404.md" as Harmless),
    notFound,
    fields: noindex ? [[ours`X-Robots-Tag`, ours`noindex`] as const] : [],
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

function sorted(pages: readonly ServedAddress[], sources: Sources): Sorted {
  const listed = new Map<string, ServedPage>();
  const exceptions = new Map<string, Exception>();
  const unserved: Unserved[] = [];
  for (const { url, from, to, parts, index, title } of pages) {
    // A sub-domain's own server says what it serves.
    if (!from.startsWith("/")) continue;
    const page = tryPage({ from, to, parts, index, title }, sources);
    // If two addresses have one spelling, only the first is written: Caddy refuses a file that repeats a key.
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

function tryPage(
  { from, to, parts, index, title }: Omit<ServedAddress, "url">,
  sources: Sources,
): ServedPage | undefined {
  const [address, markdown, listing] = [tryPlainAddress(from), tryLinkTarget(to), tryLinkTarget(index)];
  if (address === undefined || markdown === undefined || listing === undefined) return undefined;
  const page = { address, markdown, index: listing, title, parts: parts.flatMap((part) => tryLinkTarget(part) ?? []) };
  return isReadBack(page, sources) ? page : undefined;
}

/** True if each file that lists pages says of this one what was meant. */
function isReadBack(page: ServedPage, sources: Sources): boolean {
  const { address, markdown, title, parts } = page;
  const entry = [address.spelled, [markdown, 0, title, ...parts]] as const;
  const read = readJavaScript(writeJavaScript([{ constant: ours`PAGES`, entries: [entry] }]));
  const rules = pageHeaderRules(page, { sources });
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

const ENDINGS: readonly Ours[] = [ours``, ours`.html`, ours`.htm`];

function sourcesOf(pages: readonly ServedAddress[], { site, base }: Pick<Published, "site" | "base">): Sources {
  const origin = (tryLinkTarget(`${site}/`)?.slice(0, -1) ?? "") as Harmless;
  const files = pages.flatMap(({ from, to, parts }) =>
    [to, ...parts].map((file) => ({ path: file.replace(/^https?:\/\/[^/]*/, ""), from, isWhole: file === to })),
  );
  const usual = ({ ending }: { ending: Ours }) =>
    files.filter(({ path, from, isWhole }) => isWhole && pageBeside(path, ending) === from).length;
  const [most] = ENDINGS.map((ending) => ({ ending, pages: usual({ ending }) })).sort((a, b) => b.pages - a.pages);
  const ending = most === undefined || most.pages === 0 ? undefined : most.ending;
  const rows = new Map<string, SourceRow>();
  for (const { path, from } of files) {
    const isUsual = ending !== undefined && pageBeside(path, ending) === from && !path.includes("%");
    const row = isUsual || rows.has(path) ? undefined : trySource(path, from.startsWith("/") ? `${site}${from}` : from);
    if (row !== undefined) rows.set(path, row);
  }
  const folder = tryPathOnDisk(base);
  return { origin, folder: folder === undefined ? ours`/` : [diskPattern(folder)], ending, rows: [...rows.values()] };
}

function trySource(path: string, address: string): SourceRow | undefined {
  const [file, page] = [tryPathOnDisk(path), tryLinkTarget(address)];
  if (file === undefined || page === undefined) return undefined;
  const row = { file, page };
  const isSame =
    survives(NGINX, [nginxSource(row)]) && survives(CADDY, [caddySource(row)]) && survives(APACHE, [apacheSource(row)]);
  return isSame ? row : undefined;
}

/** Moves of pages, and of their Markdown where that lay beside them and nothing lies there now. */
export function movedAddresses(
  moves: ReadonlyMap<string, string>,
  pages: readonly Pick<ServedAddress, "from" | "to" | "parts">[],
): readonly MovedAddress[] {
  const files = new Set(pages.flatMap(({ to, parts }) => [to, ...parts]));
  const markdown = new Map(pages.map(({ from, to }) => [from, to]));
  return [...moves].flatMap(([from, to]) => {
    const [old, file] = [besidePath(from), markdown.get(to)];
    const isGone = file !== undefined && !from.includes("?") && !files.has(old);
    return [[from, to] as const, ...(isGone ? [[old, file] as const] : [])];
  });
}

/** Moves that settings can name; of two addresses with one spelling only the first is kept. */
function moving(moves: readonly MovedAddress[]): Served["moves"] {
  const found = new Map<string, Move>();
  for (const [from, to] of moves) {
    const move = tryMove(from, to);
    if (move !== undefined && !found.has(move.from.spelled)) found.set(move.from.spelled, move);
  }
  return [...found.values()];
}

function tryMove(from: string, to: string): Move | undefined {
  const [address, target] = [tryPlainAddress(from), tryLinkTarget(to)];
  if (address === undefined || target === undefined) return undefined;
  const move = { from: address, path: tryPathOnDisk(from), to: target, isMarkdown: from.endsWith(".md") };
  const isSame =
    survives(NGINX, [nginxMove(move)]) && survives(CADDY, [caddyMove(move)]) && survives(APACHE, apacheMove(move));
  return isSame ? move : undefined;
}
