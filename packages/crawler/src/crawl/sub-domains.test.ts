import { expect, test } from "vitest";
import { crawlExample } from "../../../../test/crawl/example-crawl.ts";
import { exampleSite, html } from "../../../../test/crawl/example-site.ts";
import { crawl } from "./crawl.ts";
import { subDomainsOf } from "./sub-domains.ts";

const ownOf = async (home: string, hosts: readonly string[]) => {
  const below = await subDomainsOf(home);
  return hosts.filter((host) => below?.has(host));
};

test("hosts below the registrable domain belong to the site, and none that only looks like it", async () => {
  const alike = [
    "evil-example.com",
    "example.com.evil.com",
    "example.org",
    "com",
    "xexample.com",
    "docs.example.com.",
    "",
  ];
  const own = ["example.com", "www.example.com", "docs.example.com", "a.b.c.example.com"];
  expect(await ownOf("https://docs.example.com/", [...own, ...alike])).toEqual(own);
  expect(await ownOf("https://www.example.co.uk/", ["docs.example.co.uk", "other.co.uk", "co.uk"])).toEqual([
    "docs.example.co.uk",
  ]);
  expect(await ownOf("https://xn--bcher-kva.example/", ["shop.xn--bcher-kva.example", "shop.bcher.example"])).toEqual([
    "shop.xn--bcher-kva.example",
  ]);
});

test("a name that a private registry gives out is a domain of its own", async () => {
  expect(await ownOf("https://ann.github.io/", ["x.ann.github.io", "bob.github.io", "github.io"])).toEqual([
    "x.ann.github.io",
  ]);
  expect(await ownOf("https://shop.myshopify.com/", ["other.myshopify.com"])).toEqual([]);
});

test.each([
  "http://127.0.0.1:8080/",
  "http://[::1]/",
  "http://localhost/",
  "https://github.io/",
  "https://com/",
  "https://co.uk./",
])("%s has no sub-domains", async (home) => {
  expect(await subDomainsOf(home)).toBeUndefined();
});

const DOCS = "https://docs.x.dev";
const FAMILY = {
  "/": html("Home", ["/a", `${DOCS}/`, "https://blog.x.dev/one", "https://evil-x.dev/", "https://docs.x.dev:8443/"]),
  "/a": html("A", ["http://docs.x.dev/a#top"]),
  [`${DOCS}/`]: html("Docs", ["/a", "/secret", "https://x.dev/a"]),
  [`${DOCS}/a`]: html("A of the docs"),
  [`${DOCS}/secret`]: html("Secret"),
  [`${DOCS}/robots.txt`]: "User-agent: *\nDisallow: /secret\n",
  "https://blog.x.dev/one": html("Post"),
};

test("a crawl with sub-domains reads them, and says which domain's they are; without, they are other sites", async () => {
  const { pages, events, leftOut } = await crawlExample(FAMILY, { subdomains: true });
  expect(new Set(pages)).toEqual(new Set(["/", "/a", `${DOCS}/`, `${DOCS}/a`, "https://blog.x.dev/one"]));
  expect(events.find(({ type }) => type === "site")).toEqual({ type: "site", home: "https://x.dev/", domain: "x.dev" });
  expect(leftOut).toEqual({ [`${DOCS}/secret`]: "robots" });
  const alone = await crawlExample(FAMILY);
  expect(alone.pages).toEqual(["/", "/a"]);
  expect(alone.leftOut).toEqual({
    [`${DOCS}/`]: "other host",
    "http://docs.x.dev/a": "other host",
    "https://blog.x.dev/one": "other host",
  });
  expect((await crawlExample(FAMILY, { scope: "path" })).leftOut).toEqual({});
  expect((await crawlExample(FAMILY, { exclude: ["/one", "/a"] })).leftOut).toMatchObject({
    [`${DOCS}/`]: "other host",
  });
});

test("a host's own sitemaps are read with its first page, and none of another site", async () => {
  const entries = (...urls: string[]) =>
    `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
  const site = {
    "/": html("Home", [`${DOCS}/`, "https://blog.x.dev/one"]),
    [`${DOCS}/robots.txt`]: `Sitemap: ${DOCS}/maps/all.xml\nSitemap: https://evil-x.dev/sitemap.xml\n`,
    [`${DOCS}/maps/all.xml`]: entries(`${DOCS}/deep`, "https://evil-x.dev/"),
    [`${DOCS}/`]: html("Docs"),
    [`${DOCS}/deep`]: html("Deep"),
    "https://blog.x.dev/one": html("Post one"),
    "https://blog.x.dev/two": html("Post two"),
    "https://blog.x.dev/sitemap.xml": entries("https://blog.x.dev/two"),
  };
  const { pages, requests, events } = await crawlExample(site, { subdomains: true });
  expect(pages).toEqual(expect.arrayContaining([`${DOCS}/deep`, "https://blog.x.dev/two"]));
  expect(events).toContainEqual({ type: "sitemap", url: `${DOCS}/maps/all.xml`, urls: 2, elsewhere: 1 });
  expect(requests.filter((request) => request.includes("sitemap") && request.includes("docs."))).toEqual([]);
  expect(requests.join(" ")).not.toContain("evil");
});

test("a host is asked by the scheme of the link that leads to it; by https once anything of it is there", async () => {
  const site = {
    "/": html("Home", ["http://old.x.dev/", "http://docs.x.dev/", "http://docs.x.dev/b"]),
    "http://old.x.dev/": html("Old"),
    "http://docs.x.dev/": { status: 301, location: `${DOCS}/` },
    "http://docs.x.dev/b": { status: 301, location: `${DOCS}/b` },
    [`${DOCS}/`]: html("Docs", ["http://docs.x.dev/c"]),
    [`${DOCS}/b`]: html("B"),
    [`${DOCS}/c`]: html("C"),
  };
  const { pages } = await crawlExample(site, { subdomains: true });
  expect(new Set(pages)).toEqual(new Set(["/", "http://old.x.dev/", `${DOCS}/`, `${DOCS}/b`, `${DOCS}/c`]));
});

test("a host's robots.txt is asked for before its first page, once, and the line that decides is the host's own", async () => {
  const { requests, events } = await crawlExample(FAMILY, { subdomains: true, findMarkdown: true });
  for (const host of [DOCS, "https://blog.x.dev"]) {
    const asked = requests.filter((request) => request.includes(`${host}/`));
    expect(asked[0]).toBe(`GET ${host}/robots.txt`);
    expect(asked.filter((request) => request.endsWith("/robots.txt"))).toHaveLength(1);
  }
  expect(requests.filter((request) => request.includes("/secret"))).toEqual([]);
  expect(events).toContainEqual(
    expect.objectContaining({
      url: `${DOCS}/secret`,
      evidence: { robots: { file: `${DOCS}/robots.txt`, line: 2, text: "Disallow: /secret" } },
    }),
  );
});

test("the same site gives the same pages in the same order, whatever host answers first", async () => {
  const orders = await Promise.all(
    [1, 2, 3, 4, 5].map(async (seed) => (await crawlExample(FAMILY, { subdomains: true, seed })).pages),
  );
  expect(new Set(orders.map((pages) => pages.join(" "))).size).toBe(1);
});

test("a host whose robots.txt cannot be had costs its own pages, each named", async () => {
  const down = { ...FAMILY, [`${DOCS}/robots.txt`]: { status: 503 } };
  const { pages, events } = await crawlExample(down, { subdomains: true });
  expect(new Set(pages)).toEqual(new Set(["/", "/a", "https://blog.x.dev/one"]));
  const failed = events.flatMap((event) => (event.type === "failed" ? [event.url] : []));
  expect(new Set(failed)).toEqual(new Set([`${DOCS}/`, `${DOCS}/a`]));
});

test("a redirect to another host of the site leads there, after that host's robots.txt; one to another site does not", async () => {
  const moved = {
    ...FAMILY,
    "/": html("Home", ["/docs", "/out"]),
    "/docs": { status: 301, location: `${DOCS}/` },
    "/out": { status: 301, location: "https://evil-x.dev/" },
  };
  const { pages, leftOut, requests } = await crawlExample(moved, { subdomains: true });
  expect(pages).toContain(`${DOCS}/`);
  expect(leftOut).toMatchObject({ "/docs": `redirect of ${DOCS}/`, "/out": "other site" });
  expect(requests.indexOf(`GET ${DOCS}/robots.txt`)).toBeLessThan(requests.indexOf(`GET ${DOCS}/`));
  expect(requests.join(" ")).not.toContain("evil");
});

test("at most 100 hosts are asked; pages of others are named with the reason", async () => {
  const hosts = Array.from({ length: 130 }, (_, n) => `https://h${n}.x.dev`);
  const site = {
    "/": html(
      "Home",
      hosts.map((host) => `${host}/`),
    ),
    ...Object.fromEntries(hosts.map((host) => [`${host}/`, html(`Page of ${host}`)])),
  };
  const { pages, leftOut, requests } = await crawlExample(site, { subdomains: true, maxPages: 200 });
  expect(pages).toHaveLength(100);
  expect(Object.values(leftOut)).toEqual(Array.from({ length: 31 }, () => "too many hosts"));
  expect(requests.filter((request) => request.endsWith("robots.txt"))).toHaveLength(100);
});

test("a base URL with a path covers nothing of another host", async () => {
  const site = { ...FAMILY, "/p/": html("Project", ["/p/b", `${DOCS}/`]), "/p/b": html("B") };
  const { end } = await crawlExample(site, { base: "/p/", subdomains: true });
  const inside = end.pages.filter(({ inScope }) => inScope).map(({ url }) => url);
  expect(inside).toEqual(["https://x.dev/p/", "https://x.dev/p/b"]);
  const alone = await crawlExample(site, { base: "/p/", subdomains: true, scope: "path" });
  expect(alone.pages).toEqual(["/p/", "/p/b"]);
});

test("where a site has no sub-domains, the crawl says so and reads the site", async () => {
  const events: string[] = [];
  const home = "http://127.0.0.1:9/";
  const { fetch } = exampleSite({ [home]: html("Home", ["http://localhost:9/"]) });
  const asked = { fetch, maxPages: 5, productToken: "x", findMarkdown: false, subdomains: true };
  for await (const event of crawl(home, asked, AbortSignal.timeout(15_000)))
    events.push(event.type === "noSubdomains" ? event.host : event.type);
  expect(events).toContain("127.0.0.1:9");
  expect(events.filter((type) => type === "page")).toHaveLength(1);
});
