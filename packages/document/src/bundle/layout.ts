import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
import type { Entry } from "../entry.ts";
import type { Outline } from "../outline.ts";
import { linkUrl } from "../text.ts";
import { type BundlePaths, folderPath, MISSING, pageFileNames, tryFilePath } from "./names.ts";
import type { BundleOptions } from "./options.ts";

/** Which pages a bundle is of, where each of its files lies, and where its Markdown is reached. */
export interface Layout {
  /** Origin of the site, without a slash at its end. */
  readonly origin: string;
  readonly place: BundlePaths;
  /** The pages that the base URL covers, in the order of the document; the homepage is not among them. */
  readonly entries: readonly Entry[];
  readonly home: Entry | undefined;
  /** The file of each page that gets one, by the page's address. */
  readonly names: ReadonlyMap<string, string>;
  /** Address of a file. */
  urlOf(file: string): string;
  /** Address of a page's Markdown: the file made here, else the site's own version. */
  markdownOf(entry: Entry): string;
}

/** @param folders paths of other languages and versions that the base URL does not cover */
export function layoutOf(
  { home, entries }: Pick<Outline, "home" | "entries">,
  options: BundleOptions,
  folders: readonly string[],
): Layout {
  const { origin, place } = placeOf(home, options);
  const root = options.publishBase === undefined ? `${origin}${place.root}` : withSlash(options.publishBase);
  const covered = entries.filter(
    ({ url }) =>
      // The whole site has its sub-domains, too.
      (place.base === "/" && !url.startsWith(`${origin}/`)) ||
      [place.base, ...folders].some((folder) => url.startsWith(`${origin}${folder}`) || `${url}/` === origin + folder),
  );
  const all = home === undefined ? covered : [home, ...covered];
  const own = all.flatMap(({ listed, link }) =>
    listed.markdownUrl === undefined || !link.startsWith(`${origin}/`) ? [] : (tryFilePath(link, place) ?? []),
  );
  const made = all.filter(({ listed }) => isMade(listed.markdownUrl, options.ownMarkdown?.has(listed.url)));
  const names = pageFileNames(
    made.map(({ url }) => url),
    place,
    [...own, `${folderPath(place.base, place)}${MISSING}`],
  );
  const urlOf = (file: string) => linkUrl(root + encodeURI(file)) ?? root;
  return {
    origin,
    place,
    entries: covered,
    home,
    names,
    urlOf,
    markdownOf({ listed, link, url }) {
      const name = names.get(url);
      return name === undefined && listed.markdownUrl !== undefined ? link : urlOf(name ?? "");
    },
  };
}

/**
 * True if the bundle has a file for the page: if the site has no Markdown of it, or has it where readers do not look.
 */
const isMade = (markdownUrl: string | undefined, isCopied: boolean | undefined): boolean =>
  markdownUrl === undefined || isCopied === true;

/** Origin and paths of the bundle; where the homepage was found outside the base URL, its own folder is the base. */
function placeOf(home: Entry | undefined, { source, root }: BundleOptions): { origin: string; place: BundlePaths } {
  const asked = tryPageUrl(source);
  const found = tryPageUrl(home?.url ?? source);
  if (asked === undefined || found === undefined) return { origin: "", place: { root: "/", base: "/" } };
  const base = new Site(asked, found).scope;
  const folder = root === undefined ? "/" : withSlash(new URL(root).pathname);
  const { origin } = new URL(found);
  return { origin, place: { base, root: base.startsWith(folder) ? folder : "/", origin } };
}

const withSlash = (address: string): string => (address.endsWith("/") ? address : `${address}/`);
