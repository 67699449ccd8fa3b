import { textKey } from "../entry.ts";

/**
 * True if readers look for a page's Markdown at this address: at the page's own, or where the proposal puts it, such as
 * `/a.md` or `/a.html.md` for `/a.html` and `/a/index.md` for `/a/`.
 */
export function isWhereReadersLook(markdownUrl: string, pageUrl: string): boolean {
  const { origin, pathname, search } = new URL(pageUrl);
  if (markdownUrl === pageUrl) return true;
  if (search !== "") return false;
  const bare = pathname.replace(/(?:\/|\.html?)$/i, "");
  const places = [`${bare}.md`, `${pathname}.md`, `${bare}/index.md`, `${bare}/index.html.md`, `${bare}.html.md`];
  return places.some((place) => markdownUrl === origin + place);
}

/**
 * Least share of the Markdown's text that stands on the page, and of the page's in the Markdown; menus and boxes are in
 * one alone.
 */
const MIN_SHARED = { ofMarkdown: 0.7, ofPage: 0.4 };

/** Most characters of each text that are compared. */
const MAX_COMPARED = 200_000;

/** True if a Markdown text says what the page says, by runs of five letters. */
export function isMarkdownOf(markdown: string, page: string): boolean {
  const [ofMarkdown, ofPage] = [runsOf(markdown), runsOf(page)];
  const shared = [...ofMarkdown].filter((run) => ofPage.has(run)).length;
  return shared >= MIN_SHARED.ofMarkdown * ofMarkdown.size && shared >= MIN_SHARED.ofPage * ofPage.size && shared > 0;
}

/** Runs of five letters or digits of a text, addresses of links left out. */
function runsOf(markdown: string): ReadonlySet<string> {
  const text = markdown.slice(0, MAX_COMPARED).replace(/\]\([^()\n]{0,2048}\)/g, "]");
  const letters = textKey(text).replaceAll(" ", "");
  return new Set(Array.from({ length: Math.max(0, letters.length - 4) }, (_, at) => letters.slice(at, at + 5)));
}
