import { expect, test } from "vitest";
import { type Answers, crawlExample, pagesAt, SMALL } from "../../../../test/crawl/example-crawl.ts";
import { HOST, html } from "../../../../test/crawl/example-site.ts";

test.each<[string, Answers, string]>([
  ["robots.txt answers 503", { "/robots.txt": { status: 503 }, "/": html("Home") }, "robots.txt answered 503"],
  [
    "robots.txt disallows the homepage",
    { "/robots.txt": "User-agent: *\nDisallow: /", "/": html("Home") },
    `robots.txt disallows ${HOST}/`,
  ],
  ["the homepage is not there", {}, "404 Not Found"],
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
  expect(crawled.requests.slice(0, 7)).toEqual([
    "GET /robots.txt",
    "GET /",
    "GET /sitemap.xml",
    "GET /sitemap_index.xml",
    "GET https://y.dev/robots.txt",
    "GET https://y.dev/docs/",
    "GET https://y.dev/sitemap.xml",
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

test.each([
  ["en", "/en/"],
  ["de", "/de/"],
  ["zh-CN", "/zh-cn/"],
])(
  "behind a homepage that only lets its reader choose a language the site in one begins (asked: %s)",
  async (language, home) => {
    const choices = ["/zh-cn/", "/en/", "/de/"];
    const chooser = html("Choose a language", choices).replace(' lang="en"', "");
    const inLanguage = choices.flatMap((folder) =>
      Object.entries({
        [folder]: html("Home", [`${folder}a`, ...choices]),
        [`${folder}a`]: html(`A ${folder}`),
      }).map(([path, page]) => [path, page.replace('lang="en"', `lang="${folder.slice(1, -1)}"`)] as const),
    );
    const crawled = await crawlExample({ "/": chooser, ...Object.fromEntries(inLanguage) }, { language });
    expect(crawled.pages).toEqual([home, `${home}a`]);
  },
);

test("a language that does not answer leaves the homepage as it is", async () => {
  const chooser = html("Choose a language", ["/en/", "/de/"]).replace(' lang="en"', "");
  expect((await crawlExample({ "/": chooser, ...pagesAt(["/de/"], "de") })).pages).toContain("/");
});

test("a homepage that says something is one, whatever languages it links to, and English is the first choice", async () => {
  const text = `<p>${"This homepage says what the project is for. ".repeat(20)}</p><ul>`;
  const folders = pagesAt(["/en/", "/de/"]);
  const home = html("Home", ["/en/", "/de/"]);
  expect((await crawlExample({ "/": home.replace("<ul>", text), ...folders })).pages[0]).toBe("/");
  expect((await crawlExample({ "/": home, ...folders })).pages[0]).toBe("/en/");
  expect((await crawlExample({ "/": html("Home", ["/en/", "/de/", "/a", "/b"]), ...folders })).pages[0]).toBe("/");
});
