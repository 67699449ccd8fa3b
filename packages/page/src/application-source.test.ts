import { expect, test } from "vitest";
import { applicationData, withApplicationData } from "./application-source.ts";

const URL_OF_PAGE = "https://site.test/docs/one";
const SHELL = `<title>Site</title><div id="__next"></div>`;
const WORDS = "Some words of the page that its application shows to whoever asks for it with a browser. ".repeat(3);
const LINK = { title: "Two", href: "/docs/two" };

const mainOf = async (pageProps: unknown) => withApplicationData(SHELL, JSON.stringify({ pageProps }), URL_OF_PAGE);

test("a page that holds text is read as it is", () => {
  const data = `<script id="__NEXT_DATA__">{"props":{"pageProps":{"a":"b"}}}</script>`;
  expect(applicationData(`<div id="__next"></div>${data}`, URL_OF_PAGE)?.type).toBe("here");
  expect(applicationData(`<div id="__next"><main><p>${WORDS}</p></main></div>${data}`, URL_OF_PAGE)).toBeUndefined();
  expect(applicationData(`<div id="app"></div>${data}`, URL_OF_PAGE)).toBeUndefined();
});

test("content in HTML keeps plain elements and its links, and nothing that runs or speaks for the page", async () => {
  const body = `<p onclick=x>${WORDS}<script>run()</script><base href="https://b.test/"><a class="x" href="/docs/two">Two</a></p>`;
  const html = await mainOf({ body });
  expect(html).toContain(`<p>${WORDS}`);
  expect(html).toContain(`<a href="/docs/two">Two</a></p>`);
  expect(html).not.toMatch(/<script|<base|onclick|class=/);
});

test("nodes of rich text are the elements that they stand for", async () => {
  const text = (words: string) => ({ type: "text", text: words });
  const content = [
    { type: "heading", content: [text("First")] },
    { type: "paragraph", content: [text(WORDS), text("And <more>.")] },
  ];
  expect(await mainOf({ doc: { type: "doc", content }, LINK })).toContain(
    `<h2>First</h2>\n<p>${WORDS}And &lt;more>.</p>`,
  );
});

test("hostile data are read within bounds", async () => {
  const deep = `${'{"deep":'.repeat(5_000)}"${WORDS}"${"}".repeat(5_000)}`;
  expect(await withApplicationData(SHELL, `{"pageProps":${deep}}`, URL_OF_PAGE)).toBeUndefined();
  const doubling = [
    { data: 1 },
    ...Array.from({ length: 40 }, (_, at) => Array.from({ length: 9 }, () => at + 2)),
    WORDS,
  ];
  const started = process.cpuUsage();
  await withApplicationData(`<div id="__nuxt"></div>`, JSON.stringify(doubling), URL_OF_PAGE);
  await mainOf({ body: `<p>${"<a <".repeat(200_000)}`, LINK });
  await mainOf(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, WORDS])));
  expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
  for (const json of ["", "[]", "[1]", "null", "{", '["Ref",0]', '[{"data":0}]'])
    expect(await withApplicationData(`<div id="__nuxt"></div>`, json, URL_OF_PAGE)).toBeUndefined();
});

test("a payload that names one long string 40,000 times costs no more than a bound", async () => {
  const payload = JSON.stringify([{ data: 1 }, { items: 2 }, Array(40_000).fill(3), "word".repeat(500_000)]);
  expect(await withApplicationData('<div id="__nuxt"></div>', payload, "https://x.dev/")).toBeUndefined();
});
