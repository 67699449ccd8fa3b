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
  /** Other own hosts that are known to answer on https. */
  readonly #secure = new Set<string>();

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

  /** Takes in an address that was found, or that answered: a host on https is asked for there from now on. As `own` else. */
  meet(url: PageUrl): PageUrl | undefined {
    const { protocol, hostname } = new URL(url);
    if (protocol === "https:") this.#secure.add(withoutLastDot(hostname));
    return this.own(url);
  }

  /** An own host is spelled with the link's scheme, or with https where it is known; on another port there is another site. */
  #originOfOther({ protocol, hostname, port }: URL): string | undefined {
    const host = withoutLastDot(hostname);
    if (port !== new URL(this.#origin).port || !this.#others.has(host)) return undefined;
    return `${this.#secure.has(host) ? "https:" : protocol}//${host}${port === "" ? "" : `:${port}`}`;
  }
}

const isUnder = (path: string, folder: string): boolean => path.startsWith(folder) || `${path}/` === folder;

/** `/docs/` and `/docs` are the folder `/docs/`; a file (`/docs/start.html`) stands for the folder it lies in. */
function folderOf({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf("/") + 1);
  if (last === "") return pathname;
  return last.includes(".") ? pathname.slice(0, -last.length) : `${pathname}/`;
}
