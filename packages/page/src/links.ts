import type { Addresses } from "./addresses.ts";
import { clip } from "./clip.ts";
import type { Content } from "./content/content.ts";
import { endOfContainer } from "./content/content.ts";
import { type LinkGroup, linkGroups } from "./link-groups.ts";
import type { TextBlock } from "./scan/scan.ts";
import { isHeading, MARK, type Scan, textOf, tokensOf } from "./scan/scan.ts";

/** Place of a link on its page. */
export type LinkPlace = "navigation" | "breadcrumb" | "content" | "footer";

export interface Link {
  /** Absolute, resolved against the page's base; not yet in the crawl's normal form. */
  readonly url: string;
  /** Visible text of the link, white space collapsed; may be empty. */
  readonly text: string;
  /** Lower-case tokens: `nofollow`, `next`, … */
  readonly rel: readonly string[];
  readonly place: LinkPlace;
  /** Index in the page's `headings` of the last heading before the link; undefined outside the content. */
  readonly heading?: number;
  /** Labels above the link in its menu, the most general first; undefined outside menus. */
  readonly group?: LinkGroup;
}

/** Most characters kept of a link's text: some cards are one link around a whole article. */
const TEXT_CHARACTERS = 200;

/** Most headings of a page that its links refer to; links below further ones count to the last of these. */
const HEADINGS = 1_000;

const NONE: readonly string[] = [];

/**
 * The page's links to other pages, in document order, without links to places on the page itself and to other schemes.
 */
export function linksOf(scanned: Scan, content: Content, addresses: Addresses): readonly Link[] {
  const placeOf = places(scanned, content);
  const groupOf = linkGroups(scanned);
  const headings = headingBlocks(content);
  // The page's first h1 stands before them in its `headings`.
  const offset = scanned.firstHeading === "" ? -1 : 0;
  let heading = 0;
  const links: Link[] = [];
  for (const link of scanned.links) {
    const { href, rel, container, first, last } = link;
    if (href === "" || href.startsWith("#")) continue;
    const url = addresses.resolve(href);
    if (url === undefined) continue;
    const text = clip(textOf(scanned, first, last), TEXT_CHARACTERS);
    const place = placeOf(container);
    while ((headings[heading]?.first ?? Number.POSITIVE_INFINITY) <= first) heading++;
    const isUnder = place === "content" && heading > 0;
    const own = { url, text, rel: rel === "" ? NONE : tokensOf(rel), place };
    const group = place === "navigation" ? groupOf(link) : NONE;
    if (isUnder) links.push({ ...own, heading: heading + offset });
    else links.push(group.length === 0 ? own : { ...own, group });
  }
  return links;
}

/** The headings of the main content, as far as a page's `headings` go. */
export function headingBlocks({ blocks }: Content): readonly TextBlock[] {
  return blocks.filter((block) => isHeading(block.tag)).slice(0, HEADINGS);
}

function places({ containers }: Scan, { root, marks }: Content): (container: number) => LinkPlace {
  const end = endOfContainer(containers, root);
  const apart = MARK.navigation | MARK.aside | MARK.negative | MARK.header | MARK.form;
  return (container) => {
    const own = containers[container]?.marks ?? 0;
    if ((own & MARK.breadcrumb) !== 0) return "breadcrumb";
    const isInside = container >= root && container < end;
    const within = marks[container] ?? 0;
    if (((isInside ? within : own) & MARK.footer) !== 0) return "footer";
    return isInside && (within & apart) === 0 ? "content" : "navigation";
  };
}
