import { type PageUrl, partsOf, tryPageUrl } from "./page-url.ts";

/** Hosts that belong to a site beside its homepage's, in the spelling of `URL.hostname`. */
export interface OwnHosts {
  has(hostname: string): boolean;
}

const NO_OTHERS: OwnHosts = { has: () => false };

/** The host, its `www.` alias aside: http and https, with and without `www.`, are one site; other hosts are where they are said to be. */
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
  readonly #others: OwnHosts;

  /** @param asked the base URL; @param home where its redirects ended; @param others its sub-domains, where they belong to it */
  constructor(asked: PageUrl, home: PageUrl, others: OwnHosts = NO_OTHERS) {
    this.#others = others;
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
    const origin = siteOf(url) === this.#site ? this.#origin : this.#originOfOther(url);
    return origin === undefined ? undefined : tryPageUrl(`${url.pathname}${url.search}`, origin);
  }

  /** A path covers nothing of another host. */
  inScope(url: PageUrl): boolean {
    const { origin, pathname } = partsOf(url);
    return this.scope === "/" || (origin === this.#origin && isUnder(pathname, this.scope));
  }

  /** An own host is spelled with the homepage's scheme, too; on another port there is another site. */
  #originOfOther({ hostname, port }: URL): string | undefined {
    const host = withoutLastDot(hostname);
    const home = new URL(this.#origin);
    if (port !== home.port || !this.#others.has(host)) return undefined;
    home.hostname = host;
    return home.origin;
  }
}

const isUnder = (path: string, folder: string): boolean => path.startsWith(folder) || `${path}/` === folder;

/** `/docs/` and `/docs` are the folder `/docs/`; a file (`/docs/start.html`) stands for the folder it lies in. */
function folderOf({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf("/") + 1);
  if (last === "") return pathname;
  return last.includes(".") ? pathname.slice(0, -last.length) : `${pathname}/`;
}
