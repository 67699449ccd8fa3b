/** Problem of a typed address, and a suggested correction. */
export type AddressCheck =
  | { readonly type: "good"; readonly url: string }
  | { readonly type: "empty" }
  | { readonly type: "wrong"; readonly why: string; readonly meant?: string };

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

const EXAMPLE = "Enter a full address, such as https://docs.example.com";

/** A scheme that was mistyped, or typed twice: `https:/x`, `htps://x`, `https//x`, `http;//x`, `https://https://x`. */
const MISTYPED = /^(?:(?:h?t{1,3}ps?|http?s?|htt?sp|hhtps?)(?:[:;]\/{0,3}|\/{1,3}))+/i;

/** Local hosts, which are requested by plain HTTP. */
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\])(?::\d{1,5})?(?:[/?#]|$)/i;

const withScheme = (rest: string): string => `${LOCAL.test(rest) ? "http" : "https"}://${rest}`;

/** True for a public host name. A bare number, which would be read as an IP address, is none. */
const isHost = (url: URL | undefined, typed = ""): url is URL =>
  url !== undefined && !/^\d+(?:[/?#:]|$)/.test(typed) && (/[^.]\.[^.]/.test(url.hostname) || LOCAL.test(url.host));

/** True for the address of a mailbox: `me@example.com`. */
function isMail(typed: string): boolean {
  const [name = "", host = "", ...more] = typed.split("@");
  return more.length === 0 && /^[^\s/?#:]+$/.test(name) && /^[^\s/?#.]+\.[^\s/?#]+$/.test(host);
}

/** Checks a typed address before it is sent, and adds a missing scheme. */
export function checkAddress(typed: string): AddressCheck {
  const trimmed = typed.trim();
  if (trimmed === "") return { type: "empty" };
  if (isMail(trimmed)) return mailAddress(trimmed);
  if (Number(/^(?:https?:\/\/)?[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(trimmed)?.[1]) > 65_535)
    return { type: "wrong", why: "The port is out of range: it is at most 65535." };
  const url = /^https?:\/\/[^/]/i.test(trimmed) ? parse(trimmed) : undefined;
  if (url !== undefined && !/^https?$/i.test(url.hostname)) return checked(trimmed, url);
  const [mistyped = ""] = MISTYPED.exec(trimmed) ?? [];
  if (mistyped !== "") return suggested(withScheme(trimmed.slice(mistyped.length)));
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed))
    return { type: "wrong", why: "The address needs http:// or https:// in front." };
  const rest = trimmed.replace(/^\/+/, "");
  const added = parse(withScheme(rest));
  return isHost(added, rest) && !/^[a-z][a-z\d+-]*:(?!\d)/i.test(rest)
    ? checked(withScheme(rest), added)
    : { type: "wrong", why: EXAMPLE };
}

function checked(address: string, url: URL): AddressCheck {
  if (url.username === "" && url.password === "") return { type: "good", url: address };
  return { type: "wrong", why: "Take the user name and password out of the address." };
}

function suggested(meant: string): AddressCheck {
  const why = "That is not a valid web address.";
  return isHost(parse(meant)) ? { type: "wrong", why, meant } : { type: "wrong", why: EXAMPLE };
}

function mailAddress(typed: string): AddressCheck {
  const meant = `https://${typed.slice(typed.indexOf("@") + 1)}`;
  return {
    type: "wrong",
    why: "That is an e-mail address, not a web address.",
    ...(isHost(parse(meant)) && { meant }),
  };
}

/** The address, if it may be a link: only http and https. */
export function safeHref(url: string): string | undefined {
  const parsed = parse(url);
  return parsed && (parsed.protocol === "https:" || parsed.protocol === "http:") ? parsed.href : undefined;
}

/** The address without scheme and last slash: `https://x.dev/docs/` -> `x.dev/docs`. Any other text is unchanged. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** Path of an address on `host`, else the address without its scheme. */
export function pathOn(host: string, url: string): string {
  const parsed = parse(url);
  if (!parsed) return url;
  const path = decodePath(parsed.pathname + parsed.search);
  return parsed.host === host || parsed.host === `www.${host}` || host === `www.${parsed.host}`
    ? path
    : parsed.host + path;
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // decodeURI throws only URIError: the percent-encoding is not UTF-8.
    return path;
  }
}

/** Quotes untrusted text for a POSIX shell: within single quotes only the quote itself is special. */
export const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
