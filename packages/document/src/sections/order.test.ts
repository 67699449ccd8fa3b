import fc from "fast-check";
import { expect, test } from "vitest";
import { type Described, folder, navigation, outlineOf } from "../../../../test/llmstxt/example-outline.ts";
import { comparePaths } from "./order.ts";

test("numbers in paths count by their value", () => {
  const paths = ["/ch10", "/ch2", "/ch2/b", "/ch1", "/v10.2/a", "/v9.10/a", "/v9.9/a", "/007", "/7", "/x"];
  expect(paths.sort(comparePaths)).toEqual([
    "/007",
    "/7",
    "/ch1",
    "/ch2",
    "/ch2/b",
    "/ch10",
    "/v9.9/a",
    "/v9.10/a",
    "/v10.2/a",
    "/x",
  ]);
});

test("the order of paths is the same whatever order they came in", () => {
  const path = fc.array(fc.constantFrom("0", "00", "1", "10", "a", "-", "/", "9".repeat(20)), { maxLength: 5 });
  const paths = fc.array(
    path.map((parts) => parts.join("")),
    { maxLength: 12 },
  );
  const shuffled = paths.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      expect([...one].sort(comparePaths)).toEqual([...other].sort(comparePaths));
    }),
  );
});

test("inside a section the navigation's order holds, put together from what each page shows", () => {
  const sidebar = (paths: readonly string[]) => navigation(paths.map((path) => [`docs/${path}`, path]));
  const pages: Described[] = [
    ["docs/a", sidebar(["c", "a", "b", "e"])],
    ["docs/b"],
    ["docs/c"],
    ["docs/d"],
    ["docs/e", sidebar(["c", "a", "d", "e"])],
  ];
  expect(outlineOf(pages)).toEqual(["Docs: docs/c, docs/a, docs/d, docs/b, docs/e"]);
});

test("without a navigation what begins the subject comes first, then depth, links and path", () => {
  expect(outlineOf([["docs/b10"], ["docs/b2"], ["docs/installation"]])).toEqual([
    "Docs: docs/installation, docs/b2, docs/b10",
  ]);
});

test("the index page of a part comes first, whatever the navigation says", () => {
  const pages: Described[] = [
    ["news/a", navigation(["a", "b", "c"].map((path) => [`news/${path}`, path]))],
    ["news/b"],
    ["news/c"],
    ["news", { title: "News" }],
  ];
  expect(outlineOf(pages)).toEqual(["News: news, news/a, news/b, news/c"]);
});

test("a foreword opens the series it is alone beside, any other page alone closes the largest part", () => {
  expect(outlineOf([["ch01-a"], ["ch02-b"], ["foreword"]])).toEqual(["Chapters: foreword, ch01-a, ch02-b"]);
  expect(outlineOf([["extra"], ...folder("docs", 2)])).toEqual(["Docs: docs/p1, docs/p2, extra"]);
});

test("numbered files are a series, in the order of their numbers", () => {
  const pages = ["ch10-01-x", "ch02-00-y", "ch01-00-z", "appendix-01-q", "appendix-00"].map((path) => [
    `${path}.html`,
    { title: path === "appendix-00" ? "附录" : path },
  ]) satisfies Described[];
  expect(outlineOf(pages)).toEqual(["Chapters: ch01-00-z, ch02-00-y, ch10-01-x", "附录: appendix-00, appendix-01-q"]);
});

/** Links in a page's text. */
const texts = (paths: readonly string[]) => ({
  links: paths.map((path) => ({ url: `https://x.dev/${path}`, text: path, rel: [], place: "content" as const })),
});

test("a series that the homepage lists from the last number on stands so, special episodes and the first ones behind", () => {
  const pages: Described[] = ["show/ep-2", "show/special", "show/ep-10", "show/ep-9", "show"].map((path) => [
    path,
    { title: path === "show" ? "Show" : path },
  ]);
  const home = texts(["show/ep-10", "show/ep-9"]);
  expect(outlineOf(pages, home)).toEqual(["Show: show, show/ep-10, show/ep-9, show/ep-2, show/special"]);
  const rising = navigation(["show/ep-2", "show/ep-9", "show/ep-10"].map((path) => [path, path]));
  const lessons = pages.filter(([path]) => path !== "show/special");
  const menuAndNews = { links: [...rising.links, ...home.links] };
  expect(outlineOf(lessons, menuAndNews)).toEqual(["Show: show, show/ep-2, show/ep-9, show/ep-10"]);
});

test("a folder without an index page is called what the one page that lists it is called, which opens it", () => {
  const posts = ["posts/n-1", "posts/n-2", "posts/n-3", "posts/n-4"];
  const pages = (list: Described[1]): Described[] => [
    ...posts.map((path): Described => [path, { title: path }]),
    ["journal", { title: "Journal", ...list }],
    ["about-us"],
    ["partners"],
  ];
  const list = { ...texts(posts), kind: "list" as const };
  expect(outlineOf(pages(list))).toEqual([`Journal: journal, ${posts.join(", ")}`, "Company: about-us, partners"]);
  const prose = { ...texts(posts), kind: "content" as const, textLength: 4_000 };
  expect(outlineOf(pages(prose))[0]).toBe(`Posts: ${posts.join(", ")}`);
  // A list that the posts have themselves is their menu.
  const menu = pages(list).map(([path, page]): Described => [path, { ...page, links: list.links }]);
  expect(outlineOf(menu)[0]).toBe(`Posts: ${posts.join(", ")}`);
  // A page that lists several folders is a site map.
  const tools = posts.map((path) => path.replace("posts", "tools"));
  const map = { ...texts([...posts, ...tools]), kind: "list" as const };
  const more = tools.map((path): Described => [path, { title: path }]);
  expect(outlineOf([...pages(map), ...more]).map((line) => line.split(":")[0])).not.toContain("Journal");
});

test("an episode that lists those before it is none of the parts of its series", () => {
  const episodes = Array.from({ length: 40 }, (_, at) => `show/ep-${at + 1}`);
  const review = episodes.slice(14, 30);
  const pages: Described[] = [
    ...episodes.map(
      (path): Described => [
        path,
        path === "show/ep-31" ? { title: "Review of a year", textLength: 90, ...texts(review) } : { title: path },
      ],
    ),
    ["contact"],
    ["about"],
  ];
  expect(outlineOf(pages).map((line) => line.split(":")[0])).toEqual(["Show", "Company"]);
});

test("without a menu a homepage that names most pages is the site's order, and what it introduces comes before the reference", () => {
  const pages: Described[] = [
    ["e"],
    ["d"],
    ["c"],
    ["b", navigation(["e", "d", "c", "b"].map((path) => [path, path]))],
    ["a"],
  ];
  expect(outlineOf(pages, texts(["a", "b", "c", "d", "e"]))).toEqual(["Pages: a, b, c, d, e"]);
  const reference: Described[] = [...folder("api", 6), ["data"], ["client"], ["cli-use"]];
  expect(outlineOf(reference, texts(["data", "client", "api/p1"])).map((line) => line.split(":")[0])).toEqual([
    "Pages",
    "API",
  ]);
});

test("what the homepage's menu leads into is no record, though its folder is called so", () => {
  const menu = navigation(["history/origin", "history/today", "staff"].map((path) => [path, path]));
  const pages: Described[] = [["history/origin"], ["history/today"], ["staff"], ["tools"], ["research"]];
  expect(outlineOf(pages, menu)[0]).toBe("History: history/origin, history/today");
  expect(outlineOf(pages)).toContain("Optional: history/origin, history/today");
});

test("a section stands where the homepage's menu has its name, whether or not the list itself is listed", () => {
  const { links } = navigation([
    ["methods/", "Methods"],
    ["papers/", "Papers"],
    ["about", "About"],
  ]);
  const pages = [...folder("paper", 5), ...folder("method", 2), ["about"], ["contact"]] as const;
  expect(outlineOf(pages, { links }).map((line) => line.split(":")[0])).toEqual(["Methods", "Papers", "Company"]);
});

test("the site's own name in its menu is the place of no section: it leads to the homepage or a repository", () => {
  const { links } = navigation([
    ["", "X"],
    ["guide/p1", "Guide"],
    ["x/", "API"],
  ]);
  const pages = [...folder("x", 2), ...folder("guide", 2)];
  expect(outlineOf(pages, { links }).map((line) => line.split(":")[0])).toEqual(["Guide", "X"]);
});

test("of sections with years in their names the newest stands first", () => {
  const issues = ["1 2024", "2 2025", "3 2025"].map((name) => [`i${name[0]}`, { title: `Issue ${name}` }] as const);
  const pages = [...issues, ...issues.flatMap(([name]) => folder(name, 2))];
  expect(outlineOf(pages).map((line) => line.split(":")[0])).toEqual(["Issue 3 2025", "Issue 2 2025", "Issue 1 2024"]);
});

test("a link to the contact page above the menu puts no section before what the site is about", () => {
  const { links } = navigation([
    ["contact", "Contact"],
    ["episodes", "Episodes"],
    ["about", "About"],
  ]);
  const pages = [["contact"], ["about"], ["episodes"], ...folder("episode", 4)] as const;
  expect(outlineOf(pages, { links }).map((line) => line.split(":")[0])).toEqual(["Episodes", "Company"]);
});

test("news stand by the days their pages say, the newest first", () => {
  const days = ["2017-11-07", "2018-05-08T09:00:00Z", "2017-12-18"];
  const pages = days.map((published, at) => [`news/p${at}`, { published }] as const);
  expect(outlineOf([...pages, ...folder("docs", 2)])).toContain("News: news/p1, news/p2, news/p0");
});
