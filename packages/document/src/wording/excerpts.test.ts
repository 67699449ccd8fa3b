import type { Page } from "@llmstxt-service/page";
import { expect, test } from "vitest";
import { entriesOf, examplePage } from "../../../../test/llmstxt/example-page.ts";
import { excerptReader, summaryOf } from "./excerpts.ts";
import { withoutRepeatedParts } from "./repeated.ts";

function excerptsOf(pages: readonly Partial<Page>[], length = 500): (string | undefined)[] {
  const all = entriesOf(pages.map((page, index) => examplePage(`https://x.dev/${index || ""}`, page)));
  const [home, ...entries] = withoutRepeatedParts(all, all[0]);
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

test("what two pages begin with alike is left away, and what comes next describes them", () => {
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
  ).toEqual(["Its bases.", "Its body."]);
});

test("headings that a description begins with go, a subject that the title names stays", () => {
  const headed = (meta: string, ...texts: string[]) => ({
    headings: texts.map((text) => ({ level: 2 as const, text })),
    descriptions: { meta },
  });
  expect(
    excerptsOf([
      HOME,
      { title: "Hybrid systems", ...headed("Abstract We model systems that are hybrid.", "Abstract") },
      { title: "Team", ...headed("Organization Program Chairs Two people lead it.", "Organization", "Program Chairs") },
      { title: "Git", ...headed("Git LFS keeps large files.", "Git") },
      { title: "D", ...headed("Abstract art is shown here.", "Abstract") },
    ]),
  ).toEqual([
    "We model systems that are hybrid.",
    "Two people lead it.",
    "Git LFS keeps large files.",
    "Abstract art is shown here.",
  ]);
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

test("code, signatures, commands and shortcodes are no excerpt", () => {
  const texts = [
    "convertTime( value: string | number, unit: string): Date",
    "interface PageHeading { link: string; text: string; classes?: string; }",
    'EVENT_BEGIN: "beginRender" = RendererEvent.BEGIN',
    "addSerializer‹T extends object›(serializer: SerializerComponent‹T›): void",
    "bin/init.sh -WASM_RELEASE_DIR=/tmp/x and so on",
    "npm install --save-exact table",
    "env_fns – iterable of callable functions that create the environments.",
    '[vc_row full_width="stretch_row"][vc_column]We bake bread.[/vc_column]',
    "1042_2_img_1331_1_1_1",
  ];
  const pages = texts.map((paragraph, index) => ({ title: `Page ${index}`, descriptions: { paragraph } }));
  expect(excerptsOf([HOME, ...pages])).toEqual(texts.map(() => undefined));
});

test("prose stays prose, with brackets, formulas and names of functions in it", () => {
  const texts = [
    "With AAA (Rock), Dik Banovich (folk), Dirty Kids (Rock) and others.",
    "The energy is $E = mc^2$ where $m$ is the mass of the body.",
    "Calls `render()` once for each page, then closes the file.",
    "class BaseModel is the parent of all models.",
    "req_headers() allows you to set the value of any header.",
    "表格会在终端里显示，颜色保持不变。",
  ];
  const pages = texts.map((paragraph, index) => ({ title: `Page ${index}`, descriptions: { paragraph } }));
  expect(excerptsOf([HOME, ...pages])).toEqual(texts);
});

test("a greeting before the first sentence and a link behind the last go", () => {
  const texts = ["Welcome to our shop! We sell bread and cake.", "The parent of all models. More..."];
  const pages = texts.map((paragraph, index) => ({ title: `Page ${index}`, descriptions: { paragraph } }));
  expect(excerptsOf([HOME, ...pages])).toEqual(["We sell bread and cake.", "The parent of all models."]);
});

test("a page that lists others says what it lists, unless its author says what it is", () => {
  const titles = ["Bread", "Cake", "Soup", "Salad"];
  const links = titles.map((text, index) => ({
    url: `https://x.dev/${index + 3}`,
    text,
    rel: [],
    place: "content" as const,
  }));
  const list = { links, text: "x", descriptions: { paragraph: "Our cake is made of eggs." } };
  const [first, second] = excerptsOf([
    HOME,
    { title: "Recipes", ...list },
    { title: "More", ...list, descriptions: { meta: "What we cook." } },
    ...titles.map((title) => ({ title })),
  ]);
  expect(first).toBe("Bread, Cake, Soup, Salad");
  expect(second).toBe("What we cook.");
});

test.each([
  ["Submitted by paul.reed on Thu, 23/10/2014 - 23:01", undefined],
  ["Oct 30, 2025 1 min read newsletter", undefined],
  ["Ann · 3 min read · It needs an update.", "It needs an update."],
  ["By Ann Bee, Cid Dee / 02/02/2024 / 30 min.", undefined],
  [
    "By Ann Bee, Cid Dee / 02/02/2024 / 30 min. By Ann Bee, Eve Fox / 03/02/2024 / 42 min. By Ann Bee, Eve Fox / 30/12/2024 / 39 min.",
    undefined,
  ],
  ["The way from the station takes 15 min.", "The way from the station takes 15 min."],
  ["It takes 5 minutes to read this page of ours.", "It takes 5 minutes to read this page of ours."],
  ['Retrieved from "https://x.dev/index.php?title=A&oldid=7"', undefined],
  ["ann.lee@x.dev", undefined],
  ["Ann Lee, 2014-10-23 23:01: Emonhub needs an update now and then.", "Emonhub needs an update now and then."],
  ["Posted by Ann on October 23, 2014 at 9:01 pm It needs an update.", "It needs an update."],
  ["The grid failed on 23/10/2014 - 23:01 and came back.", "The grid failed on 23/10/2014 - 23:01 and came back."],
])("who wrote when is no description: %s", (paragraph, note) => {
  expect(excerptsOf([HOME, { title: "Emonhub", descriptions: { paragraph } }])).toEqual([note]);
});
