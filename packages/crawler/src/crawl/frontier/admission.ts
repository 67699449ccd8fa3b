import type { Page } from "@llmstxt-service/page";
import { FolderCopies } from "@llmstxt-service/page/address/folder-copies";
import { pathFilter } from "@llmstxt-service/page/address/globs";
import { languageFolderOf } from "@llmstxt-service/page/address/language-folder";
import { Languages, type Said } from "@llmstxt-service/page/address/languages";
import type { LeftOut, LeftOutReason } from "@llmstxt-service/page/address/left-out";
import {
  asksForLanguage,
  asksForVersion,
  isAsked,
  languageTag,
  type Member,
} from "@llmstxt-service/page/address/member";
import { addressProblem } from "@llmstxt-service/page/address/not-a-page";
import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";
import type { Site } from "@llmstxt-service/page/address/site";
import { Versions } from "@llmstxt-service/page/address/versions";
import type { CrawlOptions } from "../options.ts";
import type { SiteRobots } from "../site-robots.ts";

export interface AdmissionOptions {
  readonly site: Site;
  readonly robots: SiteRobots;
  readonly home: Page;
  readonly crawl: Pick<CrawlOptions, "scope" | "include" | "exclude" | "language" | "languages" | "versions" | "only">;
}

/** Decides which addresses are worth asking for. The verdict on an address may change as more of the site is known. */
export class Admission {
  /** True if exactly the pages of a list were asked for. */
  readonly isListGiven: boolean;
  readonly #site: Site;
  readonly #robots: SiteRobots;
  readonly #isWholeDomain: boolean;
  readonly #isWanted: (url: string) => boolean;
  readonly #languages: Languages;
  readonly #versions: Versions;
  readonly #copies: FolderCopies;
  readonly #contents = new Set<PageUrl>();
  readonly #hosts = new FoundHosts();
  /** Languages and versions that are read beside the site's own and the current one. */
  readonly #asked: { readonly languages?: readonly string[]; readonly versions?: readonly string[] };

  constructor({ site, robots, home, crawl }: AdmissionOptions) {
    this.#site = site;
    this.isListGiven = crawl.only !== undefined;
    this.#robots = robots;
    this.#isWholeDomain = crawl.scope !== "path";
    this.#isWanted = pathFilter(crawl.include ?? [], crawl.exclude ?? []);
    const { languages, versions } = crawl;
    this.#asked = { ...(isAsked(languages) && { languages }), ...(isAsked(versions) && { versions }) };
    this.#languages = new Languages(site, home, crawl.language ?? this.#firstAsked(home));
    this.#versions = new Versions(site.home, home);
    this.#copies = new FolderCopies(site, home);
    this.#hosts.add(site.home);
    this.read(site.home, home);
  }

  /** Reasons against an address by itself. */
  problemOf(url: PageUrl): LeftOut | undefined {
    if (!this.#isWholeDomain && !this.#site.inScope(url)) return { reason: "out of scope" };
    if (!this.#isWanted(url)) return { reason: "excluded" };
    const refusal = this.refusalOf(url);
    if (refusal !== undefined) return refusal;
    if (!this.#hosts.hasRoomFor(url)) return { reason: "too many hosts" };
    const reason = this.isListGiven ? undefined : addressProblem(url);
    return reason && { reason };
  }

  /** The refusal of an address by robots.txt, with the line that decides. */
  refusalOf(url: PageUrl): LeftOut | undefined {
    if (this.#robots.allows(url)) return undefined;
    const decides = this.#robots.lineAgainst(url);
    if (decides === undefined) return { reason: "robots" };
    const { line, text } = decides;
    return {
      reason: "robots",
      evidence: { robots: { file: new URL("/robots.txt", url).href, line, text } },
    };
  }

  /** Reasons against an address beside the others that are known: it repeats one of them. */
  repeats(url: PageUrl, isKnown: IsAdmitted): LeftOut | undefined {
    const translation = this.#languages.translationOf(url, isKnown);
    if (translation !== undefined && !this.speaks(this.#languages.languageOf(url, isKnown)))
      return objection("other language", translation);
    const outdated = this.#outdated(url, isKnown);
    if (outdated !== undefined) return outdated;
    const original = this.#copies.originalOf(url, isKnown);
    // Pages of two languages or versions that both have a place may be alike.
    if (original === undefined || this.#isApart(url, original.of, isKnown)) return undefined;
    return { reason: "copied folder", ...original };
  }

  #outdated(url: PageUrl, isKnown: IsAdmitted): LeftOut | undefined {
    const { versions } = this.#asked;
    const isKnownHere = this.#knownBeside(url, isKnown);
    const member = versions && this.#versions.versionOf(url, isKnownHere);
    if (versions && member && (member.version === undefined || asksForVersion(versions, member))) return undefined;
    const outdated = this.#versions.outdated(url, isKnownHere);
    // The current version is left out where only others were asked for.
    if (outdated === undefined) return member && { reason: "older version" };
    const { of, evidence } = outdated;
    return { reason: "older version", ...(of !== undefined && { of }), evidence: { version: evidence } };
  }

  #knownBeside(url: PageUrl, isKnown: IsAdmitted): (other: string) => boolean {
    return (other) => {
      const own = this.#site.own(other);
      return own !== undefined && own !== url && isKnown(own);
    };
  }

  #isApart(a: PageUrl, b: PageUrl, isKnown: IsAdmitted): boolean {
    return memberKey(this.memberOf(a, isKnown)) !== memberKey(this.memberOf(b, isKnown));
  }

  /** Language and version of a page, as far as a family of them was asked for; `spoken`: its language by its own word. */
  memberOf(url: PageUrl, isKnown: IsAdmitted, spoken?: string): Member {
    const { languages, versions } = this.#asked;
    const tag = languages && this.#languages.languageOf(url, isKnown, spoken);
    return {
      ...(tag && { language: languageTag(tag) }),
      ...(versions && this.#versions.versionOf(url, this.#knownBeside(url, isKnown))),
    };
  }

  /** True of a language that is read beside the site's own. */
  speaks(tag: string): boolean {
    return this.#asked.languages !== undefined && asksForLanguage(this.#asked.languages, tag);
  }

  /** Languages and versions that the site is known to have, as far as a family of them was asked for. */
  found(isKnown: IsAdmitted): { readonly languages?: readonly string[]; readonly versions?: readonly string[] } {
    const { languages, versions } = this.#asked;
    const isKnownHere = (other: string) => isKnown(this.#site.own(other) ?? this.#site.home);
    return {
      ...(languages && { languages: this.#languages.found.map(languageTag) }),
      ...(versions && { versions: this.#versions.found(isKnownHere) }),
    };
  }

  /** The crawl's language where the homepage's was not asked for. */
  #firstAsked({ lang = "" }: Page): string | undefined {
    const own = lang === "" ? languageFolderOf(this.#site.home)?.code : lang;
    return own === undefined || this.#asked.languages === undefined || this.speaks(own)
      ? undefined
      : this.#asked.languages[0];
  }

  /** True for a page of another host that a crawl of all hosts of the domain would read. */
  isWantedElsewhere(url: PageUrl): boolean {
    return this.#isWholeDomain && this.#isWanted(url) && addressProblem(url) === undefined;
  }

  /** Learns from an address that is known now: which versions and languages the site has. */
  discover(url: PageUrl): void {
    this.#site.meet(url);
    this.#hosts.add(url);
    this.#versions.discover(url);
    this.#languages.discover(url);
  }

  /** Takes in a page that was read: which pages are other versions of it, and which are copies. */
  read(url: PageUrl, page: Page): void {
    const { lang, alternates } = page;
    this.learn(url, { ...alternates, ...(lang !== undefined && { lang }) });
    this.#versions.learn(url, page);
    this.#copies.learn(url, page);
    for (const list of page.contents ?? []) {
      const own = this.#site.own(list);
      if (own !== undefined && own !== this.#site.home) this.#contents.add(own);
    }
  }

  /** True for a page that other pages name as their table of contents. */
  isContents(url: PageUrl): boolean {
    return this.#contents.has(url);
  }

  /** Takes in what a page or a sitemap says about a page's versions in other languages. */
  learn(url: string, said: Said): void {
    if (said.languages.length > 0) this.#languages.learn(url, said);
  }

  /** Reasons against a page in its own language. */
  foreign(url: PageUrl, page: Page, isKnown: IsAdmitted): LeftOut | undefined {
    if (!this.#languages.isForeign(url, page)) return undefined;
    if (this.speaks(this.#languages.languageOf(url, isKnown, page.lang))) return undefined;
    return objection("other language", this.#languages.translationOf(url, isKnown) ?? "");
  }
}

/** Most hosts that one crawl asks. */
const MAX_HOSTS = 100;

/** Hosts of pages that were found: a site may make up as many as it likes. */
class FoundHosts {
  readonly #origins = new Set<string>();

  hasRoomFor(url: PageUrl): boolean {
    return this.#origins.size < MAX_HOSTS || this.#origins.has(partsOf(url).origin);
  }

  add(url: PageUrl): void {
    if (this.#origins.size < MAX_HOSTS) this.#origins.add(partsOf(url).origin);
  }
}

type IsAdmitted = (url: PageUrl) => boolean;

/** One key for the pages of one language and version. */
export const memberKey = ({ language = "", version = "", isCurrent }: Member): string =>
  `${language} ${isCurrent ? "" : version}`;

const objection = (reason: LeftOutReason, of: string): LeftOut => (of === "" ? { reason } : { reason, of });
