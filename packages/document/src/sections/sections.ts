import { addressKeys, type Entry, textKey } from "../entry.ts";
import { MAX_SECTIONS } from "../limits.ts";
import type { SitePages } from "../site.ts";
import { isLegal, type OwnWord, ownWords, pagesName, type Role, rankOf, roleOf } from "../wording/wording.ts";
import { balanced } from "./balance.ts";
import { comparePaths, type PageOrder, readingOrder } from "./order.ts";
import { isNumbered, sortedPages } from "./page-order.ts";
import type { Part } from "./part.ts";
import { partsOf } from "./parts.ts";
import { trailsOf } from "./trails.ts";

export { comparePaths } from "./order.ts";
export { trailsOf } from "./trails.ts";

export interface SectionOfPages {
  readonly name: string;
  readonly entries: readonly Entry[];
}

interface SectionDraft {
  readonly name: string;
  readonly role: Role;
  /** Sections of one part of the site stand side by side. */
  readonly within?: string | undefined;
  readonly entries: readonly Entry[];
}

/** Sections in the order a reader needs them, `Optional` last; in each the site's own order. */
export function sectionsOf(site: SitePages): SectionOfPages[] {
  const [optional, ordinary] = split(site.entries, (entry) => isOptional(entry, site));
  const trailOf = trailsOf(site);
  const menu = menuOf(site);
  const labels = menuLabels(site);
  const { parts, loose, unlinked } = balanced(partsOf(ordinary, trailOf), site, trailOf);
  const drafts = joined([
    ...parts.map((part) => withRole(part, menu)),
    ...looseDrafts(loose, site, parts.length),
    { name: "Optional", role: "optional", entries: [...optional, ...unlinked] },
  ]);
  const place = readingOrder(site.home === undefined ? site.entries : [site.home, ...site.entries], site.home);
  const inOrder = atMostMaxSections(drafts, pagesName(site)).map((draft) => ({
    ...draft,
    entries: sortedPages(draft.entries, draft.role, { place, home: site.home }),
  }));
  const use = { menu, labels, named: namedAtHome(site), pages: site.entries.length };
  return withoutLonePage(inOrder.toSorted(byUse(inOrder, place, use)));
}

/** Joins drafts of one name and drops empty ones. */
function joined(drafts: readonly SectionDraft[]): SectionDraft[] {
  const groups = Map.groupBy(drafts, ({ name }) => textKey(name)).values();
  return [...groups].flatMap((group) => {
    const entries = group.flatMap((draft) => draft.entries);
    return group.slice(0, entries.length > 0 ? 1 : 0).map((first) => ({ ...first, entries }));
  });
}

/** A page that lies nowhere and is alone with that joins the largest part: a series' foreword, else the last of it. */
function withoutLonePage(drafts: readonly SectionDraft[]): SectionDraft[] {
  const alone = drafts.find(({ role, entries }) => role === "pages" && entries.length === 1);
  const [largest] = drafts
    .filter(({ role }) => role !== "optional" && role !== "pages" && role !== "news")
    .sort((a, b) => b.entries.length - a.entries.length);
  if (alone === undefined || largest === undefined) return [...drafts];
  const { entries } = largest;
  const together = entries.every(isNumbered) ? [...alone.entries, ...entries] : [...entries, ...alone.entries];
  return drafts
    .filter((draft) => draft !== alone)
    .map((draft) => (draft === largest ? { ...draft, entries: together } : draft));
}

/** The smallest drafts are emptied into `Pages` until `MAX_SECTIONS` are left. */
function atMostMaxSections(drafts: readonly SectionDraft[], pages: string): SectionDraft[] {
  const over = drafts.length - MAX_SECTIONS;
  if (over <= 0) return [...drafts];
  const hasPages = drafts.some(({ name }) => name === pages);
  const smallest = drafts
    .filter(({ name }) => name !== pages && name !== "Optional")
    .sort((a, b) => a.entries.length - b.entries.length)
    .slice(0, hasPages ? over : over + 1);
  const emptied = smallest.map(({ entries }) => ({ name: pages, role: "pages" as const, entries }));
  return joined([...drafts.filter((draft) => !smallest.includes(draft)), ...emptied]);
}

/** Outside the base URL's path, or read for the law, the record or the project rather than for the subject. */
function isOptional(entry: Entry, { titleOf }: SitePages): boolean {
  if (!entry.listed.inScope) return true;
  const last = entry.path.at(-1) ?? "";
  const above = entry.path.slice(0, -1).map((folder) => roleOf(textKey(folder)));
  // Contributors' own licence page or coverage report is for them.
  if (above.includes("contributing")) return false;
  const names = [textKey(last), textKey(titleOf(entry))];
  // Below a reference or a manual these are subjects.
  if (above.some((role) => role === "reference" || role === "docs") && names.some((name) => SUBJECTS.test(name)))
    return false;
  return PROJECT_FILES.test(last) || names.some((name) => roleOf(name) === "optional" || isLegal(name));
}

/** Words for a page on the side that a command, a function or a chapter may have, too. */
const SUBJECTS = /^(?:cookies?|history|archives?|press|jobs|old|legacy|backup|copyright|credits|releases?|brand)$/;

/** Files of a source repository that a generator made pages of. */
const PROJECT_FILES = /^(?:AGENTS|CLAUDE|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT)$/;

/** A part that the homepage's menu leads into is no record, whatever its folder is called: a subject's `history`. */
function withRole({ name, trail, entries }: Part, menu: ReadonlyMap<Entry, number>): SectionDraft {
  const [{ key = "", label = "" } = {}] = trail;
  const said = roleOf(textKey(name)) ?? roleOf(textKey(key)) ?? roleOf(textKey(label)) ?? "part";
  const named = entries.filter((entry) => menu.has(entry)).length;
  const role = said === "optional" && named > 1 && named * 2 > entries.length ? "part" : said;
  return { name: role === "optional" ? "Optional" : name, role, within: trail[0]?.key, entries };
}

/** Names of what lies in no part of the site, where two or more pages have such a role. */
const LOOSE: Readonly<Partial<Record<Role, OwnWord>>> = {
  start: "Getting started",
  docs: "Guides",
  examples: "Examples",
  reference: "Reference",
  product: "Product",
  support: "Support",
  company: "Company",
};

function looseDrafts(loose: readonly Entry[], site: SitePages, parts: number): SectionDraft[] {
  const roles = Map.groupBy(loose, (entry) => looseRole(entry, site));
  const words = ownWords(site);
  const named = [...roles].flatMap(([role, entries]) => {
    const name = LOOSE[role] && words(LOOSE[role]);
    // A page alone makes no section, but what begins the subject stands before everything else.
    const enough = entries.length > 1 || (role === "start" && (parts > 0 || loose.length > 8));
    return name !== undefined && enough ? [{ name, role, entries }] : [];
  });
  const taken = new Set(named.flatMap(({ entries }) => entries));
  const rest = loose.filter((entry) => !taken.has(entry));
  const [contributing, pages] = split(rest, (entry) => looseRole(entry, site) === "contributing");
  return [
    ...named,
    ...(pages.length > 0 ? [{ name: words("Pages"), role: "pages" as const, entries: pages }] : []),
    ...(contributing.length > 0 ? [{ name: "Optional", role: "optional" as const, entries: contributing }] : []),
  ];
}

function looseRole(entry: Entry, { titleOf }: SitePages): Role {
  const title = textKey(titleOf(entry));
  return roleOf(textKey(entry.path.at(-1) ?? "")) ?? roleOf(title) ?? roleOf(title.split(" ").at(-1) ?? "") ?? "pages";
}

/** Places of pages in the homepage's menu. */
function menuOf({ home, entries }: SitePages): ReadonlyMap<Entry, number> {
  const keyOf = addressKeys();
  const links = home?.page.links.filter(({ place }) => place === "navigation") ?? [];
  const places = new Map(links.map(({ url }, at): [string, number] => [keyOf(url), at]).toReversed());
  return new Map(
    entries.flatMap((entry): [Entry, number][] => {
      const at = places.get(keyOf(entry.url));
      return at === undefined ? [] : [[entry, at]];
    }),
  );
}

/**
 * Places of the words of the homepage's menu, its groups' labels too: a list that is not listed itself may have a link there.
 * The site's own name leads to the homepage or its repository.
 */
function menuLabels({ home, name }: SitePages): ReadonlyMap<string, number> {
  const links = home?.page.links.filter(({ place }) => place === "navigation") ?? [];
  const places = links.flatMap(({ text, group = [] }, at) =>
    [...group, text].map((label): [string, number] => [textKey(label), at]),
  );
  return new Map(places.toReversed().filter(([label]) => label !== textKey(name)));
}

/** Pages that the homepage's text leads to. */
function namedAtHome({ home, entries }: SitePages): ReadonlySet<Entry> {
  const keyOf = addressKeys();
  const keys = new Set((home?.page.links ?? []).flatMap(({ url, place }) => (place === "content" ? [keyOf(url)] : [])));
  return new Set(entries.filter(({ url }) => keys.has(keyOf(url))));
}

interface SectionUse {
  readonly menu: ReadonlyMap<Entry, number>;
  readonly labels: ReadonlyMap<string, number>;
  readonly named: ReadonlySet<Entry>;
  readonly pages: number;
}

/** A page that a bar above the menu leads to first, though nobody reads it first. */
const CONTACT = /^contact/i;

/** Roles that a menu does not move: that of what begins the subject, what is for contributors. */
const FIXED: Readonly<Partial<Record<Role, number>>> = { start: 0, contributing: 4, optional: 5 };

/**
 * Orders sections: the beginning of the subject and a part with most pages that the menu leaves out, then by the homepage's
 * menu, then by readers' needs.
 */
function byUse(
  drafts: readonly SectionDraft[],
  place: PageOrder,
  { menu, labels, named, pages }: SectionUse,
): (a: SectionDraft, b: SectionDraft) => number {
  const ownAt = ({ name, role, entries }: SectionDraft) =>
    entries
      .filter(({ path }) => role !== "company" || !CONTACT.test(path.at(-1) ?? ""))
      .reduce(
        (first, entry) => Math.min(first, menu.get(entry) ?? Number.MAX_VALUE),
        labels.get(textKey(name)) ?? Number.MAX_VALUE,
      );
  const families = Map.groupBy(drafts, ({ within, name }) => within ?? name);
  const at = new Map(
    [...families.values()].flatMap((family) => {
      const first = family.reduce((least, draft) => Math.min(least, ownAt(draft)), Number.MAX_VALUE);
      return family.map((draft): [SectionDraft, number] => [draft, first]);
    }),
  );
  const isMenu = drafts.some((draft) => draft.role !== "pages" && ownAt(draft) < Number.MAX_VALUE);
  const groupOf = (draft: SectionDraft) => {
    if (!isMenu || FIXED[draft.role] !== undefined) return FIXED[draft.role] ?? 1;
    if ((at.get(draft) ?? Number.MAX_VALUE) < Number.MAX_VALUE) return 2;
    return draft.entries.length * 4 > pages * 3 ? 1 : 3;
  };
  // Pages that a homepage introduces come before the reference below it.
  const rank = ({ role, entries }: SectionDraft) =>
    role === "pages" && entries.filter((entry) => named.has(entry)).length * 2 > entries.length
      ? rankOf("docs")
      : rankOf(role);
  return (a, b) => {
    const [first, second] = [a.entries[0], b.entries[0]];
    const byFirst = first !== undefined && second !== undefined ? place(first, second) : 0;
    const byMenu = isMenu ? (at.get(a) ?? 0) - (at.get(b) ?? 0) : 0;
    return groupOf(a) - groupOf(b) || byMenu || rank(a) - rank(b) || newerFirst(a.name, b.name) || byFirst;
  };
}

/** A year in a section's name, and the number of an issue before it. Bound: a section's name. */
const YEAR = /\b(?:19|20)\d\d\b(?!.*\b(?:19|20)\d\d\b)/;

/** `Posts: 2024` before `Posts: 2023`, `Issue 5, March 2025` before `Issue 4, January 2025`; 0 where one has no year. */
function newerFirst(a: string, b: string): number {
  const [first, second] = [YEAR.exec(a)?.[0], YEAR.exec(b)?.[0]];
  if (first === undefined || second === undefined) return 0;
  return Number(second) - Number(first) || comparePaths(b, a);
}

function split<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
