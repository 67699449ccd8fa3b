import { textKey } from "../entry.ts";

/** Separators between a site's name and a page's title, at either end; white space beside them is trimmed. */
export const SEPARATORS = /\||｜|::|(?<=\s)(?:[-–—·•»«›‹~⋅/]|--)(?=\s)/gu;
/** `Griffe: Loading`: a colon alone sets off only what stands before it. */
const COLON = /[:：](?=\s)/gu;

/** `Every (JUnit API)`. Bound: a title. */
const BRACKETED = / \(([^()]{1,80})\)$/;

/** A sign of either kind: most titles have none, and are done with. */
const SEPARATING = /[|｜:：·•»«›‹~⋅/–—-]/;

type End = "start" | "end";

/** Titles' shared ends, by `textKey`, with how often and how they are written. */
export type Affixes = Readonly<Record<End, ReadonlyMap<string, { readonly text: string; readonly count: number }>>>;

/** Affixes of at least three, and at least `share`, of the titles. */
export function commonAffixes(titles: readonly string[], share = 0.5): Affixes {
  const least = Math.max(3, titles.length * share);
  return { start: common(titles, "start", least), end: common(titles, "end", least) };
}

/** The title without these affixes and without the site's name at either end; never down to nothing. */
export function withoutAffixes(title: string, affixes: Affixes, siteName = ""): string {
  const site = textKey(siteName);
  const isAffix = (end: End) => (text: string) => {
    const key = textKey(text);
    if (affixes[end].has(key) || (site !== "" && key === site)) return true;
    // The site's name with a slogan behind it: `Cats - The Zoo - All about animals`.
    return (
      end === "end" && site !== "" && key.startsWith(`${site} `) && textKey(text.split(SEPARATORS, 1)[0] ?? "") === site
    );
  };
  let rest = title;
  for (;;) {
    const shorter = shortened(rest, "end", isAffix("end")) ?? shortened(rest, "start", isAffix("start"));
    if (shorter === undefined) return rest;
    rest = shorter;
  }
}

function shortened(title: string, end: End, isAffix: (text: string) => boolean): string | undefined {
  return cuts(title, end).find(({ affix, rest }) => isAffix(affix) && textKey(rest) !== "")?.rest;
}

function common(titles: readonly string[], end: End, least: number) {
  const counts = new Map<string, { text: string; count: number }>();
  for (const title of titles) {
    const all = cuts(title, end);
    if (all.length === 0) continue;
    for (const [key, text] of new Map(all.map(({ affix }) => [textKey(affix), affix]))) {
      const known = counts.get(key);
      if (key !== "") counts.set(key, { text: known?.text ?? text, count: (known?.count ?? 0) + 1 });
    }
  }
  return new Map([...counts].filter(([, { count }]) => count >= least));
}

/** Every way to cut a title in two, the longest affix first. A title has few separators; more than eight are no name. */
function cuts(title: string, end: End): { affix: string; rest: string }[] {
  const bracketed = end === "end" && title.endsWith(")") ? BRACKETED.exec(title) : null;
  if (bracketed === null && !SEPARATING.test(title)) return [];
  const marks = [...title.matchAll(SEPARATORS), ...(end === "start" ? title.matchAll(COLON) : [])].slice(0, 8);
  const found = marks.map((mark) => {
    const before = title.slice(0, mark.index).trim();
    const after = title.slice(mark.index + mark[0].length).trim();
    return end === "end" ? { affix: after, rest: before } : { affix: before, rest: after };
  });
  if (bracketed !== null) found.push({ affix: bracketed[1] ?? "", rest: title.slice(0, bracketed.index) });
  return found.sort((a, b) => b.affix.length - a.affix.length);
}
