import { describe, expect, test } from "vitest";
import { crawlExample, pagesAt } from "../../../../test/crawl/example-crawl.ts";
import { html } from "../../../../test/crawl/example-site.ts";
import { pageUrl } from "./page-url.ts";
import { compareVersions, versionFolderOf } from "./version-folder.ts";
import { Versions } from "./versions.ts";

const at = (path: string) => pageUrl(`https://x.dev${path}`);
const pages = (folder: string, ...names: readonly string[]) => names.map((name) => `${folder}${name}`);

/** The paths that are left out as older versions. */
function older(home: string, paths: readonly string[]): readonly string[] {
  const versions = new Versions(at(home), { links: [] });
  const known = new Set<string>([home, ...paths].map(at));
  for (const path of paths) versions.discover(at(path));
  return paths.filter((path) => versions.outdated(at(path), (url) => known.has(url)) !== undefined);
}

describe("siblings are versions together", () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    [
      "the highest number",
      "/",
      [...pages("/0.17.0/", "a", "b"), ...pages("/0.32.1/", "c")],
      pages("/0.17.0/", "a", "b"),
    ],
    ["what is called current", "/", [...pages("/0.32.1/", "c"), ...pages("/current/", "a")], ["/0.32.1/c"]],
    [
      "the homepage's",
      "/docs/latest/",
      [...pages("/docs/latest/", "a"), "/docs/stable/a", "/docs/2.0/z"],
      ["/docs/stable/a", "/docs/2.0/z"],
    ],
    ["the typed folder", "/1.x/", [...pages("/1.x/", "a"), "/2.x/a", "/latest/a"], ["/2.x/a", "/latest/a"]],
    [
      "the pages without a version, which the others repeat",
      "/",
      [...pages("/docs/", "a", "b"), ...pages("/docs/next/", "a", "b"), ...pages("/docs/1.x/", "c", "d")],
      [...pages("/docs/next/", "a", "b"), ...pages("/docs/1.x/", "c", "d")],
    ],
    [
      "the pages without a version, though none is in both",
      "/",
      [...pages("/docs/", "a", "b", "c", "d", "e", "f"), ...pages("/docs/1.x/", "g", "h")],
      pages("/docs/1.x/", "g", "h"),
    ],
    [
      "a release before what comes next",
      "/",
      ["/3.0-beta/a", "/2.5/a", "/main/a", "/v3.0.0a1/a"],
      ["/3.0-beta/a", "/main/a", "/v3.0.0a1/a"],
    ],
    [
      "the newest, and the own page of an older one is of that, without a slash, too",
      "/",
      [...pages("/docs/2.0/", "a", "b"), ...pages("/docs/1.0/", "a", "c"), "/docs/1.0", "/docs/2.0"],
      [...pages("/docs/1.0/", "a", "c"), "/docs/1.0"],
    ],
    ["x is the last of its series", "/", ["/2.x/a", "/2.1/a", "/1.x/a"], ["/2.1/a", "/1.x/a"]],
    [
      "of those with the same pages, however they are named",
      "/",
      [
        ...pages("/2.0-jsr380/", "a", "b"),
        ...pages("/2.0/", "a", "b"),
        "/3.1/a",
        "/3.5-inch/disks",
        "/1.44-mb/floppies",
      ],
      [...pages("/2.0-jsr380/", "a", "b"), ...pages("/2.0/", "a", "b")],
    ],
    ["in any script", "/", ["/%E6%96%87%E6%A1%A3/1.0/a", "/%E6%96%87%E6%A1%A3/2.0/b"], ["/%E6%96%87%E6%A1%A3/1.0/a"]],
  ])("current is %s", (_, home, paths, left) => {
    expect(older(home, paths)).toEqual(left);
  });

  test.each<[string, readonly string[]]>([
    ["one version of an interface", ["/api/v1/a", "/api/v1/b", "/api/intro"]],
    ["names alone", ["/museum/current/a", "/museum/old/b", "/jobs/next/", "/dev/c", "/main/d"]],
    ["what is about versions", ["/changelog/1.0/", "/changelog/1.1/", "/releases/v2/notes", "/releases/v1/notes"]],
    ["pages, no folders", ["/a/1.0", "/a/2.0", "/v1", "/v2"]],
    ["years and plain numbers", ["/2023/a", "/2024/a", "/1/a", "/2/a"]],
    ["a few pages beside the only version", ["/docs/1.0/a", "/docs/1.0/b", "/docs/faq"]],
    [
      "the newest of a project that lies beside its site",
      [...pages("/2.0/", "a", "b", "c"), "/about", "/team", "/blog/a", "/x/b", "/y/c"],
    ],
  ])("%s are ordinary folders", (_, paths) => {
    expect(older("/", paths)).toEqual([]);
  });
});

test("versions are ordered as people number them", () => {
  const sorted = ["old", "main", "1.9", "v1.10", "2.0-rc1", "latest", "2.x", "v2"].sort(compareVersions);
  expect(sorted).toEqual(["latest", "2.x", "v2", "v1.10", "1.9", "2.0-rc1", "main", "old"]);
});

test.each([
  ["https://x.dev:8443/docs/v2/a?b=1", "/docs/", "v2", "https://x.dev:8443/docs/v3/a?b=1"],
  ["https://xn--bcher-kva.example/latest/", "/", "latest", "https://xn--bcher-kva.example/v3/"],
])("the version of %s", (url, family, version, other) => {
  const folder = versionFolderOf(url);
  expect(folder).toMatchObject({ family, version });
  expect(folder?.withVersion("v3")).toBe(other);
});

test("a crawl asks for one version", async () => {
  const bare = await crawlExample({
    "/": html("Home", ["/a", "/dev/a", "/0.9/a"]),
    ...pagesAt(["/a", "/dev/a", "/0.9/a"]),
  });
  expect(bare.pages).toEqual(["/", "/a"]);
  expect(bare.leftOut).toEqual({ "/dev/a": "older version of /a", "/0.9/a": "older version of /a" });
  const current = ["/docs/1.0/a", "/docs/latest/a", "/docs/2.0/b"];
  const { pages: taken, leftOut } = await crawlExample({ "/": html("Home", current), ...pagesAt(current) });
  expect(taken).toEqual(["/", "/docs/latest/a"]);
  expect(leftOut["/docs/2.0/b"]).toBe("older version");
});

test("a homepage that leads to a version makes it the current one", async () => {
  const { pages: taken } = await crawlExample({
    "/": { location: "/docs/latest/" },
    "/docs/latest/": html("Home", ["/docs/latest/a", "/docs/2.0/a", "/docs/2.0/b"]),
    ...pagesAt(["/docs/latest/a", "/docs/2.0/a", "/docs/2.0/b"]),
  });
  expect(taken).toEqual(["/docs/latest/", "/docs/latest/a"]);
});

test("a homepage that sends scripts and all others to a version is that version's", async () => {
  const { pages: taken } = await crawlExample({
    "/": `<title>Redirecting</title><noscript><meta http-equiv="refresh" content="1; url=latest/"></noscript>
      <script>location.replace("latest/")</script><body>Redirecting to <a href="latest/">latest/</a></body>`,
    "/latest/": html("Home", ["/latest/a", "/2.0/a"]),
    ...pagesAt(["/latest/a", "/2.0/a"]),
  });
  expect(taken).toEqual(["/latest/", "/latest/a"]);
});

test("a homepage stays where only those without scripts are sent elsewhere", async () => {
  const { pages: taken } = await crawlExample({
    "/": html("Home", ["/a"], '<noscript><meta http-equiv="refresh" content="0; url=/no-scripts"></noscript>'),
    ...pagesAt(["/a", "/no-scripts"]),
  });
  expect(taken).toEqual(["/", "/a"]);
});

test.each([
  ["/old-rules/", "old"],
  ["/rules-2.0/", "2.0"],
])("%s is an older version where the homepage leads to what it is named after alone", async (folder, version) => {
  const rules = pages("/rules/", "a", "b", "c");
  const others = pages(folder, "d", "e");
  const { pages: taken, events } = await crawlExample({
    "/": html("Home", ["/rules/a"]),
    ...pagesAt(["/rules/b", "/rules/c", ...others]),
    "/rules/a": html("A", [...rules, ...others]),
  });
  expect(taken).toEqual(["/", ...rules]);
  expect(events.find((one) => one.type === "leftOut")).toMatchObject({
    evidence: { version: { family: "/rules/", version, because: "homepage" } },
  });
  const linked = await crawlExample({
    "/": html("Home", ["/rules/a", others[0] ?? ""]),
    ...pagesAt([...rules, ...others]),
  });
  expect(linked.leftOut).toEqual({});
});

test("the newest version stands beside the pages without one where the homepage leads into it as a part", () => {
  const paths = [...pages("/docs/", "a", "b", "c", "d", "e"), "/docs/2.x/x", "/docs/2.x/y", "/docs/1.x/x"];
  const left = (label: string) => {
    const links = [{ url: at("/docs/2.x/x"), text: label, rel: [], place: "navigation" as const }];
    const versions = new Versions(at("/"), { links });
    for (const path of paths) versions.discover(at(path));
    const known = new Set(paths.map(at));
    return paths.filter((path) => versions.outdated(at(path), (url) => known.has(at(url))) !== undefined);
  };
  expect(left("API")).toEqual(["/docs/1.x/x"]);
  expect(left("Old API")).toEqual(["/docs/2.x/x", "/docs/2.x/y", "/docs/1.x/x"]);
});

test("a reference below the only version is a part of the site, though some of its pages are called as the manual's", () => {
  const manual = pages("/", "interop/", "ksp/", "types/");
  const reference = pages("/1.x/", "interop/", "ksp/", "poet/", "poet/class-name/");
  const links = [...manual, "/1.x/interop/", "/1.x/poet/"].map((path) => ({
    url: at(path),
    text: "Part",
    rel: [],
    place: "navigation" as const,
  }));
  const left = (home: typeof links, repeated: readonly string[]) => {
    const versions = new Versions(at("/"), { links: home });
    const paths = [...manual, ...reference, ...repeated];
    for (const path of paths) versions.discover(at(path));
    const known = new Set<string>(paths.map(at));
    return paths.filter((path) => versions.outdated(at(path), (url) => known.has(url)) !== undefined);
  };
  expect(left(links, [])).toEqual([]);
  expect(left(links.slice(0, 3), [])).toEqual(reference);
  expect(left(links, pages("/poet/", "", "class-name/"))).toEqual(reference);
});
