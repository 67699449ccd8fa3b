import { expect, test } from "vitest";
import { type Answers, crawlExample, pagesAt, SMALL } from "./example-crawl.ts";
import { HOST, html } from "./example-site.ts";

test.each<[string, Answers, string]>([
  ["robots.txt answers 503", { "/robots.txt": { status: 503 }, "/": html("Home") }, "robots.txt answered 503"],
  [
    "robots.txt disallows the homepage",
    { "/robots.txt": "User-agent: *\nDisallow: /", "/": html("Home") },
    `robots.txt disallows ${HOST}/`,
  ],
  ["the homepage is not there", {}, "answered 404"],
  ["the homepage redirects in a circle", { "/": { location: "/" } }, "redirects in a circle"],
])("a crawl fails when %s", async (_, answers, message) => {
  await expect(crawlExample(answers)).rejects.toThrow(message);
});

test("a robots.txt that is not there allows everything, and one that answers 403 too", async () => {
  for (const status of [403, 404, 410]) {
    const { pages } = await crawlExample({ ...SMALL, "/robots.txt": { status } });
    expect(pages).toHaveLength(5);
  }
});

test("the site is where the homepage's redirects and meta refreshes lead, another domain included", async () => {
  const crawled = await crawlExample({
    "/": html("Moved", [], '<meta http-equiv="refresh" content="0; url=https://y.dev/docs/">'),
    "https://y.dev/docs/": html("Docs", ["a", `${HOST}/old`, "https://www.y.dev/docs/b"]),
    "https://y.dev/docs/a": html("A"),
    "https://y.dev/docs/b": html("B"),
  });
  expect(crawled.pages).toEqual(["https://y.dev/docs/", "https://y.dev/docs/a", "https://y.dev/docs/b"]);
  expect(crawled.requests.slice(0, 4)).toEqual([
    "GET /robots.txt",
    "GET /",
    "GET https://y.dev/robots.txt",
    "GET https://y.dev/docs/",
  ]);
});

test("a homepage with scripts and hardly a link is rendered once for its navigation", async () => {
  const bare = html("Home", ["/next"]).replace("</head>", '<script src="/toc.js"></script></head>');
  const chapters = ["/one", "/two", "/three"];
  const rendered = html("Home").replace(
    "<main>",
    `<nav>${chapters.map((to) => `<a href="${to}">${to}</a>`).join("")}</nav><main>`,
  );
  const answers = { "/": bare, "browser /": rendered, ...pagesAt([...chapters, "/next"]) };
  expect((await crawlExample(answers)).pages).toEqual(["/", ...chapters, "/next"]);
  const { "browser /": _, ...without } = answers;
  expect((await crawlExample(without)).pages).toEqual(["/", "/next"]);
});
