import { joined, ourNumber, ours, type Value, valueText } from "../../emit/harmless.ts";
import { type HeadersPart, writeHeadersFile } from "../../emit/headers-file.ts";
import { alternate, describedBy } from "../../emit/http-field.ts";
import { CACHE, MARKDOWN_TYPE, PLAIN_TYPE, type Served, type ServedPage } from "./served.ts";

/** Cloudflare Pages reads a hundred rules of `_headers`; eight are for all pages. */
const MAX_PAGE_RULES = 90;

/** Vercel reads so many `headers` of a project, those of the project's own among them. */
const MAX_VERCEL_PAGES = 1_000;

type HeadersRule = Extract<HeadersPart, { readonly path: Value }>;

/** `_headers` of Netlify and Cloudflare Pages: types, caching and link fields. Neither can negotiate by it. */
export function headersFile({ base, pages, total }: Served): string {
  const able = pages.filter(isMatchedAsSent);
  const beyond = able.length > MAX_PAGE_RULES;
  return writeHeadersFile([
    {
      comment: ours`Netlify and Cloudflare Pages: _headers in the folder that is published. Not run by our tests: the two read it in their own clouds.`,
    },
    {
      comment: ours`Neither answers Accept: text/markdown by this file: on Cloudflare worker.js does, on Netlify the same as an Edge Function.`,
    },
    ...(beyond
      ? [
          {
            comment: joined(
              ours`Pages beyond the first `,
              ourNumber(MAX_PAGE_RULES),
              ours` have no Link field here: Cloudflare Pages reads a hundred rules.`,
            ),
          },
        ]
      : []),
    ...(able.length < total
      ? [
          {
            comment: ours`Pages have no Link field here whose address has a query or other characters than letters, digits and -._~/%`,
          },
        ]
      : []),
    typed(joined(base, ours`*.md`), MARKDOWN_TYPE),
    typed(joined(base, ours`*llms.txt`), PLAIN_TYPE),
    ...able.slice(0, MAX_PAGE_RULES).map(linked),
  ]);
}

/** `vercel.json`: types, caching and link fields. */
export function vercelJson({ base, pages }: Served): string {
  const rules = [
    typed(joined(base, ours`(.*).md`), MARKDOWN_TYPE),
    typed(joined(base, ours`(.*)llms.txt`), PLAIN_TYPE),
    ...pages.filter(isMatchedAsSent).slice(0, MAX_VERCEL_PAGES).map(linked),
  ];
  const headers = rules.map(({ path, fields }) => ({
    source: valueText(path),
    headers: fields.map(([key, value]) => ({ key, value: valueText(value) })),
  }));
  return `${JSON.stringify({ headers }, undefined, 2)}\n`;
}

/** Both compare paths as they are sent, and have patterns of their own. */
const isMatchedAsSent = ({ address }: ServedPage): boolean => address.isAsSent && !address.hasQuery;

const typed = (path: Value, type: Value): HeadersRule => ({
  path,
  fields: [
    ["Content-Type", type],
    ["Cache-Control", CACHE],
  ],
});

/** The rule of a page. */
export const linked = ({ address, markdown, index }: ServedPage): HeadersRule => ({
  path: [address.spelled],
  fields: [
    ["Link", joined(alternate([markdown]), ours`, `, describedBy([index]))],
    ["Vary", ours`Accept`],
  ],
});
