// Makes the files that a site publishes for agents: an llms.txt with links to Markdown, and the Markdown of its pages.
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
import { pointer } from "@llmstxt-service/page/our-files";
import { type Parsed, parse } from "../check/parse.ts";
import { fullText, type MarkdownPage, pageText } from "../full.ts";
import { shortened } from "../shorten.ts";
import { charactersOf } from "../text.ts";
import { layout, listedUrl } from "../write.ts";
import { fileAt, folderOf, pageNames } from "./names.ts";

export interface BundleOptions {
  /** The document as it is delivered. */
  readonly text: string;
  /** The pages of the crawl, the homepage first. */
  readonly pages: readonly MarkdownPage[];
  /** The typed address. */
  readonly source: string;
  /** The address that the folder is served at; default: the origin. */
  readonly root?: string;
  /** An llms-full.txt, too. */
  readonly full?: boolean;
}

export interface BundleFile {
  /** Below the folder, with `/` between names. */
  readonly path: string;
  readonly text: string;
}

export interface Bundle {
  /** Path of the base URL, which has the llms.txt. */
  readonly base: string;
  /** In the order of writing: pages first, the index last. */
  readonly files: readonly BundleFile[];
  /** Address of the llms.txt. */
  readonly index: string;
  /** Address of each page's Markdown, ours or the site's own, by the page's address. */
  readonly markdown: ReadonlyMap<string, string>;
}

/** The files of a site. The same document and pages give the same files. */
export function bundleOf({ text, pages, source, root: rootUrl, full = false }: BundleOptions): Bundle {
  const [home] = pages;
  const { origin, base, root } = placeOf(home?.url ?? source, { source, pages, ...(rootUrl && { rootUrl }) });
  const urlOf = (path: string) => listedUrl(`${origin}${root}${encodeURI(path)}`);
  const document = parse(text);
  const titles = new Map(document.sections.flatMap(({ items }) => items.map(({ url, title }) => [url, title])));
  const listed = pages.filter((page) => page === home || titles.has(addressOf(page)));
  const made = listed.filter(({ url, markdown, markdownUrl }) => {
    const isHere = url.startsWith(`${origin}${root}`) || `${url}/` === `${origin}${root}`;
    return markdown !== undefined && markdownUrl === undefined && isHere;
  });
  const own = listed.flatMap(({ markdownUrl }) =>
    markdownUrl?.startsWith(`${origin}/`) ? (fileAt(markdownUrl, root) ?? []) : [],
  );
  const names = pageNames(
    made.map(({ url }) => url),
    { root, base, taken: own },
  );
  const folder = folderOf(base, root);
  const index = urlOf(`${folder}llms.txt`);
  const markdown = new Map(
    listed.flatMap(({ url, markdownUrl }) => {
      const name = names.get(url);
      const address = name === undefined ? markdownUrl : urlOf(name);
      return address === undefined ? [] : [[url, address] as const];
    }),
  );
  const links = new Map(listed.map((page) => [addressOf(page), markdown.get(page.url) ?? addressOf(page)]));
  const head = [pointer(index), ...document.notes.map((note) => `>\n> ${note.text}`)].join("\n");
  const files = made.map((page): BundleFile => {
    const title = titles.get(addressOf(page)) ?? document.name;
    return { path: names.get(page.url) ?? "", text: `${head}\n\n${pageText(page, title)}\n` };
  });
  const list = linked(document, links);
  const whole = full ? [{ path: `${folder}llms-full.txt`, text: fullText(text, pages) }] : [];
  return { base, files: [...files, ...whole, { path: `${folder}llms.txt`, text: list }], index, markdown };
}

const addressOf = ({ url, markdownUrl }: MarkdownPage): string => listedUrl(markdownUrl ?? url);

interface PlaceOptions {
  readonly source: string;
  readonly pages: readonly MarkdownPage[];
  readonly rootUrl?: string;
}

/** The bundle's path; if the homepage is outside of the base URL, its folder is the base. */
function placeOf(homeUrl: string, { source, pages, rootUrl }: PlaceOptions) {
  const [asked, home] = [tryPageUrl(source), tryPageUrl(homeUrl)];
  if (asked === undefined || home === undefined) return { origin: "", base: "/", root: "/" };
  const { origin } = new URL(home);
  const isPage = (path: string) => !pages.some(({ url }) => url.startsWith(origin + path));
  const base = new Site(asked, home, isPage).scope;
  const root = rootUrl === undefined ? "/" : new URL(rootUrl).pathname.replace(/\/?$/, "/");
  return { origin, base: base.startsWith(root) ? base : root, root };
}

/** The document with links to Markdown; it gets longer, so excerpts may have to be shortened. */
function linked(
  { name, summary = "", metadata = "", notes, sections }: Parsed,
  links: ReadonlyMap<string, string>,
): string {
  const lines = {
    name,
    summary,
    metadata,
    notes: notes.map(({ text }) => text),
    sections: sections.map((section) => ({
      name: section.name,
      items: section.items.map(({ title, url, excerpt = "" }) => ({ title, url: links.get(url) ?? url, excerpt })),
    })),
  };
  const long = layout(lines);
  const fitted = shortened(lines, charactersOf(long));
  return fitted.shortened === undefined ? long : layout(fitted.document);
}
