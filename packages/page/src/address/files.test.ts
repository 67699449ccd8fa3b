import { expect, test } from "vitest";
import { isFile, isFileType } from "./files.ts";

test.each([
  ["https://a.test/manual.pdf", true],
  ["https://a.test/logo.SVG", true],
  ["https://a.test/openapi.json?v=2", true],
  ["https://a.test/llms.txt", true],
  ["https://a.test/sitemap.xml", true],
  ["https://a.test/tool.tar.gz", true],
  ["https://a.test/tool.tar.gz.sha256", true],
  ["https://a.test/docs/v1.2/", false],
  ["https://a.test/v1.2/start", false],
  ["https://a.test/start.html", false],
  ["https://a.test/start.md", false],
  ["https://a.test/index.php?file=a.pdf", false],
  ["https://a.test/", false],
])("%s is a file: %s", (url, is) => {
  expect(isFile(url)).toBe(is);
});

test.each([
  ["application/pdf", true],
  ["Image/PNG", true],
  ["application/xml; charset=utf-8", true],
  ["application/xhtml+xml", false],
  ["text/html; charset=utf-8", false],
  ["text/markdown", false],
  ["text/plain", false],
])("%s is a file's type: %s", (type, is) => {
  expect(isFileType(type)).toBe(is);
});
