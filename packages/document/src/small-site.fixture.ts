// Small sites of bytes for tests: what a crawl would have read.
import { readPage } from "@llmstxt-service/page";
import { type ListedPage, render } from "./render.ts";

export const SITE = "https://x.test";

/** Pages by their paths, the homepage first; a text is a body with its title as the first line. */
export const pagesOf = (site: Readonly<Record<string, string | Uint8Array>>, contentType = "text/html"): ListedPage[] =>
  Object.entries(site).map(([path, source]) => {
    const url = SITE + path;
    const bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
    return { url, page: readPage(bytes, { url, contentType }), depth: path === "/" ? 0 : 1, inScope: true };
  });

/** A page of HTML. */
export const html = (title: string, body: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;

export const meta = (text: string): string => `<meta name="description" content="${text}">`;

/** A paragraph that is long enough to be one. */
export const prose = (topic: string): string =>
  `<main><h1>${topic}</h1><p>This page is about ${topic.toLowerCase()} and about nothing else at all.</p></main>`;

/** A menu of links: `label path`, those below `label:` in its group. */
export function menu(...entries: readonly (string | readonly [string, readonly string[]])[]): string {
  const link = (entry: string) => {
    const [, label, path] = /^(.*) (\S+)$/.exec(entry) ?? [];
    return `<li><a href="${path}">${label}</a></li>`;
  };
  const items = entries.map((entry) =>
    typeof entry === "string" ? link(entry) : `<li>${entry[0]}<ul>${entry[1].map(link).join("")}</ul></li>`,
  );
  return `<nav><ul>${items.join("")}</ul></nav>`;
}

export const textOf = (pages: readonly ListedPage[], descLength = 500): string =>
  render(pages, { source: `${SITE}/`, generatedAt: new Date(0), descLength }).text;

/** The document's sections, each with its titles. */
export const outlineOf = (pages: readonly ListedPage[]): Record<string, string[]> =>
  Object.fromEntries(
    render(pages, { source: SITE, generatedAt: new Date(0) }).document.sections.map(({ name, items }) => [
      name,
      items.map(({ title }) => title),
    ]),
  );

/** The line of one page. */
export const lineOf = (pages: readonly ListedPage[], path: string, descLength = 500): string =>
  textOf(pages, descLength)
    .split("\n")
    .find((line) => line.includes(`](${SITE}${path})`)) ?? "";
