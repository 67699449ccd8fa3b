import { readPage } from "@llmstxt-service/page";
import { expect, test } from "vitest";
import { annotated } from "./annotate.ts";

const NOTE = { markdown: "https://x.dev/a.md", index: "https://x.dev/llms.txt" };
const HEAD =
  '<!-- llmstxt:head --><link rel="alternate" type="text/markdown" href="https://x.dev/a.md" /><link rel="describedby" type="text/markdown" href="https://x.dev/llms.txt" /><!-- /llmstxt:head -->';
const BODY =
  '<!-- llmstxt:body --><p data-nosnippet="" style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">For agents: every page of this site is listed, with its Markdown, in <a href="https://x.dev/llms.txt">https://x.dev/llms.txt</a></p><!-- /llmstxt:body -->';

/** `^` marks the place of the annotation in the head, `|` that in the body. */
const PAGES: readonly (readonly [name: string, page: string])[] = [
  [
    "usual",
    "<!DOCTYPE html>\n<html>\n<head>\n<title>T</title>\n^</head>\n<body class='a > b'>|\n<h1>H</h1></body></html>\n",
  ],
  ["CRLF", "<!doctype html>\r\n<html><head><title>T</title>\r\n^</HEAD>\r\n<BODY>|\r\n<p>x\r\n</BODY></html>\r\n"],
  ["minified", "<!doctype html><title>T</title><meta charset=utf-8><script>if(a<b)'<body>'</script>^|<h1>H</h1><p>x"],
  ["without head", "<html><body>^</body>".replace("<body>^", "^<body>|")],
  ["without body's tag", "<head><title>T</title>^</head>\n<script>1</script>|<main>x</main>"],
  ["a head that nothing ends", "<html><head><meta charset=utf-8><title>T</title>\n^|<div>x</div>"],
  ["text at once", "^|Only <b>words</b>."],
  ["a comment with tags", "<!-- <head></head><body> --><head><title>T</title>^</head><body>|x"],
  [
    "a script with tags",
    "<head><script>'</head><body>'</script><style>a::before{content:'<body>'}</style>^</head><body>|x",
  ],
  ["a noscript in the head", "<head><noscript><img src=x></noscript><template><p>x</p></template>^</head><body>|x"],
  ["a title with tags", "<head><title></head><body></title>^</head><body>|x"],
  [
    "old doctype",
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "x"><HTML><HEAD><TITLE>T</TITLE>^</HEAD><BODY bgcolor=red>|x',
  ],
  [
    "XHTML",
    '<?xml version="1.0"?><!DOCTYPE html><html xmlns="x"><head><title>T</title>^</head><body>|<p>x</p></body></html>',
  ],
  ["conditional comments", "<!--[if IE]><html><head><![endif]--><head><title>T</title>^</head><body>|x"],
  ["dollars", "<head><title>$& $1 $'</title>^</head><body>|$& $$ $`"],
];

type Encode = (text: string) => Buffer;
const ENCODINGS: readonly (readonly [name: string, letters: string, encode: Encode])[] = [
  ["UTF-8", "é日", (text) => Buffer.from(text)],
  ["UTF-8 with a mark", "é日", (text) => Buffer.from(`\ufeff${text}`)],
  ["UTF-16, little end first", "é日", (text) => Buffer.from(`\ufeff${text}`, "utf16le")],
  ["UTF-16, big end first", "é日", (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
  ["Latin-1", "é", (text) => Buffer.from(text, "latin1")],
  ["Shift_JIS", "\u0083\u005c\u0083\u007c\u0094\u005c", (text) => Buffer.from(text, "latin1")],
  ["half a letter of UTF-8", "\u00e6\u0097", (text) => Buffer.from(text, "latin1")],
];

const withNote = (page: string) => page.replace("^", () => HEAD).replace("|", () => BODY);

test.each(
  PAGES.flatMap(([page, html]) => ENCODINGS.map(([name, letters, encode]) => ({ page, name, html, letters, encode }))),
)("a page ($page, $name) is annotated once, and removal restores it to the byte", ({ html, letters, encode }) => {
  const after = `<i>${letters}</i>`;
  const page = encode(html.replace(/[\^|]/g, "") + after);
  const made = annotated(page, NOTE);
  expect(made?.equals(encode(withNote(html) + after))).toBe(true);
  expect(annotated(made ?? page, NOTE)?.equals(made ?? page)).toBe(true);
  expect(annotated(made ?? page, undefined)?.equals(page)).toBe(true);
  expect(annotated(page, undefined)?.equals(page)).toBe(true);
});

test("a new annotation replaces the old one, wherever that is", () => {
  const moved = `<head>${HEAD}<title>T</title></head><body><main>x${BODY}</main>`;
  const other = { ...NOTE, markdown: "https://x.dev/$&.md" };
  expect(String(annotated(Buffer.from(moved), other))).toBe(moved.replace("/a.md", () => "/$&#38;.md"));
});

test("a hostile address cannot break out of its attribute", () => {
  const evil = { index: 'https://x.dev/"><script>alert(1)</script>&/llms.txt' };
  const text = String(annotated(Buffer.from("<head></head><body>x"), evil));
  expect(text).not.toContain("<script");
  expect(text.match(/"/g)?.length).toBe(text.replaceAll("%22", "").match(/"/g)?.length);
});

test("an annotation that lost a marker stays, and the page gets a new one", () => {
  const broken = `<head>${HEAD.replace("<!-- /llmstxt:head -->", "")}</head><body>${BODY}x`;
  const made = String(annotated(Buffer.from(broken), NOTE));
  expect(made.match(/<!-- \/llmstxt:head -->/g)).toHaveLength(1);
  expect(annotated(Buffer.from(made), NOTE)?.toString()).toBe(made);
});

test.each([
  ["an empty file", Buffer.from("")],
  ["nothing but a head", Buffer.from("<!doctype html><head><title>T</title></head>")],
  ["frames", Buffer.from("<html><head><title>T</title></head><frameset cols=50%><frame src=a></frameset></html>")],
  ["UTF-16 without a mark", Buffer.from("<head></head><body>x</body>", "utf16le")],
  ["ISO-2022-JP", Buffer.from("<head><meta charset=iso-2022-jp></head><body>\x1b$B<\x3c\x1b(B</body>", "latin1")],
])("%s is not annotated", (_name, page) => {
  expect(annotated(page, NOTE)).toBeUndefined();
});

test("an annotated page gives the same text as before", () => {
  const html =
    "<!doctype html><title>T</title><main><h1>H</h1><p>Words of the page, and a sentence of them.</p></main>";
  const read = (bytes: Uint8Array) => readPage(bytes, { url: "https://x.dev/a" });
  const { text, title, headings } = read(annotated(Buffer.from(html), NOTE) ?? Buffer.from(""));
  expect({ text, title, headings }).toEqual(
    (({ text, title, headings }) => ({ text, title, headings }))(read(Buffer.from(html))),
  );
});

test("the time for a hostile page grows in proportion to its size", () => {
  for (const part of ["<!-- llmstxt:head -->", "<a b='", "<!", "<title>", '<link x="', "<link ="]) {
    const page = Buffer.from(part.repeat(20_000));
    expect(annotated(page, undefined)?.equals(page)).toBe(true);
    annotated(page, NOTE);
  }
});
