/** Where a link stands on its page. */
export type LinkPlace = "navigation" | "breadcrumb" | "content" | "footer";

export interface Link {
  /** Absolute, resolved against the page's base; not yet in the crawl's normal form. */
  readonly url: string;
  /** Its visible text, white space collapsed; may be empty. */
  readonly text: string;
  /** Lower-case tokens: `nofollow`, `next`, … */
  readonly rel: readonly string[];
  readonly place: LinkPlace;
}

export interface Heading {
  /** 1 to 6 */
  readonly level: number;
  readonly text: string;
}

/** Other addresses of the same page. All URLs absolute. */
export interface Alternates {
  readonly languages: readonly { readonly lang: string; readonly url: string }[];
  /** `<link rel=alternate type=text/markdown>` or the same in a `Link` header. */
  readonly markdown?: string;
  readonly feeds: readonly string[];
}

/** Texts that may describe the page, each as its author wrote it. */
export interface Descriptions {
  readonly meta?: string;
  readonly openGraph?: string;
  readonly jsonLd?: string;
  /** First paragraph of the main content. */
  readonly paragraph?: string;
}

/** Names the page gives to the site it belongs to. */
export interface SiteNames {
  readonly openGraph?: string;
  readonly jsonLd?: string;
  readonly applicationName?: string;
}

/**
 * What one HTML page says. Plain data, so that it can be kept as JSON.
 * Everything in it was written by a stranger: treat each string as untrusted.
 */
export interface Page {
  /** The address it was read from. */
  readonly url: string;
  /** The title tag, else the first h1, else `Untitled`. */
  readonly title: string;
  /** Meta description, else og:description, else first paragraph. */
  readonly description?: string;
  readonly descriptions: Descriptions;
  readonly siteNames: SiteNames;
  /** Main content: navigation, banners and footers left out; blocks on lines of their own. */
  readonly text: string;
  /** The main content's first paragraphs, at most 2,000 characters. */
  readonly excerpt: string;
  readonly headings: readonly Heading[];
  /** In document order, at most 5,000. */
  readonly links: readonly Link[];
  /** The labels of the page's breadcrumb from the root on, the page itself left out; empty where there is none. */
  readonly breadcrumbs: readonly { readonly text: string; readonly url?: string }[];
  readonly canonical?: string;
  /** Meta robots and `X-Robots-Tag` together; the stricter wins. */
  readonly robots: { readonly index: boolean; readonly follow: boolean };
  /** BCP 47, as written. */
  readonly lang?: string;
  readonly alternates: Alternates;
  /** `<link rel=sitemap>`. */
  readonly sitemaps: readonly string[];
  /** `<link rel=next>` and `<link rel=prev>`. */
  readonly next?: string;
  readonly metaRefresh?: { readonly delaySeconds: number; readonly url: string };
  /** SHA-256 in hex of the main content, white space aside. */
  readonly contentDigest: string;
  /** What `contentProblem` judges by. */
  readonly signals: ContentSignals;
}

export interface ContentSignals {
  /** Characters of visible text outside navigation and footers. */
  readonly contentCharacters: number;
  /** Characters of all visible text. */
  readonly visibleCharacters: number;
  readonly scripts: number;
  /** Text inside `<noscript>`. */
  readonly noscriptCharacters: number;
  /** Marks of a page that is no page: `app-root`, `challenge`, `consent-wall`, `needs-javascript`, `error-page`. */
  readonly marks: readonly string[];
}
