import { expect, test } from "vitest";
import { type Answers, crawlExample } from "../../../../test/crawl/example-crawl.ts";
import { HOST, html } from "../../../../test/crawl/example-site.ts";

const words = "This says what it is about, in more than a few words, so that it counts as a page. ".repeat(3);
const raw = (text: string, type = "text/plain") => ({ headers: { "content-type": type }, body: text });
const page = (title: string, links: readonly string[] = []) =>
  raw(`# ${title}\n\n${title}. ${words}\n\n${links.map((link) => `- [${link}](${link})`).join("\n")}\n`);

test("a folder of Markdown is a site: its texts lead to one another and are their own Markdown", async () => {
  const answers: Answers = {
    "/README.md": page("Tool", ["docs/install.md", "docs/gone.md", "LICENSE"]),
    "/docs/install.md": page("Install", ["../docs/usage.md#flags", "/docs/notes.md"]),
    "/docs/usage.md": raw(`---\ntitle: Usage\n---\n${words}`, "text/markdown"),
    "/docs/notes.md": raw(words, "application/octet-stream"),
  };
  const { pages, end, events } = await crawlExample(answers, {
    base: "/README.md",
    findMarkdown: true,
    withMarkdown: true,
  });
  expect(pages).toEqual(["/README.md", "/docs/install.md", "/docs/usage.md", "/docs/notes.md"]);
  expect(end.pages.map(({ page: { title } }) => title)).toEqual(["Tool", "Install", "Usage", "notes"]);
  expect(end.pages.slice(1).map(({ url, markdownUrl }) => markdownUrl === url)).toEqual([true, true, true]);
  expect(end.pages[1]?.markdown).toContain(`[../docs/usage.md#flags](${HOST}/docs/usage.md#flags)`);
  expect(events.flatMap((event) => (event.type === "failed" ? [event.url] : []))).toEqual([
    `${HOST}/LICENSE`,
    `${HOST}/docs/gone.md`,
  ]);
});

test("Markdown that is some page's version is told as that, unasked; what is no page's is a page", async () => {
  const declaring = '<link rel="alternate" type="text/markdown" href="/raw/b.md">';
  const { pages, leftOut, requests } = await crawlExample({
    "/": html("Home", [
      "/a",
      "/a.md",
      "/b",
      "/raw/b.md",
      "/c/",
      "/c/index.md",
      "/d.html",
      "/d.html.md",
      "/e.md",
      "/f",
      "/f.md",
    ]),
    "/a": html("A"),
    "/b": html("B", [], declaring),
    "/c/": html("C"),
    "/d.html": html("D"),
    "/e.md": page("E"),
    "/f.md": page("F"),
  });
  expect(pages).toEqual(["/", "/a", "/b", "/c/", "/d.html", "/e.md", "/f.md"]);
  expect(leftOut).toEqual({
    "/a.md": "markdown version of /a",
    "/raw/b.md": "markdown version of /b",
    "/c/index.md": "markdown version of /c/",
    "/d.html.md": "markdown version of /d.html",
  });
  expect(requests.filter((one) => /\/(?:a|b|index|html)\.md$/.test(one))).toEqual([]);
});

test("a file of a bundle is no page, wherever it lies", async () => {
  const file = `> All pages of this site are listed in [llms.txt](${HOST}/llms.txt).\n\n# A\n\n${words}\n\nSource: ${HOST}/a\n`;
  const { pages, leftOut } = await crawlExample({
    "/": html("Home", ["/a", "/copies/of-a.md"]),
    "/a": html("A"),
    "/copies/of-a.md": raw(file, "text/markdown"),
  });
  expect(pages).toEqual(["/", "/a"]);
  expect(leftOut).toEqual({ "/copies/of-a.md": "markdown version of /a" });
});
