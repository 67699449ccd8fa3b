import { mkdtempSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { planBundle } from "../../src/bundle/bundle.ts";
import { writeBundle } from "../../src/files/bundle-folder.ts";
import { BUNDLE_OPTIONS } from "../llmstxt/example-bundle.ts";
import { examplePage } from "../llmstxt/example-page.ts";

const html = (title: string) => `<!doctype html><title>${title}</title><h1>${title}</h1>`;

const PAGES = {
  "/": "index.html",
  "/guide/": "guide/index.html",
  "/guide/start": "guide/start.html",
  "/about.html": "about.html",
  "/caf%C3%A9": "café.html",
  "/own": "own.html",
} as const;

/** A static site in a new folder, with its bundle laid over it: one page has Markdown of its own, one only with a query. */
export async function siteWithBundle(origin = "https://x.dev"): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "site-with-bundle-"));
  await chmod(folder, 0o755); // mkdtemp keeps servers out that run as somebody else
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const [address, file] of Object.entries(PAGES)) await put(file, html(`HTML of ${address}`));
  await put("404.html", html("Not here"));
  await put("style.css", "h1 { color: teal }");
  await put("own.html.md", "# Own\n\nMarkdown of the site's own.\n");
  const addresses = [...Object.keys(PAGES), "/guide/start?version=2"];
  const pages = addresses.map((address) => {
    const own = address === "/own" ? { markdownUrl: `${origin}/own.html.md` } : {};
    return examplePage(
      `${origin}${address}`,
      { title: `Page ${address}` },
      { markdown: `Markdown of ${address}.`, ...own },
    );
  });
  const bundle = planBundle(pages, { ...BUNDLE_OPTIONS, source: `${origin}/` });
  await writeBundle({ folder, ...bundle }, AbortSignal.timeout(30_000));
  return folder;
}
