/** One cookie, as a line of a Netscape cookie file has it. */
export interface Cookie {
  /** Lower case, without a leading dot. */
  readonly domain: string;
  /** True if hosts below the domain get it, too. */
  readonly withSubdomains: boolean;
  readonly path: string;
  /** True if it goes over https only. */
  readonly secure: boolean;
  /** Seconds since 1970; 0: no end. */
  readonly expires: number;
  readonly name: string;
  readonly value: string;
}

/** Most cookies of a file: many times what browsers keep for one site. */
const MAX_COOKIES = 10_000;

/** Curl and browser extensions write cookies that scripts may not read behind this. */
const HTTP_ONLY = "#HttpOnly_";

/** Characters that stand in neither name nor value. Bound: one character class. */
const UNSENDABLE = /[^\x20-\x7e\x80-\xff]|;/;

/**
 * The cookies of a Netscape cookie file: seven fields a line between tabs; lines of white space, and those that begin
 * with `#`, say nothing. @returns why it is no such file where it is none; no field of it is in the words
 */
export function parseCookieFile(text: string): { readonly cookies: readonly Cookie[] } | { readonly problem: string } {
  const cookies: Cookie[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    const bare = line.endsWith("\r") ? line.slice(0, -1) : line;
    const told = bare.startsWith(HTTP_ONLY) ? bare.slice(HTTP_ONLY.length) : bare;
    if (told.trim() === "" || told.startsWith("#")) continue;
    const cookie = cookieOf(told.split("\t"));
    if (cookie === undefined) return { problem: `line ${index + 1} is no line of a Netscape cookie file` };
    if (cookies.length === MAX_COOKIES) return { problem: `it has more than ${MAX_COOKIES} cookies` };
    cookies.push(cookie);
  }
  return { cookies };
}

function cookieOf([domain = "", subdomains, path = "", secure, expires = "", name = "", value = "", ...more]: string[]):
  | Cookie
  | undefined {
  const isRead =
    more.length === 0 &&
    domain.replace(/^\./, "") !== "" &&
    path.startsWith("/") &&
    /^-?\d{1,15}(\.\d{1,9})?$/.test(expires) &&
    name !== "" &&
    !UNSENDABLE.test(name + value);
  if (!isRead) return undefined;
  return {
    domain: domain.replace(/^\./, "").toLowerCase(),
    withSubdomains: subdomains?.toUpperCase() === "TRUE",
    path,
    secure: secure?.toUpperCase() === "TRUE",
    expires: Math.trunc(Number(expires)),
    name,
    value,
  };
}

/** The `Cookie` field for a request (RFC 6265, 5.4): longer paths first. Undefined where no cookie goes there. */
export function cookieField(url: URL, cookies: readonly Cookie[], now: Date): string | undefined {
  const sent = cookies
    .filter((cookie) => goesTo(cookie, url) && (cookie.expires <= 0 || cookie.expires * 1_000 > now.getTime()))
    .sort((a, b) => b.path.length - a.path.length);
  return sent.length === 0 ? undefined : sent.map(({ name, value }) => `${name}=${value}`).join("; ");
}

function goesTo({ domain, withSubdomains, path, secure }: Cookie, { hostname, pathname, protocol }: URL): boolean {
  const isDomain = hostname === domain || (withSubdomains && hostname.endsWith(`.${domain}`));
  const isPath = pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
  return isDomain && isPath && (!secure || protocol === "https:");
}
