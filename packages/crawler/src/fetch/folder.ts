// A folder as the site: built files on disk, answered as a static host would.
import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { isSameSite } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import { tooLarge } from "./bodies.ts";
import { aborted } from "./failure.ts";
import { type Fetch, type Fetched, type Fetching, type FetchRequest, MAX_BYTES } from "./fetch.ts";
import { ladder } from "./ladder.ts";
import { Cookies, follow } from "./redirects.ts";

export interface FolderOptions {
  /** The built site: an existing folder. */
  readonly folder: string;
  /** The address of the folder's root; its path may end with a slash or not. */
  readonly origin: string;
  /** True if a file, by its path from the root, is part of the site. Default: every one is. */
  readonly isPart?: (path: string) => boolean;
}

export interface Folder extends Fetching {
  /** The file for an address; undefined if there is none. @throws CrawlError `off_site`, `unreadable` */
  fileOf(url: string): string | undefined;
}

/**
 * Answers as a static host that serves the folder at `origin`: `/a` is `a` or `a.html`, or redirects to `/a/`, which is
 * `a/index.html`. Links out of the folder, devices and files without permission fail with `unreadable`.
 * @throws Error if there is no folder
 */
export function openFolder({ folder, origin, isPart = () => true }: FolderOptions): Folder {
  const base = new URL(origin);
  base.hash = "";
  base.search = "";
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  // The path as the system writes it: every name below is compared with that.
  const site = { root: realpathSync.native(folder), base, isPart };
  const plain: Fetch = (request, signal) => fetchFrom(site, request, signal);
  return {
    forCrawl: (crawl) => ({ page: ladder(plain, [], crawl), plain, setDelay: () => {} }),
    close: async () => {},
    fileOf: (url) => find(site, new URL(url))?.file,
  };
}

interface Served extends Required<Pick<FolderOptions, "isPart">> {
  /** Without symbolic links. */
  readonly root: string;
  /** Its path ends with a slash. */
  readonly base: URL;
}

async function fetchFrom(site: Served, request: FetchRequest, signal: AbortSignal): Promise<Fetched> {
  const startedAt = performance.now();
  const { url, answer } = await follow(request, new Cookies(), async (hop) => {
    if (signal.aborted) throw aborted();
    return { cookies: [], ...answerOf(find(site, new URL(hop)), request) };
  });
  const { status, headers, body } = answer;
  const elapsedMs = performance.now() - startedAt;
  return { url, status, headers, body, wireBytes: body.length, rung: "plain", elapsedMs };
}

type File = { readonly file: string; readonly name: string; readonly to?: undefined };
type Found = File | { readonly to: string; readonly file?: undefined };

/** A file, or the target of a redirect; undefined if there is neither. @throws CrawlError `off_site`, `unreadable` */
function find(site: Served, url: URL): Found | undefined {
  const { base } = site;
  const { pathname, search } = url;
  if (url.origin !== base.origin) {
    // http and https, with and without `www.`, are one site: a host sends its visitors from one to the other.
    if (!isSameSite(url.href, base.href)) throw new CrawlError("off_site", { to: url.href });
    return { to: `${base.origin}${pathname}${search}` };
  }
  if (`${pathname}/` === base.pathname) return { to: `${pathname}/${search}` };
  const path = pathname.startsWith(base.pathname) ? decoded(pathname.slice(base.pathname.length)) : undefined;
  const names = path?.split("/").filter((name) => name !== "");
  if (names?.every(isServed) !== true) return undefined;
  const index = [...names, "index.html"];
  if (pathname.endsWith("/")) return fileAt(site, index);
  const own = fileAt(site, names) ?? fileAt(site, [...names.slice(0, -1), `${names.at(-1)}.html`]);
  return own ?? (fileAt(site, index) && { to: `${pathname}/${search}` });
}

/** True for a name that is served: not `..`, not hidden, without separators of any system, not reserved by hosts. */
const isServed = (name: string): boolean =>
  (!name.startsWith(".") || name === ".well-known") && !/[\0\\/]|^_(?:redirects|headers)$/.test(name);

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined; // URIError: it is not UTF-8, and no file has that name
  }
}

/** Finds a file by exact names; symbolic links cannot lead out of the folder. */
function fileAt({ root, isPart }: Served, names: readonly string[]): File | undefined {
  const name = names.at(-1) ?? "";
  const asked = [root, ...names].join(sep);
  if (name === "404.html") return undefined;
  return reading(() => {
    // Most guessed names do not exist, and a thrown error costs more than all the rest.
    const there = lstatSync(asked, { throwIfNoEntry: false });
    if (there === undefined || there.isDirectory()) return undefined;
    const file = realpathSync.native(asked);
    // If no link is involved, the file system took another case or encoding of the name for it.
    const paths = names.map((_, index) => join(root, ...names.slice(0, index + 1)));
    if (file !== asked && !paths.some((path) => lstatSync(path).isSymbolicLink())) return undefined;
    if (!file.startsWith(root + sep)) throw unreadable("a link out of the folder");
    const target = there.isSymbolicLink() ? lstatSync(file) : there;
    if (target.isDirectory()) return undefined;
    if (!target.isFile()) throw unreadable("a device or a pipe");
    return isPart(names.join("/")) ? { file, name } : undefined;
  });
}

const NOTHING = new Uint8Array();

/** @throws CrawlError `too_large`, `unreadable`, and what `refuse` gives */
function answerOf(found: Found | undefined, { method, maxBytes = MAX_BYTES, cut, refuse }: FetchRequest) {
  if (found === undefined) return { status: 404, headers: {}, body: NOTHING };
  if (found.to !== undefined) return { status: 301, headers: { location: found.to }, body: NOTHING };
  const type = TYPES[/\.([^.]*)$/.exec(found.name)?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";
  const refusal = refuse?.({ "content-type": type });
  if (refusal !== undefined) throw refusal;
  const body = method === "HEAD" ? NOTHING : reading(() => bytesOf(found.file, maxBytes, cut));
  if (body === undefined) return { status: 404, headers: {}, body: NOTHING };
  // Text that is not UTF-8 must declare its own charset.
  const isText = /^text\/|xhtml/.test(type) && isUtf8(body);
  return { status: 200, headers: { "content-type": isText ? `${type}; charset=utf-8` : type }, body };
}

function bytesOf(file: string, maxBytes: number, mayCut = false): Uint8Array {
  // An entry that became a link or a pipe meanwhile is neither followed nor waited for.
  const opened = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (fstatSync(opened).size > maxBytes && !mayCut) throw tooLarge(maxBytes);
    return readFileSync(opened).subarray(0, maxBytes);
  } finally {
    closeSync(opened);
  }
}

/** Error codes of a name without a file, or of an impossible name. */
const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EINVAL"]);
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "a symbolic link that leads in a circle",
};
const unreadable = (detail: string, cause?: unknown) => new CrawlError("unreadable", { detail }, { cause });

/** The result of `use`; undefined if there is no such file. @throws CrawlError */
function reading<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch (thrown) {
    if (thrown instanceof CrawlError) throw thrown;
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
    if (ABSENT.has(code)) return undefined;
    throw unreadable(REFUSALS[code] ?? String(thrown), thrown);
  }
}

/** Types by ending, as static hosts send them; images, fonts and archives need none. */
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  htm: "text/html",
  xhtml: "application/xhtml+xml",
  md: "text/markdown",
  markdown: "text/markdown",
  txt: "text/plain",
  xml: "application/xml",
  rss: "application/rss+xml",
  atom: "application/atom+xml",
  json: "application/json",
  gz: "application/gzip",
};
