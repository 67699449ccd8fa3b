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

/** Texts of credentials that stand nowhere but in requests: values, their words, and what Basic packs. */
export function secretsOf({ headers, cookies }: SiteCredentials): readonly string[] {
  const values = [...Object.values(headers), ...cookies.map(({ value }) => value)];
  const words = values.flatMap((value) => value.split(/[\s;,=]+/).filter((word) => word.length >= MIN_WORD));
  const packed = words.flatMap((word) => Buffer.from(word, "base64").toString("utf8").split(":").slice(1));
  return [...new Set([...values, ...words, ...packed])].filter(({ length }) => length >= MIN_SECRET);
}

/** Characters; shorter ones stand in any page by chance. */
const MIN_SECRET = 4;
const MIN_WORD = 8;

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
