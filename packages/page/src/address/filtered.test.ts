import { expect, test } from "vitest";
import { filtered } from "./filtered.ts";

const addresses = (urls: readonly string[]) => new TextEncoder().encode(urls.join("\n"));

test("the globs say how many addresses match, and which are the first that do and that do not", () => {
  const urls = Array.from({ length: 40 }, (_, page) => `https://x.dev/${page % 2 === 0 ? "docs" : "blog"}/${page}`);
  const found = filtered({ addresses: addresses(urls), include: ["/docs/**"], exclude: ["/docs/0"] });
  expect(found).toMatchObject({ named: 40, matching: 19 });
  expect(found.examples).toEqual(urls.filter((url) => url.includes("docs")).slice(1, 9));
  expect(found.excluded).toEqual([urls[0], ...urls.filter((url) => url.includes("blog")).slice(0, 7)]);
});

test("where nothing is named nothing matches, and without globs everything does", () => {
  const nothing = { named: 0, matching: 0, examples: [], excluded: [] };
  expect(filtered({ addresses: addresses([]), include: ["/a"], exclude: [] })).toEqual(nothing);
  const one = { named: 1, matching: 1, examples: ["https://x.dev/%E4%BD%A0"], excluded: [] };
  expect(filtered({ addresses: addresses(["https://x.dev/%E4%BD%A0"]), include: [], exclude: [] })).toEqual(one);
});
