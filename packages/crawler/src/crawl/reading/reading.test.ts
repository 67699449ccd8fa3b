import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { crawlExample } from "../../../../../test/crawl/example-crawl.ts";
import { HOST, html } from "../../../../../test/crawl/example-site.ts";
import { fetchedAs } from "../../../../../test/crawl/fetched-as.ts";
import { judgeWith, type Reader, readerHere } from "./reading.ts";

test("the judge and the crawl are given the same page", async () => {
  const reader = readerHere({ withMarkdown: false });
  const fetched = fetchedAs("<title>A</title><main><p>Some text that is here to be read.</p></main>");
  expect(await judgeWith(reader)(fetched)).toBeUndefined();
  expect((await reader.page(fetched)).page).toBe((await reader.page(fetched)).page);
});

test("the Markdown of a page can be had after a reader that wanted none, whether it was left open or not", async () => {
  for (const leavesOpen of [true, false]) {
    const full = fetchedAs("<title>A</title><main><h1>A</h1><p>Some <b>text</b> that is here to be read.</p></main>");
    expect(await readerHere({ withMarkdown: false, leavesOpen }).page(full)).not.toHaveProperty("markdown");
    const { markdown } = await readerHere({ withMarkdown: true }).page(full);
    expect(markdown).toContain("**text**");
    expect(await readerHere({ withMarkdown: false }).page(full)).not.toHaveProperty("markdown");
  }
});

test("a page without content has no Markdown, others have it where it is asked for", async () => {
  const reader = readerHere({ withMarkdown: true });
  const full = fetchedAs("<title>A</title><main><h1>A</h1><p>Some <b>text</b> that is here to be read.</p></main>");
  expect(await reader.page(full)).toMatchObject({ problem: undefined, markdown: expect.stringContaining("**text**") });
  expect(await readerHere({ withMarkdown: false }).page(full)).not.toHaveProperty("markdown");
  const empty = await reader.page(fetchedAs(""));
  expect(empty).not.toHaveProperty("markdown");
  expect(empty.problem).toBe("empty");
});

test("a page whose Markdown cannot be made is listed without it, and the crawl goes on", async () => {
  const here = readerHere({ withMarkdown: true });
  const markdownError = new CrawlError("unexpected", { detail: "no such table" });
  const reader: Reader = {
    sitemap: here.sitemap,
    page: async (fetched) => {
      const { markdown: _, ...read } = await here.page(fetched);
      return { ...read, ...(fetched.url === `${HOST}/` ? { markdownError } : { markdown: "text" }) };
    },
  };
  const pages = { "/": html("Home", ["/a"]), "/a": html("A") };
  const { end, events } = await crawlExample(pages, { withMarkdown: true, reader });
  expect(end.pages.map(({ markdown }) => markdown)).toEqual([undefined, "text"]);
  expect(events.filter(({ type }) => type === "markdownFailed")).toEqual([
    { type: "markdownFailed", url: `${HOST}/`, error: markdownError },
  ]);
});

test("tables of every shape end no crawl that wants Markdown", async () => {
  const { end } = await crawlExample(
    { "/": html("Home").replace("<ul>", "<table><tr><td><p>1<p>2<td>3<tr><td>4<td>5</table><tr><td>6<thead><ul>") },
    { withMarkdown: true },
  );
  expect(end.pages[0]?.markdown).toContain("5");
});

test("the bytes of a large sitemap are given back once it is read, those of a small one are left", async () => {
  const reader = readerHere({ withMarkdown: false });
  const read = async (white: number) => {
    const { body } = fetchedAs(`<urlset><url><loc>${HOST}/a</loc></url>${" ".repeat(white)}</urlset>`);
    const sitemap = await reader.sitemap({ url: `${HOST}/sitemap.xml`, body }, new AbortController().signal);
    return [sitemap?.entries.map(({ url }) => url), body.length > 0];
  };
  expect(await read(2 * 2 ** 20)).toEqual([[`${HOST}/a`], false]);
  expect(await read(10)).toEqual([[`${HOST}/a`], true]);
});
