import { excerpt } from "../page/excerpt.ts";
import { type Affixes, commonAffixes, SEPARATORS, withoutAffixes } from "./affixes.ts";
import { type Entry, textKey } from "./entry.ts";
import { humanised } from "./labels.ts";
import { TITLE_CHARACTERS, titleText } from "./text.ts";

/** How to read a page's title without what it shares with the others. */
export function titleReader(entries: readonly Entry[], siteName: string): (entry: Entry) => string {
  const titles = new Map(entries.map((entry) => [entry, titleText(entry.page.title)]));
  const everywhere = settled([...titles.values()], siteName);
  const folders = folderAffixes(entries, everywhere);
  return remembered((entry) => {
    const title = everywhere(titles.get(entry) ?? titleText(entry.page.title));
    return folders.get(entry.path[0] ?? "")?.(title) ?? title;
  });
}

/** Sections, order and items all ask for the same titles. */
function remembered(titleOf: (entry: Entry) => string): (entry: Entry) => string {
  const known = new Map<Entry, string>();
  return (entry) => {
    const title = known.get(entry) ?? titleOf(entry);
    known.set(entry, title);
    return title;
  };
}

type Shorten = (title: string) => string;

/** Taking an affix away can bare another that most titles share: until nothing changes. */
function settled(titles: readonly string[], siteName: string): Shorten {
  const rounds: Affixes[] = [];
  let now = titles;
  for (;;) {
    const affixes = commonAffixes(now);
    const shorter = now.map((title) => withoutAffixes(title, affixes, siteName));
    rounds.push(affixes);
    if (shorter.every((title, index) => title === now[index])) break;
    now = shorter;
  }
  return (title) => rounds.reduce((rest, affixes) => withoutAffixes(rest, affixes, siteName), title);
}

/** What nearly all titles of one folder end with is the folder's name. */
function folderAffixes(entries: readonly Entry[], shorten: Shorten): ReadonlyMap<string, Shorten> {
  const folders = Map.groupBy(
    entries.filter(({ path }) => path.length > 1),
    ({ path }) => path[0] ?? "",
  );
  return new Map(
    [...folders].map(([folder, inside]) => {
      const { end } = commonAffixes(
        inside.map(({ page }) => shorten(titleText(page.title))),
        0.8,
      );
      return [folder, (title: string) => withoutAffixes(title, { start: new Map(), end })];
    }),
  );
}

/**
 * Titles in the order of the entries, no two alike: where several pages share one, their h1 if that tells them apart,
 * else their parent's name behind it, else more of their path.
 */
export function distinctTitles(entries: readonly Entry[], titleOf: (entry: Entry) => string): string[] {
  const titles = toldApart(entries, [
    (entry) =>
      named(titleOf(entry)) ?? named(headline(entry)) ?? named(humanised(entry.path.at(-1) ?? "")) ?? entry.url,
    (entry) => named(headline(entry)) ?? titleOf(entry),
    // A page at the top needs no parent: it keeps its title where the others tell theirs.
    (entry) => within(named(titleOf(entry)) ?? headline(entry), entry.path.length > 1 ? parentOf(entry) : ""),
    (entry) => within(titleOf(entry), entry.path.map(humanised).join(", ")),
    (entry) => within(titleOf(entry), entry.link),
  ]);
  // An h1 or a parent can bring back what most titles share.
  const shorter = titles.map(settled(titles, ""));
  return new Set(shorter.map(lower)).size === titles.length ? shorter : titles;
}

/** Each way is tried on those titles that are alike after the ways before it. */
function toldApart(entries: readonly Entry[], ways: readonly ((entry: Entry) => string)[]): string[] {
  const titles: string[] = entries.map(() => "");
  let alike: number[] = entries.map((_, index) => index);
  for (const way of ways) {
    for (const index of alike) titles[index] = safeTitle(way, entries[index]);
    const groups = Map.groupBy(titles.keys(), (index) => lower(titles[index] ?? ""));
    alike = [...groups.values()].filter((group) => group.length > 1).flat();
  }
  const taken = new Set(titles.map(lower));
  // The first of them keeps its title; what told the others apart was cut off at the end of long ones.
  const kept = new Set<string>();
  for (const index of alike) {
    const title = titles[index] ?? "";
    if (kept.has(lower(title))) titles[index] = numbered(title, taken);
    kept.add(lower(title));
  }
  return titles;
}

/** The title with the first number behind it that none of `taken` has, which it joins. */
function numbered(title: string, taken: Set<string>): string {
  for (let number = 2; ; number++) {
    const mark = ` (${number})`;
    const free = `${excerpt(title, TITLE_CHARACTERS - mark.length) || "Untitled"}${mark}`;
    if (taken.has(lower(free))) continue;
    taken.add(lower(free));
    return free;
  }
}

function lower(title: string): string {
  return title.toLowerCase();
}

function safeTitle(way: (entry: Entry) => string, entry: Entry | undefined): string {
  return (entry === undefined ? "" : titleText(way(entry))) || "Untitled";
}

function named(title: string): string | undefined {
  return textKey(title) === "" || /^(?:untitled|na|null|undefined)$/i.test(title) ? undefined : title;
}

function headline({ page }: Entry): string {
  return titleText(page.headings.find(({ level }) => level === 1)?.text ?? "");
}

function parentOf({ page, path }: Entry): string {
  const crumb = titleText(page.breadcrumbs.at(-1)?.text ?? "");
  return crumb || humanised(path.at(-2) ?? "");
}

function within(title: string, parent: string): string {
  const name = parent.replace(SEPARATORS, " ").trim();
  return name === "" ? title : `${title} (${name})`;
}
