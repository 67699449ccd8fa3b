import type { Addresses } from "./addresses.ts";
import { type Head, tokensOf } from "./scan/scan.ts";

/** Other addresses of the same page. All URLs absolute. */
export interface Alternates {
  readonly languages: readonly { readonly lang: string; readonly url: string }[];
  /** `<link rel=alternate type=text/markdown>` or the same in a `Link` header; the page itself where it is Markdown. */
  readonly markdown?: string;
  /** True if the server may answer with another type: `Vary: Accept`. */
  readonly isNegotiated?: true;
  /** `rel=describedby`, as an element or in a `Link` header, where it leads to a text: the llms.txt that covers the page. */
  readonly describedBy?: string;
  readonly feeds: readonly string[];
}

/** Most characters of a `Link` field that are read. */
const HEADER_CHARACTERS = 8_192;
const HEADER_LINK = /<([^<>]*)>([^<]*)/g;
const PARAMETER = /;\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/g;
const FEEDS = new Set(["application/rss+xml", "application/atom+xml", "application/feed+json"]);

/** The page's own address, as it says it, and where it says so. */
export interface Canonical {
  readonly canonical?: string;
  readonly canonicalIn?: "page" | "header";
}

interface HeaderLink {
  readonly href: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Other addresses of the page, from its `<link>` elements and the `Link` field (RFC 8288); the elements come first. */
export function alternatesOf(
  head: Head,
  fields: Readonly<Record<string, string>>,
  addresses: Addresses,
): { readonly alternates: Alternates } & Canonical {
  const inHeader = headerLinks(fields.link ?? "");
  const alternates = [
    ...head.alternates,
    ...inHeader
      .filter((link) => hasRel(link, "alternate"))
      .map(({ href, parameters }) => ({
        href,
        type: parameters.get("type")?.toLowerCase() ?? "",
        hreflang: parameters.get("hreflang") ?? "",
      })),
  ].flatMap(({ href, type, hreflang }) => {
    const url = addresses.resolve(href);
    return url === undefined ? [] : [{ url, type, hreflang }];
  });
  const isMarkdown = /^text\/(?:x-)?markdown\b/i.test(fields["content-type"] ?? "");
  const own = isMarkdown ? addresses.base : undefined;
  const markdown = own ?? alternates.find(({ type }) => type.startsWith("text/markdown"))?.url;
  const described = [
    ...head.describedBy,
    ...inHeader.filter((link) => hasRel(link, "describedby")).map(({ href }) => href),
  ];
  const describedBy = described.map((href) => addresses.resolve(href)).find((url) => TEXT_FILE.test(url ?? ""));
  const canonicalHref = head.canonical || inHeader.find((link) => hasRel(link, "canonical"))?.href;
  const canonical = addresses.resolveIfAny(canonicalHref ?? "");
  return {
    alternates: {
      languages: alternates.filter((link) => link.hreflang !== "").map(({ hreflang: lang, url }) => ({ lang, url })),
      ...(markdown !== undefined && { markdown }),
      ...(isNegotiated(fields.vary) && { isNegotiated: true }),
      ...(describedBy !== undefined && { describedBy }),
      feeds: alternates.filter(({ type }) => FEEDS.has(type)).map(({ url }) => url),
    },
    ...(canonical !== undefined && { canonical, canonicalIn: head.canonical ? "page" : "header" }),
  };
}

/** `describedby` may lead to a schema or a paper, too. */
const TEXT_FILE = /\.(?:txt|md)(?:\?|$)/i;

const isNegotiated = (vary = ""): boolean => vary.split(",", 20).some((name) => name.trim().toLowerCase() === "accept");

const hasRel = ({ parameters }: HeaderLink, rel: string): boolean =>
  tokensOf(parameters.get("rel") ?? "").includes(rel);

function headerLinks(header: string): readonly HeaderLink[] {
  return [...header.slice(0, HEADER_CHARACTERS).matchAll(HEADER_LINK)].map(([, href = "", rest = ""]) => ({
    href: href.trim(),
    parameters: new Map(
      [...rest.matchAll(PARAMETER)].map(([, name = "", quoted, token]) => [name.toLowerCase(), quoted ?? token ?? ""]),
    ),
  }));
}
