import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type DefaultTreeAdapterMap, html as namespaces, parse } from "parse5";
import { afterAll, expect, test } from "vitest";
import { decodePage } from "../../packages/page/src/charset.ts";
import { readPage } from "../../packages/page/src/page.ts";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

const URL_OF_PAGE = "https://a.test/docs/page";

/** The same fields as `readPage` gives, by the reference parser and by the shortest code that is right. */
function readByParse5(html: string) {
  const elements = [...elementsOf(parse(html, { scriptingEnabled: false }))];
  const named = (...names: string[]) => elements.filter(({ tagName }) => names.includes(tagName));
  const base = named("base").find((element) => attribute(element, "href"));
  const baseUrl = resolve(base && attribute(base, "href"), URL_OF_PAGE) ?? URL_OF_PAGE;
  const metas = named("meta").filter((meta) => attribute(meta, "content").trim() !== "");
  const contentsOf = (name: string) =>
    metas
      .filter((meta) => [attribute(meta, "name"), attribute(meta, "property")].some((key) => same(key, name)))
      .map((meta) => line(attribute(meta, "content")));
  const titles = named("title").filter(({ namespaceURI }) => namespaceURI === namespaces.NS.HTML);
  const directives = contentsOf("robots").flatMap((content) => content.toLowerCase().split(/[\s,]+/));
  const forbids = (what: string) => directives.includes("none") || directives.includes(what);
  const canonical = named("link").find((link) => rel(link).includes("canonical") && attribute(link, "href").trim());
  return {
    title:
      [...titles, ...named("h1")].map((element) => line(textOf(element))).find((text) => text !== "") ?? "Untitled",
    description: contentsOf("description")[0] ?? contentsOf("og:description")[0],
    canonical: canonical && resolve(attribute(canonical, "href"), baseUrl),
    lang:
      named("html").map((element) => (attribute(element, "lang") || attribute(element, "xml:lang")).trim())[0] ||
      undefined,
    robots: { index: !forbids("noindex"), follow: !forbids("nofollow") },
    links: named("a", "area").flatMap((element) => {
      const href = attribute(element, "href").trim();
      const url = href === "" || href.startsWith("#") ? undefined : resolve(href, baseUrl);
      return url === undefined ? [] : [linkLine(url, rel(element))];
    }),
  };
}

function* elementsOf(node: Node): Generator<Element> {
  if ("tagName" in node) yield node;
  if ("childNodes" in node) for (const child of node.childNodes) yield* elementsOf(child);
  // parse5 leaves declarative shadow DOM in its template; a browser shows it.
  if ("content" in node && attribute(node, "shadowrootmode") !== "") yield* elementsOf(node.content);
}

const textOf = (node: Node): string => {
  if ("value" in node) return node.value;
  // Pictures and buttons in a heading are not its text.
  if ("tagName" in node && ["svg", "button", "style", "script"].includes(node.tagName)) return "";
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
};

const attribute = (element: Element, name: string): string => {
  const found = element.attrs.find((attr) => (attr.prefix ? `${attr.prefix}:${attr.name}` : attr.name) === name);
  return found?.value ?? "";
};

const rel = (element: Element): string[] => attribute(element, "rel").toLowerCase().split(/\s+/).filter(Boolean);

const line = (text: string): string => text.replace(/\s+/g, " ").trim();

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b;

function resolve(href: string | undefined, base: string): string | undefined {
  const url = href === undefined ? null : URL.parse(href, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

const linkLine = (url: string, tokens: readonly string[]): string => `${url} ${tokens.join(" ")}`;

/** Each link once: the reference parser opens a link that was never closed again in each block that follows. */
const unique = (links: readonly string[]): string[] => [...new Set(links)].sort();

const FIELDS = ["title", "description", "canonical", "lang", "robots", "links"] as const;

function differences(html: string): readonly string[] {
  const page = readPage(Buffer.from(html), { url: URL_OF_PAGE, contentType: "text/html; charset=utf-8" });
  const description = page.descriptions.meta ?? page.descriptions.openGraph;
  const links = unique(page.links.map((link) => linkLine(link.url, link.rel)));
  const ours = { ...page, description, links };
  const read = readByParse5(html);
  const theirs = { ...read, links: unique(read.links) };
  return FIELDS.filter((field) => JSON.stringify(ours[field]) !== JSON.stringify(theirs[field]));
}

const FIXTURES = join(import.meta.dirname, "../fixtures/pages");

test.each(readdirSync(FIXTURES).filter((name) => name.endsWith(".html")))(
  "each field of %s is the reference parser's",
  (name) => {
    expect(differences(readFileSync(join(FIXTURES, name), "utf8"))).toEqual([]);
  },
);

const LINK = "<a href=/x>x</a>";

test.each([
  ["comments that end early", `<!--><a href=/1>1</a><!---><a href=/2>2</a><!-- -- --!>${LINK}<!-- <a href=/no> -->`],
  ["a comment that never ends", `${LINK}<!-- <a href=/no>`],
  [
    "declarations and instructions",
    `<!x <a href=/no>>${LINK}<?php <a href=/no> ?>${LINK}</ x><![CDATA[<a href=/no>]]>`,
  ],
  ["CDATA in svg", `<svg><![CDATA[<a href=/no></a>]]></svg>${LINK}`],
  [
    "a script in a comment in a script",
    `<script><!-- <script> <a href=/no> </script> <a href=/no> --></script>${LINK}`,
  ],
  ["a comment in a script that never ends", `<script><!-- </script>${LINK}`],
  ["empty comments in scripts", `<script><!--></script>${LINK}<script><!--<script></script>--></script>${LINK}`],
  ["closing tags that look like the script's", `<script></scripts><a href=/no></script >${LINK}`],
  ["text that only looks like tags", `<p>1 < 2 <a href=/x>x</a> << 3 <3 </ <a/href=/y>y</a>`],
  [
    "attributes in every shape",
    "<a =x href = '/1' HREF=/no>1</a><a href=/2/>2</a><a x=y=z href=\"/3\"rel=A>3</a><a href>4</a>",
  ],
  ["entities in attributes", '<a href="/?a=1&amp;b=2&copy=3&lt=4&not;&#x41;&#0;">x</a>'],
  ["a tag that never ends", `${LINK}<a href="/no`],
  ["titles out of place", "<svg><title>No</title></svg><body><title> Late &lt;b&gt; <b>title</title><title>No</title>"],
  [
    "a template's content",
    `<template><html lang=no><title>No</title><a href=/no>x</a><meta name=robots content=noindex></template>${LINK}`,
  ],
  ["shadow DOM", `<div><template shadowrootmode=open><a href=/shadow>x</a></template></div>${LINK}`],
  [
    "text areas and frames",
    `<textarea><a href=/no></textarea><iframe><a href=/no></iframe><xmp><a href=/no></xmp>${LINK}`,
  ],
  ["plaintext", `${LINK}<plaintext><a href=/no>`],
  ["svg that was not closed", `<svg><path><p>${LINK}<script>"<a href=/no>"</script>`],
  ["html in svg", `<svg><foreignObject><p>${LINK}<style><a href=/no></style></p></foreignObject></svg>${LINK}`],
  ["two html elements", '<html><html lang="de"><html lang="fr"><body lang="en">'],
  ["xml:lang", '<html xml:lang="pt-BR">'],
  ["a base that is no address", '<base href="http://["><base href="/b/"><a href=c>c</a>'],
  [
    "metas in every shape",
    "<META NAME=Description CONTENT=' a\n b '><meta property=og:description content=o><meta name=ROBOTS content='Index, NoFollow'>",
  ],
  ["a canonical in the body", "<p><link rel='Canonical other' href=' /c '>"],
  ["an image map", "<map><area href=/area rel=nofollow></map>"],
  ["what is there for browsers without scripts", `<noscript>${LINK}</noscript>`],
])("each field of a page with %s is the reference parser's", (_what, html) => {
  expect(differences(html)).toEqual([]);
});

const CORPUS = join(import.meta.dirname, "../../../shared/pages/pages.tar.gz");
const folder = mkdtempSync(join(tmpdir(), "pages-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(!existsSync(CORPUS))("on 289 pages of the web each field is the reference parser's", () => {
  execFileSync("tar", ["xzf", CORPUS, "-C", folder]);
  const differing = new Map<string, string[]>(FIELDS.map((field) => [field, []]));
  const names = readdirSync(join(folder, "html"));
  for (const name of names) {
    // Decoded by our own rules, which mend pages that were encoded twice: charset.test.ts looks after those.
    const source = decodePage(gunzipSync(readFileSync(join(folder, "html", name))), "text/html; charset=utf-8");
    const html = source.characters(source.html);
    for (const field of differences(html)) differing.get(field)?.push(name);
  }
  expect(Object.fromEntries(differing)).toEqual(Object.fromEntries(FIELDS.map((field) => [field, []])));
});
