import { describe, expect, test } from "vitest";
import { crawlExample } from "../../../../test/crawl/example-crawl.ts";
import { html } from "../../../../test/crawl/example-site.ts";
import { versionMenuOf } from "./version-menu.ts";

const links = (row: readonly (readonly [label: string, path: string])[]) => ({
  links: row.map(([text, path]) => ({
    text,
    url: new URL(path, "https://x.dev").href,
    rel: [],
    place: "navigation" as const,
  })),
});

describe("a menu of versions", () => {
  test.each<[string, readonly (readonly [string, string])[], string, readonly string[]]>([
    [
      "of numbers with more behind them",
      [
        ["0.4.0+", "/0.4.0+/"],
        ["0.3.2", "/0.3.2/"],
      ],
      "/",
      ["0.4.0+", "0.3.2"],
    ],
    [
      "of folders named otherwise",
      [
        ["Start", "/"],
        ["2.0", "/spec/2.0-jsr380/"],
        ["1.1", "/spec/1.1/"],
      ],
      "/spec/",
      ["2.0-jsr380", "1.1"],
    ],
    [
      "of the same page in each",
      [
        ["v3", "/docs/new/intro"],
        ["v2", "/docs/old/intro"],
      ],
      "/docs/",
      ["new", "old"],
    ],
    [
      "beside the pages without a version",
      [
        ["Next", "/docs/next/a"],
        ["2.0", "/docs/a"],
        ["1.0", "/docs/first/a"],
      ],
      "/docs/",
      ["next", "first"],
    ],
  ])("%s", (_, row, family, names) => {
    expect(versionMenuOf(links(row))).toMatchObject({ family, names: new Set(names) });
  });

  test.each<[string, readonly (readonly [string, string])[]]>([
    [
      "news of one release",
      [
        ["1.0 is out", "/blog/1-0-is-out"],
        ["About", "/about"],
      ],
    ],
    [
      "chapters",
      [
        ["1. First steps", "/book/first"],
        ["2. Second steps", "/book/second"],
      ],
    ],
    [
      "versions on other hosts",
      [
        ["2.0", "https://a.dev/2.0/"],
        ["1.0", "https://b.dev/1.0/"],
      ],
    ],
    [
      "words alone",
      [
        ["Latest", "/latest/"],
        ["Old", "/old/"],
      ],
    ],
  ])("is none: %s", (_, row) => {
    expect(versionMenuOf(links(row))).toBeUndefined();
  });
});

const versions = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, html(path)]));
const pages = (folder: string) => ["a", "b", "c", "d"].map((name) => `${folder}${name}`);

test("a crawl lists the version that its homepage leads to, of those that a menu names, and says so", async () => {
  const menu = '<nav><a href="/docs/new/">v3</a><a href="/docs/old/">v2</a><a href="/docs/older/">v1 (2019)</a></nav>';
  const paths = [...pages("/docs/new/"), ...pages("/docs/old/"), ...pages("/docs/older/")];
  const home = html("Home", paths).replace("<main>", `${menu}<main>`);
  const same = menu.replaceAll('/"', '/a"');
  const { pages: taken, events } = await crawlExample({
    "/": { location: "/docs/new/" },
    "/docs/new/": home.replace(menu, same),
    ...versions(paths),
  });
  expect(taken).toEqual(["/docs/new/", ...pages("/docs/new/")]);
  expect(events.find((one) => one.type === "leftOut")).toMatchObject({
    reason: "older version",
    evidence: {
      version: { family: "/docs/", listed: "new", because: "homepage", menu: { labels: ["v3", "v2", "v1 (2019)"] } },
    },
  });
});

test("versions with more behind their numbers are told by a menu, and by the same pages", async () => {
  const paths = [...pages("/0.4.0+/"), ...pages("/0.3.2+/"), "/3.5-inch/disks", "/5.25-inch/disks"];
  const site = (menu: string) => ({ "/": html("Home", paths).replace("<main>", `${menu}<main>`), ...versions(paths) });
  const told = await crawlExample(site('<nav><a href="/0.4.0+/">0.4.0+</a><a href="/0.3.2+/">0.3.2</a></nav>'));
  expect(Object.keys(told.leftOut).sort()).toEqual(["/0.3.2+/", ...pages("/0.3.2+/")]);
  const untold = await crawlExample(site(""));
  expect(Object.keys(untold.leftOut).sort()).toEqual(pages("/0.3.2+/"));
});
