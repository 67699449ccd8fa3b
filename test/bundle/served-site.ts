import { mkdtempSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { planBundle } from "../../packages/document/src/bundle/bundle.ts";
import type { BundleOptions } from "../../packages/document/src/bundle/options.ts";
import { writeBundle } from "../../packages/service/src/store/bundle-folder.ts";
import { BUNDLE_OPTIONS } from "../llmstxt/example-bundle.ts";
import { examplePage } from "../llmstxt/example-page.ts";

const html = (title: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;

/** The page at an address. */
export const htmlOf = (address: string): string => html(`HTML of ${address}`);

const PAGES = {
  "/": "index.html",
  "/guide/": "guide/index.html",
  "/guide/start": "guide/start.html",
  "/about.html": "about.html",
  "/caf%C3%A9": "café.html",
} as const;

/** A page of the site, at most with Markdown of its own. */
interface SitePage {
  readonly address: string;
  readonly markdown?: string;
  /** Main content; default: a sentence. */
  readonly text?: string;
}

/** A static site in a new folder, with its bundle laid over it: one page has Markdown of its own, one only with a query. */
export const siteWithBundle = async (options: Pick<BundleOptions, "notFound"> = {}): Promise<string> =>
  (
    await publishedSite(
      [
        ...Object.entries(PAGES).map(([address, file]) => ({ address, file })),
        { address: "/own", file: "own.html", markdown: "/own.html.md" },
        { address: "/guide/start?version=2", file: "guide/start.html" },
        { address: "/book", file: "book.html", text: `${"Words of it. ".repeat(50)}\n\n`.repeat(140) },
      ],
      options,
    )
  ).folder;

/** A site of these pages, each with its HTML, in a new folder with its bundle over it. */
export async function publishedSite(
  pages: readonly (SitePage & { readonly file?: string })[],
  options: Pick<BundleOptions, "notFound"> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "site-with-bundle-"));
  await chmod(folder, 0o755); // mkdtemp keeps servers out that run as somebody else
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const { address, file = fileOf(address), markdown } of pages) {
    if (!address.includes("?")) await put(file, htmlOf(address));
    if (markdown !== undefined) await put(decodeURIComponent(markdown), "# Own\n\nMarkdown of the site's own.\n");
  }
  await put("404.html", html("Not here"));
  await put("CHANGES.md", "# Changes\n");
  await put("style.css", "h1 { color: teal }");
  const listed = pages.map(({ address, markdown, text = `Markdown of ${address}.` }) =>
    examplePage(
      `${ORIGIN}${address}`,
      { title: `Page ${address}` },
      { markdown: text, ...(markdown === undefined ? {} : { markdownUrl: ORIGIN + markdown }) },
    ),
  );
  const moves = { "/guide/begin": "/guide/start", "/überuns": "/caf%C3%A9", "/gone": "/nowhere" };
  const bundle = planBundle(listed, {
    ...BUNDLE_OPTIONS,
    ...options,
    source: `${ORIGIN}/`,
    publishNoindex: true,
    movesBefore: JSON.stringify({ base: "/", moves, bodies: {} }),
  });
  await writeBundle({ folder, ...bundle }, AbortSignal.timeout(30_000));
  return { folder, ...bundle };
}

const ORIGIN = "https://x.dev";

/** `/a` is `a.html`, `/a/` is `a/index.html`. */
const fileOf = (address: string): string =>
  `${decodeURIComponent(address)}${address.endsWith("/") ? "index" : ""}.html`;
