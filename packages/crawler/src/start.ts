// Starts a crawl: robots.txt, then homepage, sitemaps and a made-up address, all at once.
import type { Link, Page } from "@llmstxt-service/page";
import { isFile } from "@llmstxt-service/page/address/files";
import { type PageUrl, pageUrl, partsOf, withoutFragment } from "@llmstxt-service/page/address/page-url";
import { isSameSite, Site } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import { doorOf } from "./editions.ts";
import type { CrawlEvent, CrawlOptions } from "./event.ts";
import { type Robots, type RobotsOf, robotsByHost, withinOrigin } from "./robots.ts";
import { type SitemapPage, Sitemaps } from "./sitemaps.ts";
import { type Asking, refreshOf, type VisitedPage, visit } from "./visit.ts";

/** Answers to the requests that are sent beside the homepage's. */
interface SideAnswers {
  /** Addresses that sitemaps name, and those of a language chooser. */
  readonly named: readonly SitemapPage[];
  /** The site's answer to a made-up address, for recognising soft 404s. */
  readonly missing: Page | undefined;
  readonly events: readonly CrawlEvent[];
}

/** Results of the first requests. */
export interface CrawlStart extends Asking {
  readonly report: (event: CrawlEvent) => void;
  readonly signal: AbortSignal;
  readonly site: Site;
  /** Number of pages in the result; the homepage comes in addition to a given list. */
  readonly places: number;
  readonly home: VisitedPage;
  /** Reason why the homepage has no content; the crawl may go on without it. */
  readonly problem?: CrawlError | undefined;
  /** Reads the answers that were requested beside the homepage, once the first pages are requested; never rejects. */
  readonly beside: () => Promise<SideAnswers>;
}

/** Most hosts and meta refreshes on the way to the homepage. */
const MAX_HOPS = 10;
/** A homepage with at most this many links is rendered to find more. */
const FEW_LINKS = 3;
/** Path of the made-up address. */
const MADE_UP = "no-such-page-4711";
const HTML_ONLY = "text/html,application/xhtml+xml";

export async function begin(
  base: string,
  options: CrawlOptions,
  report: (event: CrawlEvent) => void,
  signal: AbortSignal,
): Promise<CrawlStart> {
  const typed = pageUrl(base);
  const robotsOf = robotsByHost(options, report);
  const early = askBeside(new Site(typed, typed), await robotsOf(typed, signal), options, signal);
  const found = await findHome(typed, options, robotsOf, signal).catch(async (thrown: unknown) => {
    await early.stop();
    throw thrown;
  });
  const { home, at, robots, doors } = found;
  report({ type: "site", home: at });
  const isElsewhere = new URL(home.url).origin !== new URL(typed).origin;
  if (isElsewhere) await early.stop();
  const site = new Site(typed, at);
  const asked = isElsewhere ? askBeside(site, robots, options, signal) : early;
  let reading: Promise<SideAnswers> | undefined;
  const beside = () => {
    reading ??= asked.read(home.page.sitemaps, doors);
    return reading;
  };
  const places = options.only === undefined ? options.maxPages : options.only.length + 1;
  const scoped = (await isPage(site, typed, home.page, beside)) ? new Site(typed, at, () => true) : site;
  return { ...found, options, report, signal, beside, places, site: scoped };
}

/** Requests the sitemaps and the made-up address; `read` is for when the homepage is known. Neither call rejects. */
function askBeside(site: Site, robots: Robots, options: CrawlOptions, signal: AbortSignal) {
  const stopping = new AbortController();
  const until = AbortSignal.any([signal, stopping.signal]);
  // A given list of pages needs no sitemap.
  const sitemaps = new Sitemaps(site, robots, options.only ? { ...options, sitemaps: [] } : options, until);
  const asking = askMissing(site, robots, options, until);
  async function read(linked: readonly string[], doors: readonly SitemapPage[]): Promise<SideAnswers> {
    const named = [...(await sitemaps.read(linked)), ...doors];
    const answer = await asking;
    const missing = answer && (await options.read(answer).catch(() => undefined));
    return { named, missing: missing?.page, events: sitemaps.events };
  }
  async function stop(): Promise<void> {
    stopping.abort();
    await read([], []);
  }
  return { read, stop };
}

/** Requests the made-up address. Never rejects. @returns the page shown there; undefined for a bare status */
async function askMissing({ home, scope }: Site, robots: Robots, { fetch, only }: CrawlOptions, signal: AbortSignal) {
  const url = new URL(scope + MADE_UP, home).href;
  if (only !== undefined || !robots.allows(url)) return undefined;
  const answer = await fetch.plain({ url, mayFollow: withinOrigin(url, robots), once: true }, signal).catch(() => {});
  // A redirect to the homepage does not show the error page.
  return answer && answer.body.length > 0 && partsOf(answer.url).pathname === partsOf(url).pathname
    ? answer
    : undefined;
}

/** True if nothing is known below the typed path: then it is a page, and its folder is the scope. */
async function isPage(site: Site, typed: PageUrl, home: Page, beside: CrawlStart["beside"]): Promise<boolean> {
  if (site.scope === "/" || typed.endsWith("/")) return false;
  const isBelow = ({ url }: { readonly url: string }) => {
    const own = site.own(url);
    return own !== undefined && partsOf(own).pathname.startsWith(site.scope);
  };
  return !home.links.some(isBelow) && !(await beside()).named.some(isBelow);
}

/**
 * Follows redirects and meta refreshes to the homepage, even to another domain; each host's robots.txt is obeyed.
 * @throws CrawlError with the text behind `Failed to fetch page: ` as its message
 */
async function findHome(typed: PageUrl, options: CrawlOptions, robotsOf: RobotsOf, signal: AbortSignal) {
  const hops = new Set<PageUrl>();
  for (let url = typed; hops.size <= MAX_HOPS; ) {
    hops.add(url);
    const robots = await robotsOf(url, signal);
    if (!robots.allows(url)) throw new CrawlError("robots_disallows", { url });
    const rules = { options, robots };
    const found = await visit(url, rules, signal);
    if (found.type === "failed") return unrendered(url, found.error, rules, signal);
    const target = found.type === "redirected" ? pageUrl(found.target) : refreshOf(found);
    if (found.type === "read" && (target === undefined || hops.has(target))) {
      const { accept, read } = await asHtml(found, rules, signal);
      const home = { ...read, page: await withMenu(read, rules, signal) };
      const site = new Site(typed, home.url);
      const door = doorOf(home.page, site, options.language);
      const behind = door !== undefined && robots.allows(door) ? await visit(door, rules, signal) : undefined;
      if (behind?.type !== "read") return { home, at: listedAt(typed, home), robots, accept, doors: [] };
      // Other languages of a language chooser are reported with a reason, too.
      const doors = home.page.links.flatMap(({ url }) => site.own(url) ?? []).map((url) => ({ url }));
      return { home: behind, at: behind.url, robots, doors };
    }
    if (target === undefined || hops.has(target)) break;
    url = target;
  }
  throw new CrawlError("too_many_redirects", {});
}

const isMarkdown = ({ url, page }: VisitedPage): boolean => page.alternates.markdown === url && !url.endsWith(".md");

/** A homepage in Markdown lacks its menu, so it is also requested as HTML. */
async function asHtml(found: VisitedPage, { options, robots }: Asking, signal: AbortSignal) {
  if (!isMarkdown(found)) return { read: found };
  const anew = { options: { ...options, remembered: undefined }, robots, accept: HTML_ONLY };
  const html = await visit(found.url, anew, signal);
  return html.type === "read" && !isMarkdown(html) ? { read: html, accept: HTML_ONLY } : { read: found };
}

/**
 * If the homepage redirects to a page of its menu, that page is listed as well, and the typed address is the homepage.
 * A folder of a language or version, and the page that the menu calls Home, is the homepage itself.
 */
function listedAt(typed: PageUrl, { url, page }: VisitedPage): PageUrl {
  const names = page.links.filter((link) => link.url === url && link.place === "navigation");
  const isNamed = names.length > 0 && names.every(({ text }) => text !== "" && !HOME.test(text));
  const isBelow = isSameSite(typed, url) && partsOf(typed).folders.length === 0;
  return isBelow && isNamed && !EDITION.test(partsOf(url).pathname) ? typed : url;
}

/** Adds the links of a frame in the navigation; on a page with scripts and hardly a link, those that scripts build. */
async function withMenu({ url, page, rung }: VisitedPage, { options, robots }: Asking, signal: AbortSignal) {
  const { fetch, read } = options;
  const frame = page.menu ?? "";
  const isFramed = isSameSite(frame, url) && robots.allows(frame);
  const own = page.links.filter((link) => isSameSite(link.url, url) && !isFile(link.url));
  const isBare = new Set([url, ...own.map((link) => withoutFragment(link.url))]).size <= FEW_LINKS + 1;
  if (!isFramed && (rung !== "plain" || page.signals.scripts === 0 || !isBare)) return page;
  const request = isFramed ? { url: frame, mayFollow: withinOrigin(frame, robots) } : { url, rung: "browser" as const };
  try {
    const { page: menu } = await read(await fetch.page(request, signal));
    if (!isSameSite(menu.url, url) || !menu.robots.follow) return page;
    const links = menu.links.map((link): Link => (isFramed ? { ...link, place: "navigation" } : link));
    const named = new Set(links.map((link) => link.url));
    const isOther = ({ url, place }: Link) => !named.has(url) || (isFramed && place === "content");
    return { ...page, links: [...links, ...page.links.filter(isOther)] };
  } catch {
    return page; // no browser, or it cannot show the page: the known links must do
  }
}

/** A homepage without text may still link to pages, and so may the sitemap. @throws its failure */
async function unrendered(url: PageUrl, problem: CrawlError, { options, robots }: Asking, signal: AbortSignal) {
  if (problem.code !== "empty_page") throw problem;
  const fetch = { ...options.fetch, page: options.fetch.plain };
  const home = await visit(url, { options: { ...options, fetch, remembered: undefined }, robots }, signal);
  if (home.type !== "read") throw problem;
  return { home, at: home.url, robots, problem, doors: [] };
}

const HOME = /^(?:home|start|startseite|accueil|inicio|início|главная|首页|ホーム)$/i;
/** Folders of a language or a version, and index files. */
const EDITION = /^\/(?:[a-z]{2}(?:[-_][a-z]{2,4})?|v?\d[\w.]*|latest|stable|main|master|dev|index\.\w+)(?:\/|$)/i;
