import { expect, test } from "vitest";
import { entriesOf, examplePage } from "../../../test/llmstxt/example-page.ts";
import type { Page } from "../../page/page.ts";
import { summaryOf } from "./excerpts.ts";

const summary = (descriptions: Page["descriptions"], page: Partial<Page> = {}) =>
  summaryOf(entriesOf([examplePage("https://x.dev/", { title: "X", descriptions, ...page })])[0], "X");

test("the homepage's own description is the summary, whatever else on the page repeats it", () => {
  const headings = [{ level: 1, text: "Tables for terminals" }];
  expect(summary({ meta: "Tables for terminals", paragraph: "A card says this." }, { headings })).toBe(
    "Tables for terminals",
  );
  expect(summary({ openGraph: "Tables." })).toBe("Tables.");
});

test("what a build left behind or repeats the name gives way to the line below the h1, then to the opening", () => {
  expect(summary({ meta: "Created with Create React App", subtitle: "The smallest tables" })).toBe(
    "The smallest tables",
  );
  expect(summary({ meta: "X", opening: "X draws tables." })).toBe("X draws tables.");
});

test("a card, a notice or a teaser is no summary", () => {
  expect(summary({ paragraph: "Our recipe of the week is a soup with beans." })).toBeUndefined();
  expect(summary({ opening: "Note: version 2 needs Node 20." })).toBeUndefined();
  expect(summary({ opening: "At home or at work, with a pinch of ..." })).toBeUndefined();
});
