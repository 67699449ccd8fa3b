// Reads a page for peers without a reader of their own: title, description, text and links.

export function readPage($, url) {
  $("script, style").remove();
  return {
    title: $("title").text(),
    description: $('meta[name="description"]').attr("content") ?? $("p").first().text(),
    text: $("body").text(),
    links: $("a[href]")
      .toArray()
      .flatMap((link) => tryAddress($(link).attr("href"), url)),
  };
}

function tryAddress(href, base) {
  const url = URL.parse(href, base);
  if (url === null) return [];
  url.hash = "";
  return [url.href];
}

/** A peer that gave up early, or did not follow its links, has not done the work. */
export function finish(found, pages) {
  if (found.length < 0.9 * pages) process.exitCode = 1;
}
