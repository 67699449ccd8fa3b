import { tryPercentDecoded } from "@llmstxt-service/page/address/percent";
import type { About } from "../store/about.ts";
import type { Store, StoredBytes } from "../store/store.ts";
import { NOTES } from "../store/written.ts";
import type { ParsedFiles } from "./parsed-files.ts";

/** Result of a look-up under /mirror/. */
type Mirrored =
  /** A page, by its own address. */
  | (MirroredPage & { readonly type: "page"; readonly markdown: string; readonly stored: StoredBytes | undefined })
  /** A file with the Markdown of a page. */
  | (MirroredPage & { readonly type: "file"; readonly isMarkdown: true; readonly stored: StoredBytes })
  | { readonly type: "other"; readonly isMarkdown: boolean; readonly stored: StoredBytes }
  /** A page, or its Markdown, that has moved. */
  | { readonly type: "moved"; readonly to: string }
  /** An address that a bundle covers and does not have. */
  | { readonly type: "missing"; readonly about: About; readonly index: string; readonly base: string };

interface MirroredPage {
  readonly url: string;
  /** Address of the llms.txt that covers the page. */
  readonly index: string | undefined;
  /** True if search engines shall not list the Markdown. */
  readonly noindex: boolean;
}

interface MirrorRequest {
  /** Domain as in the names of files, where a port's colon is `_`. */
  readonly domain: string;
  /** Path of the site, percent-encoded, with a slash in front. */
  readonly path: string;
  /** Query with its question mark; empty without one. */
  readonly search: string;
}

/** Most folders of a path that are tried as the base of a bundle; bases are seldom deeper. */
const MAX_BASES = 4;

/** Looks an address up among the bundles of its domain; undefined where no bundle has it. */
export async function findMirrored(
  { domain, path, search }: MirrorRequest,
  { files, abouts }: { readonly files: Store; readonly abouts: ParsedFiles<About> },
  signal: AbortSignal,
): Promise<Mirrored | undefined> {
  const read = async (name: string) => (isName(name) ? files.get(name, signal) : undefined);
  const name = tryPercentDecoded(path.slice(1));
  if (name === undefined || !isName(domain)) return undefined;
  const stored = /\.(?:md|txt)$/.test(name) && search === "" ? await read(`${domain}/${name}`) : undefined;
  const isMarkdown = name.endsWith(".md");
  if (stored !== undefined && !isMarkdown) return { type: "other", stored, isMarkdown };
  let missing: Mirrored | undefined;
  for (const base of basesOf(name)) {
    const notes = `${domain}/${base}${NOTES}pages.json`;
    const about = isName(notes) ? await abouts.read(notes) : undefined;
    if (about === undefined) continue;
    const { site, sources, noindex = false } = about;
    const ofBundle = { index: indexOf(path, about), noindex };
    const source = sources.get(name);
    if (stored !== undefined && source !== undefined)
      return { type: "file", stored, isMarkdown: true, url: absolute(source, about), ...ofBundle };
    const address = spellingsOf(path, search).find((known) => Object.hasOwn(about.pages, known));
    const moved = [path + search, path].find((old) => Object.hasOwn(about.moves ?? {}, old));
    if (address === undefined && moved !== undefined)
      return { type: "moved", to: absolute(about.moves?.[moved] ?? "", about) };
    if (address === undefined) {
      missing = { type: "missing", about, index: ofBundle.index ?? `${site}/${base}llms.txt`, base };
      continue;
    }
    const markdown = about.pages[address] ?? "";
    const made = markdown.startsWith("/") ? tryPercentDecoded(markdown.slice(1)) : undefined;
    const page = { url: site + address, markdown: absolute(markdown, about), ...ofBundle };
    return { type: "page", ...page, stored: made === undefined ? undefined : await read(`${domain}/${made}`) };
  }
  return stored === undefined ? missing : { type: "other", stored, isMarkdown };
}

/** Addresses that may mean the same page: hosts serve a page's file with and without its ending. */
function spellingsOf(path: string, search: string): readonly string[] {
  const bare = path.replace(/(?:(\/)index)?\.html?$/i, "$1");
  return [path + search, path, bare, `${path}.html`, `${bare}.html`];
}

/** Folders that a bundle with this file can have as its base: the root, then each folder above the name. */
function basesOf(name: string): readonly string[] {
  const folders = name.split("/").slice(0, -1);
  const deeper = folders.map((_, at) => `${folders.slice(0, at + 1).join("/")}/`);
  return ["", ...deeper].slice(0, MAX_BASES);
}

/** Address of the llms.txt for the longest path above the address. */
function indexOf(path: string, about: About): string | undefined {
  const [nearest] = Object.entries(about.indexes)
    .filter(([covers]) => path.startsWith(covers) || `${path}/` === covers)
    .sort(([a], [b]) => b.length - a.length);
  return nearest && absolute(nearest[1], about);
}

const absolute = (address: string, { site }: About): string => (address.startsWith("/") ? site + address : address);

/** True for a name that stays within its folder and has no hidden segment, except the folder of notes. */
export function isName(name: string): boolean {
  return name
    .split("/")
    .every(
      (segment) => `${segment}/` === NOTES || (/^[^.\\:\p{C}][^\\:\p{C}]*$/u.test(segment) && segment.length < 256),
    );
}
