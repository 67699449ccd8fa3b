import { expect, test } from "vitest";
import { Addresses, SiteLinks } from "./links.ts";

const BASES = [
  "https://x.dev/",
  "https://x.dev/a/b/page.html?q=1#top",
  "http://x.dev:8080/a//b/",
  "https://x.dev/%C3%A4/b c/d",
  "https://user@x.dev/a/b",
  "https://x.dev",
  "https://x.dev/a/b/",
  "https://x.dev/a/./b/../c",
];
const NAMES = ["a", "b.html", "A.B-1_~", ".x", "..", ".", "a%2e", "", "ä", "a:b", "a b"];
const ENDS = ["", "/", "#", "#a.b-c", "?q", "#ä"];

const HREFS = ["", "/", "//", "./", "../", "../../", "../../../../"].flatMap((before) =>
  NAMES.flatMap((first) =>
    ["", ...NAMES.map((name) => `/${name}`)].flatMap((rest) => ENDS.map((end) => `${before}${first}${rest}${end}`)),
  ),
);

test("every address is resolved as the URL standard says, with or without the fast path", () => {
  const site = new SiteLinks();
  const wrong = [...BASES, ...BASES.toReversed()].flatMap((base) => {
    const addresses = new Addresses(base, "", site);
    return HREFS.filter((href) => {
      const expected = URL.parse(href, base);
      const isWeb = expected?.protocol === "https:" || expected?.protocol === "http:";
      return addresses.resolve(href) !== (isWeb && href !== "" ? expected?.href : "");
    }).map((href) => [href, base]);
  });
  expect(wrong).toEqual([]);
});
