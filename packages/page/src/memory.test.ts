import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { readPage } from "./page.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const SCRIPT_CHARACTERS = 300_000;
const PAGES = 100;

/** A page with one of everything that is kept, and a script, which is not. */
const pageOf = (number: number): string => `<html lang="en-number-${number}"><head>
  <title>The title of page ${number} is long enough</title>
  <meta name="description" content="The description of page ${number} is long enough">
  <meta property="og:description" content="The other description of page ${number}">
  <link rel="canonical" href="https://a.test/some/folder/page-${number}">
  <link rel="alternate" hreflang="de" href="/de/some/folder/page-${number}">
  <script type="application/ld+json">{"@type":"WebSite","name":"The name of the site ${number}"}</script></head>
  <body><div class="a-class-that-only-page-${number}-has"><main><h1>The heading of page ${number}</h1>
  <p>A paragraph of page ${number} with <a href="/some/folder/link-${number}">a link of ${number} words</a>.</p>
  <p>Caf&eacute; and caf\u00e9, in a paragraph of page ${number}.</p><pre>the code of page ${number}</pre></main>
  <script>${"x".repeat(SCRIPT_CHARACTERS)}</script></div>`;

test("a page does not keep its source bytes in memory", () => {
  const read = (number: number) => readPage(Buffer.from(pageOf(number)), { url: `https://a.test/${number}` });
  read(0);
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: PAGES }, (_, number) => read(number + 1));
  collect();
  const bytesAPage = (process.memoryUsage().heapUsed - before) / kept.length;
  expect(bytesAPage).toBeLessThan(SCRIPT_CHARACTERS / 10);
});
