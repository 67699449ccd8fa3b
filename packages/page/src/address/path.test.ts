import { expect, test } from "vitest";
import { fileKind, isFile } from "./files.ts";
import { lastName, segmentsOf } from "./path.ts";
import { isSecondary } from "./secondary.ts";

const at = (path: string) => `https://x.dev${path}`;

test("images and archives are no pages, Markdown and unusual endings are", () => {
  for (const path of ["/a.png", "/a.tar.gz", "/llms.txt", "/feed.xml", "/v2/asyncapi.json"])
    expect(isFile(at(path))).toBe(true);
  for (const path of ["/", "/a", "/a.html", "/a.php", "/v1.2", "/a.b/c"]) expect(isFile(at(path))).toBe(false);
});

test("a query is one more segment of a path", () => {
  expect(segmentsOf(at("/docs//api/?v=2"))).toEqual(["docs", "api", "?v=2"]);
});

test.each([
  ["/", ""],
  ["/index.html", ""],
  ["/a/b/", "b"],
  ["/a/b.html", "b"],
  ["/a/b/index.php?x=1", "b"],
  ["/a/v1.2", "v1.2"],
  ["/%E7%94%A8.html", "%E7%94%A8"],
])("the last name of %s is %j", (path, name) => {
  expect(lastName(at(path))).toBe(name);
});

test("legal pages and change logs are secondary, in every spelling", () => {
  for (const path of ["/privacy", "/legal/terms.html", "/changelog/", "/CHANGELOG/index.html"])
    expect(isSecondary(at(path))).toBe(true);
  for (const path of ["/_old/F23/syllabus", "/docs/archived/a", "/backup/index.html"])
    expect(isSecondary(at(path))).toBe(true);
  for (const path of ["/", "/docs/security-model", "/legal/a", "/folder/threshold"])
    expect(isSecondary(at(path))).toBe(false);
});

test.each([
  ["/guide.pdf", undefined],
  ["/openapi.json", undefined],
  ["/v3/api-docs.yaml", undefined],
  ["/petstore-openapi-v3.1.yml", undefined],
  ["/events/asyncapi.yaml", "api description"],
  ["/openapi.html", undefined],
  ["/report.docx?download=1", "office file"],
  ["/blog/index.xml", "data file"],
  ["/blog/feed.xml", "feed"],
  ["/data/settings.json", "data file"],
  ["/site.tar.gz", "archive"],
  ["/photo.JPG", "image"],
  ["/llms.txt", ""],
  ["/page.md", undefined],
  ["/v1.2", undefined],
])("%s as a file is %j", (path, kind) => {
  expect(fileKind(at(path))).toBe(kind);
});
