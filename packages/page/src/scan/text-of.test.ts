import fc from "fast-check";
import { expect, test } from "vitest";
import { readPage } from "../page.ts";

const PIECES = [" ", "  ", "\n", "\t", "a", "b.", "&amp;", "é", "漢", "<b>c</b>", "<i> </i>", "<i>d </i>", "<br>"];

const pieces = (...more: readonly string[]) => fc.array(fc.constantFrom(...PIECES, ...more), { maxLength: 12 });

const textOf = (html: string) =>
  readPage(Buffer.from(`<meta charset=utf-8><body><p>${html}</p>`), { url: "https://example.com/" }).text;

test("a paragraph's text is decoded, with white space collapsed", () => {
  fc.assert(
    fc.property(pieces(), (written) => {
      const characters = written.join("").replaceAll("<br>", "\n").replace(/<.*?>/g, "").replaceAll("&amp;", "&");
      expect(textOf(written.join(""))).toBe(characters.replace(/\s+/g, " ").trim());
    }),
  );
});

test("a paragraph's text is on one line, without control characters", () => {
  fc.assert(
    fc.property(pieces("\u0001", "\u001f", "\u007f"), (written) => {
      expect(textOf(written.join(""))).not.toMatch(/[^\S ]|\s\s|^\s|\s$/);
    }),
  );
});
