import type { LeftOut } from "@llmstxt-service/page/address/left-out";
import {
  asksForLanguage,
  asksForVersion,
  type FamilyAsked,
  isAsked,
  type Member,
  versionKey,
} from "@llmstxt-service/page/address/member";
import { compareVersions, isCurrentName } from "@llmstxt-service/page/address/version-folder";
import { folderOf } from "./entry.ts";
import type { LeftOutPage, ListedPage, RenderOptions } from "./listed-page.ts";
import { linkUrl, titleText } from "./text.ts";

/** The pages of one language and version, which get a document of their own. */
export interface FamilyMember {
  /** `de`, `1.0`, `de-1.0`: its file is `llms.<tag>.txt` where its pages share no path; empty for the main one. */
  readonly tag: string;
  /** Name that no other member has: `German`, `version 1.0`. */
  readonly name: string;
  readonly language?: string;
  readonly version?: string;
  /** Pages of the member, its start page first. */
  readonly pages: readonly ListedPage[];
  /** Path that its pages share, and that no relative needs; undefined for the main one. */
  readonly folder: string | undefined;
}

export interface DocumentFamily {
  readonly main: FamilyMember;
  readonly others: readonly FamilyMember[];
  readonly leftOut: readonly LeftOutPage[];
}

interface MemberPages {
  readonly language: string;
  /** Empty: the current one, and pages of none. */
  readonly version: string;
  readonly pages: ListedPage[];
}

/** Least share of a version's pages with the same text as another's for it to be a second name of that version. */
const ALIAS = 0.9;

const MAX_TAG = 60;

/** Most relatives that a document names. */
const MAX_RELATIVES = 100;

/** The pages by language and version, as the crawl tells them and as far as they were asked for; each stands in one member. */
export function familyOf(
  pages: readonly ListedPage[],
  { languages, versions }: Partial<RenderOptions>,
): DocumentFamily {
  const [home] = pages;
  const alone = { tag: "", name: "", folder: undefined };
  if (home === undefined || !(isAsked(languages) || isAsked(versions)))
    return { main: { ...alone, pages }, others: [], leftOut: [] };
  const groups = new Map<string, MemberPages>();
  const leftOut: LeftOutPage[] = [];
  for (const page of pages) {
    // The crawl applies the same rule; left are pages that it took before it knew their language or version, and maybe
    // the homepage.
    const reason = unwantedFor(page, { languages, versions });
    if (reason !== undefined) {
      leftOut.push({ url: page.url, reason });
      continue;
    }
    const { language = "", version = "" } = placeOf(page);
    const key = `${language} ${versionKey(version)}`;
    const group = groups.get(key) ?? { language, version, pages: [] };
    group.pages.push(page);
    groups.set(key, group);
  }
  const { language: spoken = "" } = home.member ?? {};
  const all = [...groups.values()];
  if (!(isAsked(versions) && versions.every((one) => one !== "all")))
    for (const page of twinsIn(all).flatMap(folded)) leftOut.push(page);
  const filled = all.filter((group) => group.pages.length > 0);
  const rankOf = ({ language }: MemberPages) => [
    Number(language !== spoken),
    languages?.findIndex((one) => asksForLanguage([one], language)) ?? 0,
  ];
  filled.sort((a, b) => {
    const [[x = 0, p = 0], [y = 0, q = 0]] = [rankOf(a), rankOf(b)];
    const byName = a.language < b.language ? -1 : Number(a.language !== b.language);
    const byVersion = Number(a.version !== "") - Number(b.version !== "") || compareVersions(a.version, b.version);
    return x - y || p - q || byName || byVersion;
  });
  const [first, ...rest] = filled;
  if (first === undefined) return { main: { ...alone, pages }, others: [], leftOut: [] };
  const main = {
    ...memberOf(first, first, filled),
    tag: "",
    folder: undefined,
    pages: first.pages.includes(home) ? first.pages : startFirst(first, home),
  };
  const shared = new Map(filled.map((group) => [group, sharedFolder(group.pages)]));
  const tags = new Set<string>();
  const others = rest.map((group) => ({
    ...memberOf(group, first, filled),
    tag: tagOf(group, first, tags),
    pages: startFirst(group, home),
    folder: ownFolder(group, shared),
  }));
  return { main, others, leftOut };
}

/** Language and version of a page; pages of the current version and pages without one belong together. */
const placeOf = ({ member: { language, version, isCurrent } = {} }: ListedPage): Member => ({
  ...(language && { language }),
  ...(version && !isCurrent && { version }),
});

function unwantedFor({ member = {} }: ListedPage, { languages, versions }: FamilyAsked): LeftOut["reason"] | undefined {
  const { language, version } = member;
  if (isAsked(languages) && language !== undefined && !asksForLanguage(languages, language)) return "other language";
  return isAsked(versions) && version !== undefined && !asksForVersion(versions, member) ? "older version" : undefined;
}

interface Twin {
  readonly stays: MemberPages;
  readonly goes: MemberPages;
}

/** `latest` beside `2.0` where both say the same: the newest version has two names. */
function twinsIn(groups: readonly MemberPages[]): readonly Twin[] {
  return [...Map.groupBy(groups, ({ language }) => language).values()].flatMap((own) => {
    const named = own.filter(({ version }) => version === "" || isCurrentName(version));
    const numbered = own.filter(({ version }) => version !== "" && !isCurrentName(version));
    const [newest] = numbered.sort((a, b) => compareVersions(a.version, b.version));
    const [stays, ...others] = named.sort((a, b) => a.version.length - b.version.length);
    if (stays === undefined) return [];
    const twins = newest === undefined ? others : [...others, newest];
    return twins.filter((goes) => isTwin(goes, stays)).map((goes) => ({ stays, goes }));
  });
}

function isTwin(goes: MemberPages, { pages }: MemberPages): boolean {
  const digests = new Set(pages.map(({ page }) => page.contentDigest));
  return goes.pages.filter(({ page }) => digests.has(page.contentDigest)).length >= ALIAS * goes.pages.length;
}

/** Pages that only one of two names has go to the other. */
function folded({ stays, goes }: Twin): readonly LeftOutPage[] {
  const known = new Map(stays.pages.map(({ url, page }) => [page.contentDigest, url]));
  return goes.pages.splice(0).flatMap((page) => {
    const of = known.get(page.page.contentDigest);
    if (of !== undefined) return [{ url: page.url, reason: "duplicate", of } satisfies LeftOut & { url: string }];
    stays.pages.push(page);
    return [];
  });
}

function memberOf({ language, version, pages }: MemberPages, main: MemberPages, all: readonly MemberPages[]) {
  const told = version || (pages.find(({ member }) => member?.version !== undefined)?.member?.version ?? "current");
  const names = [
    ...(all.some((group) => group.language !== main.language) ? [languageName(language)] : []),
    ...(all.some((group) => group.version !== main.version)
      ? [/\d/.test(told) ? `version ${titleText(told)}` : `${titleText(told)} version`]
      : []),
  ];
  return {
    name: names.join(", "),
    ...(language && { language }),
    ...(isVersioned(all) && { version: titleText(told) }),
  };
}

const isVersioned = (all: readonly MemberPages[]): boolean => all.some(({ version }) => version !== "");

function languageName(tag: string): string {
  try {
    return titleText(new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag);
  } catch {
    return titleText(tag) || "main language"; // RangeError: no tag
  }
}

function tagOf({ language, version }: MemberPages, main: MemberPages, taken: Set<string>): string {
  const parts = [language === main.language ? "" : language, version].filter(Boolean);
  const tag =
    parts
      .join("-")
      .replace(/[^\w.-]+/g, "-")
      .slice(0, MAX_TAG) || "other";
  for (let number = 1; ; number++) {
    const free = number === 1 ? tag : `${tag}-${number}`;
    if (taken.has(free.toLowerCase())) continue;
    taken.add(free.toLowerCase());
    return free;
  }
}

/** The page that the homepage names as its own in this language, else the one that lies highest. */
function startFirst({ language, pages }: MemberPages, home: ListedPage): readonly ListedPage[] {
  const named = new Set(
    home.page.alternates.languages
      .filter(({ lang }) => lang.toLowerCase() === language.toLowerCase())
      .map(({ url }) => url),
  );
  const folders = (path: string) => path.split("/").filter(Boolean).length;
  const depthOf = ({ url }: ListedPage) => folders(new URL(url).pathname.replace(/\/index\.\w{3,5}$/, "/"));
  const [start] = [...pages].sort(
    (a, b) =>
      Number(named.has(b.url)) - Number(named.has(a.url)) ||
      depthOf(a) - depthOf(b) ||
      a.url.length - b.url.length ||
      (a.url < b.url ? -1 : 1),
  );
  return start === undefined ? pages : [start, ...pages.filter((page) => page !== start)].map(inScope);
}

/** The base URL's path is that of another member. */
const inScope = (page: ListedPage): ListedPage => ({ ...page, inScope: true });

function sharedFolder(pages: readonly ListedPage[]): string {
  const [first = "/", ...others] = pages.map(({ url }) => folderOf(url));
  return others.reduce((shared, folder) => {
    let at = 0;
    while (at < shared.length && shared[at] === folder[at]) at++;
    return shared.slice(0, shared.lastIndexOf("/", at - 1) + 1);
  }, first);
}

/** A folder below which each page of a relative lies in a deeper folder of its own. */
function ownFolder(group: MemberPages, shared: ReadonlyMap<MemberPages, string>): string | undefined {
  const folder = shared.get(group) ?? "/";
  if (folder === "/") return undefined;
  const isFree = [...shared].every(([other, own]) => {
    if (other === group || (own.startsWith(folder) && own !== folder)) return true;
    return own !== folder && !other.pages.some(({ url }) => new URL(url).pathname.startsWith(folder));
  });
  return isFree ? folder : undefined;
}

/** The line of a document's head that names its relatives with their addresses; undefined where it has none. */
export function relativesLine(
  member: FamilyMember,
  { main, others }: DocumentFamily,
  urlOf: (member: FamilyMember) => string,
): string | undefined {
  if (others.length === 0) return undefined;
  const relatives = [main, ...others].filter((one) => one !== member);
  // Relatives that differ in language or version alone come first, since only `MAX_RELATIVES` are named.
  const isNear = (one: FamilyMember) => Number(one.language === member.language || one.version === member.version);
  const named = relatives.sort((a, b) => isNear(b) - isNear(a)).slice(0, MAX_RELATIVES);
  const links = named.flatMap((one) => {
    const url = linkUrl(urlOf(one));
    return url === undefined ? [] : [`[${one.name}](${url})`];
  });
  const more = relatives.length - named.length;
  return `Also: ${links.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

/** True of that line: an owner's notes have no live links. */
export const isRelativesLine = (note: string): boolean => note.startsWith("Also: [") && note.includes("](");

/** Name of the file beside the main `llms.txt`. */
export const memberFile = ({ tag }: Pick<FamilyMember, "tag">): string => (tag === "" ? "llms.txt" : `llms.${tag}.txt`);
