import { pageUrl } from "@llmstxt-service/page/address/page-url";
import { expect, test } from "vitest";
import { exampleSite, HOST, html } from "../../../../../test/crawl/example-site.ts";
import { MAX_HOLD_MS, watched } from "../../../../../test/crawl/longest-hold.ts";
import { type CrawlEvent, crawl } from "../crawl.ts";
import { Frontier } from "./frontier.ts";

const paths = ["/docs", "/api", "/blog"].flatMap((folder) => Array.from({ length: 80 }, (_, n) => `${folder}/p${n}`));
const answers = {
  "/": html("Home", paths),
  ...Object.fromEntries(paths.map((path) => [path, html(path, path === "/docs/p0" ? ["/docs/p0/more"] : [])])),
  "/docs/p0/more": html("More"),
};

async function crawled(maxPages: number, withPreview: boolean) {
  const { fetch } = exampleSite(answers);
  const options = { fetch, maxPages, withPreview, productToken: "llmstxt", findMarkdown: false };
  const events: CrawlEvent[] = [];
  for await (const event of crawl(HOST, options, AbortSignal.timeout(15_000))) events.push(event);
  const pages = events.flatMap((event) => (event.type === "end" ? event.pages.map(({ url }) => url) : []));
  const chosen = events.flatMap((event) => (event.type === "chosen" ? event.urls : []));
  return { pages, chosen, types: events.map(({ type }) => type) };
}

test("with a preview the pages are named before they are asked for; without one none is", async () => {
  const whole = await crawled(300, true);
  expect([...whole.chosen].sort()).toEqual(whole.pages.slice(1).sort());
  expect(whole.types.indexOf("chosen")).toBeLessThan(whole.types.indexOf("visiting"));
  const limited = await crawled(200, true);
  expect(new Set(limited.chosen).size).toBe(199);
  // Folders are entered carefully, which the preview does not foresee: a few places go to others.
  expect(limited.pages.filter((page) => limited.chosen.includes(page)).length).toBeGreaterThan(180);
  const plain = await crawled(200, false);
  expect(plain.chosen).toEqual([]);
  expect(plain.pages).toEqual(limited.pages);
});

test("a preview of 20,000 waiting pages lets others have their turn, and is the same", async () => {
  const frontier = new Frontier();
  for (let n = 0; n < 20_000; n++)
    frontier.add({
      url: pageUrl(`${HOST}/a${n % 90}/b${n % 700}/p${n}`),
      level: 1,
      isInScope: true,
      isFeatured: n % 4 === 0,
    });
  const { result: preview, longestMs } = await watched(frontier.preview(1_000));
  expect(longestMs).toBeLessThan(MAX_HOLD_MS);
  expect(preview).toHaveLength(1_000);
  expect(await frontier.preview(1_000)).toEqual(preview);
});
