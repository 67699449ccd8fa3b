import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { CrawlFetch, Fetched } from "../../fetch/fetch.ts";

// docsify (docsify.js.org) makes a site of Markdown files in the browser. Its page has no text and no link of its own; what
// it would show lies beside it. Worth: of an application of sixty pages one was found, now all that its contents name.
//
// | read                       | for                                               | where it is not there          |
// |----------------------------|---------------------------------------------------|--------------------------------|
// | `window.$docsify`          | the site's name, and what the two files are called | it is no such application      |
// | `_sidebar.md`              | the contents: the menu's labels and links          | the opening page's links do    |
// | `README.md` (`homepage`)   | what the opening page says                         | the contents alone             |

/** Most bytes of the page and of each file. */
const MAX_BYTES = 1 << 20;

/** The script's names, as pages load it: `docsify@4`, `docsify.min.js`; or its settings. */
const DOCSIFY = /\$docsify\b|\bdocsify(?:@[\w.]+|(?:\.min)?\.js)/;

interface DocsifyAt {
  readonly url: PageUrl;
  readonly fetch: Pick<CrawlFetch, "plain">;
  /** robots.txt of the host. */
  readonly allows: (url: string) => boolean;
}

/** The page that docsify would show at this address, as HTML; undefined where the page does not load it. */
export async function docsifyHome(
  { url, fetch, allows }: DocsifyAt,
  signal: AbortSignal,
): Promise<Fetched | undefined> {
  const textAt = async (address: string): Promise<Fetched | undefined> => {
    if (!allows(address)) return undefined;
    const { origin } = new URL(url);
    const mayFollow = (target: string) => new URL(target).origin === origin && allows(target);
    const request = { url: address, maxBytes: MAX_BYTES, once: true, mayFollow } as const;
    const found = await fetch.plain(request, signal).catch(() => undefined); // what cannot be had is not there
    return found?.status === 200 ? found : undefined;
  };
  const page = await textAt(url);
  const html = page === undefined ? "" : decoded(page);
  if (page === undefined || !DOCSIFY.test(html)) return undefined;
  const base = folderOf(html, url);
  const [contents, opening] = await Promise.all([
    textAt(new URL(fileNamed("loadSidebar", html) ?? "_sidebar.md", base).href),
    textAt(new URL(fileNamed("homepage", html) ?? "README.md", base).href),
  ]);
  if (contents === undefined && opening === undefined) return undefined;
  const { markdownAsHtml } = await import("@llmstxt-service/page/markdown-as-html");
  const partOf = (file: Fetched | undefined) =>
    file === undefined ? "" : mainOf(markdownAsHtml(withFiles(decoded(file), base), file.url));
  const name = setting("name", html) ?? /<title>([^<]{1,200})/i.exec(html)?.[1] ?? "";
  const body = `<!doctype html><title>${name.replaceAll("<", "")}</title><nav>${partOf(contents)}</nav><main>${partOf(opening)}</main>`;
  return { ...page, headers: { "content-type": "text/html; charset=utf-8" }, body: Buffer.from(body) };
}

const decoded = ({ body }: Fetched): string => Buffer.from(body).toString("utf8");

/** A setting that is written out as a text. Bound: 200 characters. */
const setting = (key: string, html: string): string | undefined =>
  new RegExp(`\\b${key}\\s*:\\s*(["'\`])(.{1,200}?)\\1`).exec(html)?.[2];

const fileNamed = (key: string, html: string): string | undefined => {
  const name = setting(key, html);
  return name !== undefined && /^[\w./-]+\.md$/.test(name) ? name : undefined;
};

/** The folder of the Markdown: the page's own, or `basePath` below it; on another site there is nothing to be read. */
function folderOf(html: string, url: string): string {
  const own = URL.parse(setting("basePath", html) ?? ".", url);
  const folder = own === null || own.origin !== new URL(url).origin ? new URL(".", url) : own;
  return folder.pathname.endsWith("/") ? folder.href : `${folder.href}/`;
}

function mainOf(html: string): string {
  const [start, end] = [html.indexOf("<main>"), html.lastIndexOf("</main>")];
  return start < 0 || end < start ? "" : html.slice(start + "<main>".length, end);
}

/** A link of Markdown, its title aside. Bound: an address of 500 characters. */
const LINK = /\]\(([^)\s]{1,500})(\s[^)]{0,200})?\)/g;

/** Links as docsify takes them, written as the files they stand for: `guide/`, `/guide/intro` and `#/guide/intro?id=a`. */
function withFiles(markdown: string, base: string): string {
  return markdown.replace(LINK, (whole, link: string, title = "") => {
    if (/^[a-z][a-z\d+.-]*:|^\/\/|^#(?!\/)/i.test(link)) return whole;
    const path = link.replace(/^#?\/+/, "").split(/[?#]/, 1)[0] ?? "";
    const isFolder = path === "" || path.endsWith("/");
    const file = isFolder ? `${path}README.md` : /\.\w{1,5}$/.test(path) ? path : `${path}.md`;
    const address = URL.parse(file, base);
    return address === null ? whole : `](${address.href}${title})`;
  });
}
