import { alternate, CACHE, describedBy, MARKDOWN_TYPE, type Served } from "./served.ts";

/** Cloudflare Pages reads a hundred rules of `_headers`; eight are for all pages. */
const MAX_PAGE_RULES = 90;

/** Vercel reads so many `headers` of a project, those of the project's own among them. */
const MAX_VERCEL_PAGES = 1_000;

/** `_headers` of Netlify and Cloudflare Pages: types, caching and link fields. Neither can negotiate by it. */
export function headersFile({ base, indexes, pages }: Served): string {
  const rules = pages
    .filter(({ address }) => !/[?*:]/.test(address))
    .slice(0, MAX_PAGE_RULES)
    .map(
      ({ address, markdown, index }) =>
        `${address}\n  Link: ${alternate(markdown)}, ${describedBy(index)}\n  Vary: Accept\n`,
    );
  const rest = indexes.length > 0 && rules.length < pages.length;
  return `# Netlify and Cloudflare Pages: _headers in the folder that is published. Not run by our tests: the two read it in their own clouds.
# Neither answers Accept: text/markdown by this file: on Cloudflare worker.js does, on Netlify the same as an Edge Function.
${rest ? `# Pages beyond the first ${rules.length} have no Link field here: Cloudflare Pages reads a hundred rules.\n` : ""}${base}*.md
  Content-Type: ${MARKDOWN_TYPE}
  Cache-Control: ${CACHE}
${base}*llms.txt
  Content-Type: text/plain; charset=utf-8
  Cache-Control: ${CACHE}
${rules.join("")}`;
}

/** `vercel.json`: types, caching and link fields. */
export function vercelJson({ base, pages }: Served): string {
  const typed = (source: string, type: string) => ({
    source,
    headers: [
      { key: "Content-Type", value: type },
      { key: "Cache-Control", value: CACHE },
    ],
  });
  const linked = pages
    .filter(({ address }) => !/[?*:()]/.test(address))
    .slice(0, MAX_VERCEL_PAGES)
    .map(({ address, markdown, index }) => ({
      source: address,
      headers: [
        { key: "Link", value: `${alternate(markdown)}, ${describedBy(index)}` },
        { key: "Vary", value: "Accept" },
      ],
    }));
  const headers = [
    typed(`${base}(.*).md`, MARKDOWN_TYPE),
    typed(`${base}(.*)llms.txt`, "text/plain; charset=utf-8"),
    ...linked,
  ];
  return `${JSON.stringify({ headers }, undefined, 2)}\n`;
}
