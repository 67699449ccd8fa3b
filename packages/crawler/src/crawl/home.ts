import type { Page } from "@llmstxt-service/page";
import { isFile } from "@llmstxt-service/page/address/files";
import { languageDoor } from "@llmstxt-service/page/address/language-door";
import { type PageUrl, tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { isSameSite, Site } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { CrawlFetch } from "../fetch/fetch.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { Reader } from "./reading/reading.ts";
import type { Robots, RobotsByHost } from "./robots/robots.ts";
import { SiteRobots } from "./site-robots.ts";
import { pageOf, type Seen, type Visit, visit } from "./visit.ts";

export interface Home {
  readonly url: PageUrl;
  readonly visit: Seen;
  /** The rules of the host where it was found, and those of others that belong to the site. */
  readonly robots: SiteRobots;
  /** The homepage as a browser shows it; undefined unless scripts build its navigation. */
  readonly rendered?: Page;
}

export interface HomeOptions {
  readonly fetch: CrawlFetch;
  readonly reader: Reader;
  readonly robots: RobotsByHost;
  /** The page as the last crawl left it. */
  readonly stored: (url: PageUrl) => CrawledPage | undefined;
  /** Called when a homepage is requested, so that further requests can be sent beside it. */
  readonly onAsked: (url: PageUrl, robots: Robots) => void;
  /** Language to take if the homepage only offers a choice of languages; undefined if none was asked for. */
  readonly language: string | undefined;
}

/** Most links of a homepage that is rendered to find more: a title page's "next", an imprint. */
const FEW_LINKS = 3;

/** Most hosts and meta refreshes on the way to the homepage; redirects within a host are limited in fetch/. */
const MAX_HOPS = 10;

/**
 * Goes where the base URL leads, to another domain too, and reads each host's robots.txt before anything else there.
 * @throws CrawlError whose message is what follows `Failed to fetch page: `
 */
export async function findHome(typed: PageUrl, options: HomeOptions, signal: AbortSignal): Promise<Home> {
  const search = { ...options, signal };
  const hops = new Set<PageUrl>();
  let url = typed;
  while (hops.size < MAX_HOPS) {
    hops.add(url);
    const robots = await options.robots.of(url, signal);
    if (!robots.allows(url)) throw new CrawlError("robots_disallows", { url });
    const visiting = visitHome(url, robots, search);
    options.onAsked(url, robots);
    const found = await asPlatformShows(url, await visiting, { ...search, robots });
    const next = nextHop(found, hops);
    if (next !== undefined) url = next;
    else if (found.type === "read" || found.type === "unchanged") {
      const home = await homeOf(found, robots, search);
      return (await behindDoor(typed, home, { ...search, rules: robots })) ?? home;
    } else throw found.type === "failed" ? found.error : tooManyHops();
  }
  throw tooManyHops();
}

interface Search extends HomeOptions {
  readonly signal: AbortSignal;
}

async function homeOf(visit: Seen, robots: Robots, search: Search): Promise<Home> {
  const rendered = await renderIfBare(visit, search);
  const { url } = visit;
  return { url, visit, robots: new SiteRobots(url, robots, search.robots), ...(rendered && { rendered }) };
}

/** The homepage in one language, where the one that was found only lets its reader choose. */
async function behindDoor(
  typed: PageUrl,
  found: Home,
  { rules, ...search }: Search & { readonly rules: Robots },
): Promise<Home | undefined> {
  const { rendered = pageOf(found.visit) } = found;
  const door = languageDoor(rendered, new Site(typed, found.url), search.language);
  if (door === undefined || !rules.allows(door)) return undefined;
  const behind = await visitHome(door, rules, search);
  return behind.type === "read" || behind.type === "unchanged" ? homeOf(behind, rules, search) : undefined;
}

const tooManyHops = () => new CrawlError("too_many_redirects", {});

async function visitHome(url: PageUrl, robots: Robots, search: Search): Promise<Visit> {
  const { origin } = new URL(url);
  const mayFollow = (target: string) => new URL(target).origin === origin && robots.allows(target);
  const { fetch, reader, stored, signal } = search;
  return visit(url, { fetch: fetch.page, reader, mayFollow, stored: stored(url) }, signal);
}

interface OnHost extends Omit<Search, "robots"> {
  readonly robots: Robots;
}

/** An empty homepage as its platform's scripts would show it; the visit unchanged for unknown platforms. */
async function asPlatformShows(url: PageUrl, found: Visit, { fetch, reader, robots, signal }: OnHost): Promise<Visit> {
  const isEmpty = found.type === "failed" && found.error.code === "empty_page";
  if (!isEmpty && !(found.type === "read" && isBare(found.page, found.url))) return found;
  const { docsifyHome } = await import("./platforms/docsify.ts");
  const shown = await docsifyHome({ url, fetch, allows: (to) => robots.allows(to) }, signal);
  if (shown === undefined) return found;
  const { chain, rung, wireBytes: bytes } = shown;
  return { type: "read", url, chain, validators: {}, rung, bytes, ...(await reader.page(shown)) };
}

const isBare = (page: Page, url: PageUrl): boolean => page.signals.scripts > 0 && ownLinks(page, url) <= FEW_LINKS;

/** A homepage with scripts and hardly a link of its own is rendered once, to find the navigation that scripts build. */
async function renderIfBare(found: Seen, { fetch, reader, signal }: Search): Promise<Page | undefined> {
  const page = pageOf(found);
  const isRendered = found.type === "read" && found.rung !== "plain";
  if (isRendered || !isBare(page, found.url)) return undefined;
  try {
    const fetched = await fetch.page({ url: found.url, rung: "browser" }, signal);
    const { page: rendered } = await reader.page(fetched);
    return isSameSite(rendered.url, found.url) ? rendered : undefined;
  } catch {
    return undefined; // no browser here, or a page it cannot show: the links there are will have to do
  }
}

/** Links to other pages of the same site. */
function ownLinks(page: Page, url: PageUrl): number {
  const links = page.links.flatMap((link) => tryPageUrl(link.url) ?? []);
  return new Set(links.filter((link) => link !== url && isSameSite(link, url) && !isFile(link))).size;
}

/** Target of a redirect to another host or a meta refresh; undefined for a page to stay on. */
function nextHop(found: Visit, hops: ReadonlySet<PageUrl>): PageUrl | undefined {
  if (found.type === "failed") return undefined;
  const target = found.type === "redirected" ? found.target : refreshTarget(found);
  const next = target === undefined ? undefined : tryPageUrl(target);
  return next === undefined || hops.has(next) ? undefined : next;
}

/** Target of a page's meta refresh, itself aside. */
export function refreshTarget(found: Seen): string | undefined {
  const { metaRefresh } = pageOf(found);
  return metaRefresh === undefined || tryPageUrl(metaRefresh.url, found.url) === found.url
    ? undefined
    : metaRefresh.url;
}
