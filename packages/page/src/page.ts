import { Addresses } from "./addresses.ts";
import { type Alternates, alternatesOf } from "./alternates.ts";
import type { ApiOperation } from "./api/operation.ts";
import { type Breadcrumb, breadcrumbsOf } from "./breadcrumbs.ts";
import { decodePage } from "./charset.ts";
import { clip } from "./clip.ts";
import { type Content, findContent, firstParagraphs } from "./content/content.ts";
import { type Descriptions, givenDescriptions } from "./descriptions.ts";
import { excerpt } from "./excerpt.ts";
import { listedItems } from "./items.ts";
import { readJsonLd, type StructuredData } from "./json-ld.ts";
import { headingBlocks, type Link, linksOf } from "./links.ts";
import { onOneLine } from "./one-line.ts";
import { openingOf } from "./opening.ts";
import { type MetaRefresh, metaRefreshOf } from "./refresh.ts";
import { robotsOf } from "./robots.ts";
import { blockText, headingLevel, type Scan, scan } from "./scan/scan.ts";
import { blockFilter } from "./selectors.ts";
import { sha256 } from "./sha256.ts";
import { type ShownApi, shownBy } from "./shown.ts";
import { type ContentSignals, signalsOf } from "./signals.ts";
import type { PageKind } from "./site/kinds.ts";
import { kindOfPage } from "./site/page-kind.ts";
import { type PageTerms, termsOf } from "./terms.ts";

export type { Alternates } from "./alternates.ts";
export type { ApiOperation } from "./api/operation.ts";
export type { Breadcrumb } from "./breadcrumbs.ts";
export type { Descriptions } from "./descriptions.ts";
export type { Link, LinkPlace } from "./links.ts";
export type { ContentSignals } from "./signals.ts";
export type { PageKind } from "./site/kinds.ts";

export interface Heading {
  /** 1 to 6 */
  readonly level: number;
  readonly text: string;
}

/** Names the page gives to the site it belongs to. */
export interface SiteNames {
  readonly openGraph?: string;
  /** Name of the JSON-LD `WebSite`, else of the software that the site is about. */
  readonly jsonLd?: string;
  readonly organization?: string;
  readonly applicationName?: string;
}

/**
 * Contents of one HTML page. Plain data, so that it can be kept as JSON.
 * Everything in it was written by a stranger: treat each string as untrusted.
 */
export interface Page {
  /** The address it was read from. */
  readonly url: string;
  /** The title tag, else the first h1, else `Untitled`; at most 1,000 characters. */
  readonly title: string;
  /** Meta description, else og:description, else first paragraph. */
  readonly description?: string;
  readonly descriptions: Descriptions;
  readonly siteNames: SiteNames;
  /** Main content: navigation, banners and footers left out; blocks on lines of their own. */
  readonly text: string;
  /** Length of the text as it was read, in UTF-16 units; a stored page may keep less of its text. */
  readonly textLength: number;
  /** The main content's first paragraphs, at most 2,000 characters. */
  readonly excerpt: string;
  /** Titles of what the page lists (posts, products, cards), at most 100; empty where it lists nothing. */
  readonly items: readonly string[];
  /** The page's first h1, then the headings of the main content. */
  readonly headings: readonly Heading[];
  readonly terms: PageTerms;
  /** In document order, at most 5,000. */
  readonly links: readonly Link[];
  /** The labels of the page's breadcrumb from the root on, the page itself left out; empty where there is none. */
  readonly breadcrumbs: readonly Breadcrumb[];
  readonly canonical?: string;
  /** Place of the canonical link: an element, or a `Link` field. */
  readonly canonicalIn?: "page" | "header";
  /** `<meta name=generator>`, as written. */
  readonly generator?: string;
  /** Address of the page that a bundle's Markdown file repeats, or of its llms.txt; undefined for other pages. */
  readonly versionOf?: string;
  /** When the page says it was published, as written. */
  readonly published?: string;
  /** When it says it was last changed, as written. */
  readonly modified?: string;
  /** The part of a magazine or blog that the page says it belongs to. */
  readonly section?: string;
  /** Meta robots and `X-Robots-Tag` together; the stricter wins. */
  readonly robots: { readonly index: boolean; readonly follow: boolean };
  /** BCP 47, as written. */
  readonly lang?: string;
  readonly alternates: Alternates;
  readonly sitemaps: readonly string[];
  readonly next?: string;
  /** Pages that list the site's pages and that scripts would load: the contents and menu of DocFX. */
  readonly contents?: readonly string[];
  /** API descriptions that scripts would load and show. */
  readonly shown?: ShownApi;
  /** Operations of an API description, by group; undefined for other pages, or if no Markdown was asked for. */
  readonly operations?: readonly ApiOperation[];
  readonly metaRefresh?: MetaRefresh;
  /** SHA-256 in hex of `text`; of the URL where there is none. */
  readonly contentDigest: string;
  /** SHA-256 in hex of the text without its digits; undefined for a text too short to be recognised without them. */
  readonly wordsDigest?: string;
  /** Kind of the page as it shows by itself. */
  readonly kind: PageKind;
  /** Facts from which `contentProblem` judges. */
  readonly signals: ContentSignals;
}

/** Facts about a page that its bytes do not contain. */
export interface PageSource {
  /** Absolute; relative links are resolved against it. */
  readonly url: string;
  /** The `Content-Type` field. */
  readonly contentType?: string;
  /** Names in lower case; `x-robots-tag`, `link` and `content-type` are looked at. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True if a browser has run the page's scripts: then its `<noscript>` is not part of it. */
  readonly isRendered?: boolean;
  /** Address of the page that a bundle's Markdown file repeats, or of its llms.txt; undefined for other pages. */
  readonly versionOf?: string;
  /** True if the whole page is content, because it was made from a document that is no web page (a PDF, Markdown). */
  readonly isWhole?: boolean;
  /** Selectors of elements that are left out (`selectorsProblem`). */
  readonly skipBlocks?: readonly string[];
}

const EXCERPT_CHARACTERS = 2_000;
const HEADING_CHARACTERS = 1_000;
/** Least characters of a text for a digest without digits: shorter ones (stubs, empty lists) may differ in a number alone. */
const TELLING_CHARACTERS = 200;

/** A page that was scanned, with its main content found: what its fields and its Markdown are made of. */
export interface ScannedPage {
  readonly scanned: Scan;
  readonly content: Content;
  readonly addresses: Addresses;
}

/** Scans one HTML page. Linear in its size; never throws, whatever the bytes are. */
export function scanPage(bytes: Uint8Array, source: PageSource): ScannedPage {
  const { url, contentType, headers = {}, skipBlocks } = source;
  const scanned = scan(decodePage(bytes, contentType ?? headers["content-type"]), blockFilter(skipBlocks));
  return { scanned, content: findContent(scanned, source), addresses: new Addresses(url, scanned.head.base) };
}

/** Reads one HTML page. Linear in its size; never throws, whatever the bytes are. */
export const readPage = (bytes: Uint8Array, source: PageSource): Page => pageOf(scanPage(bytes, source), source);

/** Contents of a scanned page. */
export function pageOf(opened: ScannedPage, source: PageSource): Page {
  const { url, headers = {}, isRendered = false, versionOf } = source;
  const { scanned, content, addresses } = opened;
  const { head } = scanned;
  const structured = readJsonLd(head.jsonLd);
  const links = linksOf(scanned, content, addresses);
  const { alternates, ...own } = alternatesOf(head, headers, addresses);
  const title = head.title || scanned.firstHeading || "Untitled";
  const texts = content.blocks.map((block) => blockText(scanned, block));
  const text = texts.join("\n");
  const given = givenDescriptions(scanned, structured.description);
  const paragraphs = firstParagraphs(content, texts, {
    characters: EXCERPT_CHARACTERS,
    descriptions: Object.values(given).toReversed(),
    title,
  });
  const descriptions = {
    ...given,
    ...(paragraphs[0] !== undefined && { paragraph: excerpt(paragraphs[0], EXCERPT_CHARACTERS) }),
    ...openingOf(scanned, content),
  };
  const description = descriptions.meta ?? descriptions.openGraph ?? descriptions.paragraph;
  const next = addresses.resolveIfAny(head.next);
  const contents = ["docfx:navrel", "docfx:tocrel"].flatMap(
    (name) => addresses.resolveIfAny(head.meta.get(name) ?? "") ?? [],
  );
  const signals = signalsOf(scanned, content, { title, isRendered });
  const shown = shownBy(head.viewer, { addresses, signals });
  const metaRefresh = metaRefreshOf(head, { addresses, links });
  return {
    url,
    title,
    ...(description !== undefined && { description }),
    descriptions,
    siteNames: siteNamesOf(scanned, structured),
    text,
    textLength: text.length,
    excerpt: excerpt(paragraphs.join(" "), EXCERPT_CHARACTERS),
    items: listedItems(scanned, content),
    headings: headingsOf(scanned, content),
    terms: termsOf(content.blocks, texts),
    links,
    breadcrumbs: breadcrumbsOf(structured.breadcrumbs, links, {
      addresses,
      self: new Set([url, own.canonical ?? url]),
    }),
    ...own,
    ...(versionOf !== undefined && { versionOf }),
    ...aboutPage(scanned, structured),
    robots: robotsOf(head.robots, headers["x-robots-tag"]),
    ...(head.lang !== "" && { lang: head.lang }),
    alternates,
    sitemaps: head.sitemaps.flatMap((href) => addresses.resolve(href) ?? []),
    ...(next !== undefined && { next }),
    ...(contents.length > 0 && { contents: [...new Set(contents)] }),
    ...(shown !== undefined && { shown }),
    ...(metaRefresh !== undefined && { metaRefresh }),
    contentDigest: digestOf(text, url),
    ...(text.length >= TELLING_CHARACTERS && { wordsDigest: digestOf(text.replace(/\d+/g, ""), url) }),
    kind: kindOfPage(scanned, content, { url, links }),
    signals,
  };
}

function siteNamesOf({ head }: Scan, { siteName: jsonLd, organization }: StructuredData): SiteNames {
  const openGraph = oneLine(head.meta.get("og:site_name"));
  const applicationName = oneLine(head.meta.get("application-name"));
  return {
    ...(openGraph && { openGraph }),
    ...(jsonLd && { jsonLd }),
    ...(organization && { organization }),
    ...(applicationName && { applicationName }),
  };
}

function aboutPage(
  { head }: Scan,
  structured: StructuredData,
): Pick<Page, "generator" | "published" | "modified" | "section"> {
  const generator = oneLine(head.meta.get("generator"));
  const published = oneLine(head.meta.get("article:published_time")) || structured.published;
  const modified = oneLine(head.meta.get("article:modified_time")) || structured.modified;
  const section = oneLine(head.meta.get("article:section")) || structured.section;
  return {
    ...(generator && { generator }),
    ...(published && { published }),
    ...(modified && { modified }),
    ...(section && { section }),
  };
}

const oneLine = (text = ""): string => onOneLine(text);

function headingsOf(scanned: Scan, content: Content): readonly Heading[] {
  const first = scanned.firstHeading === "" ? [] : [{ level: 1, text: scanned.firstHeading }];
  const inside = headingBlocks(content).map((block) => ({
    level: headingLevel(block.tag),
    text: clip(blockText(scanned, block), HEADING_CHARACTERS),
  }));
  return [...first, ...inside];
}

/** Digest of a page's text, else of its address: pages without text would otherwise all count as copies of one page. */
const digestOf = (text: string, url: string): string => sha256(text || url);
