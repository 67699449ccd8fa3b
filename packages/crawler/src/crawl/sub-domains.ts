import type { OwnHosts } from "@llmstxt-service/page/address/site";
import { withoutLastDot } from "@llmstxt-service/page/address/site";

/** All hosts below the registrable domain of a homepage's, and that domain. */
export interface SubDomains extends OwnHosts {
  readonly domain: string;
}

/**
 * The domain by the public suffix list, the suffixes of private registries among them: `x.github.io` is a domain of its own.
 * undefined where there is none: of an IP address, of `localhost`, of a suffix itself. The list is loaded with the first call.
 */
export async function subDomainsOf(home: string): Promise<SubDomains | undefined> {
  const { getDomain } = await import("tldts");
  const domain = getDomain(withoutLastDot(new URL(home).hostname), { allowPrivateDomains: true });
  if (domain === null) return undefined;
  return { domain, has: (hostname) => hostname === domain || hostname.endsWith(`.${domain}`) };
}
