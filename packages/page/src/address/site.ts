import { type PageUrl, partsOf, tryPageUrl } from "./page-url.ts";

/** The host, its `www.` alias aside: http and https, with and without `www.`, are one site; other hosts are others. */
const hostKey = ({ hostname, port }: URL): string => `${withoutLastDot(hostname).replace(/^www\./, "")}:${port}`;

/** `x.dev.` is `x.dev`, said to the last. */
const withoutLastDot = (hostname: string): string => (hostname.endsWith(".") ? hostname.slice(0, -1) : hostname);

/** True if two absolute URLs are of one site. False when either is no URL. */
export function isSameSite(a: string, b: string): boolean {
  const first = URL.parse(a);
  const second = URL.parse(b);
  return first !== null && second !== null && hostKey(first) === hostKey(second);
}

/** The site that a crawl stays on: where the homepage was found, and which part of it was asked for. */
export class Site {
  readonly home: PageUrl;
  /** Path prefix of what was asked for, with a slash at its end; `/` is the whole site. */
  readonly scope: string;
  readonly #host: string;
  readonly #origin: string;

  /**
   * @param asked the base URL
   * @param home where its redirects ended
   * @param isPage says of a path without a dot or slash at its end (`/docs/intro`) that nothing lies below it: it is a
   *   page then, and what was asked for is the folder it lies in
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
   * A link's address on this site, spelled with the homepage's scheme and host so that the aliases of one host cost no
   * redirect; undefined for what is no page's address or lies on another site.
   */
  own(link: string): PageUrl | undefined {
    const found = tryPageUrl(link, this.home);
    if (found === undefined || found.startsWith(`${this.#origin}/`)) return found;
    const url = new URL(found);
    return hostKey(url) === this.#host ? tryPageUrl(`${url.pathname}${url.search}`, this.#origin) : undefined;
  }

  /** A path covers nothing of another host. */
  inScope(url: PageUrl): boolean {
    const { origin, pathname } = partsOf(url);
    return this.scope === "/" || (origin === this.#origin && isUnder(pathname, this.scope));
  }
}

const isUnder = (path: string, folder: string): boolean => path.startsWith(folder) || `${path}/` === folder;

/** `/docs/` and `/docs` are the folder `/docs/`; a file (`/docs/start.html`) stands for the folder it lies in. */
function folderOf({ pathname }: URL, isPage: (folder: string) => boolean): string {
  const last = pathname.slice(pathname.lastIndexOf("/") + 1);
  if (last === "") return pathname;
  return last.includes(".") || isPage(`${pathname}/`) ? pathname.slice(0, -last.length) : `${pathname}/`;
}

/**
 * The one spelling of a site's address that the table knows: scheme and host in lower case, no default port, no
 * fragment, no dot at the end of the host, no slash at the end. undefined for what is no http(s) address or carries a
 * user name.
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
