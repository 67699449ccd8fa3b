import { isLanguageCode } from "@llmstxt-service/page/address/language-folder";
import { excerpt } from "@llmstxt-service/page/excerpt";
import { isCodeName } from "@llmstxt-service/page/terms";
import { listCounts } from "../counts.ts";
import { addressKeys, type Entry, textKey } from "../entry.ts";
import { MAX_TITLE } from "../limits.ts";
import { plainText, titleText } from "../text.ts";
import { SEPARATORS } from "./affixes.ts";
import { humanised, isGeneric, trySectionName } from "./labels.ts";
import { headline, pageTitle } from "./site-name.ts";
import { lower, named, settled } from "./titles.ts";

interface TitlePlaces {
  /** Name of the page's section; empty if the name is generic. */
  readonly sectionOf?: (entry: Entry) => string;
  /** Name of the folder a page lies in, as the site has it. */
  readonly folderOf?: (entry: Entry) => string | undefined;
  readonly home?: Entry | undefined;
  /** The site's own name, which is no title of a page below its root. */
  readonly siteName?: string;
}

/**
 * Titles in the order of the entries, no two alike: where several pages share one, their h1 if that tells them apart,
 * else the section's or their parent's name behind it, else more of their path.
 */
export function distinctTitles(
  entries: readonly Entry[],
  titleOf: (entry: Entry) => string,
  { sectionOf = () => "", folderOf = () => undefined, home, siteName = "" }: TitlePlaces = {},
): string[] {
  const ownTitleOf = withoutHomes({ home, siteName }, withoutFileNames(entries));
  const labelOf = linkLabels(
    entries.filter((entry) => named(ownTitleOf(entry, pageTitle(entry))) === undefined),
    home === undefined ? entries : [home, ...entries],
    home,
  );
  const titles = toldApart(entries, [
    (entry) =>
      named(ownTitleOf(entry, titleOf(entry))) ??
      named(headline(entry)) ??
      labelOf(entry) ??
      named(humanised(entry.path.at(-1) ?? "")) ??
      entry.url,
    (entry) => ofKind(titleOf(entry), headline(entry)),
    // A page at the top needs no parent: it keeps its title where the others tell theirs.
    (entry, alike) =>
      within(named(titleOf(entry)) ?? headline(entry), parentAmong(alike, entry, { sectionOf, folderOf })),
    (entry, alike) => within(named(titleOf(entry)) ?? headline(entry), differenceOf(entry, alike)),
    (entry) => within(titleOf(entry), entry.path.map(humanised).join(", ")),
    (entry) => within(titleOf(entry), entry.link),
  ]);
  // An h1 or a parent can bring back what most titles share.
  const shorter = titles.map(settled(titles, ""));
  return new Set(shorter.map(lower)).size === titles.length ? shorter : titles;
}

/** Drops titles that are file names (`ueberuns`) where most titles of the site are. */
function withoutFileNames(entries: readonly Entry[]): (entry: Entry, title: string) => string {
  const isFileName = ({ path }: Entry, title: string) => title === path.at(-1) && /^[\p{Ll}\d_-]+$/u.test(title);
  const areFileNames = entries.filter((entry) => isFileName(entry, pageTitle(entry))).length * 2 > entries.length;
  return (entry, title) => (areFileNames && isFileName(entry, title) ? "" : title);
}

/**
 * Drops the homepage's title, and the site's name alone (`- X`), from other pages to which a template gave it, if they have
 * no h1; link texts may name them then.
 */
function withoutHomes(
  { home, siteName }: Pick<TitlePlaces, "home" | "siteName">,
  ownTitleOf: (entry: Entry, title: string) => string,
): (entry: Entry, title: string) => string {
  const homes = new Set([home === undefined ? "" : pageTitle(home), siteName ?? ""].map(textKey));
  homes.delete("");
  return (entry, title) => {
    const own = ownTitleOf(entry, title);
    const isHomes = entry !== home && entry.path.length > 0 && homes.has(textKey(pageTitle(entry)));
    return isHomes && named(headline(entry)) === undefined ? "" : own;
  };
}

/**
 * The words with which other pages link to a page most often, of those that name it: all that says what its address does, however
 * long. The homepage's title names none, and neither does what several pages are linked with (`Lire`).
 */
function linkLabels(
  unnamed: readonly Entry[],
  entries: readonly Entry[],
  home: Entry | undefined,
): (entry: Entry) => string | undefined {
  const keyOf = addressKeys();
  const homes = home === undefined ? "" : textKey(pageTitle(home));
  const wanted = new Map(unnamed.map(({ url, path }) => [keyOf(url), lettersOf(path.at(-1) ?? "")]));
  const names = new Map<string, string | undefined>();
  const nameOf = (text: string, slug: string) => {
    if (slug !== "" && slug === lettersOf(text)) return titleText(text);
    // A name of code is a title as it is written: `rex_backup`.
    if (!names.has(text)) names.set(text, isCodeName(text) ? text : trySectionName(text));
    return names.get(text);
  };
  const labels = listCounts(
    (wanted.size === 0 ? [] : entries).map(({ page }) =>
      page.links.flatMap(({ url, text }) => {
        const key = keyOf(url);
        const slug = wanted.get(key);
        const label = slug === undefined ? undefined : nameOf(text, slug);
        return label === undefined || textKey(label) === homes ? [] : [`${key}\n${label}`];
      }),
    ),
  );
  const best = new Map<string, { readonly label: string; readonly count: number }>();
  for (const [link, count] of labels) {
    const [key = "", label = ""] = link.split("\n");
    if (count > (best.get(key)?.count ?? 0)) best.set(key, { label, count });
  }
  const pages = Map.groupBy(best.values(), ({ label }) => lower(label));
  return ({ url }) => {
    const label = best.get(keyOf(url))?.label;
    return label !== undefined && pages.get(lower(label))?.length === 1 ? label : undefined;
  };
}

const lettersOf = (text: string): string => textKey(text).replaceAll(" ", "");

/** A title for an entry that shares its title with the others of `alike`. */
type Way = (entry: Entry, alike: readonly Entry[]) => string;

/** Tries the ways in turn, each on the titles that are still alike after the ways before it. */
function toldApart(entries: readonly Entry[], ways: readonly Way[]): string[] {
  const titles: string[] = entries.map(() => "");
  let alike: number[] = entries.map((_, index) => index);
  for (const way of ways) {
    const groups = Map.groupBy(alike, (index) => lower(titles[index] ?? ""));
    for (const group of groups.values()) {
      const together = group.flatMap((index) => entries[index] ?? []);
      for (const index of group) titles[index] = safeTitle(way, entries[index], together);
    }
    const now = Map.groupBy(titles.keys(), (index) => lower(titles[index] ?? ""));
    alike = [...now.values()].filter((group) => group.length > 1).flat();
  }
  const free = freeNumbers(new Set(titles.map(lower)));
  // The first of them keeps its title; what told the others apart was cut off at the end of long ones.
  const kept = new Set<string>();
  for (const index of alike) {
    const title = titles[index] ?? "";
    if (kept.has(lower(title))) titles[index] = free(title);
    kept.add(lower(title));
  }
  return titles;
}

/** A title with the first number behind it that none of `taken` has, which it joins. */
function freeNumbers(taken: Set<string>): (title: string) => string {
  // A thousand pages may share a title: what was taken once stays so.
  const next = new Map<string, number>();
  return (title) => {
    for (let number = next.get(lower(title)) ?? 2; ; number++) {
      const mark = ` (${number})`;
      const free = `${excerpt(title, MAX_TITLE - mark.length) || "Untitled"}${mark}`;
      if (taken.has(lower(free))) continue;
      taken.add(lower(free));
      next.set(lower(title), number + 1);
      return free;
    }
  };
}

function safeTitle(way: Way, entry: Entry | undefined, alike: readonly Entry[]): string {
  return (entry === undefined ? "" : titleText(way(entry, alike))) || "Untitled";
}

/** The h1 where it is another title; what it says more where it holds the title: `PointValues (Class)`, as the others are. */
function ofKind(title: string, heading: string): string {
  const name = named(heading);
  if (name === undefined || textKey(title) === "") return name ?? title;
  const at = name.toLowerCase().indexOf(title.toLowerCase());
  if (at < 0) return name;
  const more = plainText(`${name.slice(0, at)} ${name.slice(at + title.length)}`);
  return textKey(more) === "" ? title : more.split(" ").length === 1 ? within(title, more) : name;
}

/** The words of the one folder or name in which its address differs from those of the others. */
function differenceOf({ path }: Entry, alike: readonly Entry[]): string {
  const { segments, words } = pathsOf(alike);
  const differing = path.filter((segment) => (segments.get(segment) ?? 0) < alike.length);
  const segment = differing.find((own) => segments.get(own) === 1) ?? differing[0];
  if (segment === undefined) return "";
  const own = wordsOf(segment).filter((word) => (words.get(lower(word)) ?? 0) < alike.length);
  return humanised(own.join(" "));
}

const wordsOf = (segment: string): string[] => humanised(segment).split(" ");

/** Numbers of paths with each segment, and with each word. */
interface PathCounts {
  readonly segments: ReadonlyMap<string, number>;
  readonly words: ReadonlyMap<string, number>;
}

/** Counted once for all pages that share a title. */
const counted = new WeakMap<readonly Entry[], PathCounts>();

function pathsOf(alike: readonly Entry[]): PathCounts {
  const counts = counted.get(alike) ?? {
    segments: countsOf(alike.map(({ path }) => path)),
    words: countsOf(alike.map(({ path }) => path.flatMap(wordsOf).map(lower))),
  };
  counted.set(alike, counts);
  return counts;
}

function countsOf(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const one of new Set(list)) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** The parent's name; the section's, which are the site's words, where pages alike stand in as many sections. */
function parentAmong(
  alike: readonly Entry[],
  entry: Entry,
  { sectionOf, folderOf }: Required<Pick<TitlePlaces, "sectionOf" | "folderOf">>,
): string {
  const { page, path } = entry;
  const folder = path.at(-2) ?? "";
  if (folder === "" || (path.length === 2 && isLanguageCode(folder))) return "";
  const crumb = titleText(page.breadcrumbs.at(-1)?.text ?? "");
  if (crumb !== "") return crumb;
  const sections = new Set(alike.map(sectionOf));
  const isTelling = sections.size === alike.length && !sections.has("");
  const name = folderOf(entry);
  return isTelling ? sectionOf(entry) : name === undefined || isGeneric(name) ? humanised(folder) : name;
}

function within(title: string, parent: string): string {
  const name = plainText(parent.replace(SEPARATORS, " "));
  return textKey(name) === "" || textKey(name) === textKey(title) ? title : `${title} (${name})`;
}
