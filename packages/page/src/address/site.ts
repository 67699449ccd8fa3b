// Decides which addresses belong to a site.
import { type PageUrl, partsOf, tryPageUrl } from "./page-url.ts";

/** The host without `www.`: http and https, with and without `www.`, are one site; other hosts are others. */
const hostKey = ({ hostname, port }: URL): string => `${withoutLastDot(hostname).replace(/^www\./, "")}:${port}`;

/** `x.dev.` is the same host as `x.dev`. */
const withoutLastDot = (hostname: string): string => (hostname.endsWith(".") ? hostname.slice(0, -1) : hostname);

/** True if two absolute URLs are of one site. False when either is no URL. */
export function isSameSite(a: string, b: string): boolean {
  const first = URL.parse(a);
  const second = URL.parse(b);
  return first !== null && second !== null && hostKey(first) === hostKey(second);
}

/** The site of a crawl: the host of the homepage, and the requested path. */
export class Site {
  readonly home: PageUrl;
  /** Requested path prefix, with a slash at its end; `/` is the whole site. */
  readonly scope: string;
  readonly #host: string;
  readonly #origin: string;

  /**
   * @param asked the base URL
   * @param home where its redirects ended
   * @param isPage true if nothing is known below a path without a dot or final slash (`/docs/intro`): then it is a
   * page, and its folder is the scope
   */
  constructor(asked: PageUrl, home: PageUrl, isPage: (folder: string) => boolean = () => false) {
    this.home = home;
    const url = new URL(home);
    this.#origin = url.origin;
    this.#host = hostKey(url);
    const typed = isSameSite(asked, home) ? folderOf(new URL(asked), isPage) : "/";
    this.scope = isUnder(url.pathname, typed) ? typed : folderOf(url, isPage);
  }

  /**
   * A link's address on this site, with the homepage's scheme and host to avoid redirects; undefined for an invalid
   * address or another site.
   */
  own(link: string): PageUrl | undefined {
    const found = tryPageUrl(link, this.home);
    if (found === undefined || found.startsWith(`${this.#origin}/`)) return found;
    const url = new URL(found);
    return hostKey(url) === this.#host ? tryPageUrl(`${url.pathname}${url.search}`, this.#origin) : undefined;
  }

  /** The scope covers nothing on another host. */
  inScope(url: PageUrl): boolean {
    const { origin, pathname } = partsOf(url);
    return this.scope === "/" || (origin === this.#origin && isUnder(pathname, this.scope));
  }
}

const isUnder = (path: string, folder: string): boolean => path.startsWith(folder) || `${path}/` === folder;

/** `/docs/` and `/docs` are the folder `/docs/`; a file (`/docs/start.html`) stands for its folder. */
function folderOf({ pathname }: URL, isPage: (folder: string) => boolean): string {
  const last = pathname.slice(pathname.lastIndexOf("/") + 1);
  if (last === "") return pathname;
  return last.includes(".") || isPage(`${pathname}/`) ? pathname.slice(0, -last.length) : `${pathname}/`;
}

/**
 * The normal form of a site's address in the database: scheme and host in lower case, no default port, no fragment, no
 * dot at the end of the host, no final slash. undefined for anything but an http(s) address without a user name.
 */
export function siteKey(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  url.hash = "";
  url.hostname = withoutLastDot(url.hostname);
  let end = url.href.length;
  while (url.href[end - 1] === "/") end -= 1;
  return url.href.slice(0, end);
}
