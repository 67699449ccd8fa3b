import { expect, test } from "vitest";
import { crawlExample } from "../../../../test/crawl/example-crawl.ts";
import { crawlFolder } from "../../../../test/crawl/example-folder.ts";
import { HOST, html } from "../../../../test/crawl/example-site.ts";
import { examplePdf, paragraph } from "../../../../test/page/example-pdf.ts";

const TEXT = paragraph(
  700,
  "The harbour keeps a table of the tides for every day of the year. The master of",
  "each ship reads it before the ship leaves, and so does the pilot.",
);

test("a linked PDF is a page after the others, and those that cannot be read are told by their reason", async () => {
  const { end, leftOut, events } = await crawlFolder({
    "index.html": html("Home", ["/tides.pdf", "/scan.pdf", "/locked.pdf", "/broken.pdf", "/html.pdf", "/a"]),
    "a.html": html("A"),
    "tides.pdf": examplePdf([[{ text: "Tides", y: 740, size: 20 }, ...TEXT]]),
    "scan.pdf": examplePdf([[], []]),
    "locked.pdf": examplePdf([TEXT], { isLocked: true }),
    "broken.pdf": "%PDF-1.7 and nothing else",
    "html.pdf": html("No PDF"),
  });
  expect(end.pages.map(({ url, page }) => [url, page.title])).toEqual([
    [`${HOST}/`, "Home"],
    [`${HOST}/a`, "A"],
    [`${HOST}/tides.pdf`, "Tides"],
    [`${HOST}/html.pdf`, "No PDF"],
  ]);
  expect(end.pages[2]?.markdown).toMatch(/^The harbour .* and so does the pilot\.$/);
  expect(leftOut).toEqual({ "/scan.pdf": "scanned pdf", "/locked.pdf": "locked pdf", "/broken.pdf": "broken pdf" });
  expect(events.filter(({ type }) => type === "failed")).toEqual([]);
});

test("a PDF is one by what the server calls it, and may be the homepage", async () => {
  const body = Buffer.from(examplePdf([TEXT])).toString("latin1");
  const headers = { "content-type": "application/pdf" };
  const { pages } = await crawlExample({ "/": html("Home", ["/get?id=7"]), "/get?id=7": { headers, body } });
  expect(pages).toEqual(["/", "/get?id=7"]);
  expect((await crawlExample({ "/": { headers, body } })).pages).toEqual(["/"]);
});
