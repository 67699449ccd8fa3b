import { pageUrl } from "@llmstxt-service/page/address/page-url";
import { expect, test } from "vitest";
import { crawlExample, numbered, pagesAt } from "../../../../test/crawl/example-crawl.ts";
import { html } from "../../../../test/crawl/example-site.ts";
import { Canonicals } from "./canonicals.ts";

const canonical = (path: string) => `<link rel="canonical" href="${path}">`;

test("a canonical address that answers is the page's", async () => {
  const { pages: taken, leftOut } = await crawlExample({
    "/": html("Home", ["/old"]),
    "/old": html("Old", [], canonical("/new")),
    "/new": html("New", ["/next"]),
    ...pagesAt(["/next"]),
  });
  expect(taken).toEqual(["/", "/new", "/next"]);
  expect(leftOut).toEqual({ "/old": "canonical elsewhere of /new" });
});

test.each([
  ["does not answer", "/gone"],
  ["is of another site", "https://evil.example/a"],
  ["is the homepage of a template's mistake", "/"],
  ["is forbidden by robots.txt", "/private/a"],
])("a canonical address that %s is not believed", async (_, target) => {
  const { pages: taken } = await crawlExample({
    "/robots.txt": "User-agent: *\nDisallow: /private/",
    "/": html("Home", ["/a"]),
    "/a": html("A", ["/b"], canonical(target)),
    ...pagesAt(["/b", "/private/a"]),
  });
  expect(taken).toEqual(["/", "/a", "/b"]);
});

test("two pages that name each other as canonical do not make each other vanish", async () => {
  const { pages: taken } = await crawlExample({
    "/": html("Home", ["/a", "/b"]),
    "/a": html("A", [], canonical("/b")),
    "/b": html("B", [], canonical("/a")),
  });
  expect(taken).toHaveLength(2);
});

test("where canonicals only spell addresses better, a few proofs save asking for the rest", async () => {
  const paths = numbered("/docs", 30);
  const spelled = paths.map((path) => [path, html(path, [], canonical(`${path}/`))] as const);
  const { pages: taken, requests } = await crawlExample(
    {
      "/": html("Home", paths),
      ...Object.fromEntries(spelled),
      ...Object.fromEntries(spelled.map(([path, body]) => [`${path}/`, body])),
    },
    { maxPages: 31 },
  );
  expect(taken.slice(1).sort()).toEqual(paths.map((path) => `${path}/`).sort());
  expect(requests.length).toBeLessThanOrEqual(31 * 1.2 + 30);
});

const url = (path: string) => pageUrl(`https://x.dev${path}`);

const held = (page: string, canonical: string) => ({ url: url(page), canonical: url(canonical), visited: page });

/** A site of which these pages said that another address is theirs, and whether that one answered. */
function siteWith(...proofs: readonly (readonly [page: string, canonical: string, answered: boolean])[]) {
  const canonicals = new Canonicals<string>();
  for (const [page, canonical, answered] of proofs) {
    canonicals.hold(held(page, canonical));
    canonicals.release(url(canonical), answered ? "listed" : "missing");
  }
  return (page: string, canonical: string) => canonicals.beliefIn(url(page), url(canonical));
}

test("a change of spelling is believed in the folder where it held, and by its kind", () => {
  const beliefIn = siteWith(["/a/x", "/a/x/", true], ["/b/x/index.html", "/b/x/", true]);
  expect(beliefIn("/a/y", "/a/y/")).toBe("believed");
  expect(beliefIn("/c/y", "/c/y/")).toBe("open");
  expect(beliefIn("/a/y/", "/a/y.html")).toBe("open");
  expect(siteWith(["/a/x/", "/a/x.html", false])("/a/y/", "/a/y.html")).toBe("disbelieved");
});

test("after three folders a change of spelling is the whole site's, unless one was otherwise", () => {
  const folders = ["/a", "/b", "/c"].map((folder) => [`${folder}/x`, `${folder}/x/`, true] as const);
  expect(siteWith(...folders)("/d/x", "/d/x/")).toBe("believed");
  expect(siteWith(...folders, ["/e/x", "/e/x/", false])("/d/x", "/d/x/")).toBe("open");
});

test("an address that is no spelling of the page's own is never believed unasked", () => {
  expect(siteWith(["/a/x", "/a/x/", true], ["/a/y", "/z", true])("/a/c", "/a/d")).toBe("open");
});

test("one page of a folder is asked for, and its like wait for what comes of it", () => {
  const canonicals = new Canonicals<string>();
  expect(["/d/a", "/d/b", "/d/c"].map((page) => canonicals.hold(held(page, `${page}/`)))).toEqual([true, false, false]);
  expect(canonicals.release(url("/d/x/"), "listed")).toEqual([]);
  expect(canonicals.release(url("/d/a/"), "listed").map(({ visited, listAs }) => [visited, listAs])).toEqual([
    ["/d/a", "nothing"],
    ["/d/b", "canonical"],
    ["/d/c", "canonical"],
  ]);
  expect(canonicals.releaseFirst()).toEqual([]);
});

const shared = (count: number) => {
  const paths = numbered("/p", count);
  return crawlExample({
    "/": html("Home", ["/start", ...paths]),
    "/start": html("Start"),
    ...Object.fromEntries(paths.map((path) => [path, html(path, [], canonical("/start"))])),
  });
};

test("an address that three pages of other titles name as theirs is a template's mistake", async () => {
  expect((await shared(2)).pages).toEqual(["/", "/start"]);
  expect([...(await shared(3)).pages].sort()).toEqual(["/", "/p/p0", "/p/p1", "/p/p2", "/start"]);
  expect((await shared(2)).leftOut).toEqual({
    "/p/p0": "canonical elsewhere of /start",
    "/p/p1": "canonical elsewhere of /start",
  });
});

test("canonical addresses that do not answer cost one request for each folder, and the pages keep their own", async () => {
  const paths = ["/a", "/b"].flatMap((folder) => numbered(folder, 20)).map((path) => `${path}/`);
  const { pages: taken, requests } = await crawlExample({
    "/": html("Home", paths),
    ...Object.fromEntries(paths.map((path) => [path, html(path, [], canonical(path.replace(/\/$/, ".html")))])),
  });
  expect([...taken].sort()).toEqual(["/", ...paths].sort());
  expect(requests.filter((request) => request.endsWith(".html"))).toHaveLength(2);
});

test("pages that wait for their canonical address have their place: no more are asked for than are wanted", async () => {
  const paths = numbered("/docs", 200);
  const { pages: taken, requests } = await crawlExample(
    {
      "/": html("Home", paths),
      ...Object.fromEntries(paths.map((path) => [path, html(path, [], canonical(`${path}/`))])),
      ...Object.fromEntries(paths.map((path) => [`${path}/`, html(path)])),
    },
    { maxPages: 20 },
  );
  expect(taken).toHaveLength(20);
  expect(requests.length).toBeLessThan(30);
});
