import { commonAffixes, SEPARATORS, withoutAffixes } from "./affixes.ts";
import type { Entry } from "./entry.ts";
import { headingText, titleText } from "./text.ts";

/**
 * What the site calls itself: og:site_name, JSON-LD, application-name, the affix most titles share, the homepage's title
 * without it, the host. The homepage is asked first, then the others.
 */
export function siteName(home: Entry | undefined, entries: readonly Entry[], source: string): string {
  const all = home === undefined ? entries : [home, ...entries];
  const said = (["openGraph", "jsonLd", "applicationName"] as const).flatMap((field) =>
    all.map(({ page }) => page.siteNames[field]),
  );
  const titles = all.map(({ page }) => titleText(page.title));
  const affixes = commonAffixes(titles);
  const homeTitle = home === undefined ? "" : withoutAffixes(titleText(home.page.title), affixes);
  const shared = [...affixes.end.values(), ...affixes.start.values()].sort(
    (a, b) => b.count - a.count || a.text.length - b.text.length,
  );
  const candidates = [...said, ...shared.map(({ text }) => text), withoutSlogan(homeTitle), URL.parse(source)?.host];
  return firstName(candidates) ?? "Untitled";
}

/** Four words and more say what the site is, not what it is called: `Vant 4 - A Vue library for mobile web apps`. */
function withoutSlogan(title: string): string {
  const [first = "", ...others] = title.split(SEPARATORS);
  const last = others.at(-1) ?? "";
  const isSlogan = (part: string) => part.split(" ").length >= 4;
  if (others.some(isSlogan) && !isSlogan(first) && first !== "") return first;
  return isSlogan(first) && last !== "" && !isSlogan(last) ? last : title;
}

/** Names longer than this are slogans. */
const LONGEST_NAME = 80;

function firstName(candidates: readonly (string | undefined)[]): string | undefined {
  const names = candidates
    .map((text) => headingText(text ?? ""))
    .filter((name) => name !== "" && !/^untitled$/i.test(name));
  return names.find((name) => [...name].length <= LONGEST_NAME) ?? names[0];
}
