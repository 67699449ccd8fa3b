import type { Page } from "../page/page.ts";
import type { Site } from "./site.ts";
import type { SitemapEntry } from "./sitemap.ts";
import { type PageUrl, partsOf } from "./url.ts";

/** ISO 639-1, and what sites write in its place. */
const CODES = new Set(
  (
    "aa ab af ak am ar as az be bg bm bn bo br bs ca ce co cs cv cy da de dv dz ee el en eo es et eu fa ff fi fo fr fy ga gd " +
    "gl gn gu ha he hi hr ht hu hy id ig is it iu ja jv ka kk kl km kn ko ku ky la lb lg ln lo lt lv mg mi mk ml mn mr ms mt " +
    "my nb ne nl nn no ny oc om or os pa pl ps pt qu rm rn ro ru rw sa sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te " +
    "tg th ti tk tl tn to tr ts tt tw ug uk ur uz ve vi wo xh yi yo za zh zu jp cn kr"
  ).split(" "),
);

const isCode = (segment: string): boolean =>
  /^[a-z]{2}([-_][a-z]{2,4})?$/i.test(segment) && CODES.has(primary(segment));

const primary = (tag: string): string => tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? "";

const normal = (tag: string): string => tag.toLowerCase().replace("_", "-");

/** Folders of a language stand at the beginning of a path, or right behind a project's name. */
const DEEPEST = 2;

/** So many pages that repeat pages outside show that a folder is all in another language. */
const ENOUGH_TWINS = 2;

interface LanguageFolder {
  /** `/docs/zh-cn/` */
  readonly path: string;
  readonly code: string;
  /** The addresses the page may have in the crawl's own language. */
  readonly originals: readonly string[];
}

/** Keeps a crawl to one language: the homepage's, or the one asked for. */
export class Languages {
  readonly #site: Site;
  /** `en-us`; empty where neither the caller nor the homepage says. */
  readonly #own: string;
  readonly #ownCode: string | undefined;
  readonly #translations = new Map<PageUrl, string>();
  readonly #foreign = new Set<string>();
  readonly #twins = new Map<string, Set<PageUrl>>();

  constructor(site: Site, home: Page, asked: string | undefined) {
    this.#site = site;
    this.#own = normal(asked ?? home.lang ?? "");
    const code = partsOf(site.home).pathname.split("/").find(isCode);
    this.#ownCode = code !== undefined && (this.#own === "" || primary(code) === primary(this.#own)) ? code : undefined;
    this.learn(site.home, home.alternates.languages);
  }

  /** Takes in what a page or a sitemap says about its versions in other languages. */
  learn(url: string, alternates: SitemapEntry["alternates"]): void {
    const tags = alternates.map(({ lang }) => normal(lang)).filter((lang) => lang !== "x-default");
    const own = tags.find((lang) => lang === this.#own) ?? tags.find((lang) => primary(lang) === primary(this.#own));
    if (own === undefined) return;
    for (const { lang, url: alternate } of alternates) {
      const other = this.#site.own(alternate);
      if (other === undefined || other === url || normal(lang) === own || normal(lang) === "x-default") continue;
      if (!alternates.some((one) => normal(one.lang) === own && this.#site.own(one.url) === other))
        this.#translate(other, url);
    }
  }

  /** The page that says the same in the crawl's language, or `""` where only the language is known to be another. */
  translationOf(url: PageUrl, isKnown: (url: PageUrl) => boolean): string | undefined {
    const known = this.#translations.get(url);
    if (known !== undefined) return known;
    const folder = this.#folderOf(url);
    if (folder === undefined) return undefined;
    const original = folder.originals.find((one) => {
      const own = this.#site.own(one);
      return own !== undefined && own !== url && isKnown(own);
    });
    if (original !== undefined) this.#countTwin(url, folder);
    return original ?? (this.#foreign.has(folder.path) ? "" : undefined);
  }

  /** Whether a page that was read is in another language by its own word. Its folder is then known to be, too. */
  isForeign(url: PageUrl, { lang }: Page): boolean {
    if (lang === undefined || this.#own === "" || primary(lang) === primary(this.#own)) return false;
    const folder = this.#folderOf(url);
    if (folder !== undefined && primary(folder.code) === primary(lang)) this.#foreign.add(folder.path);
    return true;
  }

  #translate(other: PageUrl, of: string): void {
    this.#translations.set(other, of);
    const folder = this.#folderOf(other);
    if (folder !== undefined && partsOf(other).pathname === folder.path) this.#foreign.add(folder.path);
  }

  #countTwin(url: PageUrl, { path }: LanguageFolder): void {
    const twins = this.#twins.get(path) ?? new Set();
    this.#twins.set(path, twins.add(url));
    if (twins.size >= ENOUGH_TWINS) this.#foreign.add(path);
  }

  /** The first segment that names another language than the crawl's. */
  #folderOf(url: PageUrl): LanguageFolder | undefined {
    const { pathname, search } = partsOf(url);
    const segments = pathname.split("/").slice(1);
    const at = segments.findIndex((segment, index) => index < DEEPEST && isCode(segment));
    const code = segments[at];
    if (code === undefined || this.#isOwn(code)) return undefined;
    const without = (inPlace: readonly string[]) => `/${segments.toSpliced(at, 1, ...inPlace).join("/")}${search}`;
    const own = [this.#ownCode, this.#own, primary(this.#own)].filter((one) => one !== undefined && one !== "");
    return {
      path: `/${segments.slice(0, at + 1).join("/")}/`,
      code,
      originals: [without([]), ...own.map((one) => without([one ?? ""]))],
    };
  }

  #isOwn(code: string): boolean {
    if (this.#ownCode !== undefined) return normal(code) === normal(this.#ownCode);
    return this.#own !== "" && primary(code) === primary(this.#own);
  }
}
