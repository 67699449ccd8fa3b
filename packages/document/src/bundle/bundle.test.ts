import { isOurPageFile } from "@llmstxt-service/page/our-files";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { bundleOf, exampleSite, fileOf, indexesIn } from "../../../../test/llmstxt/example-bundle.ts";
import { examplePage } from "../../../../test/llmstxt/example-page.ts";
import { codePoints } from "../budget.ts";
import { validateLlmsTxt } from "../check/check.ts";

const home = examplePage("https://x.dev/", { title: "X", descriptions: { meta: "Tables." } }, { markdown: "Welcome." });

const pathsOf = (bundle: ReadonlyMap<string, string>) =>
  [...bundle.keys()].filter((path) => !path.startsWith(".llmstxt/") && !path.endsWith("404.md"));

test("a page's Markdown lies beside the page, with the way to the index above and the source below", () => {
  const bundle = bundleOf([
    home,
    examplePage("https://x.dev/a", { title: "A" }, { markdown: "# A\n\nOf a." }),
    examplePage("https://x.dev/b.html", { title: "B" }, { markdown: "Of b." }),
    examplePage("https://x.dev/c/", { title: "C" }, { markdown: "Of c." }),
  ]);
  expect(pathsOf(bundle)).toEqual(["index.md", "a.md", "b.md", "c/index.md", "llms.txt"]);
  expect(bundle.get("a.md")).toBe(
    "> All pages of this site are listed in [llms.txt](https://x.dev/llms.txt).\n\n# A\n\nOf a.\n\nSource: https://x.dev/a\n",
  );
});

test("with front matter a program reads title, description, address and date, whatever a stranger wrote", () => {
  const page = {
    title: "A: #1 'tip'",
    description: 'Says "x"\n---\nurl: evil',
    modified: "2026-11-20T10:00:00Z",
  };
  const bundle = bundleOf([home, examplePage("https://x.dev/a", page, { markdown: "Of a." })], { frontMatter: true });
  const [, head = "", rest] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(bundle.get("a.md") ?? "") ?? [];
  expect(parse(head)).toEqual({
    title: "A: #1 'tip'",
    description: 'Says "x" --- url: evil',
    url: "https://x.dev/a",
    updated: "2026-11-20T10:00:00Z",
  });
  expect(rest).toMatch(/^> All pages of this site are listed in \[llms\.txt\]/);
  expect(isOurPageFile(bundle.get("a.md") ?? "")).toBe(true);
  expect(bundle.get("index.md")).not.toContain("updated");
});

test("every link of the index leads to Markdown: the site's own where it has one, which is not made again", () => {
  const bundle = bundleOf([
    home,
    examplePage("https://x.dev/own", { title: "Own" }, { markdownUrl: "https://x.dev/raw/own.md" }),
    examplePage("https://x.dev/made", { title: "Made" }, { markdown: "Made." }),
  ]);
  expect(indexesIn(bundle).get("llms.txt")?.toSorted()).toEqual(["https://x.dev/made.md", "https://x.dev/raw/own.md"]);
  expect(pathsOf(bundle)).toEqual(["index.md", "made.md", "llms.txt"]);
});

test("with the site's own Markdown at hand, a file where readers look has it below the way to the index", () => {
  const own = examplePage("https://x.dev/own", { title: "Own" }, { markdownUrl: "https://x.dev/raw/own.md" });
  const bundle = bundleOf([home, own], { ownMarkdown: new Map([["https://x.dev/own", "# Own\n\nAs written."]]) });
  expect(bundle.get("own.md")).toBe(
    "> All pages of this site are listed in [llms.txt](https://x.dev/llms.txt).\n\n# Own\n\nAs written.\n",
  );
  expect(indexesIn(bundle).get("llms.txt")).toEqual(["https://x.dev/own.md"]);
});

test("no file of ours has the path of the site's own Markdown", () => {
  const bundle = bundleOf([
    home,
    examplePage("https://x.dev/a", { title: "A" }, { markdownUrl: "https://x.dev/a.md" }),
    examplePage("https://x.dev/A", { title: "Another A" }, { markdown: "Other." }),
  ]);
  expect(pathsOf(bundle)).toEqual(["index.md", expect.stringMatching(/^A-[\da-f]{8}\.md$/), "llms.txt"]);
});

test("where two pages would share a name, one keeps it and the other has the digest of its path and query", () => {
  const bundle = bundleOf([
    home,
    examplePage("https://x.dev/A", { title: "Capital A" }),
    examplePage("https://x.dev/a", { title: "A" }),
    examplePage("https://x.dev/a?id=7", { title: "Seventh A" }),
  ]);
  expect(bundle.get("a.md")).toContain("Source: https://x.dev/a\n");
  expect(bundle.get("A-7436eae8.md")).toContain("Source: https://x.dev/A\n");
  expect(bundle.get("a-c73841dc.md")).toContain("Source: https://x.dev/a?id=7\n");
});

test("a bundle of a path lists what it covers and lies below it", () => {
  const pages = [
    examplePage("https://x.dev/project/", { title: "Project" }),
    examplePage("https://x.dev/project/use/", { title: "Use" }),
    examplePage("https://x.dev/elsewhere", { title: "Elsewhere" }, { inScope: false }),
  ];
  const source = "https://x.dev/project/";
  const bundle = bundleOf(pages, { source });
  expect(pathsOf(bundle)).toEqual(["project/index.md", "project/use/index.md", "project/llms.txt"]);
  expect(bundle.get("project/llms.txt")).not.toContain("elsewhere");
  expect(bundle.get("project/llms.txt")).toContain("Pages: 2\n");
  expect(pathsOf(bundleOf(pages, { source, root: source }))).toEqual(["index.md", "use/index.md", "llms.txt"]);
});

test("with another base for what is published the index links there", () => {
  const pages = [home, examplePage("https://x.dev/a b/", { title: "A" })];
  const bundle = bundleOf(pages, { publishBase: "https://cdn.example/x" });
  expect(indexesIn(bundle).get("llms.txt")).toEqual(["https://cdn.example/x/a%20b/index.md"]);
  expect(bundle.get("index.md")).toContain("(https://cdn.example/x/llms.txt)");
});

test("a page of more than 50,000 characters is divided at headings, and each piece says where it goes on", () => {
  const chapter = (number: number) => `## Chapter ${number}\n\n${"Words of it. ".repeat(800)}`;
  const markdown = Array.from({ length: 12 }, (_, number) => chapter(number)).join("\n\n");
  const bundle = bundleOf([home, examplePage("https://x.dev/book", { title: "Book" }, { markdown })]);
  expect(pathsOf(bundle)).toEqual(["index.md", "book.md", "book.2.md", "book.3.md", "llms.txt"]);
  expect(bundle.get("book.md")).toContain("This page goes on in [part 2 of 3](https://x.dev/book.2.md).");
  expect(bundle.get("book.2.md")).toContain(
    "# Book (2/3)\n\nThis page goes on in [part 3 of 3](https://x.dev/book.3.md).\n\n## Chapter",
  );
  expect(bundle.get("book.3.md")).not.toContain("goes on");
  for (const text of bundle.values()) expect(codePoints(text)).toBeLessThanOrEqual(50_000);
});

test("an index of more than 50,000 characters becomes a root and one index a part", () => {
  const bundle = bundleOf(exampleSite(1_000), { full: true });
  const indexes = indexesIn(bundle);
  expect([...indexes.keys()].at(-1)).toBe("llms.txt");
  expect(indexes.has("part0/llms.txt")).toBe(true);
  expect(bundle.get("part0/page-8.md")).toContain("](https://x.dev/part0/llms.txt)");
  expect(bundle.get("llms.txt")).toContain("Pages: 1001\n");
  expect(bundle.get("part0/llms.txt")).toContain("Pages: 125\n");
  expect(bundle.get("part0/llms-full.txt")).toContain("Source: https://x.dev/part0/page-8\n");
  for (const [path, text] of bundle)
    if (indexes.has(path)) {
      expect(codePoints(text)).toBeLessThanOrEqual(50_000);
      expect(validateLlmsTxt(text).findings.filter(({ level }) => level === "error")).toEqual([]);
    }
});

test.each([1_000, 5_000])(
  "of %i pages each stands in exactly one part, and in three fetches at most it is reached",
  (count) => {
    const bundle = bundleOf(exampleSite(count, 40));
    const indexes = indexesIn(bundle);
    const root = indexes.get("llms.txt") ?? [];
    const parts = root.filter((url) => url.endsWith("/llms.txt"));
    const listed = parts.flatMap((url) => indexes.get(fileOf(url)) ?? []);
    expect(parts).toHaveLength(indexes.size - 1);
    expect(listed).toHaveLength(count);
    expect(new Set(listed).size).toBe(count);
    expect(listed.filter((url) => !bundle.has(fileOf(url)))).toEqual([]);
    expect(codePoints(bundle.get("llms.txt") ?? "")).toBeLessThanOrEqual(50_000);
  },
);

test("the same pages in another order give the same files", () => {
  const [first, ...rest] = exampleSite(700);
  if (first === undefined) throw new Error("A site has a homepage");
  expect([...bundleOf([first, ...rest.toReversed()])]).toEqual([...bundleOf([first, ...rest])]);
});

test("404.md beside the index leads to it", () => {
  expect(bundleOf([home]).get("404.md")).toBe(
    "# Not found\n\nThere is no page at this address. All pages of this site are listed in [llms.txt](https://x.dev/llms.txt).\n",
  );
});

test("a sub-domain's Markdown lies in a folder of its host, and no setting speaks of its addresses", () => {
  const bundle = bundleOf([
    home,
    examplePage("https://x.dev/guide", { title: "Guide" }, { markdown: "Of x." }),
    examplePage("https://docs.x.dev/guide", { title: "Manual" }, { markdown: "Of docs." }),
    examplePage("https://docs.x.dev/", { title: "Docs" }, { markdown: "All docs." }),
    examplePage("https://docs.x.dev/own", { title: "Own" }, { markdownUrl: "https://docs.x.dev/own.md" }),
  ]);
  expect(pathsOf(bundle)).toEqual(["index.md", "docs.x.dev/index.md", "docs.x.dev/guide.md", "guide.md", "llms.txt"]);
  expect(bundle.get("docs.x.dev/guide.md")).toContain("Of docs.\n\nSource: https://docs.x.dev/guide\n");
  const links = [...(bundle.get("llms.txt") ?? "").matchAll(/\]\((.*?)\)/g)].map(([, url]) => url);
  expect(links).toEqual([
    "https://x.dev/docs.x.dev/index.md",
    "https://x.dev/docs.x.dev/guide.md",
    "https://docs.x.dev/own.md",
    "https://x.dev/guide.md",
  ]);
  const settings = [...bundle].filter(([path]) => path.startsWith(".llmstxt/") && !path.endsWith(".json"));
  const named = settings.flatMap(([, text]) => text.match(/^.*docs\.x\.dev.*$|^.*docs\\.x\\.dev.*$/gm) ?? []);
  expect(named.filter((line) => !line.includes("https://docs.x.dev/"))).toEqual([]);
});
