// The category of a page: what its own links, or the page itself, say that it belongs to.
import { isCategory, partOf } from "./address.ts";
import { counted } from "./affixes.ts";
import { idBelow, isLabel, labelOf, type Step } from "./labels.ts";
import type { Site } from "./site.ts";
import type { ListedPage, Page } from "./types.ts";

/** A page in more categories than these lists them all. */
const MOST = 3;

/** The first category of each page that is in one which others are in, too. */
export function categoriesOf(site: Site, pages: readonly ListedPage[]): ReadonlyMap<ListedPage, Step> {
  const linked = pages.map((listed) => ({ listed, counts: linksToCategories(site, listed.page) }));
  // A list of all categories stands on every page: a page's own is linked once more than elsewhere.
  const usual = new Map<string, number>();
  const seen = new Map<string, number>();
  for (const { counts } of linked)
    for (const [key, count] of counts) {
      usual.set(key, Math.min(usual.get(key) ?? count, count));
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
  const least = (key: string) => ((seen.get(key) ?? 0) > pages.length * 0.8 ? (usual.get(key) ?? 0) : 0);
  const found = new Map<ListedPage, Step>();
  for (const { listed, counts } of linked) {
    const own = [...counts].filter(([key, count]) => count > least(key) && key !== site.keys.of(listed.url));
    const steps = own.length > MOST ? [] : own.flatMap(([key]) => stepOf(site, key) ?? []);
    const said = labelOf(listed.page.section ?? "");
    const [step = isLabel(said) ? { id: idBelow(undefined, said), label: said } : undefined] = steps;
    if (step !== undefined) found.set(listed, step);
  }
  const sizes = counted([...found.values()].map(({ id }) => id));
  return new Map([...found].filter(([, { id }]) => (sizes.get(id) ?? 0) > 1));
}

function linksToCategories(site: Site, { links }: Page): Map<string, number> {
  const categories = links.filter(({ url, rel }) => rel.includes("category") || isCategory(url));
  const keys = categories.map(({ url }) => site.keys.of(url));
  return counted(keys.filter((key) => key !== site.homeKey && site.targets.has(key)));
}

/** What links call a category most often, without the number of its pages. */
function stepOf(site: Site, key: string): Step | undefined {
  const texts = site.mentionsOf(key).map(({ text, pages }) => ({ label: labelOf(text), pages }));
  const [best] = texts.filter(({ label }) => isLabel(label)).sort((a, b) => b.pages - a.pages);
  if (best === undefined) return undefined;
  const id = site.byKey.has(key) ? partOf(key) : idBelow(undefined, best.label);
  return { id, label: best.label };
}
