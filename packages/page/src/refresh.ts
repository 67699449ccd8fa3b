import type { Addresses } from "./addresses.ts";
import type { Link } from "./links.ts";
import type { Head } from "./scan/scan.ts";

/** `5; url='next.html'` (HTML 4.2.5.3, refresh state). */
const REFRESH = /^\s*(\d{1,9})(?:\.[\d.]*)?(?:[\s;,]+(?:url\s*=\s*)?(.*))?$/is;
const QUOTED = /^(["'])(.*?)(?:\1|$)/s;

/** Target and delay of a meta refresh; undefined if it only reloads the page. */
export function refreshOf(content: string): { readonly delaySeconds: number; readonly href: string } | undefined {
  const found = REFRESH.exec(content);
  if (found === null) return undefined;
  const written = found[2] ?? "";
  const href = (QUOTED.exec(written)?.[2] ?? written).trim();
  return href === "" ? undefined : { delaySeconds: Number(found[1]), href };
}

export interface MetaRefresh {
  readonly delaySeconds: number;
  readonly url: string;
}

/** The address that a page sends its readers to by itself. */
export const metaRefreshOf = (
  { refresh, refreshWithoutScripts }: Head,
  { addresses, links }: { readonly addresses: Addresses; readonly links: readonly Link[] },
): MetaRefresh | undefined => targetOf(refresh, addresses) ?? forAll(targetOf(refreshWithoutScripts, addresses), links);

function targetOf(content: string, addresses: Addresses): MetaRefresh | undefined {
  const refresh = refreshOf(content);
  const url = refresh && addresses.resolve(refresh.href);
  return refresh && url ? { delaySeconds: refresh.delaySeconds, url } : undefined;
}

/** A refresh in `<noscript>` says nothing about a browser with scripts, unless the page leads nowhere else. */
const forAll = (refresh: MetaRefresh | undefined, links: readonly Link[]): MetaRefresh | undefined =>
  links.length > 0 && links.every(({ url }) => url === refresh?.url) ? refresh : undefined;
