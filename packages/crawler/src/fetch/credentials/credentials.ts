// The door of this folder: what a site behind a door is asked with, and where that may go.
import { type Cookie, cookieField } from "./cookies.ts";

export { type Cookie, parseCookieFile } from "./cookies.ts";
export { headersProblem, parseHeaderLines } from "./header-fields.ts";

/** Header fields that a person gives for a protected site. They never enter a log, event, document, store or row. */
export interface SiteCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly Cookie[];
}

/** The header fields that one request carries, names in lower case: none but for the site's own origin. */
export type CredentialFields = (url: URL) => Readonly<Record<string, string>>;

const NONE = Object.freeze({});

/**
 * Fields for the origin of `typed`, and for no other: no redirect, sitemap or sub-resource leads them elsewhere, `www.` and
 * bare twins neither. Who typed http:// on the usual port also means https:// of that host.
 */
export function credentialFields(typed: string, { headers, cookies }: SiteCredentials): CredentialFields {
  const { origin, protocol, port, hostname } = new URL(typed);
  const secured = protocol === "http:" && port === "" ? `https://${hostname}` : origin;
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (url) => {
    if (url.origin !== origin && url.origin !== secured) return NONE;
    const sent = [own.cookie, cookieField(url, cookies, new Date())].filter((field) => field !== undefined);
    return sent.length === 0 ? own : { ...own, cookie: sent.join("; ") };
  };
}
