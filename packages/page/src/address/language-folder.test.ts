import { expect, test } from "vitest";
import { isLanguageCode, languageFolderOf } from "./language-folder.ts";

test.each(["de", "pt-br", "zh_CN", "zh-Hans", "sr-latn", "es-419", "fil", "jp", "EN", "zh-hant-tw"])(
  "%s may be a language",
  (name) => {
    expect(isLanguageCode(name)).toBe(true);
  },
);

test.each([
  "no-code",
  "my-app",
  "docs",
  "us",
  "a",
  "",
  "en-",
  "v2",
  "de-de-de-de",
  "用户",
  "en%20",
  "x-default",
  "is-even",
])("%j is none", (name) => expect(isLanguageCode(name)).toBe(false));

test.each([
  ["https://x.dev/de/a", "/de/", "/a", "/en/a"],
  ["https://x.dev/project/zh-cn/a/b?q=1", "/project/zh-cn/", "/project/a/b?q=1", "/project/en/a/b?q=1"],
  ["https://x.dev:8080/de", "/de/", "/", "/en/"],
  ["https://xn--bcher-kva.example/de/%E7%94%A8/", "/de/", "/%E7%94%A8/", "/en/%E7%94%A8/"],
])("the folder of %s is %s", (url, path, without, inEnglish) => {
  const folder = languageFolderOf(url);
  expect(folder).toMatchObject({ path });
  expect(folder?.withFolders([])).toBe(without);
  expect(folder?.withFolders(["en"])).toBe(inEnglish);
});

test("a language stands in the first three folders or nowhere", () => {
  expect(languageFolderOf("https://x.dev/a/b/c/de/d")).toBeUndefined();
  expect(languageFolderOf("https://x.dev/")).toBeUndefined();
});
