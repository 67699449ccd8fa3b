import { expect, test } from "vitest";
import { canonicalLanguage, checkLanguage, isRegion } from "./language-tag.ts";

test.each(["en", "EN_us", "zh-Hant-TW", "pt-BR", "zh-cn", "tlh", "iw", "es-419"])("%s is a language tag", (tag) => {
  expect(() => checkLanguage(tag)).not.toThrow();
});

test.each(["english", "xx", "jp", "", "de-", "x-default", "e", "en us", "en;q=1", "e".repeat(5_000)])(
  "%s is none, and the refusal says what would be",
  (tag) => expect(() => checkLanguage(tag)).toThrow(/^Invalid request: language: ".{0,40}" is no language tag/),
);

test("a tag has one spelling", () => {
  expect(["EN_us", "zh-hans-cn", "de", "not a tag"].map(canonicalLanguage)).toEqual([
    "en-US",
    "zh-Hans-CN",
    "de",
    undefined,
  ]);
});

test("a region is one that ISO 3166 or the UN knows", () => {
  expect(["us", "CN", "419", "tw"].filter(isRegion)).toEqual(["us", "CN", "419", "tw"]);
  expect(["code", "app", "xx", "qq", "1", "", "page"].filter(isRegion)).toEqual([]);
});
