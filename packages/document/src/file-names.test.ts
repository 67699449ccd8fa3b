import { win32 } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { freeName, pageFileName } from "./file-names.ts";

test.each([
  ["https://x.dev/", "index.md"],
  ["https://x.dev/docs/", "docs.md"],
  ["https://x.dev/docs/start.html", "docs/start.md"],
  ["https://x.dev/docs/start.md?v=2", "docs/start_v-2.md"],
  ["https://x.dev/%E5%85%A5%E9%97%A8", "入门.md"],
  ["https://x.dev/e%CC%81t%C3%A9", "été.md"],
  ["https://x.dev/%E0%A4%A8%E0%A4%AE%E0%A4%B8%E0%A5%8D%E0%A4%A4%E0%A5%87", "नमस्ते.md"],
  ["https://x.dev/a%2F..%2Fb", "a-..-b.md"],
  ["https://x.dev/C:%5CWindows%5Csystem.ini", "C-Windows-system.ini.md"],
  ["https://x.dev/news/a:b*c|d", "news/a-b-c-d.md"],
  ["https://x.dev/CON", "_CON.md"],
  ["https://x.dev/aux/com1.html", "_aux/_com1.md"],
  ["https://x.dev/nul.tar/lpt1.x/contact", "_nul.tar/_lpt1.x/contact.md"],
  ["https://x.dev/folder./name.%20/", "folder/name.md"],
  ["https://x.dev/guide.md/part", "guide-md/part.md"],
  [`https://x.dev/${"a".repeat(99)}.b/part`, `${"a".repeat(99)}/part.md`],
])("the file of %s is %s", (url, name) => {
  expect(pageFileName(url)).toBe(name);
});

/** Segments of an address that lead out of a folder, hide a file, or have a meaning on Windows. */
const part = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary", maxLength: 300 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom("..", "%2e%2e", "%2F", "\\", "~", "con", "%E6%B0%B4".repeat(200), "a.md", "NUL.txt", "c:", "x."),
);

test("every address names a file below the folder, also on Windows, that every file system can keep", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.array(part, { maxLength: 2 }), (parts, query) => {
      const name = pageFileName(`https://x.dev/${parts.join("/")}?${query.join("&")}`);
      expect(win32.resolve("C:\\out", name).startsWith("C:\\out\\")).toBe(true);
      for (const segment of name.split("/")) {
        expect(segment).toMatch(/^[^./\\\0-\x1f][^/\\:*?"<>|\0-\x1f]*(?<![. ])$/u);
        expect(segment).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
        expect(Buffer.byteLength(segment)).toBeLessThanOrEqual(200);
      }
    }),
  );
});

test("names that differ in case or in the spelling of letters are two files", () => {
  const taken = new Set<string>();
  expect(["Été.md", "e\u0301te\u0301.md", "ÉTÉ.md"].map((name) => freeName(name, taken))).toEqual([
    "Été.md",
    "e\u0301te\u0301-2.md",
    "ÉTÉ-3.md",
  ]);
});
