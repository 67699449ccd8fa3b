// Finds what the titles of a site share at their start or end.
import { clean, gist, trimmed } from "./text.ts";
import type { Link, ListedPage } from "./types.ts";
import { GENERAL, LEADS_ON } from "./words.ts";

/** An angle quote before another sign closes a quotation. What stands in brackets is one part. Bound: a title. */
const SEPARATOR =
  /(?: (?:[|–—―\-·•:›・]+|«+|»+(?! [|–—―·•-])) | ?(?:\|+|--+|::|｜|【(?=[^【】]+】$)) ?| [–—―]|[–—―] |: |:(?=\p{Lu}))(?![^()]{0,200}\))/gu;

const MAY_BE_PARTED = /[|–—―\-·•:›»«｜・【]/;

/** A title at its first separator (`first`, `behind`) and at its last (`before`, `last`). */
function parted(title: string) {
  const cuts = MAY_BE_PARTED.test(title) ? [...title.matchAll(SEPARATOR)] : [];
  const [start, end] = [cuts[0], cuts.at(-1)];
  if (start === undefined || end === undefined) return undefined;
  return {
    first: title.slice(0, start.index),
    behind: title.slice(start.index + start[0].length),
    before: title.slice(0, end.index),
    last: title.slice(end.index + end[0].length),
    // A bar or a dot separates a title from its context; a dash or a colon may be part of it.
    isStrong: /[|·•»]|::/.test(end[0]),
  };
}

/** The parts of a title that separators divide. */
export const partsOf = (title: string): readonly string[] => title.split(SEPARATOR);

export function counted(parts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return counts;
}

/**
 * `strip` removes from a title the text that most titles share at either end, but never all of it; `shared` is that
 * text.
 * @param isCalled true for a text by which the site calls a page
 */
export function affixesOf(titles: readonly string[], names: readonly string[], isCalled = (_text: string) => true) {
  const own = new Set(names.map(gist).filter((name) => name !== ""));
  const shared: string[] = [];
  const strips: ((title: string) => string)[] = [];
  let rest = titles;
  for (let round = 0; round < 3; round++) {
    const { strip, common } = partStrip(rest, own, isCalled);
    shared.push(...common);
    const next = rest.map((title) => strip(title) || title);
    if (next.every((title, at) => title === rest[at])) break;
    strips.push(strip);
    rest = next;
  }
  const { strip: wordStrip, tails } = wordsOf(rest, (text) => own.has(gist(text)), isCalled);
  strips.push(wordStrip);
  const bracketed = tails.filter((tail) => tail.startsWith("("));
  const strip = (title: string, heading = ""): string => {
    // A single letter or digit is no title, unless it is the page's heading.
    const isTitle = (text: string) => text === heading || !/^[a-z\d]?$/.test(gist(text));
    const next = (text: string, one: (text: string) => string) => {
      const left = one(text).trim();
      return isTitle(left) ? left : text;
    };
    return trimmed(strips.reduce(next, title), " ,;:|–-") || title;
  };
  return { shared: [...shared, ...bracketed], strip };
}

/**
 * Titles without the last part that nearly all titles of their folder share, such as the name of a book, unless two
 * would be equal or only a letter be left; and these parts, by folder.
 */
export function withoutTails(titles: readonly string[], folders: readonly string[]) {
  const tails = new Map<string, string>();
  for (const [folder, own] of Map.groupBy(titles.keys(), (at) => folders[at] ?? "")) {
    const counts = counted(own.flatMap((at) => parted(titles[at] ?? "")?.last ?? []));
    const [tail, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
    if (folder !== "" && count >= Math.max(2, own.length * 0.8)) tails.set(folder, tail);
  }
  const short = titles.map((title, at) => {
    const parts = tails.has(folders[at] ?? "") ? parted(title) : undefined;
    return parts !== undefined && parts.last === tails.get(folders[at] ?? "") ? parts.before : title;
  });
  const counts = counted(short);
  const isTitle = (text: string) => text.length > 1 && counts.get(text) === 1;
  return { tails, titles: short.map((text, at) => (isTitle(text) ? text : (titles[at] ?? text))) };
}

/** Removes the first or last part of a title if most titles have it, it is the site's name, or the site omits it. */
function partStrip(titles: readonly string[], own: ReadonlySet<string>, isCalled: (text: string) => boolean) {
  const most = Math.max(3, titles.length * 0.45);
  const few = Math.max(3, titles.length * 0.2);
  const divided = titles.flatMap((title) => parted(title) ?? []);
  const firsts = counted(divided.map(({ first }) => first));
  const lasts = counted(divided.map(({ last }) => last));
  // The name of a division, without which links and headings call most of its pages, and no two pages alike.
  const wholes = counted([...titles, ...divided.map(({ before }) => before)]);
  const isAlone = ({ before }: { readonly before: string }) => wholes.get(before) === 1;
  const omitted = new Set(
    [...Map.groupBy(divided, ({ last }) => last)]
      .filter(([, all]) => all.length > 2 && all.length < most && all.every(isAlone))
      .flatMap(([last, all]) => (all.filter(({ before }) => isCalled(before)).length > all.length / 2 ? last : [])),
  );
  const isMost = (part: string, whole: string) =>
    part.length > whole.length / 2 && (whole.startsWith(part) || whole.endsWith(part));
  const isMostOfName = (text: string) => [...own].some((name) => isMost(text, name));
  const isMostlyName = (text: string) => [...own].some((name) => isMost(name, text));
  // A number behind the site's name, such as a year, belongs to it.
  const plain = (text: string) => gist(text).replace(/(?<=\D)\d+$/, "");
  const strip = (title: string): string => {
    const parts = parted(title);
    if (parts === undefined) return title;
    const { first, behind, last, isStrong } = parts;
    const [before, after] = [firsts.get(first) ?? 0, lasts.get(last) ?? 0];
    const isTail =
      after >= (isStrong ? few : most) ||
      omitted.has(last) ||
      isMostOfName(plain(last)) ||
      ((isStrong || after > 2) && isMostlyName(plain(last)));
    const isHead = before >= most || isMostOfName(plain(first));
    // Behind a name at the start of few titles, lower-case words continue its sentence.
    const isSentence = before < most && /^\p{Ll}/u.test(behind) && /^\p{Lu}/u.test(title);
    if (isHead && (!isTail || before > after) && !isSentence) return behind;
    return isTail ? parts.before : title;
  };
  return { strip, common: [...lasts, ...firsts].flatMap(([part, count]) => (count >= most ? [part] : [])) };
}

/**
 * Starts or ends of one to eight words that half of the titles share, longest first; no part of one as frequent, and
 * none that begins with a closing bracket.
 */
function sharedEnds(lists: readonly (readonly string[])[], endOf: (words: readonly string[], size: number) => string) {
  const ends: { end: string; count: number }[] = [];
  for (let size = 1; size <= 8; size++) {
    const counts = counted(lists.filter(({ length }) => length > size).map((words) => endOf(words, size)));
    const [end, count] = [...counts].find(([, shared]) => shared >= Math.max(4, lists.length * 0.5)) ?? ["", 0];
    if (count === 0 || /^[>)\]}]/.test(end)) break;
    if (ends[0]?.count === count) ends.shift();
    ends.unshift({ end, count });
  }
  return ends.map(({ end }) => end);
}

/** `strip` removes shared words without a separator, unless only a number would be left; `tails` are those at the end. */
function wordsOf(titles: readonly string[], isOwn: (text: string) => boolean, isCalled: (text: string) => boolean) {
  const lists = [...new Set(titles)].map((title) => title.split(" "));
  const tails = sharedEnds(lists, (words, size) => words.slice(-size).join(" "));
  // Words that the site repeats wherever it names its pages are part of their names.
  const heads = sharedEnds(lists, (words, size) => words.slice(0, size).join(" ")).filter((head) => {
    const rests = titles.flatMap((title) => (title.startsWith(`${head} `) ? title.slice(head.length + 1) : []));
    return isOwn(head) || rests.filter(isCalled).length > rests.length / 2;
  });
  const strip = (title: string) => {
    const tail = tails.find((end) => title.endsWith(` ${end}`));
    const text = tail === undefined ? title : title.slice(0, -tail.length - 1).replace(LEADS_ON, "");
    const head = heads.find((end) => text.startsWith(`${end} `));
    const left = head === undefined ? text : text.slice(head.length + 1);
    // `November` alone says less than `November 2019`.
    if (head !== undefined && tail !== undefined && !left.includes(" ")) return `${left} ${tail}`;
    return /\p{L}/u.test(left) ? left : text;
  };
  return { strip, tails };
}

/** A name that the homepage states and shows, else the part of its title that most titles share, else its heading. */
export function siteNameOf({ url, page }: ListedPage, others: readonly ListedPage[]): string {
  const { openGraph, jsonLd, applicationName, organization } = page.siteNames;
  const title = clean(page.title);
  const heading = clean(page.headings.find(({ level }) => level === 1)?.text ?? "");
  const said = gist(`${title} ${heading}`);
  const isSaid = (name: string) => gist(name).length > 1 && said.includes(gist(name)) && !GENERAL.test(name);
  const stated = [openGraph, jsonLd, applicationName].map((name = "") => bare(clean(name)));
  const given = stated.find(isSaid);
  const labels = new URL(url).host.split(".").map(gist);
  const isAddress = (part: string) => labels.includes(gist(part));
  // Behind the name that the address has, too, stands a slogan.
  if (given !== undefined) return partsOf(given).find(isAddress) ?? given;
  const titles = others.map((listed) => clean(listed.page.title));
  const { shared } = affixesOf(titles, []);
  const gists = titles.map(gist);
  // The homepage may be called only `Home`, in whatever language.
  const crumbs = others.map((listed) => clean(listed.page.breadcrumbs[0]?.text ?? ""));
  const parts = [
    ...new Set([...partsOf(title), ...shared, heading, ...crumbs].filter(isSaid)),
    ...stated.filter((name) => gist(name).length > 1),
  ];
  // A page with exactly this title has it as its own name.
  const isIn = (part: string) => (one: string) => one.includes(part) && one !== part;
  // One of many pages may have a part by chance.
  const least = others.length < 5 ? 1 : 2;
  const counts = parts.map((part) => {
    const count = gists.filter(isIn(gist(part))).length;
    return { part, count: count < least ? Number(isAddress(part)) : count };
  });
  // `Python 3 manual` says more than `3 manual`; what follows a separator is a slogan.
  const isWhole = (name: string, part: string) =>
    gist(name) !== gist(part) && gist(name).includes(gist(part)) && !partsOf(name).includes(part);
  const best = counts.reduce(
    (a, b) => (b.count > a.count || (b.count > 0 && b.count === a.count && isWhole(b.part, a.part)) ? b : a),
    { part: "", count: -1 },
  );
  if (best.part !== "" && !/^untitled$/i.test(title)) return bare(best.part);
  if (isSaid(heading)) return bare(heading);
  // The text of the link that leads back from most pages.
  const isBack = (link: Link) => link.url === url && link.place === "navigation" && !GENERAL.test(clean(link.text));
  const backs = counted(others.flatMap((listed) => clean(listed.page.links.find(isBack)?.text ?? "") || []));
  const back = [...backs].find(([, count]) => count >= Math.max(2, others.length / 2))?.[0] ?? "";
  return bare(clean(openGraph ?? organization ?? "")) || back || new URL(url).host;
}

const QUOTED = /^["'“”„«»‘’「『(].+["'“”„«»‘’」』)]$/u;
const GREETING = /^welcome to (?:the )?(?:(?:official )?(?:home ?page|web ?site) of (?:the )?)?(?=\S)/iu;
const KIND = /(?<=\S)(?<!['’]s)(?: ?[,:|–—-])? (?:the )?(?:official )?(?:home(?: ?page)?|web ?site)$/iu;
// Bound: a title.
const VERSION =
  /(?<=\S) \(?(?:version )?v?\d{1,9}(?:\.\d{1,9})+\S{0,20}(?: (?:docs|manual|api|do[ck]ument\p{L}{4,7}|ドキュメント|文档))?$/iu;

/** Removes quotes or brackets, a greeting before the name, and a version or kind of site behind it. */
function bare(name: string): string {
  const inner = QUOTED.test(name) ? name.slice(1, -1) : name;
  return trimmed(inner.replace(GREETING, "").replace(KIND, "").replace(VERSION, ""), " |–—-·•:/").trim() || name;
}
