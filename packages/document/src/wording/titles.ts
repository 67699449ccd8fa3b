import { listCounts } from "../counts.ts";
import { type Entry, textKey } from "../entry.ts";
import { titleText } from "../text.ts";
import { type Affixes, commonAffixes, withoutAffixes } from "./affixes.ts";
import { isGeneric } from "./labels.ts";
import { withoutSharedWords } from "./shared-words.ts";
import { headline, isHomeWord, pageTitle } from "./site-name.ts";

/**
 * Reads a page's title without the part that it shares with others, with a separator or without one. What tells two pages apart
 * stays: a part without which titles that differ would be alike is not taken away.
 */
export function titleReader(entries: readonly Entry[], siteName: string): (entry: Entry) => string {
  const titles = new Map(entries.map((entry) => [entry, pageTitle(entry)]));
  const shared = settled([...titles.values()], siteName);
  const homeNames = homeNamesOf(entries);
  const everywhere: Shorten = (title) => withoutAffixes(shared(title), homeNames);
  const shorter = [...titles.values()].map(everywhere);
  const parts = partAffixes(shorter, siteName);
  const words = withoutSharedWords(shorter.map(parts));
  const steps: readonly ((title: string, entry: Entry) => string)[] = [
    everywhere,
    (title, entry) => ownTitle(entry, parts(title), siteName),
    folderAffixes(entries, everywhere),
    words,
  ];
  const known = shortened(titles, steps);
  return (entry) => known.get(entry) ?? pageTitle(entry);
}

/** Titles after all steps. Where one makes titles alike that were not, they stay as they were before it. */
function shortened(
  titles: ReadonlyMap<Entry, string>,
  steps: readonly ((title: string, entry: Entry) => string)[],
): ReadonlyMap<Entry, string> {
  let now = titles;
  for (const step of steps) {
    const next = new Map([...now].map(([entry, title]) => [entry, step(title, entry)]));
    const groups = Map.groupBy(next, ([, title]) => lower(title)).values();
    for (const group of groups) {
      const before = new Set(group.map(([entry]) => lower(now.get(entry) ?? "")));
      if (before.size > 1) for (const [entry] of group) next.set(entry, now.get(entry) ?? "");
    }
    now = next;
  }
  return now;
}

/** A page's title, or its h1 if the title is nothing but the site's name. */
function ownTitle(entry: Entry, title: string, siteName: string): string {
  const isNameAlone = textKey(title) === textKey(siteName) && entry.path.length > 0;
  return isNameAlone ? (named(headline(entry)) ?? title) : title;
}

/**
 * The end of three or more titles is the part they belong to, if another page has that title (`Slices - Notes on Go`), and a
 * slogan where it begins with the site's name (`Streaming — Flow, agents in Python`).
 */
function partAffixes(titles: readonly string[], siteName: string): Shorten {
  const { end } = commonAffixes(titles, 0);
  const whole = new Set(titles.map(textKey));
  const site = textKey(siteName);
  const isSlogan = (key: string) =>
    site !== "" && key.startsWith(`${site} `) && key.slice(site.length + 1).includes(" ");
  const parts = new Map([...end].filter(([key]) => whole.has(key) || isSlogan(key)));
  return parts.size === 0 ? (title) => title : (title) => withoutAffixes(title, { start: new Map(), end: parts });
}

type Shorten = (title: string) => string;

/**
 * The words by which most pages lead to the homepage, such as a logo's: a site may go by another name than its own, and some of
 * its titles end or begin with that.
 */
function homeNamesOf(entries: readonly Entry[]): Affixes {
  const home = entries.find(({ path }) => path.length === 0);
  const counts = listCounts(
    entries.map(({ page }) => [
      ...new Set(page.links.filter(({ url }) => url === home?.url).map(({ text }) => textKey(titleText(text)))),
    ]),
  );
  const names = [...counts].filter(
    ([key, count]) => count * 2 >= entries.length && count > 2 && key !== "" && !isGeneric(key) && !isHomeWord(key),
  );
  const affixes = new Map(names.map(([text, count]) => [text, { text, count }]));
  return { start: affixes, end: affixes };
}

/** Taking an affix away can bare another that most titles share: until nothing changes. */
export function settled(titles: readonly string[], siteName: string): Shorten {
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

/** The end of nearly all titles of one folder, at whatever depth, is the folder's name. */
function folderAffixes(entries: readonly Entry[], shorten: Shorten): (title: string, entry: Entry) => string {
  const placed = entries.flatMap((entry) => {
    const title = shorten(pageTitle(entry));
    return foldersOf(entry.path.slice(0, -1)).map((folder) => ({ folder, title }));
  });
  const ends = new Map(
    [...Map.groupBy(placed, ({ folder }) => folder)].flatMap(([folder, inside]) => {
      const { end } = commonAffixes(
        inside.map(({ title }) => title),
        0.8,
      );
      return end.size === 0 ? [] : [[folder, { start: new Map(), end }] as const];
    }),
  );
  return (title, { path }) =>
    foldersOf(path).reduce((rest, folder) => {
      const affixes = ends.get(folder);
      return affixes === undefined ? rest : withoutAffixes(rest, affixes);
    }, title);
}

/** The folders of a path, the outermost first: a folder's index page is one of its pages. */
const foldersOf = (path: readonly string[]): readonly string[] => path.map((_, at) => path.slice(0, at + 1).join("/"));

/** Two titles of one case are alike to a reader. */
export function lower(title: string): string {
  return title.toLowerCase();
}

/** A title; undefined for a placeholder such as `Untitled`. */
export function named(title: string): string | undefined {
  return textKey(title) === "" || /^(?:untitled(?: document)?|na|null|undefined|index(?:\.html?)?)$/i.test(title)
    ? undefined
    : title;
}
