import type { Page } from "@llmstxt-service/page";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { CrawledPage } from "../crawled-page.ts";
import type { CrawlEvent } from "../event.ts";
import { likelyPatterns, type VersionPattern, versionsAt } from "./patterns.ts";
import type { MarkdownProbe } from "./probe.ts";

/** Ways to find this site's Markdown versions; `accept`: at the page's own address, by asking for it. */
export type Patterns = readonly (VersionPattern | "accept")[];

/**
 * Pages on which patterns are tried, each the first of another part of the site: every pattern on two pages, among the
 * first to be asked for; if none hits, the commonest pattern on three more, once `after` pages are listed.
 */
const LEARN_FIRST = { pages: 2 };
const LEARN_MORE = { after: 12, pages: 3 };
/**
 * Listed pages that are awaited to see if they name their Markdown versions, as the homepage does; a crawl with fewer
 * pages tries later.
 */
const TELLING = 4;
const COMMONEST: VersionPattern = "page.md";

export interface LearningOptions {
  readonly probe: MarkdownProbe;
  readonly home: Page;
  /** Address that the site itself gives for this page's Markdown version. */
  readonly stated: (page: CrawledPage) => Promise<string | undefined>;
  /** Address that the site's llms.txt gives for the Markdown version of a page that is not read yet. */
  readonly listed: (url: PageUrl) => Promise<string | undefined>;
  /** The part of the site that a page stands for. */
  readonly partOf: (url: PageUrl) => string;
  /** True if no address is guessed: the last crawl knows the versions, or a Crawl-delay makes requests slow. */
  readonly isToldOnly: boolean;
  readonly report: (event: CrawlEvent) => void;
  readonly signal: AbortSignal;
}

type Guess = ReturnType<typeof versionsAt>[number];

/** Learns how a site names its Markdown versions: by its own word, else by trying, what its generator writes before the rest. */
export class Learning {
  readonly #options: LearningOptions;
  readonly #triedParts = new Set<string>();
  readonly #patterns = Promise.withResolvers<Patterns>();
  readonly #read = Promise.withResolvers<readonly CrawledPage[]>();
  #first: Promise<Patterns> | undefined;
  #more: Promise<void> | undefined;

  constructor(options: LearningOptions) {
    this.#options = options;
  }

  /** Patterns of the site, once they are known; empty if it has none. Never rejects. */
  get patterns(): Promise<Patterns> {
    return this.#patterns.promise;
  }

  /** @param urls the first pages that will be asked for */
  begin(urls: readonly PageUrl[]): void {
    // A few pages are soon read, and may name their Markdown versions themselves.
    if (urls.length >= TELLING) this.#first ??= this.#learnFirst(urls);
  }

  /** @param pages all that are listed so far */
  add(pages: readonly CrawledPage[]): void {
    if (pages.length === TELLING) this.#read.resolve([...pages]);
    if (pages.length === LEARN_MORE.after) this.#goOn(pages);
  }

  /** Ends the learning: no further page will be listed. */
  finish(pages: readonly CrawledPage[]): Promise<Patterns> {
    if (this.#more === undefined) this.#goOn(pages);
    return this.patterns;
  }

  async #learnFirst(urls: readonly PageUrl[]): Promise<Patterns> {
    const { home, listed } = this.#options;
    const tried = this.#pagesToTry(urls, LEARN_FIRST.pages);
    const waves = wavesOn(tried, likelyPatterns(home.generator));
    const byList = await stating(urls, (url) => url, listed);
    const told =
      byList.length === 0 && home.alternates.markdown !== undefined
        ? await this.#told(await this.#read.promise)
        : byList;
    const patterns = told.length > 0 ? told : await this.#tryInTurn(waves);
    // Without any, pages of other parts of the site are still to be tried.
    if (patterns.length > 0) this.#patterns.resolve(patterns);
    return patterns;
  }

  #goOn(pages: readonly CrawledPage[]): void {
    const known = [...pages];
    this.#read.resolve(known);
    const urls = known.filter((page) => !isMarkdownItself(page)).map(({ url }) => url);
    this.#first ??= this.#learnFirst(urls);
    const tried = this.#pagesToTry(urls, LEARN_MORE.pages);
    this.#more = this.#first.then(async (patterns) => {
      this.#patterns.resolve(patterns.length > 0 ? patterns : await this.#learnMore(known, tried));
    });
  }

  async #learnMore(known: readonly CrawledPage[], tried: readonly PageUrl[]): Promise<Patterns> {
    const told = await this.#told(known);
    const guesses = tried.flatMap((url) => versionsAt(url).filter(({ pattern }) => pattern === COMMONEST));
    const negotiated = known.find(isNegotiated);
    if (told.length > 0 || negotiated === undefined || this.#options.isToldOnly)
      return told.length > 0 ? told : this.#tryInTurn([guesses]);
    // A pattern that is asked here is not asked below.
    return (await this.#answersMarkdown(negotiated.url)) ? ["accept"] : this.#tryInTurn([guesses.slice(1)]);
  }

  /** Patterns of the addresses that the site itself gives for these pages. */
  #told(known: readonly CrawledPage[]): Promise<Patterns> {
    return stating(known, ({ url }) => url, this.#options.stated);
  }

  async #tryInTurn(waves: readonly (readonly Guess[])[]): Promise<Patterns> {
    for (const guesses of this.#options.isToldOnly ? [] : waves) {
      const found = await this.#try(guesses);
      if (found.length > 0) return found;
    }
    return [];
  }

  async #try(guesses: readonly Guess[]): Promise<Patterns> {
    const { probe, report, signal } = this.#options;
    if (guesses.length === 0) return [];
    report({ type: "probing", pages: guesses.length });
    const heads = await Promise.all(guesses.map(({ version }) => probe.looksLikeMarkdown(version, signal)));
    const hits = guesses.filter((_, index) => heads[index]);
    const [first] = hits;
    if (first === undefined) return [];
    const [isAny, isFirst] = await Promise.all([
      this.#answersAnything(first.version),
      probe.isMarkdown(first.version, signal),
    ]);
    if (isAny) return [];
    const others = await Promise.all(hits.slice(1).map(({ version }) => probe.isMarkdown(version, signal)));
    return patternsOf(hits.filter((_, index) => [isFirst, ...others][index]));
  }

  async #answersMarkdown(url: string): Promise<boolean> {
    return (await this.#options.probe.isMarkdown(url, this.#options.signal)) && !(await this.#answersAnything(url));
  }

  /** True if this server has a Markdown text at an invented address: then it answers so for every address. */
  #answersAnything(version: string): Promise<boolean> {
    const { probe, signal } = this.#options;
    const slash = version.lastIndexOf("/") + 1;
    return probe.isMarkdown(`${version.slice(0, slash)}no-such-page-${version.slice(slash)}`, signal);
  }

  /** The first page of each part of the site that was not tried yet. */
  #pagesToTry(urls: readonly PageUrl[], count: number): PageUrl[] {
    const chosen: PageUrl[] = [];
    for (const url of urls) {
      const part = this.#options.partOf(url);
      if (chosen.length >= count || this.#triedParts.has(part)) continue;
      this.#triedParts.add(part);
      chosen.push(url);
    }
    return chosen;
  }
}

/** The patterns of what is said about some of these pages. */
async function stating<Item>(
  items: readonly Item[],
  urlOf: (item: Item) => PageUrl,
  stated: (item: Item) => Promise<string | undefined>,
): Promise<Patterns> {
  const found = await Promise.all(
    items.map(async (item) => {
      const own = await stated(item);
      return versionsAt(urlOf(item)).filter(({ version }) => version === own);
    }),
  );
  return patternsOf(found.flat());
}

/** Patterns that are tried together, one after the other until one hits: the generator's own is tried on each page first. */
function wavesOn(urls: readonly PageUrl[], likely: readonly VersionPattern[]): Guess[][] {
  const guesses = urls.map(versionsAt);
  if (likely.length === 0) return guesses;
  const isLikely = ({ pattern }: Guess) => likely.includes(pattern);
  return [guesses.flat().filter(isLikely), guesses.flat().filter((guess) => !isLikely(guess))];
}

const patternsOf = (guesses: readonly Guess[]): Patterns => [...new Set(guesses.map(({ pattern }) => pattern))];

/** True for a page that itself came as Markdown. */
export const isMarkdownItself = ({ url, page }: CrawledPage): boolean => page.alternates.markdown === url;

export const isNegotiated = ({ page }: CrawledPage): boolean => page.alternates.isNegotiated === true;
