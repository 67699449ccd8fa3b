// A small documentation site as answers of `serveSite`.
import type { SiteAnswer } from "./site.ts";

const html = (title: string, text: string, links: readonly string[] = []) =>
  `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="${text}">
  <main><h1>${title}</h1><p>${text} It says what it is for, how it is called and what comes back, with an example to try.</p>
  ${links.map((link) => `<a href="${link}">${link}</a>`).join(" ")}</main>`;

export const DOCS_PAGES: readonly string[] = [
  "docs/start",
  "docs/install",
  "docs/upgrade",
  "reference/open",
  "reference/close",
  "reference/read",
];

/** A small documentation site; its answers may be changed while it is up. */
export const docsAnswers = (pages: readonly string[]): Record<string, SiteAnswer> => ({
  "/": html(
    "Tern",
    "Tern reads tables of any size.",
    pages.map((page) => `/${page}`),
  ),
  ...Object.fromEntries(
    pages.map((page) => [`/${page}`, html(`How to ${page.split("/")[1]}`, `The page about ${page} of Tern.`)]),
  ),
});

/** Answers the home page and the first `quick` pages at once, and every other page after the test has let it. */
export function slowDocs(pages = DOCS_PAGES, quick = 0) {
  let open = 0;
  const { promise: let_, resolve: letGo } = Promise.withResolvers<void>();
  const atOnce = new Set(["/", ...pages.slice(0, quick).map((page) => `/${page}`)]);
  const slow = Object.fromEntries(
    Object.entries(docsAnswers(pages)).map(([path, body]): [string, SiteAnswer] => [
      path,
      atOnce.has(path)
        ? body
        : (_request, response) => {
            open++;
            response.once("close", () => open--);
            void let_.then(() => response.writeHead(200, { "content-type": "text/html" }).end(String(body)));
          },
    ]),
  );
  return { answers: slow, letGo, open: () => open };
}
