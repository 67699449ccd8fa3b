import { expect, test } from "vitest";
import type { Page } from "../page/page.ts";
import { entriesOf, examplePage } from "./example-page.ts";
import { excerptReader, summaryOf } from "./excerpts.ts";

function excerptsOf(pages: readonly Partial<Page>[], length = 500): (string | undefined)[] {
  const [home, ...entries] = entriesOf(pages.map((page, index) => examplePage(`https://x.dev/${index || ""}`, page)));
  const excerptOf = excerptReader(home, entries, length);
  return entries.map((entry) => excerptOf(entry, entry.page.title));
}

const HOME = { title: "X", descriptions: { meta: "Tables for terminals, in every colour that they have." } };

test("a page is described by its meta description, else og:description, else its first paragraph", () => {
  const texts = { meta: "The meta.", openGraph: "The graph.", paragraph: "The paragraph." };
  expect(
    excerptsOf([
      HOME,
      { title: "A", descriptions: texts },
      { title: "B", descriptions: { openGraph: "Another graph.", paragraph: "A paragraph." } },
      { title: "C", descriptions: { paragraph: "Third paragraph." } },
      { title: "D" },
    ]),
  ).toEqual(["The meta.", "Another graph.", "Third paragraph.", undefined]);
});

test("what repeats the title, a heading, the homepage or another page is passed over", () => {
  const own = (paragraph: string, meta: string) => ({ descriptions: { meta, paragraph } });
  expect(
    excerptsOf([
      HOME,
      { title: "Colours", ...own("Which colours there are.", "colours.") },
      { title: "B", ...own("Of B.", "Tables for terminals, in every colour that they have.") },
      { title: "C", ...own("Of C.", "Docs of X.") },
      { title: "D", ...own("Of D.", "Docs of X.") },
      { title: "E", headings: [{ level: 2, text: "Quick stats" }], ...own("Of E.", "Quick stats") },
      {
        title: "F",
        ...own("Tables for terminals, in every colour that they have. And more.", "We use cookies on this site."),
      },
    ]),
  ).toEqual(["Which colours there are.", "Of B.", "Of C.", "Of D.", "Of E.", undefined]);
});

test("paragraphs that go on where two pages begin alike describe neither", () => {
  const inherited = (more: string) => ({
    descriptions: { paragraph: "Create an instance from JSON." },
    excerpt: `Create an instance from JSON. ${more}`,
  });
  expect(
    excerptsOf([
      HOME,
      { title: "Class", ...inherited("Its bases.") },
      { title: "Function", ...inherited("Its body.") },
    ]),
  ).toEqual([undefined, undefined]);
});

test("words that only announce a list go with the colon", () => {
  const texts = [
    "It has been translated into several languages, including:",
    "You received an error such as:",
    "有几种类型，例如：",
    "These are the following:",
  ];
  const pages = texts.map((paragraph, index) => ({ title: `Page ${index}`, descriptions: { paragraph } }));
  expect(excerptsOf([HOME, ...pages])).toEqual([
    "It has been translated into several languages",
    "You received an error",
    "有几种类型",
    "These are the following",
  ]);
});

test("a description that stops in the middle of the first paragraph gives way to it", () => {
  const paragraph = "A job queue which uses PostgreSQL to store jobs, and executes them on Node.js.";
  expect(excerptsOf([HOME, { title: "A", descriptions: { meta: paragraph.slice(0, 60), paragraph } }])).toEqual([
    paragraph,
  ]);
});

test("signatures and options are no prose, a colon at the end is no end", () => {
  expect(
    excerptsOf([
      HOME,
      { title: "A", descriptions: { paragraph: "(int | None, default: None) – The width." } },
      { title: "B", descriptions: { paragraph: "-h, --help: Show this help." } },
      { title: "C", descriptions: { paragraph: "You can extend an interface:" } },
      { title: "D", descriptions: { paragraph: "Strings come in two formats. The most common one is:" } },
    ]),
  ).toEqual([undefined, undefined, "You can extend an interface", "Strings come in two formats."]);
});

test("attributes that were escaped twice are read as their author meant them", () => {
  expect(excerptsOf([HOME, { title: "A", descriptions: { meta: "A &ldquo;job&rdquo; &amp; more." } }])).toEqual([
    "A “job” & more.",
  ]);
});

test("excerpts keep to their length, the summary to three hundred characters", () => {
  const long = "One sentence that goes on for a while. ".repeat(40);
  const [excerpt = ""] = excerptsOf([HOME, { title: "A", descriptions: { meta: long } }], 100);
  expect(excerpt).toBe("One sentence that goes on for a while. One sentence that goes on for a while.");
  const [home] = entriesOf([examplePage("https://x.dev/", { descriptions: { meta: long } })]);
  expect([...(summaryOf(home, "X") ?? "")].length).toBeLessThanOrEqual(300);
});
