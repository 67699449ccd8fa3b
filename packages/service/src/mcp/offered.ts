import { lettersOf, nearestPages } from "@llmstxt-service/document/bundle/nearest";
import { pageKey } from "@llmstxt-service/document/page-key";
import { MAX_LOOKED, passageOf, type SearchIndex } from "@llmstxt-service/document/search";
import { toCrawlError } from "@llmstxt-service/page/errors";
import type { About } from "../store/about.ts";

/**
 * Reads a text by an address or path of the list, never by one that a model made up; undefined if there is none.
 * @throws CrawlError if it could not be fetched
 */
export type ReadText = (address: string, signal: AbortSignal) => Promise<string | undefined>;

export interface Hit {
  readonly title: string;
  readonly url: string;
  /** Passage for the question; empty if the page's text cannot be read. */
  readonly passage: string;
}

/** Most characters of a passage: five passages together stay short. */
const MAX_PASSAGE = 400;

/** Most pages in an answer. */
const MAX_HITS = 5;

/** Pages that a model may search and read: those of a bundle, or those that an llms.txt lists. */
export class OfferedPages {
  readonly index: SearchIndex;
  readonly #site: string;
  readonly #read: ReadText;
  #keyed: ReadonlyMap<string | undefined, readonly string[]> | undefined;
  #nearest: ((address: string) => readonly number[]) | undefined;
  readonly #notes: ReadonlyMap<string, string> | undefined;
  /** Addresses of each page's Markdown, in order, by every address of the page in the list. */
  readonly #texts = new Map<string, readonly string[]>();

  /**
   * @param about `pages`: Markdown by page; `parts`: pages by the further parts of their Markdown; `operations`: parts
   * that are read by themselves
   * @param notes notes by page, used as passages where reading five pages would be expensive
   */
  constructor(
    {
      index,
      about,
      notes,
    }: {
      readonly index: SearchIndex;
      readonly about: Pick<About, "site" | "pages" | "parts" | "operations">;
      readonly notes?: ReadonlyMap<string, string>;
    },
    read: ReadText,
  ) {
    const { site, pages, parts = {}, operations = [] } = about;
    this.index = index;
    this.#site = site;
    this.#read = read;
    this.#notes = notes;
    for (const files of operations) for (const address of files) this.#texts.set(address, files);
    const further = Map.groupBy(
      Object.keys(parts).filter((part) => !this.#texts.has(part)),
      (part) => parts[part],
    );
    for (const [page, markdown] of Object.entries(pages)) {
      const texts = [markdown, ...(further.get(page) ?? [])];
      for (const address of [page, ...texts]) if (!this.#texts.has(address)) this.#texts.set(address, texts);
    }
  }

  /** The pages that answer a question best. */
  async search(question: string, signal: AbortSignal): Promise<readonly Hit[]> {
    const weights = this.index.weights(question);
    return Promise.all(
      this.index.find(question, MAX_HITS).map(async ({ url, title }) => {
        const text = this.#notes?.get(url) ?? (await this.#tryStart(url, signal));
        return { title, url: this.#absolute(url), passage: passageOf(text, { question, weights, most: MAX_PASSAGE }) };
      }),
    );
  }

  /** Beginning of a page, as much as a passage is looked for in; empty if it cannot be read. */
  async #tryStart(address: string, signal: AbortSignal): Promise<string> {
    let start = "";
    try {
      for (const file of this.#textsOf(address)) {
        start += `${(await this.#read(file, signal)) ?? ""}\n`;
        if (start.length >= MAX_LOOKED) break;
      }
    } catch (thrown) {
      signal.throwIfAborted();
      if (toCrawlError(thrown).code === "unexpected") throw thrown;
    }
    return start;
  }

  /**
   * The Markdown of a page, by any of its addresses; undefined if the list has no such page, or its text is not there.
   * @throws CrawlError as `ReadText`
   */
  async read(address: string, signal: AbortSignal): Promise<string | undefined> {
    const texts = this.#textsOf(address);
    const read = await Promise.all(texts.map((text) => this.#read(text, signal)));
    const found = read.filter((text) => text !== undefined);
    return found.length === 0 ? undefined : found.join("\n");
  }

  /** Address of a page's Markdown; undefined if the list has no such page. */
  markdownOf(address: string): string | undefined {
    const [first] = this.#textsOf(address);
    return first && this.#absolute(first);
  }

  /** The first pages of the list. */
  first(): readonly Pick<Hit, "title" | "url">[] {
    return this.index.pages.slice(0, MAX_HITS).map(({ url, title }) => ({ title, url: this.#absolute(url) }));
  }

  /** The pages whose address and title are most like this address, the likest first. */
  nearest(address: string): readonly Pick<Hit, "title" | "url">[] {
    const { pages } = this.index;
    this.#nearest ??= nearestPages(
      pages.map(({ url, title }) => ({ path: url, title })),
      lettersOf,
    );
    const { pathname, search } = URL.parse(address, `${this.#site}/`) ?? { pathname: address, search: "" };
    const found = this.#nearest(pathname + search);
    return found.flatMap((at) => pages[at] ?? []).map(({ url, title }) => ({ title, url: this.#absolute(url) }));
  }

  #absolute(url: string): string {
    return url.startsWith("/") ? this.#site + url : url;
  }

  #textsOf(address: string): readonly string[] {
    const own = address.startsWith(`${this.#site}/`) ? address.slice(this.#site.length) : address;
    const exact = this.#texts.get(own);
    if (exact !== undefined) return exact;
    // The map by normal forms is made when an address is first spelt in another way: each key parses a URL.
    this.#keyed ??= new Map([...this.#texts].map(([known, texts]) => [this.#keyOf(known), texts] as const).reverse());
    const key = this.#keyOf(address);
    return (key === undefined ? undefined : this.#keyed.get(key)) ?? [];
  }

  #keyOf(address: string): string | undefined {
    return pageKey(address.trim(), `${this.#site}/`);
  }
}
