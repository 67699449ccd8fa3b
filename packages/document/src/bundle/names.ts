import { tryPercentDecoded } from "@llmstxt-service/page/address/percent";
import { sha256 } from "@llmstxt-service/page/sha256";
import { fileKey } from "../file-names.ts";
import { segmentName, tryPlainSegment } from "./segment.ts";

/** Folder of the files, and path of the index on the site. */
export interface BundlePaths {
  /** Path that the folder of the files stands for, with a slash at its end. */
  readonly root: string;
  /** The base URL's path, with a slash at its end; it begins with `root`. */
  readonly base: string;
  /** Origin of the site; pages of its sub-domains lie in folders of their hosts. Without it all pages are of one host. */
  readonly origin?: string;
}

/** The path that a page has in the bundle: its own, below a folder of its host where that is a sub-domain. */
export function pathIn(url: string, { root, origin }: Omit<BundlePaths, "base">): string {
  const page = new URL(url);
  return origin === undefined || page.origin === origin ? page.pathname : `${root}${page.hostname}${page.pathname}`;
}

/** File for addresses where there is nothing, beside the index. */
export const MISSING = "404.md";

/** Longest path of a file, in bytes of UTF-8: a bucket's names end at 1,024, a domain and a part number in them. */
const MAX_PATH_BYTES = 900;

/** Deeper folders are made by mistake or on purpose. */
const MAX_FOLDERS = 30;

/** Hex digits of the digest in a name; more where even those are taken. */
const DIGEST_LENGTHS = [8, 16, 32, 64];

/** A page's name before it is known who else wants it. */
interface Wish {
  readonly url: string;
  /** Path of the file without `.md`. */
  readonly stem: string;
  /** True if agents that go by the page's address find it there. */
  readonly isPlain: boolean;
  /** True if the address says more than the name does: an ending, an index file. */
  readonly hasSuffix: boolean;
}

/**
 * A file for each page, no two alike for any file system, `taken` left free. The same pages get the same names in whatever
 * order they come: the address without ending keeps the plain name, each other has the digest of its path and query.
 */
export function pageFileNames(
  urls: readonly string[],
  place: BundlePaths,
  taken: readonly string[],
): ReadonlyMap<string, string> {
  const used = new Set(taken.map(fileKey));
  const names = new Map<string, string>();
  const take = (url: string, name: string): boolean => {
    if (used.has(fileKey(name))) return false;
    used.add(fileKey(name));
    names.set(url, name);
    return true;
  };
  const wishes = urls.map((url) => wishOf(url, place)).sort(byClaim);
  const others = wishes.filter(({ url, stem, isPlain }) => !(isPlain && take(url, `${stem}.md`)));
  for (const { url, stem } of others) DIGEST_LENGTHS.some((length) => take(url, digestName(url, stem, length)));
  return names;
}

/** Names of a page's parts: `a.md`, `a.2.md`, `a.3.md`; one whose name is taken has a digest, too. */
export function partName(name: string, number: number, isTaken: (name: string) => boolean): string {
  const stem = name.slice(0, -".md".length);
  const next = `${stem}.${number}.md`;
  return isTaken(next) ? `${stem}-${sha256(name).slice(0, 8)}.${number}.md` : next;
}

/** The folder of an address as a path of files below the root, with a slash at its end; empty for the root itself. */
export function folderPath(pathname: string, { root }: Pick<BundlePaths, "root">): string {
  return foldersBelow(pathname, root)
    .map((segment) => `${segmentName(segment)}/`)
    .join("");
}

/** The same, where each of its folders can be called as the address has it. */
export function tryFolderPath(pathname: string, { root }: Pick<BundlePaths, "root">): string | undefined {
  const plain = foldersBelow(pathname, root).map((segment) => tryPlainSegment(segment));
  return plain.every((segment) => segment !== undefined) ? plain.map((segment) => `${segment}/`).join("") : undefined;
}

/** The file below the root that an address stands for; undefined where it lies elsewhere or is no name. */
export function tryFilePath(url: string, { root }: Pick<BundlePaths, "root">): string | undefined {
  const { pathname } = new URL(url);
  if (!pathname.startsWith(root) || pathname.endsWith("/")) return undefined;
  const segments = foldersBelow(pathname, root).map(tryPercentDecoded);
  return segments.every((segment) => segment !== undefined) ? segments.join("/") : undefined;
}

function wishOf(url: string, place: BundlePaths): Wish {
  const { search } = new URL(url);
  const pathname = pathIn(url, place);
  if (isHome(pathname, place.base))
    return { url, stem: `${folderPath(place.base, place)}index`, isPlain: search === "", hasSuffix: false };
  const folder = pathname.slice(0, pathname.lastIndexOf("/") + 1);
  const last = pathname.slice(folder.length);
  const bare = last.replace(/\.html?$/i, "") || "index";
  const hasSuffix = last !== "" && last !== bare;
  const [folders, name] = [tryFolderPath(folder, place), tryPlainSegment(bare, ".md")];
  if (search === "" && folders !== undefined && name !== undefined && fits(`${folders}${name}`))
    return { url, stem: folders + name, isPlain: true, hasSuffix: hasSuffix || (last !== "" && bare === "index") };
  const kept = foldersBelow(folder, place.root).length <= MAX_FOLDERS ? folderPath(folder, place) : "";
  const stem = `${kept}${segmentName(bare)}`;
  const short = fits(stem) ? stem : `${folderPath(place.base, place)}${segmentName(bare)}`;
  return { url, stem: fits(short) ? short : "page", isPlain: false, hasSuffix };
}

/** Those without an ending first, then small letters before capitals, then by code units. */
function byClaim(a: Wish, b: Wish): number {
  const isCapital = ({ stem }: Wish) => Number(stem !== fileKey(stem));
  return (
    Number(a.hasSuffix) - Number(b.hasSuffix) ||
    isCapital(a) - isCapital(b) ||
    (a.url < b.url ? -1 : Number(a.url !== b.url))
  );
}

const isHome = (pathname: string, base: string): boolean => pathname === base || `${pathname}/` === base;

const foldersBelow = (pathname: string, root: string): string[] =>
  pathname
    .slice(pathname.startsWith(root) ? root.length : 0)
    .split("/")
    .filter(Boolean);

const fits = (stem: string): boolean =>
  Buffer.byteLength(stem) <= MAX_PATH_BYTES && stem.split("/").length <= MAX_FOLDERS;

const digestName = (url: string, stem: string, length: number): string => {
  const { pathname, search } = new URL(url);
  return `${plainStem(stem)}-${sha256(pathname + search).slice(0, length)}.md`;
};

/** Servers' settings lead to files that are not beside their page: in their names are letters, digits and `-._~` alone. */
const plainStem = (stem: string): string => stem.replace(/[^\p{L}\p{M}\p{N}\-._~/]+/gu, "-").replace(/-$/, "");
