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
