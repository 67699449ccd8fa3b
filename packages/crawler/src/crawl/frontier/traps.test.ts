import { expect, test } from "vitest";
import { crawlExample, numbered, pagesAt, sitemapOf } from "../../../../../test/crawl/example-crawl.ts";
import { html } from "../../../../../test/crawl/example-site.ts";

test("a thousand addresses of one page cost a few requests", async () => {
  const { pages: taken, requests } = await crawlExample({
    "/": html("Home", numbered("/v", 1000)),
    "*": html("Always the same"),
    "/robots.txt": { status: 404 },
    "/sitemap.xml": { status: 404 },
  });
  expect(taken).toHaveLength(2);
  expect(requests.length).toBeLessThan(50);
});

test("broken file names close no folder: every page of the sitemap is asked for", async () => {
  const broken = numbered("/files", 30);
  const good = Array.from({ length: 20 }, (_, index) => `/files/good-${index}`);
  const { pages, events, leftOut } = await crawlExample({
    "/": html("Home"),
    ...pagesAt(good),
    ...sitemapOf([...broken, ...good]),
  });
  expect(pages.slice(1).sort()).toEqual(good.toSorted());
  expect(events.filter(({ type }) => type === "failed")).toHaveLength(30);
  expect(leftOut).toEqual({});
});

test("dead links wait until all else was asked for, and forty of them are asked for where places are left", async () => {
  const users = numbered("/user", 200);
  const posts = numbered("/post", 60);
  const site = { "/": html("Home", [...users, ...posts]), ...pagesAt(posts) };
  const asked = async (maxPages: number) => {
    const { pages, requests } = await crawlExample(site, { maxPages });
    return { listed: pages.length, users: requests.filter((one) => one.includes("/user/")).length };
  };
  const few = await asked(41);
  expect(few.listed).toBe(41);
  expect(few.users).toBeLessThan(50);
  const many = await asked(100);
  expect(many.listed).toBe(61);
  expect(many.users).toBeLessThan(50);
});

test("what is not asked for because its like brought nothing new says so, with the counts", async () => {
  const { events } = await crawlExample({
    "/": html("Home", ["/about", ...numbered("/tags", 9)]),
    ...pagesAt(["/about"]),
    "*": html("A list", ["/about"]),
  });
  const unasked = events.filter((event) => event.type === "leftOut" && event.reason === "nothing new");
  expect(unasked).toHaveLength(6);
  expect(unasked[0]).toMatchObject({ evidence: { tried: { like: "/tags/p*", listed: 0, repeated: 2, failed: 0 } } });
});

test("pages that one parameter names are pages, however many", async () => {
  const paths = Array.from({ length: 80 }, (_, index) => `/index.php?p=${index + 2}`);
  const titled = paths.map((path, index) => [path, html(`Subject ${index}`, ["/"])] as const);
  const site = { "/": html("Home", paths), ...Object.fromEntries(titled) };
  const { pages, leftOut } = await crawlExample(site, { maxPages: 100 });
  expect(pages).toHaveLength(81);
  expect(leftOut).toEqual({});
});

test("a calendar gives a few days and leaves the places to others", async () => {
  const day = (index: number) => `/cal/${2026 + Math.floor(index / 12)}/${(index % 12) + 1}`;
  const days = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [day(index), html(day(index), [day(index + 1)])]),
  );
  const { pages: taken } = await crawlExample({
    "/": html("Home", [day(0), "/about"]),
    ...days,
    ...pagesAt(["/about"]),
  });
  expect(taken).toContain("/about");
  expect(taken.length).toBeLessThanOrEqual(14);
});

test("addresses that differ in session and tracking parameters only are one", async () => {
  const { pages: taken } = await crawlExample({
    "/": html("Home", ["/a;jsessionid=1?utm_source=x", "/a?PHPSESSID=2", "/a"]),
    ...pagesAt(["/a"]),
  });
  expect(taken).toEqual(["/", "/a"]);
});

test("pages that only lists of tags name are found, and the lists are not listed", async () => {
  const { pages: taken, leftOut } = await crawlExample({
    "/": html("Home", ["/tags/a/", "/about"]),
    "/tags/a/": html("Tagged a", ["/hidden", "/about"]),
    ...pagesAt(["/about", "/hidden"]),
  });
  expect(taken).toEqual(["/", "/about", "/hidden"]);
  expect(leftOut).toEqual({ "/tags/a/": "list of pages" });
});

test("lists that name nothing new are given up", async () => {
  const { pages: taken, requests } = await crawlExample({
    "/": html("Home", ["/about", ...numbered("/tags/", 500)]),
    ...pagesAt(["/about"]),
    "*": html("A list", ["/about"]),
  });
  expect(taken).toEqual(["/", "/about"]);
  expect(requests.length).toBeLessThan(20);
});

test("a page called cart is judged by what it is", async () => {
  const text = "Golf carts with four seats are sold here, and each of them comes with a roof. ".repeat(10);
  const { pages: taken, leftOut } = await crawlExample({
    "/": html("Home", ["/cart", "/login"]),
    "/cart": html("Golf carts").replace("<ul>", `<p>${text}</p><ul>`),
    "/login": html("Log in"),
  });
  expect(taken).toEqual(["/", "/cart"]);
  expect(leftOut).toEqual({ "/login": "not a page" });
});

test("lists that fill the places left stay lists, whatever is learnt when they are listed", async () => {
  const lists = numbered("/l", 20);
  const listOf = (title: string, links: readonly string[]) =>
    `<title>${title}</title><main><h1>${title}</h1><ul>${links.map((to) => `<li><a href="${to}">The page of ${to}, and of nothing else</a></li>`).join("")}</ul></main>`;
  const { events } = await crawlExample({
    "/": html("Home", ["/all"]),
    "/all": listOf("All lists", lists),
    ...Object.fromEntries(lists.map((path) => [path, listOf(`List ${path}`, numbered(`/dead${path}`, 5))])),
  });
  const end = events.at(-1);
  const kinds = end?.type === "end" ? end.pages.filter(({ url }) => url.includes("/l/")).map(({ kind }) => kind) : [];
  expect(kinds).toEqual(lists.map(() => "list"));
});
