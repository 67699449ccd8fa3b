import { afterEach, describe, expect, test } from "vitest";
import { type CrawlEvent, crawl } from "../../packages/crawler/src/crawl/crawl.ts";
import { judgeContent } from "../../packages/crawler/src/crawl/reading/reading.ts";
import { openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { serveSite } from "../servers/site.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const PROSE =
  "What is told here takes a few sentences, and each of them says something more about the subject at hand. ";
const MENU = (links: readonly string[]) => `<nav>${links.map((to) => `<a href="${to}">${to}</a>`).join("")}</nav>`;
const many = (count: number, path: (n: number) => string) => Array.from({ length: count }, (_, n) => path(n));

interface Drawn {
  readonly menu?: readonly string[];
  readonly links?: readonly string[];
}

/** A page to read, with a few links in its text. */
const article = (title: string, { menu = [], links = [] }: Drawn = {}) =>
  `<!doctype html><html lang="en"><title>${title}</title>${MENU(menu)}<main><h1>${title}</h1>
  <p>${title}. ${PROSE.repeat(8)}</p><p>${links.map((to) => `${PROSE}<a href="${to}">${to}</a>`).join(" ")}</p></main>`;

/** A list of pages. */
const list = (title: string, links: readonly string[], menu: readonly string[] = []) =>
  `<!doctype html><html lang="en"><title>${title}</title>${MENU(menu)}<main><h1>${title}</h1>
  <ul>${links.map((to) => `<li><a href="${to}">The page of ${to}</a></li>`).join("")}</ul></main>`;

interface Sample {
  readonly pages: Readonly<Record<string, string>>;
  readonly isContent: RegExp;
  /** Least share of the places that content takes, where there is enough of it. */
  readonly share: number;
}

const at = (paths: readonly string[], page: (path: string, n: number) => string) =>
  Object.fromEntries(paths.map((path, n) => [path, page(path, n)]));
const some = (paths: readonly string[], n: number, count: number) =>
  many(count, (k) => paths[(n * 7 + k * 3) % paths.length] ?? "/");

function podcastWiki(): Sample {
  const episodes = many(300, (n) => `/episode/${n}`);
  const facets = ["with", "venue", "missing", "year"].flatMap((of) => many(60, (n) => `/${of}/x${n}`));
  const menu = ["/episodes", "/people", "/venues"];
  // The homepage's text leads to lists of what is missing; some of a venue have hardly a row.
  const named = facets.filter((path) => path.startsWith("/missing/")).slice(0, 9);
  const pages = {
    "/": article("Podcast", { menu, links: [...episodes.slice(0, 10), ...named] }),
    "/episodes": list("All episodes", episodes, menu),
    "/people": list("People", facets.slice(0, 60), menu),
    "/venues": list("Venues", facets.slice(60, 120), menu),
    ...at(episodes, (path, n) => article(`Episode ${path}`, { menu, links: some(facets, n, 4) })),
    ...at(facets, (path, n) => list(`Episodes of ${path}`, some(episodes, n, n % 3 === 0 ? 1 : 9), menu)),
  };
  return { pages, isContent: /^\/episode\//, share: 0.85 };
}

function magazine(): Sample {
  const articles = many(300, (n) => `/story/s${n}`);
  const entries = ["people", "companies", "coins"].flatMap((of) => many(90, (n) => `/${of}/e${n}`));
  const menu = ["/about", "/contact"];
  const pages = {
    "/": article("Magazine", { menu, links: [...articles.slice(0, 40), ...entries.slice(0, 6)] }),
    ...at([...menu], (path) => article(path)),
    ...at(articles, (path, n) =>
      article(`Story ${path}`, { menu, links: [...some(articles, n, 3), ...some(entries, n, 2)] }),
    ),
    ...at(entries, (path, n) => article(`Entry ${path}`, { menu, links: some(articles, n, 3) })),
    "/sitemap.xml": `<urlset>${[...entries, ...articles].map((path) => `<url><loc>${path}</loc></url>`).join("")}</urlset>`,
  };
  return { pages, isContent: /^\/story\//, share: 0.6 };
}

function shop(): Sample {
  const products = many(200, (n) => `/product/p${n}`);
  const filters = many(200, (n) => `/colour/c${n}`);
  const shelves = many(6, (n) => `/shelf/h${n}`);
  const pages = {
    "/": article("Shop", { menu: shelves, links: products.slice(0, 6) }),
    ...at(shelves, (path, n) => list(`Shelf ${path}`, [...some(products, n, 60), ...some(filters, n, 30)], shelves)),
    ...at(products, (path, n) => article(`Product ${path}`, { menu: shelves, links: some(filters, n, 3) })),
    ...at(filters, (path, n) => list(`Colour ${path}`, some(products, n, 8), shelves)),
  };
  return { pages, isContent: /^\/(?:product|shelf)\//, share: 0.9 };
}

function wiki(): Sample {
  const subjects = many(250, (n) => `/wiki/S${n}`);
  const views = subjects.flatMap((path) => [`${path}/history`, `${path}/source`]);
  const pages = {
    "/": article("Wiki", { links: subjects.slice(0, 20) }),
    ...at(subjects, (path, n) =>
      article(`Subject ${path}`, { links: [...some(subjects, n, 6), `${path}/history`, `${path}/source`] }),
    ),
    ...at(views, (path, n) => list(`View ${path}`, some(subjects, n, 8))),
  };
  return { pages, isContent: /^\/wiki\/S\d+$/, share: 0.9 };
}

/** A forum as it was saved, the queries of its addresses in the names of files: members, steps and later pages are views. */
function forum(): Sample {
  const topics = many(200, (n) => `/index.php/topic,${n}.0.html`);
  const steps = many(200, (n) => `/index.php/topic,${n}.0/prev_next,next.html`);
  const members = many(120, (n) => `/index.php%3Faction=profile%3Bu=${n}.html`);
  const boards = many(4, (n) => `/index.php/board,${n}.0.html`);
  const later = many(4, (n) => `/index.php/board,${n}.20.html`);
  const menu = ["/index.php%3Faction=forum.html", "/index.php%3Faction=login.html"];
  const pages = {
    "/": article("Forum", { menu, links: [...topics.slice(0, 5), ...members.slice(0, 9)] }),
    "/index.php%3Faction=forum.html": list("Boards", [...boards, ...members.slice(9, 20)], menu),
    ...at(boards, (path, n) => list(path, [...topics.slice(n * 50, n * 50 + 50), later[n] ?? "/"], menu)),
    ...at(later, (path, n) => list(path, topics.slice(n * 50, n * 50 + 50), menu)),
    ...at(topics, (path, n) => article(path, { menu, links: [steps[n] ?? "/", ...some(members, n, 4)] })),
    ...at(members, (path, n) => article(path, { menu, links: some(members, n, 4) })),
    ...at(steps, (path) => article(path).replace("<title>", '<meta name="robots" content="noindex"><title>')),
  };
  return { pages, isContent: /\/(?:topic|board),\d+\.0\.html$|forum\.html$/, share: 1 };
}

function byHand(): Sample {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const pagesOf = (letter: string) => many(40, (n) => `/${letter}-${n}.html`);
  const indexes = letters.map((letter) => `/${letter}.html`);
  const pages = {
    "/": article("By hand", { links: indexes }),
    ...at(indexes, (path, n) => list(`Letter ${path}`, pagesOf(letters[n] ?? "a"))),
    ...at(letters.flatMap(pagesOf), (path) => article(`Page ${path}`)),
  };
  return { pages, isContent: /./, share: 1 };
}

/** A blog whose menu has all of its categories, and whose every page names all of its tags. */
function blog(): Sample {
  const posts = many(400, (n) => `/post/${2026 - (n >> 6)}/p${n}/`);
  const categories = many(17, (n) => `/categories/c${n}/`);
  const tags = many(30, (n) => `/tags/t${n}/`);
  const menu = ["/about/", ...categories];
  const pages = {
    "/": list("Blog", [...posts.slice(0, 10), ...tags], menu),
    "/about/": article("About", { menu }),
    ...at(posts, (path, n) => article(path, { menu, links: [...some(posts, n, 4), ...tags] })),
    ...at(categories, (path, n) => list(path, [...some(posts, n, 9), ...tags], menu)),
    ...at(tags, (path, n) => list(path, [...some(posts, n, 9), ...tags], menu)),
  };
  return { pages, isContent: /^\/(?:post|about)\//, share: 1 };
}

const SAMPLES: Readonly<Record<string, () => Sample>> = {
  "podcast wiki": podcastWiki,
  magazine,
  blog,
  shop,
  wiki,
  forum,
  "site by hand": byHand,
};

async function crawled(sample: Sample, maxPages: number) {
  const site = await serveSite({ ...sample.pages });
  closing.push(() => site.close());
  const fetching = openFetching({ userAgent: "llmstxt/1.0 (test)", browser: { enabled: false } });
  closing.push(() => fetching.close());
  const { hostname, port } = site;
  const fetch = fetching.forCrawl({ allow: { hostname, port }, useProxy: false, judge: judgeContent });
  const events: CrawlEvent[] = [];
  const options = { fetch, maxPages, productToken: "llmstxt", findMarkdown: false };
  for await (const event of crawl(site.origin, options, AbortSignal.timeout(60_000))) events.push(event);
  const end = events.at(-1);
  const paths = end?.type === "end" ? end.pages.slice(1).map(({ url }) => url.replace(site.origin, "")) : [];
  return { paths, requests: site.requests.length };
}

describe.each(Object.entries(SAMPLES))("of a %s content is listed", (_, sampleOf) => {
  test.each([50, 150])("at %i pages, for at most one and a half requests a page", async (maxPages) => {
    const sample = sampleOf();
    const { paths, requests } = await crawled(sample, maxPages);
    expect(paths).toHaveLength(maxPages - 1);
    expect(paths.filter((path) => sample.isContent.test(path)).length / paths.length).toBeGreaterThanOrEqual(
      sample.share,
    );
    expect(requests).toBeLessThanOrEqual(1.5 * maxPages + 5);
  });
});

test("of a forum every board is listed, though they are lists of one template that the homepage does not name", async () => {
  const { paths } = await crawled(forum(), 50);
  expect(paths.filter((path) => path.includes("/board,")).sort()).toEqual(
    many(4, (n) => `/index.php/board,${n}.0.html`),
  );
});

test("of a site by hand every letter is there at 150 pages", async () => {
  const { paths } = await crawled(byHand(), 150);
  const letters = Map.groupBy(paths, (path) => path[1] ?? "");
  expect(letters.size).toBe(26);
  expect(Math.max(...[...letters.values()].map((pages) => pages.length))).toBeLessThanOrEqual(10);
});
