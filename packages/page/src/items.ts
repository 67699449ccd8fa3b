import { clip } from "./clip.ts";
import type { Content } from "./content/content.ts";
import { endOfContainer } from "./content/content.ts";
import { isHeading, type Scan, textOf } from "./scan/scan.ts";

const MAX_ITEMS = 100;
const MAX_TITLE_CHARACTERS = 200;

/** The titles of what a page lists: cards, posts, products. Empty where the main content lists nothing. */
export function listedItems(scanned: Scan, { items }: Content): readonly string[] {
  const { containers, links } = scanned;
  const titles = new Set<string>();
  let link = 0;
  for (const item of items) {
    if (titles.size >= MAX_ITEMS) break;
    const behind = endOfContainer(containers, item);
    while (link < links.length && (links[link]?.container ?? 0) < item) link++;
    const title = titleOf(scanned, link, behind);
    if (title !== "") titles.add(title);
  }
  return [...titles];
}

/** The link in a heading, else the first that has a text; of those before `behind`. */
function titleOf(scanned: Scan, from: number, behind: number): string {
  const { containers, links } = scanned;
  let title = "";
  for (let at = from; at < links.length; at++) {
    const link = links[at];
    if (link === undefined || link.container >= behind) break;
    const text = clip(textOf(scanned, link.first, link.last), MAX_TITLE_CHARACTERS);
    if (text === "") continue;
    const { tag = 0, parent = 0 } = containers[link.container] ?? {};
    if (isHeading(tag) || isHeading(containers[parent]?.tag ?? 0)) return text;
    title ||= text;
  }
  return title;
}
