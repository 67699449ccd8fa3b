import type { CrawledPage } from "@llmstxt-service/crawler";
import { expect, test } from "vitest";
import { packPages, unpackPages } from "./recrawl.ts";

const page = (url: string) =>
  ({
    url,
    page: { title: "A", text: "x" },
    validators: { etag: '"1"' },
    markdown: "# A",
  }) as never as CrawledPage;

test("a stored page is restored without its Markdown", async () => {
  const pages = await unpackPages(await packPages([page("https://x.dev/")]));
  expect(pages?.get("https://x.dev/")).toEqual({
    ...{ url: "https://x.dev/", validators: { etag: '"1"' } },
    page: { title: "A", text: "x" },
  });
});

test("unreadable stored pages count as absent, so pages are fetched again", async () => {
  const packed = await packPages([page("https://x.dev/")]);
  expect(await unpackPages(null)).toBeUndefined();
  expect(await unpackPages(packed.subarray(0, 20))).toBeUndefined();
  expect(await unpackPages(Buffer.from("no archive"))).toBeUndefined();
});
