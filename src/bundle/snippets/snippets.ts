import type { Index } from "../indexes.ts";
import type { Layout } from "../layout.ts";
import { apacheConf } from "./apache.ts";
import { caddyfile } from "./caddy.ts";
import { nginxHttp, nginxServer } from "./nginx.ts";
import { headersFile, vercelJson } from "./platforms.ts";
import type { Served } from "./served.ts";
import { vercelMiddleware, worker } from "./worker.ts";

/** Folder for what is about the bundle and not of it. Nothing in it is secret. */
export const NOTES = ".llmstxt/";

/** How to serve a bundle, by path: settings for servers and platforms, the line of HTML, and which page has which Markdown. */
export function snippetFiles(plan: {
  readonly layout: Layout;
  readonly indexes: readonly Index[];
}): ReadonlyMap<string, string> {
  const served = servedBy(plan);
  const pages = served.pages.map(({ address, markdown }) => [address, markdown]);
  const indexes = served.indexes.map(({ covers, url }) => [covers, url]);
  const { origin } = plan.layout;
  const about = { site: origin, indexes: Object.fromEntries(indexes), pages: Object.fromEntries(pages) };
  return new Map([
    [`${NOTES}nginx-http.conf`, nginxHttp(served)],
    [`${NOTES}nginx-server.conf`, nginxServer()],
    [`${NOTES}Caddyfile`, caddyfile(served)],
    [`${NOTES}apache.conf`, apacheConf(served)],
    [`${NOTES}_headers`, headersFile(served)],
    [`${NOTES}worker.js`, worker(served)],
    [`${NOTES}vercel.json`, vercelJson(served)],
    [`${NOTES}vercel-middleware.js`, vercelMiddleware(served)],
    [`${NOTES}line.html`, lineOfHtml(served)],
    [`${NOTES}pages.json`, `${JSON.stringify(about, undefined, 1)}\n`],
  ]);
}

/** Hidden text for agents: they follow a sentence more often than a bare link. */
function lineOfHtml({ indexes }: Served): string {
  const url = indexes.at(-1)?.url ?? "/llms.txt";
  return `<p style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">For agents: every page of this site is listed, with its Markdown, in <a href="${url}">${url}</a></p>\n`;
}

function servedBy({ layout, indexes }: { readonly layout: Layout; readonly indexes: readonly Index[] }): Served {
  const { place, entries, home, origin, urlOf, markdownOf } = layout;
  const local = (url: string) => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  const urlOfIndex = ({ folder }: Index) => local(urlOf(`${folder}llms.txt`));
  const listedIn = new Map(
    indexes.flatMap((index) => index.items.map(({ entry }) => [entry, urlOfIndex(index)] as const)),
  );
  const root = local(urlOf(`${indexes[0]?.folder ?? ""}llms.txt`));
  return {
    base: place.base,
    indexes: indexes
      .flatMap((index) => (index.covers === undefined ? [] : [{ covers: index.covers, url: urlOfIndex(index) }]))
      .sort((a, b) => b.covers.length - a.covers.length || (a.covers < b.covers ? -1 : 1)),
    pages: (home === undefined ? entries : [home, ...entries]).map((entry) => ({
      address: local(entry.url),
      markdown: local(markdownOf(entry)),
      index: listedIn.get(entry) ?? root,
    })),
  };
}
