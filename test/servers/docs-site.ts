// A small documentation site as answers of `serveSite`.
import { setTimeout as sleep } from "node:timers/promises";
import type { SiteAnswer } from "./site.ts";

const TITLES: Readonly<Record<string, readonly [title: string, text: string]>> = {
  "docs/start": ["Getting started", "Open your first table in five minutes, from a file or from a database."],
  "docs/install": [
    "Installation",
    "Packages for Linux, macOS and Windows, and how to build the newest version yourself.",
  ],
  "docs/upgrade": ["Upgrading", "Which calls were renamed between two major versions, and what to write instead."],
  "reference/open": ["Opening tables", "Every option of the call that opens a table, with its default and its range."],
  "reference/close": ["Closing tables", "When a table is closed by itself, and how to close one before that moment."],
  "reference/read": ["Reading rows", "Rows one after the other, by number or by key, in memory that does not grow."],
};

const html = (title: string, text: string, more = "") =>
  `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="${text}">
  <main><h1>${title}</h1><p>${text} Each part of it has an example that can be tried at once.</p>${more}</main>`;

/** A small documentation site; its answers may be changed while it is up. */
export function docs(paths: readonly string[] = Object.keys(TITLES)): Record<string, SiteAnswer> {
  const links = paths.map((path) => `<a href="/${path}">${TITLES[path]?.[0] ?? path}</a>`).join(" ");
  const page = (path: string) =>
    html(...(TITLES[path] ?? [`About ${path}`, `All that there is to know of ${path}, whole.`]));
  return {
    "/": html("Tern", "Tern reads tables of any size.", links),
    ...Object.fromEntries(paths.map((path) => [`/${path}`, page(path)])),
  };
}

/**
 * Answers the homepage and the first `quick` pages at once, and every other page when the test allows it, or after eight
 * seconds: a crawl gives up after ten.
 */
export function slowDocs(pages: readonly string[] = Object.keys(TITLES), quick = 0) {
  const { promise: allowed, resolve: letGo } = Promise.withResolvers<void>();
  const atOnce = new Set(["/", ...pages.slice(0, quick).map((page) => `/${page}`)]);
  const slow = Object.entries(docs(pages)).map(([path, body]): [string, SiteAnswer] => [
    path,
    atOnce.has(path)
      ? body
      : async (_request, response) => {
          await Promise.race([allowed, sleep(8_000, undefined, { ref: false })]);
          response.writeHead(200, { "content-type": "text/html" }).end(String(body));
        },
  ]);
  return { answers: Object.fromEntries(slow), letGo };
}
