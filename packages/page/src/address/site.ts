import { type PageUrl, partsOf, tryPageUrl } from "./page-url.ts";

/** The host, its `www.` alias aside: http and https, with and without `www.`, are one site; other subdomains are not. */
const siteOf = ({ hostname, port }: URL): string => `${withoutLastDot(hostname).replace(/^www\./, "")}:${port}`;

/** `x.dev.` is `x.dev`, said to the last. */
export const withoutLastDot = (hostname: string): string => (hostname.endsWith(".") ? hostname.slice(0, -1) : hostname);

/** True if two absolute URLs are of one site. False when either is no URL. */
export function isSameSite(a: string, b: string): boolean {
  const first = URL.parse(a);
  const second = URL.parse(b);
  return first !== null && second !== null && siteOf(first) === siteOf(second);
}

/** The site that a crawl stays on: where the homepage was found, and which part of it was asked for. */
export class Site {
  readonly home: PageUrl;
  /** Path prefix of what was asked for, with a slash at its end; `/` is the whole site. */
  readonly scope: string;
  readonly #site: string;
  readonly #origin: string;

  /** @param asked the base URL; @param home where its redirects ended */
  constructor(asked: PageUrl, home: PageUrl) {
    this.home = home;
    const url = new URL(home);
    this.#origin = url.origin;
    this.#site = siteOf(url);
    const typed = isSameSite(asked, home) ? folderOf(new URL(asked)) : "/";
    this.scope = isUnder(url.pathname, typed) ? typed : folderOf(url);
  }

  /**
   * A link's address on this site, spelled with the homepage's scheme and host so that the aliases of one host cost no
   * redirect; undefined for what is no page's address or lies on another site.
   */
  own(link: string): PageUrl | undefined {
    const found = tryPageUrl(link, this.home);
    if (found === undefined || found.startsWith(`${this.#origin}/`)) return found;
    const url = new URL(found);
    return siteOf(url) === this.#site ? tryPageUrl(`${url.pathname}${url.search}`, this.#origin) : undefined;
  }

  inScope(url: PageUrl): boolean {
    return isUnder(partsOf(url).pathname, this.scope);
  }
}

const isUnder = (path: string, folder: string): boolean => path.startsWith(folder) || `${path}/` === folder;

/** `/docs/` and `/docs` are the folder `/docs/`; a file (`/docs/start.html`) stands for the folder it lies in. */
function folderOf({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf("/") + 1);
  if (last === "") return pathname;
  return last.includes(".") ? pathname.slice(0, -last.length) : `${pathname}/`;
}
