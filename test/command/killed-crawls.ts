import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";
import { llmstxt, type Ran } from "./command.ts";

/** A site with what a crawl meets: a sitemap, redirects, pages that are gone, empty, the same, and texts in Markdown. */
export function manyPages(pages: number): Record<string, SiteAnswer> {
  const link = (n: number) => `<a href="/topic-${n % 7}/page-${n}">Page ${n} of the site</a>`;
  const menu = `<nav>${Array.from({ length: 40 }, (_, n) => link(n * 3)).join("")}</nav>`;
  const html = (name: string, body: string) =>
    `<!doctype html><html lang="en"><title>${name} | Harbour</title>${menu}<main><h1>${name}</h1>${body}</main></html>`;
  const answers: Record<string, SiteAnswer> = {
    "/": html("Harbour", `<p>All about the harbour and its keepers, in many pages.</p>${link(1)}${link(2)}${link(3)}`),
    "/robots.txt": "User-agent: *\nDisallow: /topic-3/page-3\n",
    "/llms.txt": { headers: { "content-type": "text/plain" }, body: "# Harbour\n\n- [Tides](/topic-1/page-1.md)\n" },
  };
  const paths = Array.from({ length: pages }, (_, n) => `/topic-${n % 7}/page-${n}`);
  for (const [n, path] of paths.entries()) {
    const text = `<p>Chapter ${n} tells of ${["tides", "lamps", "ropes"][n % 3]} number ${n * n}, as the keeper wrote it down.</p>`;
    answers[path] = html(`Chapter ${n}`, text.repeat(1 + (n % 5)) + link((n + 1) % pages) + link((n * 2) % pages));
    if (n % 23 === 5) answers[path] = { status: 301, headers: { location: paths[n + 1] ?? "/" } };
    if (n % 31 === 7) answers[path] = { status: 404, body: "gone" };
    if (n % 37 === 9) answers[path] = html(`Chapter ${n - 1}`, `<p>Told twice.</p>`);
    if (n % 11 === 3)
      answers[`${path}.md`] = { headers: { "content-type": "text/markdown" }, body: `# Chapter ${n}\n` };
  }
  const urls = (origin: string) => paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("");
  answers["/sitemap.xml"] = (request, response) =>
    void response.end(`<urlset>${urls(`http://${request.headers.host}`)}</urlset>`);
  return answers;
}

/** Default of the requests under way when a crawl is ended: these alone are made again. */
export const CONCURRENCY = 2;

export interface KilledCrawl {
  readonly ran: readonly Ran[];
  /** Requests, a method and a path each. */
  readonly asked: number;
  readonly text: string;
  /** Files that are left in the folder of journals. */
  readonly left: number;
}

/** The document but for its time. */
export const timeless = (text: string): string => text.replace(/^Generated: \S+ /m, "");

/** Crawls a site, is ended each time so many requests have come, and then crawls it to its end. */
export async function killedCrawl(
  answers: Record<string, SiteAnswer>,
  { pages, kills, flags = [], concurrency = CONCURRENCY }: KilledRun,
): Promise<KilledCrawl> {
  const cache = mkdtempSync(join(tmpdir(), "llmstxt-killed-"));
  const file = join(cache, "out.txt");
  let next: { readonly at: number; readonly kill: () => void } | undefined;
  const site: Site = await serveSite(answers);
  const counted = setInterval(() => {
    if (next === undefined || site.requests.length < next.at) return;
    next.kill();
    next = undefined;
  }, 1);
  const env = { XDG_CACHE_HOME: cache, CRAWL_CONCURRENCY: String(concurrency) };
  const run = (ending?: Kill) =>
    llmstxt([site.origin, "--max-pages", String(pages), "-o", file, ...flags], {
      env,
      onStart: (kill) => {
        next = ending && { at: ending.at, kill: () => kill(ending.signal) };
      },
    });
  try {
    const ran: Ran[] = [];
    const crawls = join(cache, "llmstxt/crawls");
    for (const ending of kills) {
      ran.push(await run(ending));
      ending.whileAway?.(crawls);
    }
    ran.push(await run());
    const left = readdirSync(crawls, { recursive: true }).length;
    const text = readFileSync(file, "utf8").replaceAll(site.origin, "http://site");
    return { ran, asked: site.requests.length, text: timeless(text), left };
  } finally {
    clearInterval(counted);
    await site.close();
    rmSync(cache, { recursive: true });
  }
}

interface Kill {
  readonly at: number;
  readonly signal: NodeJS.Signals;
  /** Called with the folder of journals before the next run. */
  readonly whileAway?: (crawls: string) => void;
}

interface KilledRun {
  readonly pages: number;
  readonly kills: readonly Kill[];
  readonly flags?: readonly string[];
  readonly concurrency?: number;
}
