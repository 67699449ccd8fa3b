/** Permissions of a page: listing, and following its links. */
interface PageRobots {
  readonly index: boolean;
  readonly follow: boolean;
}

/** Directives with a value: their colon does not name a crawler. */
const WITH_VALUE = new Set(["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"]);

/** `<meta name=robots>` and the `X-Robots-Tag` field together; the stricter wins. */
export function robotsOf(metas: readonly string[], header = ""): PageRobots {
  const directives = new Set([...metas.flatMap(directivesOf), ...directivesForAll(header)]);
  const isNone = directives.has("none");
  return { index: !isNone && !directives.has("noindex"), follow: !isNone && !directives.has("nofollow") };
}

const directivesOf = (content: string): string[] => content.toLowerCase().split(/[\s,]+/);

/** `otherbot: noindex, nofollow` is for that crawler alone, up to the next one that is named. */
function directivesForAll(header: string): string[] {
  const directives: string[] = [];
  let isForAll = true;
  for (const part of header.toLowerCase().split(",")) {
    const colon = part.indexOf(":");
    const name = part.slice(0, colon).trim();
    if (colon >= 0 && !WITH_VALUE.has(name)) isForAll = name === "*";
    if (isForAll) directives.push(part.slice(colon + 1).trim());
  }
  return directives;
}
