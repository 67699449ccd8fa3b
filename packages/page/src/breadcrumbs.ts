import type { Addresses } from "./addresses.ts";
import type { StructuredData } from "./json-ld.ts";
import type { Link } from "./links.ts";

export interface Breadcrumb {
  readonly text: string;
  /** Absolute. */
  readonly url?: string;
}

/** Most links of a breadcrumb; a longer one is a menu that is only called a breadcrumb. */
const LINKS = 10;
/** Labels that themes put at the end of the breadcrumb's line, such as `Edit this page`. */
const ASIDE = /^(?:edit|view|show|improve)\b.*\b(?:source|page|this|on)\b/i;

/**
 * The way from the site's root to the page as the page shows it, or as its JSON-LD says; the page itself left out.
 */
export function breadcrumbsOf(
  structured: StructuredData["breadcrumbs"],
  links: readonly Link[],
  { addresses, self }: { readonly addresses: Addresses; readonly self: ReadonlySet<string> },
): readonly Breadcrumb[] {
  const shown = links.filter(
    ({ place, text, rel }) => place === "breadcrumb" && text !== "" && !rel.includes("nofollow") && !ASIDE.test(text),
  );
  const isBreadcrumb = shown.length > 0 && shown.length <= LINKS;
  const trail = isBreadcrumb
    ? shown.map(({ text, url }) => ({ text, url }))
    : structured.map(({ text, href }) => {
        const url = href === undefined ? undefined : addresses.resolve(href);
        return { text, ...(url && { url }) };
      });
  // The last of a JSON-LD list is the page itself, with its address or without one.
  const last = trail.at(-1);
  const endsHere = last !== undefined && (last.url === undefined || self.has(last.url));
  return endsHere ? trail.slice(0, -1) : trail;
}
