import { CACHE, MARKDOWN_TYPE, type Served } from "./served.ts";

/** What Worker and middleware know: by page its Markdown and the index that lists it. */
function table({ pages }: Served): string {
  const indexes = [...new Set(pages.map(({ index }) => index))];
  const rows = pages.map(({ address, markdown, index }) => [address, [markdown, indexes.indexOf(index)]] as const);
  return `const INDEXES = ${JSON.stringify(indexes)};
/** Path and query of each page: its Markdown, and which index lists it. */
const PAGES = new Map([
${rows.map((row) => `  ${JSON.stringify(row)},\n`).join("")}]);

/** Hosts serve a page's file with and without its ending. */
function pageAt({ pathname, search }) {
  const bare = pathname.replace(/(?:(\\/)index)?\\.html?$/i, "$1");
  const spellings = [pathname + search, pathname, bare, \`\${pathname}.html\`, \`\${bare}.html\`];
  return spellings.map((spelling) => PAGES.get(spelling)).find((page) => page !== undefined) ?? [];
}

const asksForMarkdown = (request) =>
  (request.headers.get("accept") ?? "")
    .toLowerCase()
    .split(",")
    .some((range) => /^\\s*text\\/markdown\\s*(?:;|$)/.test(range) && !/;\\s*q=0(?:\\.0*)?\\s*(?:;|$)/.test(range));
`;
}

/** A Worker in front of the site: Cloudflare (with or without static assets), or any platform with Request and Response. */
export function worker(served: Served): string {
  return `// A Worker in front of the site. With static assets it reads them (binding ASSETS), else it asks the site behind it.
${table(served)}
export default {
  async fetch(request, env) {
    const get = (wanted) => (env?.ASSETS ? env.ASSETS.fetch(wanted) : fetch(wanted));
    if (request.method !== "GET" && request.method !== "HEAD") return get(request);
    const url = new URL(request.url);
    if (url.pathname.endsWith(".md")) return asMarkdown(await get(request));
    const [markdown, index] = pageAt(url);
    if (markdown === undefined) return get(request);
    const fields = {
      Link: \`<\${markdown}>; rel="alternate"; type="text/markdown", <\${INDEXES[index]}>; rel="describedby"\`,
      Vary: "Accept",
    };
    if (asksForMarkdown(request)) {
      const found = await get(new Request(new URL(markdown, url), request));
      if (found.ok || found.status === 304) return withFields(asMarkdown(found), fields);
    }
    const page = await get(request);
    return page.ok || page.status === 304 ? withFields(page, fields) : page;
  },
};

function asMarkdown(response) {
  if (!response.ok && response.status !== 304) return response;
  return withFields(response, { "Content-Type": "${MARKDOWN_TYPE}", "Cache-Control": "${CACHE}" });
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
}

/** Vercel's routing middleware: negotiation; the fields are in vercel.json. */
export function vercelMiddleware(served: Served): string {
  return `// Vercel: middleware.js in the project's root, beside vercel.json. Not run by our tests in Vercel's own cloud.
${table(served)}
export default async function middleware(request) {
  const url = new URL(request.url);
  const [markdown] = pageAt(url);
  if (markdown === undefined || !asksForMarkdown(request)) return undefined;
  const found = await fetch(new URL(markdown, url));
  if (!found.ok) return undefined;
  const answer = new Response(found.body, found);
  answer.headers.set("Content-Type", "${MARKDOWN_TYPE}");
  answer.headers.append("Vary", "Accept");
  return answer;
}
`;
}
