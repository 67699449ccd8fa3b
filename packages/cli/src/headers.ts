// Header fields that a person gives for a protected site. They never enter a log, event, document or row.
import type { Headers, SiteHeaders } from "@llmstxt-service/crawler/fetch";

/** Fields of the connection and of proxies, and fields that decide where a request goes (RFC 9110, 7.6.1). */
const REFUSED =
  /^(?:host|content-length|connection|transfer-encoding|keep-alive|te|trailer|upgrade|expect|http2-settings|proxy-.*)$/;
const MAX_FIELDS = 20;
/** Most characters of all header fields together. */
const MAX_LENGTH = 8 * 1024;
/** RFC 9110, 5.6.2. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Values that HTTP/1.1 sends unchanged: no control characters, one byte a character. */
const VALUE = /^[\x20-\x7e\x80-\xff]*$/;

/**
 * Parses `Name: value` fields; names in lower case.
 * @returns the fields, or why they cannot be sent, without values or malformed names, which may be a secret
 */
export function parseHeaders(lines: readonly string[]): { readonly headers: Headers } | { readonly problem: string } {
  const headers: Record<string, string> = {};
  for (const [index, line] of lines.entries()) {
    const colon = line.indexOf(":");
    const shown = line.slice(0, colon);
    const name = shown.toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (colon < 1) return { problem: `field ${index + 1} is not of the form 'Name: value'` };
    if (!NAME.test(name)) return { problem: `the name of field ${index + 1} is no header field's name` };
    if (REFUSED.test(name)) return { problem: `${shown} cannot be set` };
    if (!VALUE.test(value)) return { problem: `the value of ${shown} has characters that no header field may have` };
    if (name in headers) return { problem: `${shown} is given twice` };
    headers[name] = value;
  }
  if (lines.length > MAX_FIELDS) return { problem: `at most ${MAX_FIELDS} header fields` };
  if (lines.join("").length > MAX_LENGTH) return { problem: "at most 8 KiB of names and values in all" };
  return { headers };
}

/**
 * The fields for the origin of `typed` only: redirects, sitemaps, sub-resources, `www.` and bare twins get none. With
 * http:// on its usual port, https:// of that host gets them, too.
 */
export function siteHeaders(typed: string, headers: Headers): SiteHeaders {
  const { origin, protocol, port, hostname } = new URL(typed);
  const secured = protocol === "http:" && port === "" ? `https://${hostname}` : origin;
  return (url) => (url.origin === origin || url.origin === secured ? headers : undefined);
}
