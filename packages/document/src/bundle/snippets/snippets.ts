import type { Annotation } from "@llmstxt-service/page/annotation";
import type { Entry } from "../../entry.ts";
import { type Index, indexReader } from "../indexes.ts";
import type { Layout } from "../layout.ts";
import { MISSING } from "../names.ts";
import type { BundleOptions } from "../options.ts";
import { annotationOf, lineForAgents } from "./annotation.ts";
import { apacheConf } from "./apache.ts";
import { caddyfile } from "./caddy.ts";
import { nginxAnnotate, nginxHttp, nginxServer } from "./nginx.ts";
import { headersFile, redirectsFile, vercelJson } from "./platforms.ts";
import { movedAddresses, type Published, servedBy, type Unserved } from "./served-by.ts";
import { vercelMiddleware, worker } from "./worker.ts";

export type { Unserved } from "./served-by.ts";

/** Folder of the files about the bundle: settings, search index, moves. Nothing in it is secret. */
export const NOTES = ".llmstxt/";

interface Plan {
  readonly layout: Layout;
  readonly indexes: readonly Index[];
  /** Addresses of a divided page's Markdown from the second part on, by the page's own. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  /** Addresses of the Markdown of each operation of an interface; they are among the parts of its description. */
  readonly operations: readonly (readonly string[])[];
  /** Pages of earlier bundles: new address by old one, without the origin. */
  readonly moves: ReadonlyMap<string, string>;
  readonly titleOf: (entry: Entry) => string;
  readonly options: Pick<BundleOptions, "isPrivate" | "publishNoindex" | "notFound">;
}

/** Instructions to serve a bundle, by path: settings for servers and platforms, the line of HTML, and each page's Markdown. */
export function snippetFiles(plan: Plan): {
  readonly files: ReadonlyMap<string, string>;
  readonly unserved: readonly Unserved[];
  readonly annotations: ReadonlyMap<string, Annotation>;
} {
  const published = publishedOf(plan);
  const { served, unserved } = servedBy(published);
  const files = new Map([
    [`${NOTES}nginx-http.conf`, nginxHttp(served)],
    [`${NOTES}nginx-server.conf`, nginxServer(served)],
    [`${NOTES}nginx-annotate.conf`, nginxAnnotate()],
    [`${NOTES}Caddyfile`, caddyfile(served)],
    [`${NOTES}apache.conf`, apacheConf(served)],
    [`${NOTES}_headers`, headersFile(served)],
    [`${NOTES}_redirects`, redirectsFile(served)],
    [`${NOTES}worker.js`, worker(served)],
    [`${NOTES}vercel.json`, vercelJson(served)],
    [`${NOTES}vercel-middleware.js`, vercelMiddleware(served)],
    [`${NOTES}line.html`, `${lineForAgents(published.indexes.at(-1)?.url ?? "/llms.txt")}\n`],
    [`${NOTES}pages.json`, aboutText(published, unserved)],
  ]);
  const annotations = new Map(published.pages.map((page) => [page.url, annotationOf(page)]));
  return { files, unserved, annotations };
}

/** Facts about the bundle as JSON, for the mirror and for programs that serve the files. */
function aboutText(published: Published, unserved: readonly Unserved[]): string {
  const indexes = Object.fromEntries(published.indexes.map(({ covers, url }) => [covers, url]));
  const pages = Object.fromEntries(published.pages.map(({ from, to }) => [from, to]));
  const parts = Object.fromEntries(published.pages.flatMap(({ from, parts }) => parts.map((part) => [part, from])));
  const titles = Object.fromEntries(published.pages.map(({ from, title }) => [from, title]));
  const { site, noindex, notFound, isPrivate, moves, operations } = published;
  const about = {
    site,
    indexes,
    pages,
    titles,
    ...(notFound === 200 && { notFound }),
    ...(Object.keys(parts).length > 0 && { parts }),
    ...(operations.length > 0 && { operations }),
    ...(moves.length > 0 && { moves: Object.fromEntries(moves) }),
    ...(noindex && { noindex }),
    ...(isPrivate && { private: true }),
    ...(unserved.length > 0 && { unserved }),
  };
  return `${JSON.stringify(about, undefined, 1)}\n`;
}

function publishedOf({ layout, indexes, parts, operations, moves, titleOf, options }: Plan): Published {
  const { place, entries, home, origin, urlOf, markdownOf } = layout;
  const local = (url: string) => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  const indexOf = indexReader(indexes);
  const root = indexes[0]?.folder ?? "";
  const pages = (home === undefined ? entries : [home, ...entries]).map((entry) => ({
    url: entry.url,
    from: local(entry.url),
    to: local(markdownOf(entry)),
    parts: (parts.get(entry.url) ?? []).map(local),
    index: local(urlOf(indexOf(entry))),
    title: titleOf(entry),
  }));
  return {
    base: place.base,
    missing: local(urlOf(`${root}${MISSING}`)),
    indexes: indexes
      .flatMap(({ covers, file }) => (covers === undefined ? [] : [{ covers, url: local(urlOf(file)) }]))
      .sort((a, b) => b.covers.length - a.covers.length || (a.covers < b.covers ? -1 : 1)),
    pages,
    operations: operations.map((files) => files.map(local)),
    moves: movedAddresses(moves, pages),
    site: origin,
    noindex: options.publishNoindex === true,
    notFound: options.notFound ?? 404,
    isPrivate: options.isPrivate === true,
  };
}
