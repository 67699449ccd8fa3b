import { isMarkdownFile } from "@llmstxt-service/page/address/files";
import { partsOf } from "@llmstxt-service/page/address/page-url";

/** Ending of a page's address; generators name its Markdown version after that. */
export type Shape = "folder" | "html" | "bare";

/** A generator's name for the Markdown version of a page. */
export type VersionPattern = "page.md" | "index.md" | "html.md" | "llms.md";

/** All patterns, the commonest first. */
const PATTERNS: readonly VersionPattern[] = ["page.md", "index.md", "html.md", "llms.md"];

/** Patterns of generators, or their usual extensions, that name themselves (`<meta name=generator>`). */
const GENERATORS: readonly (readonly [RegExp, readonly VersionPattern[]])[] = [
  [/^(mkdocs|hugo|starlight|astro|zensical)\b/i, ["index.md"]],
  [/^quarto\b/i, ["html.md", "llms.md"]],
  [/^sphinx\b/i, ["html.md"]],
  [/^(docusaurus|vitepress|gitbook|mintlify|pkgdown|mystmd)\b/i, ["page.md"]],
];

/** Patterns that a page's generator is known for; empty if the generator is unknown. */
export const likelyPatterns = (generator = ""): readonly VersionPattern[] =>
  GENERATORS.find(([name]) => name.test(generator))?.[1] ?? [];

/** Replacement of a page's ending; undefined if a pattern has no place for one. */
const ENDINGS: Readonly<Record<VersionPattern, Readonly<Record<Shape, string | undefined>>>> = {
  "page.md": { folder: ".md", html: ".md", bare: ".md" },
  "index.md": { folder: "/index.md", html: undefined, bare: "/index.md" },
  "html.md": { folder: "/index.html.md", html: ".html.md", bare: ".html.md" },
  "llms.md": { folder: "/index.llms.md", html: ".llms.md", bare: ".llms.md" },
};

export function shapeOf(url: string): Shape {
  const { pathname } = partsOf(url);
  if (pathname.endsWith("/")) return "folder";
  return /\.html?$/i.test(pathname) ? "html" : "bare";
}

/** Address that this pattern gives to the Markdown version of a page. */
export function versionAt(url: string, pattern: VersionPattern): string | undefined {
  const { origin, pathname, search } = partsOf(url);
  const ending = ENDINGS[pattern][shapeOf(url)];
  const stem = pathname.replace(/(\/|\.html?)$/i, "");
  if (search !== "" || isMarkdownFile(url) || ending === undefined || (stem === "" && ending === ".md"))
    return undefined;
  return `${origin}${stem}${ending}`;
}

/** The addresses of pages that a Markdown text at this address may be a version of. */
export function pagesWithVersion(url: string): readonly string[] {
  const { origin, pathname, search } = partsOf(url);
  if (search !== "" || !isMarkdownFile(url)) return [];
  const bare = pathname.slice(0, -".md".length).replace(/\.(?:html?|llms)$/i, "");
  const stems = new Set([bare, bare.replace(/\/index$/i, "")]);
  const places = [...stems].flatMap((stem) => ["/", "", ".html", ".htm"].map((ending) => stem + ending));
  return places.filter((path) => path.startsWith("/")).map((path) => origin + path);
}

/** Every place where a page's Markdown version may be, with the pattern that says so. */
export function versionsAt(url: string): { readonly pattern: VersionPattern; readonly version: string }[] {
  return PATTERNS.flatMap((pattern) => {
    const version = versionAt(url, pattern);
    return version === undefined ? [] : [{ pattern, version }];
  });
}
