import { ourFunction, ours, valueText } from "../../emit/harmless.ts";
import { type JavaScript, writeJavaScript } from "../../emit/javascript.ts";
import { prefersMarkdown } from "../accept.ts";
import { lettersOf, missText, nearestPages } from "../nearest.ts";
import { annotationOnTheWay } from "./annotation.ts";
import { CACHE, MARKDOWN_TYPE, type Served } from "./served.ts";

/** A Worker in front of the site: Cloudflare (with or without static assets), or any platform with Request and Response. */
export const worker = (served: Served): string =>
  writeJavaScript([
    ours`// A Worker in front of the site. With static assets it reads them (binding ASSETS), else it asks the site behind it.\n`,
    ...table(served),
    WORKER,
  ]);

/** Vercel's routing middleware: negotiation; the fields are in vercel.json. */
export const vercelMiddleware = (served: Served): string =>
  writeJavaScript([
    ours`// Vercel: middleware.js in the project's root, beside vercel.json. Not run by our tests in Vercel's own cloud.\n`,
    ...table(served),
    MIDDLEWARE,
  ]);

/** Tables that both programs need: by page its Markdown and the index that lists it. */
function table({ pages, sources, fields, notFound, moves }: Served): readonly JavaScript[] {
  const indexes = [...new Set(pages.map(({ index }) => index))];
  return [
    {
      constant: ours`FIELDS`,
      value: {
        "Content-Type": valueText(MARKDOWN_TYPE),
        "Cache-Control": valueText(CACHE),
        ...Object.fromEntries(fields),
      },
    },
    { constant: ours`SITE`, value: sources.origin },
    { constant: ours`NOT_FOUND`, value: notFound },
    { constant: ours`INDEXES`, value: indexes },
    ours`/** New address of each page, and of Markdown, that has moved. */\n`,
    { constant: ours`MOVES`, entries: moves.map(({ from, to }) => [from.spelled, to] as const) },
    { constant: ours`ANNOTATION`, value: { ...annotationOnTheWay({ to: "MARKDOWN", index: "INDEX" }) } },
    ours`/** Path and query of each page, with an escape for all but letters, digits and -._~/%: its Markdown, the number of its index, its title, further parts of its Markdown. */\n`,
    {
      constant: ours`PAGES`,
      entries: pages.map(
        ({ address, markdown, index, title, parts }) =>
          [address.spelled, [markdown, indexes.indexOf(index), title, ...parts]] as const,
      ),
    },
    LOOKUP,
    // A bundler may have given the functions other names.
    ours`const prefersMarkdown = `,
    ourFunction(prefersMarkdown),
    ours`;\nconst lettersOf = `,
    ourFunction(lettersOf),
    ours`;\nconst nearestPages = `,
    ourFunction(nearestPages),
    ours`;\nconst missText = `,
    ourFunction(missText),
    ours`;\n`,
  ];
}

const LOOKUP = ours`
const unspelled = /[^A-Za-z0-9\\-._~/%]/g;

/** Hosts serve a page's file with and without its ending. */
function pageAt(url) {
  const path = spelled(url.pathname, unspelled);
  const query = spelled(url.search.slice(1), /[^A-Za-z0-9\\-._~/%=&]/g);
  const bare = path.replace(/(?:(\\/)index)?\\.html?$/i, "$1");
  const spellings = [query && \`\${path}?\${query}\`, path, bare, \`\${path}.html\`, \`\${bare}.html\`];
  return spellings.map((spelling) => PAGES.get(spelling)).find((page) => page !== undefined) ?? [];
}

/** The page that a file of Markdown repeats. */
const sources = new Map([...PAGES].flatMap(([page, [markdown, , , ...parts]]) => [markdown, ...parts].map((file) => [file, page])));

function markdownFields(path) {
  const page = sources.get(path);
  return page === undefined ? FIELDS : { ...FIELDS, Link: \`<\${SITE}\${page}>; rel="canonical"\` };
}

const spelled = (text, others) =>
  text.replace(others, (character) => \`%\${character.charCodeAt(0).toString(16).toUpperCase()}\`);

const asksForMarkdown = (request) => prefersMarkdown(request.headers.get("accept") ?? "");
`;

const WORKER = ours`
export default {
  async fetch(request, env) {
    const get = (wanted) => (env?.ASSETS ? env.ASSETS.fetch(wanted) : fetch(wanted));
    if (request.method !== "GET" && request.method !== "HEAD") return get(request);
    const url = new URL(request.url);
    if (url.pathname.endsWith(".md")) return orNearest(asMarkdown(await get(request), spelled(url.pathname, unspelled)), url);
    const [markdown, index] = pageAt(url);
    if (markdown === undefined) return asksForMarkdown(request) ? orNearest(await get(request), url) : get(request);
    const fields = {
      Link: \`<\${markdown}>; rel="alternate"; type="text/markdown", <\${INDEXES[index]}>; rel="describedby"\`,
      Vary: "Accept",
    };
    if (asksForMarkdown(request)) {
      const found = await get(new Request(new URL(markdown, url), request));
      if (found.ok || found.status === 304) return withFields(asMarkdown(found, markdown), fields);
    }
    const page = await get(request);
    return page.ok || page.status === 304 ? annotated(withFields(page, fields), markdown, INDEXES[index]) : page;
  },
};

/** The page with links and a line for agents, as it is sent: only what is new is written, and nothing twice. A range of it stays as it is. */
function annotated(page, markdown, index) {
  if (typeof HTMLRewriter === "undefined" || page.status !== 200 || !/^text\\/html\\b/i.test(page.headers.get("content-type") ?? "")) return page;
  const written = (place) => ANNOTATION[place].replace("MARKDOWN", () => markdown).replaceAll("INDEX", () => index);
  let isThere = false;
  const rewriter = new HTMLRewriter()
    .onDocument({ comments: ({ text }) => void (isThere ||= text.trim() === "llmstxt:head") })
    .on("head", { element: (head) => head.onEndTag((end) => void (isThere || end.before(written("head"), { html: true }))) })
    .on("body", { element: (body) => void (isThere || body.prepend(written("body"), { html: true })) });
  return rewriter.transform(page);
}

let nearest;

/** An agent that guessed an address gets the nearest pages; people get the site's own answer. */
function orNearest(response, url) {
  if (response.status !== 404 && response.status !== 410) return response;
  const path = spelled(url.pathname, unspelled);
  const moved = MOVES.get(\`\${path}?\${spelled(url.search.slice(1), /[^A-Za-z0-9\\-._~/%=&]/g)}\`) ?? MOVES.get(path);
  if (moved !== undefined)
    return new Response(null, { status: 301, headers: { Location: moved, Vary: "Accept", "Cache-Control": FIELDS["Cache-Control"] } });
  const pages = [...PAGES].map(([path, [markdown, , title]]) => ({ path, title, markdown }));
  nearest ??= nearestPages(pages, lettersOf);
  const asked = url.pathname + url.search;
  const found = nearest(asked).map((at) => pages[at]);
  const text = missText({
    asked,
    index: new URL(INDEXES[0] ?? "/llms.txt", SITE),
    nearest: found.map(({ path, title, markdown }) => ({ title, url: SITE + path, markdown: new URL(markdown, SITE) })),
  });
  const headers = { ...FIELDS, "Cache-Control": "no-store", Vary: "Accept", "X-Robots-Tag": "noindex" };
  return new Response(text, { status: NOT_FOUND, headers });
}

function asMarkdown(response, path) {
  if (!response.ok && response.status !== 304) return response;
  return withFields(response, markdownFields(path));
}

function withFields(response, fields) {
  const changed = new Response(response.body, response);
  for (const [name, value] of Object.entries(fields)) {
    if (name === "Vary" || name === "Link") changed.headers.append(name, value);
    else changed.headers.set(name, value);
  }
  return changed;
}
`;

const MIDDLEWARE = ours`
export default async function middleware(request) {
  const url = new URL(request.url);
  const [markdown] = pageAt(url);
  if (markdown === undefined || !asksForMarkdown(request)) return undefined;
  const found = await fetch(new URL(markdown, url));
  if (!found.ok) return undefined;
  const answer = new Response(found.body, found);
  for (const [name, value] of Object.entries(markdownFields(markdown))) answer.headers.set(name, value);
  answer.headers.append("Vary", "Accept");
  return answer;
}
`;
