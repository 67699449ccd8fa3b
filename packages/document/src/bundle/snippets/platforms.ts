import { joined, ourNumber, ours, type Value, valueText } from "../../emit/harmless.ts";
import { type HeadersPart, writeHeadersFile } from "../../emit/headers-file.ts";
import { alternate, canonical, describedBy } from "../../emit/http-field.ts";
import { CACHE, MARKDOWN_TYPE, movedFiles, PLAIN_TYPE, type Served, type ServedPage } from "./served.ts";

/** Cloudflare Pages reads a hundred rules of `_headers`; ten are left for the site's own. */
const MAX_PAGE_RULES = 90;

/** Most `headers` rules that Vercel reads of a project, the project's own included. */
const MAX_VERCEL_RULES = 1_000;

type HeadersRule = Extract<HeadersPart, { readonly path: Value }>;

/** `_headers` of Netlify and Cloudflare Pages: types, caching and link fields. Neither can negotiate by it. */
export function headersFile(served: Served): string {
  const { base, pages, total, fields } = served;
  const able = pages.filter(isMatchedAsSent);
  const rules = able.flatMap((page) => pageHeaderRules(page, served));
  return writeHeadersFile([
    {
      comment: ours`Netlify and Cloudflare Pages: _headers in the folder that is published. Not run by our tests: the two read it in their own clouds.`,
    },
    {
      comment: ours`Neither answers Accept: text/markdown by this file: on Cloudflare worker.js does, on Netlify the same as an Edge Function.`,
    },
    ...(rules.length > MAX_PAGE_RULES
      ? [
          {
            comment: joined(
              ours`Only the first `,
              ourNumber(MAX_PAGE_RULES),
              ours` of the rules for one page stand here: Cloudflare Pages reads a hundred.`,
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
    typed(joined(base, ours`*.md`), MARKDOWN_TYPE, fields),
    typed(joined(base, ours`*llms.txt`), PLAIN_TYPE),
    ...rules.slice(0, MAX_PAGE_RULES),
  ]);
}

/** `_redirects` of Netlify and Cloudflare Pages: Markdown that has moved. Neither looks at Accept, nor at how an address ends. */
export const redirectsFile = (served: Served): string =>
  [
    "# Netlify and Cloudflare Pages: _redirects in the folder that is published. Not run by our tests.\n",
    "# What is not there is answered with Markdown by worker.js alone.\n",
    ...movedAsSent(served).map(({ from, to }) => `${from.spelled} ${to} 301\n`),
  ].join("");

/** `vercel.json`: types, caching and link fields. */
export function vercelJson(served: Served): string {
  const { base, pages, fields } = served;
  const ofPages = pages.filter(isMatchedAsSent).flatMap((page) => pageHeaderRules(page, served));
  const rules = [
    typed(joined(base, ours`(.*).md`), MARKDOWN_TYPE, fields),
    typed(joined(base, ours`(.*)llms.txt`), PLAIN_TYPE),
    ...ofPages.slice(0, MAX_VERCEL_RULES),
  ];
  const headers = rules.map((rule) => ({
    source: valueText(rule.path),
    headers: rule.fields.map(([key, value]) => ({ key, value: valueText(value) })),
  }));
  const redirects = movedAsSent(served).map(({ from, to }) => ({
    source: from.spelled,
    destination: to,
    statusCode: 301,
  }));
  return `${JSON.stringify({ headers, ...(redirects.length > 0 && { redirects }) }, undefined, 2)}\n`;
}

const movedAsSent = (served: Served) => movedFiles(served).filter(({ from }) => from.isAsSent);

/** True for a page that both platforms find: they compare paths as they are sent, and have no rule for queries. */
const isMatchedAsSent = ({ address }: ServedPage): boolean => address.isAsSent && !address.hasQuery;

const typed = (path: Value, type: Value, others: Served["fields"] = []): HeadersRule => ({
  path,
  fields: [["Content-Type", type], ["Cache-Control", CACHE], ...others],
});

/** Rules for the header fields of a page, and of its Markdown where that is on this host. */
export function pageHeaderRules(
  { address, markdown, index, parts }: ServedPage,
  { sources }: Pick<Served, "sources">,
): readonly HeadersRule[] {
  const page = joined([sources.origin], [address.spelled]);
  const links = joined(alternate([markdown]), ours`, `, describedBy([index]));
  return [
    {
      path: [address.spelled],
      fields: [
        ["Link", links],
        ["Vary", ours`Accept`],
      ],
    },
    ...[markdown, ...parts]
      .filter((file) => file.startsWith("/") && !file.includes("?"))
      .map((file) => ({ path: [file], fields: [["Link", canonical(page)]] as const })),
  ];
}
