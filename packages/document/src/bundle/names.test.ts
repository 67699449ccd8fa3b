import fc from "fast-check";
import { expect, test } from "vitest";
import { pageNames } from "./names.ts";

const namesOf = (urls: readonly string[], taken: readonly string[] = []) =>
  pageNames(urls, { root: "/", base: "/", taken });
const nameOf = (path: string) => namesOf([`https://x.dev${path}`]).get(`https://x.dev${path}`) ?? "";

test.each([
  ["/a", "a.md"],
  ["/a.html", "a.md"],
  ["/a.htm", "a.md"],
  ["/a/", "a/index.md"],
  ["/", "index.md"],
  ["/a/index.html", "a/index.md"],
  ["/v1.2/notes", "v1.2/notes.md"],
  ["/caf%C3%A9/men%C3%BC", "café/menü.md"],
  ["/wiki/Foo_(bar)", "wiki/Foo_(bar).md"],
  ["/old.php", "old.php.md"],
])("the Markdown of %s is written to %s", (path, name) => {
  expect(nameOf(path)).toBe(name);
});

test.each([
  ["/a?b=c", /^a-[\da-f]{8}\.md$/],
  ["/?b=c", /^index-[\da-f]{8}\.md$/],
  ["/aux", /-[\da-f]{8}\.md$/],
  ["/con.html", /-[\da-f]{8}\.md$/],
  ["/com1/x", /^page\/x-[\da-f]{8}\.md$/],
  ["/.git/config", /^git\/config-[\da-f]{8}\.md$/],
  ["/.llmstxt/files.json", /^llmstxt\/files\.json-[\da-f]{8}\.md$/],
  ["/a%2F..%2F..%2Fetc", /^a-etc-[\da-f]{8}\.md$/],
  ["/..%2f..%2fetc/passwd", /^etc\/passwd-[\da-f]{8}\.md$/],
  ["/%5C..%5Cx", /^x-[\da-f]{8}\.md$/],
  ["/%00", /^page-[\da-f]{8}\.md$/],
  ["/%ff", /^ff-[\da-f]{8}\.md$/],
  ["/llms.txt/a", /^llms-txt\/a-[\da-f]{8}\.md$/],
  ["/a.md/b", /^a-md\/b-[\da-f]{8}\.md$/],
  ["/trailing%20", /^trailing-[\da-f]{8}\.md$/],
  ["/wiki/Foo_(bar)?of=it", /^wiki\/Foo_-bar-[\da-f]{8}\.md$/],
])("%s, a name that some file system or host cannot keep, gets another name", (path, name) => {
  expect(nameOf(path)).toMatch(name);
});

test("of two pages with the same file name the address without an extension keeps it", () => {
  const urls = ["https://x.dev/a.html", "https://x.dev/a"];
  expect(namesOf(urls).get("https://x.dev/a")).toBe("a.md");
  expect(namesOf(urls).get("https://x.dev/a.html")).toMatch(/^a-[\da-f]{8}\.md$/);
  expect(namesOf(urls.toReversed())).toEqual(new Map([...namesOf(urls)].reverse()));
});

test("a name is never used twice, not even in another case", () => {
  expect([...namesOf(["https://x.dev/a"], ["A.md"]).values()]).toEqual([expect.stringMatching(/^a-[\da-f]{8}\.md$/)]);
});

test("names are relative to the base URL, whose page is index.md", () => {
  const urls = ["https://x.dev/docs", "https://x.dev/docs/a/b"];
  const names = pageNames(urls, { root: "/docs/", base: "/docs/", taken: [] });
  expect([...names.values()].toSorted()).toEqual(["a/b.md", "index.md"]);
});

const segment = fc.oneof(
  fc.constantFrom(
    ..."a A docs .. . %2e%2e ..%2f %5c con NUL.html aux a.md llms.txt .llmstxt caf%C3%A9 cafe%CC%81 %F0%9F%8E%89 %00 % %zz a:b index index.html".split(
      " ",
    ),
    "x".repeat(400),
  ),
  fc.string({ maxLength: 12 }),
);
const address = fc
  .tuple(
    fc.array(segment, { maxLength: 6 }),
    fc.constantFrom("", "/", ".html"),
    fc.constantFrom("", "?q=1", "?q=2&a=%2F.."),
  )
  .map(
    ([segments, ending, query]) =>
      URL.parse(`https://x.dev/${segments.map((part) => part.replace(/[?#]/g, "")).join("/")}${ending}${query}`)
        ?.href ?? "",
  )
  .filter((url) => url.startsWith("https://x.dev/"));

test("names are distinct, safe on every file system and independent of order, whatever the addresses are", () => {
  fc.assert(
    fc.property(fc.uniqueArray(address, { maxLength: 30 }), (urls) => {
      const names = namesOf(urls);
      expect(names.size).toBe(urls.length);
      expect(new Set([...names.values()].map((name) => name.normalize("NFC").toLowerCase())).size).toBe(urls.length);
      for (const name of names.values()) {
        expect(name).toMatch(
          /^(?:[^./\\:*?"<>|\p{C}][^/\\:*?"<>|\p{C}]*\/)*[^./\\:*?"<>|\p{C}][^/\\:*?"<>|\p{C}]*\.md$/u,
        );
        for (const part of name.split("/")) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(1_000);
      }
      expect(new Map([...namesOf(urls.toReversed())].sort())).toEqual(new Map([...names].sort()));
    }),
    { numRuns: 300 },
  );
});
