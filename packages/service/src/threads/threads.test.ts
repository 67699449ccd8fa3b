import { gzipSync } from "node:zlib";
import { readerHere } from "@llmstxt-service/crawler/crawl/reading";
import { WRITER_HERE } from "@llmstxt-service/document/bundle/writer";
import { renderLlmsFull } from "@llmstxt-service/document/full";
import { afterEach, expect, test } from "vitest";
import { crawlExample, sitemapOf } from "../../../../test/crawl/example-crawl.ts";
import { html } from "../../../../test/crawl/example-site.ts";
import { fetchedAs } from "../../../../test/crawl/fetched-as.ts";
import { examplePage } from "../../../../test/llmstxt/example-page.ts";
import { examplePdf, packed, paragraph } from "../../../../test/page/example-pdf.ts";
import { validateLlmsTxt } from "../../../document/src/check/validate.ts";
import { readersHere } from "../readers-here.ts";
import { Account } from "./account.ts";
import { Pool } from "./pool.ts";
import { openThreads } from "./threads.ts";

const NO_SIGNAL = new AbortController().signal;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

function open(count = 1, maxHeapMb?: number) {
  const ended: { url: string; why: string }[] = [];
  const threads = openThreads({ threads: count, ...(maxHeapMb && { maxHeapMb }), onEnded: (one) => ended.push(one) });
  closing.push(threads.close);
  return { ...threads, ended };
}

const PAGE = "<title>A</title><main><h1>A</h1><p>Some <b>text</b> that is here to be read.</p></main>";

test("a crawl gives the same whether it reads in its own thread or in others", async () => {
  const { readers } = open(2);
  const paths = Array.from({ length: 60 }, (_, index) => `/p${index}`);
  const pages = { "/": html("Home", paths.slice(0, 30)), ...sitemapOf(paths) };
  const answers = Object.fromEntries([...Object.entries(pages), ...paths.map((path) => [path, html(path)])]);
  const options = { withMarkdown: true, maxPages: 50 };
  const here = await crawlExample(answers, options);
  const there = await crawlExample(answers, { ...options, reader: readers.forCrawl(options, NO_SIGNAL) });
  expect(there.end).toEqual(here.end);
  expect(there.pages).toHaveLength(50);
});

test("large bodies are given away, small ones are not, and both are read once", async () => {
  const reader = open().readers.forCrawl({ withMarkdown: false }, NO_SIGNAL);
  const large = fetchedAs(`${PAGE}${"<p>more</p>".repeat(100_000)}`);
  const small = fetchedAs(PAGE);
  const read = await Promise.all([reader.page(small), reader.page(large), reader.page(large), reader.page(small)]);
  expect(read[1]).toBe(read[2]);
  expect(read[0]).toBe(read[3]);
  expect([large.body.length, small.body.length]).toEqual([0, PAGE.length]);
  expect(read[0]).toEqual(await readerHere({ withMarkdown: false }).page(small));
});

test("the command reads the first 200 pages of a crawl itself, and gives the others to a thread that reads them alike", async () => {
  const over = new AbortController();
  const reader = readersHere(1).forCrawl({ withMarkdown: false }, over.signal);
  const page = (number: number) =>
    fetchedAs(`${PAGE.replaceAll("A", `N${number}`)}${"<p>more</p>".repeat(number % 200 ? 1 : 100_000)}`);
  const pages = Array.from({ length: 201 }, (_, number) => page(number));
  const read = [];
  for (const fetched of pages) read.push(await reader.page(fetched));
  expect(pages.map(({ body }) => body.length === 0).lastIndexOf(false)).toBe(199);
  const here = readersHere(0).forCrawl({ withMarkdown: false }, over.signal);
  for (const [number, fetched] of read.entries()) expect(fetched).toEqual(await here.page(page(number)));
  for (const last of pages.slice(200)) expect(await reader.page(last)).toBe(read[200]);
  over.abort();
});

test("a large body that an idle thread takes at once is read once, too, and the next pages are their own", async () => {
  const reader = open().readers.forCrawl({ withMarkdown: false }, NO_SIGNAL);
  await reader.page(fetchedAs(PAGE));
  const large = fetchedAs(`${PAGE.replaceAll("A", "B")}${"<p>more</p>".repeat(100_000)}`);
  const read = await reader.page(large);
  expect(await reader.page(large)).toBe(read);
  expect(read.page.title).toBe("B");
  expect(await reader.page(fetchedAs(PAGE))).toMatchObject({ page: { title: "A" } });
});

test("a task that cannot be sent to a thread fails alone", async () => {
  const { readers } = open();
  const gone = fetchedAs(PAGE);
  gone.body.buffer instanceof ArrayBuffer && structuredClone(0, { transfer: [gone.body.buffer] });
  const one = readers.forCrawl({ withMarkdown: false }, NO_SIGNAL);
  await expect(one.page(gone)).rejects.toMatchObject({ code: "unreadable" });
  expect(await one.page(fetchedAs(PAGE))).toMatchObject({ page: { title: "A" } });
});

test("a sitemap crosses threads with all that it says", async () => {
  const reader = open().readers.forCrawl({ withMarkdown: false }, NO_SIGNAL);
  const { body } = fetchedAs(
    `<urlset><url><loc>https://x.dev/a</loc><lastmod>2026-01-02</lastmod></url><url><loc>https://x.dev/b</loc>
     <xhtml:link rel="alternate" hreflang="de" href="https://x.dev/de/b"/></url></urlset>`,
  );
  const sitemap = { url: "https://x.dev/sitemap.xml", body };
  expect(await reader.sitemap(sitemap, NO_SIGNAL)).toEqual(
    await readerHere({ withMarkdown: false }).sitemap(sitemap, NO_SIGNAL),
  );
  expect(await reader.sitemap({ ...sitemap, body: new Uint8Array() }, NO_SIGNAL)).toBeUndefined();
});

test("when a crawl is stopped, what it still waits for fails at once, and others are read", async () => {
  const { readers } = open();
  const stop = new AbortController();
  const [stopped, other] = [stop.signal, NO_SIGNAL].map((signal) => readers.forCrawl({ withMarkdown: false }, signal));
  const waiting = Array.from({ length: 100 }, () => stopped?.page(fetchedAs(PAGE)));
  stop.abort();
  const ends = await Promise.allSettled(waiting);
  expect(ends.every((end) => end.status === "rejected" && end.reason.code === "aborted")).toBe(true);
  expect(await other?.page(fetchedAs(PAGE))).toMatchObject({ page: { title: "A" } });
});

test("a task over its time is ended with its thread; what was given with it is read by the next one", async () => {
  const ended: { url: string; why: string }[] = [];
  const pool = new Pool({ maxThreads: 1, maxHeapMb: 512, onEnded: (one) => ended.push(one) });
  closing.push(() => pool.close());
  const ordinary = new Account("crawls");
  const askOrdinary = (url: string) => {
    const input = { body: new TextEncoder().encode(PAGE), source: { url }, withMarkdown: false };
    return pool.ask({ account: ordinary, url, operation: "page", input, limitMs: 60_000 }, NO_SIGNAL);
  };
  // Small enough to be given together with others, and sixteen million tags: far longer than the time it has.
  const body = gzipSync(`<urlset>${"<a>".repeat(16_000_000)}`);
  const hostile = {
    account: new Account("crawls"),
    url: "https://b.dev/long",
    operation: "sitemap",
    input: { body },
    limitMs: 0,
  } as const;
  const asked = [
    askOrdinary("https://a.dev/1"),
    pool.ask(hostile, NO_SIGNAL),
    ...Array.from({ length: 20 }, (_, index) => askOrdinary(`https://a.dev/${index}`)),
  ];
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual(asked.map((_, index) => (index === 1 ? "rejected" : "fulfilled")));
  expect(ends[1]).toMatchObject({ reason: { code: "unreadable" } });
  expect(ended).toEqual([{ url: "https://b.dev/long", why: "it took more than 0 s of processor time" }]);
});

test("documents are written as they are in this thread, to the byte, and in full and page by page", async () => {
  const { writer } = open();
  const paths = Array.from({ length: 40 }, (_, index) => `/part${index % 3}/p${index}`);
  const site = { "/": html("Home \u{1f600}", paths), ...Object.fromEntries(paths.map((path) => [path, html(path)])) };
  const { pages } = (await crawlExample(site, { withMarkdown: true, maxPages: 30 })).end;
  const options = { descLength: 500, generatedAt: new Date(0), source: pages[0]?.url ?? "", documentBudget: 2_000 };
  expect(pages).toHaveLength(30);
  for (const write of ["llmsTxt", "llmsFull", "pages"] as const)
    expect(await writer[write](pages, options, NO_SIGNAL)).toEqual(await WRITER_HERE[write](pages, options, NO_SIGNAL));
  // The pages are the crawl's as before: nothing of them was given away.
  expect(await writer.llmsFull(pages, options, NO_SIGNAL)).toContain("Source: ");
});

test("large documents are written, too, and several at once", async () => {
  const { writer } = open();
  const text = "Words that are here to be read. ".repeat(20_000);
  const pages = ["/", "/a", "/b"].map((path) => examplePage(`https://x.dev${path}`, { title: path, text }));
  const options = { descLength: 500, generatedAt: new Date(0), source: "https://x.dev/" };
  const written = await Promise.all([1, 2, 3].map(() => writer.llmsFull(pages, options, NO_SIGNAL)));
  for (const one of written) expect(one).toBe(renderLlmsFull(pages, options));
});

test("a document is checked as it is in this thread, lone surrogates and all", async () => {
  const { writer } = open();
  const text = `# Site\n\n> A \ud800 site.\n\n## A\n\n- [a](https://x.dev/a): text\u200b\n`;
  expect(await writer.validate(text, {}, NO_SIGNAL)).toEqual(validateLlmsTxt(text));
});

test("a document that takes too long is given up with its thread, and the next one is checked", async () => {
  const ended: unknown[] = [];
  const pool = new Pool({ maxThreads: 1, maxHeapMb: 512, onEnded: (one) => ended.push(one) });
  closing.push(() => pool.close());
  const ask = (text: string, limitMs: number) =>
    pool.ask(
      {
        account: new Account("people"),
        url: "a document",
        operation: "validate",
        input: { text, options: {} },
        limitMs,
      },
      NO_SIGNAL,
    );
  const long = `# A\n\n> B\n\n## C\n\n${"- [a](https://x.dev/a): text\n".repeat(500_000)}`;
  const [first, second] = await Promise.allSettled([ask(long, 0), ask("# A\n", 60_000)]);
  expect(first).toMatchObject({ status: "rejected", reason: { code: "unreadable" } });
  expect(second).toMatchObject({ status: "fulfilled", value: { valid: true } });
  expect(ended).toHaveLength(1);
});

test("a PDF that unpacks to a thousand times its size ends its thread and costs its page alone, however many there are", async () => {
  const { readers, ended } = open(1, 256);
  const reader = readers.forCrawl({ withMarkdown: true }, NO_SIGNAL);
  const bytes = examplePdf([[]], { page: "/Contents 10 0 R", objects: [packed(new Uint8Array(150 * 2 ** 20))] });
  const ask = (body: Uint8Array) => reader.page({ ...fetchedAs("", "https://x.dev/a.pdf"), body });
  await expect(ask(bytes)).rejects.toMatchObject({
    code: "unreadable",
    message: expect.stringMatching(/took more than/),
  });
  expect(ended).toHaveLength(1);
  const text = paragraph(700, "The harbour keeps a table of the tides for every day of the year.");
  expect((await ask(examplePdf([text]))).markdown).toMatch(/^The harbour/);
  expect((await reader.page(fetchedAs(PAGE))).page.title).toBe("A");
});
