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
  const otherNames = shortNames([...titles.values()], siteName);
  const everywhere: Shorten = (title) => withoutAffixes(withoutAffixes(shared(title), homeNames), otherNames);
  const steps: readonly TitleStep[] = [
    () => everywhere,
    (now) => {
      const parts = partAffixes([...now.values()], siteName);
      return (title, entry) => ownTitle(entry, parts(title), siteName);
    },
    (now) => inFolders(now, sharedAffixes),
    (now) => inFolders(now, withoutSharedWords),
  ];
  const known = shortened(titles, steps);
  return (entry) => known.get(entry) ?? pageTitle(entry);
}

type Titles = ReadonlyMap<Entry, string>;

/** Reads from all titles what each of them loses. */
type TitleStep = (now: Titles) => (title: string, entry: Entry) => string;

/** Titles after all steps. Where one makes titles alike that were not, they stay as they were before it. */
function shortened(titles: Titles, steps: readonly TitleStep[]): Titles {
  let now = titles;
  for (const step of steps) {
    const shorten = step(now);
    const next = new Map([...now].map(([entry, title]) => [entry, shorten(title, entry)]));
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

/** Ends of three titles or more in words of the site's name alone: `Museo Suzzara` of the `Museo Galleria del Premio Suzzara`. */
function shortNames(titles: readonly string[], siteName: string): Affixes {
  const own = new Set(textKey(siteName).split(" "));
  const shared = own.size > 1 ? commonAffixes(titles, 0).end : [];
  const ends = [...shared].filter(([key]) => {
    const words = key.split(" ");
    return words.length > 1 && words.every((word) => own.has(word));
  });
  return { start: new Map(), end: new Map(ends) };
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

/** The beginning or end of nearly all titles of one folder is the folder's name or kind: `Topic: Cats`. */
function sharedAffixes(titles: readonly string[]): Shorten {
  const affixes = commonAffixes(titles, 0.8);
  return (title) => withoutAffixes(title, affixes);
}

/** Takes away the words that all titles share, then those that the titles of each folder share, whatever its depth. */
function inFolders(
  titles: Titles,
  read: (titles: readonly string[]) => Shorten,
): (title: string, entry: Entry) => string {
  const inside = new Map<string, string[]>([["", [...titles.values()]]]);
  for (const [{ path }, title] of titles) {
    for (const folder of foldersOf(path.slice(0, -1))) {
      const own = inside.get(folder);
      if (own === undefined) inside.set(folder, [title]);
      else own.push(title);
    }
  }
  const shortens = new Map(
    [...inside].filter(([, { length }]) => length > 2).map(([folder, own]) => [folder, read(own)]),
  );
  return (title, { path }) =>
    ["", ...foldersOf(path)].reduce((rest, folder) => shortens.get(folder)?.(rest) ?? rest, title);
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
