import { expect, test } from "vitest";
import { examplePage } from "../../../test/llmstxt/example-page.ts";
import { planBundle } from "./bundle/bundle.ts";
import { validateLlmsTxt } from "./check/check.ts";
import { familyOf } from "./family.ts";
import { renderLlmsTxt } from "./llmstxt.ts";

const options = { descLength: 500, generatedAt: new Date("2026-11-21T05:50:00Z"), source: "https://x.dev/" };

const said = (path: string, member: object, digest = path) =>
  examplePage(
    `https://x.dev${path}`,
    { title: `Page ${path}`, contentDigest: digest, text: `All about ${path}.` },
    { member },
  );

const en = { language: "en" };
const languages = [
  said("/", en),
  said("/a", en),
  said("/de/", { language: "de" }),
  said("/de/a", { language: "de" }),
  said("/x?lang=ar", { language: "ar" }),
];

test("each page stands in the document of its language, and each names the others in its head", () => {
  const { text, relatives = [] } = renderLlmsTxt(languages, { ...options, languages: ["all"] });
  expect(text).toContain(
    "| Pages: 2\n\nAlso: [Arabic](https://x.dev/llms.ar.txt), [German](https://x.dev/llms.de.txt).\n\n## ",
  );
  expect(relatives.map(({ file, name, text: own }) => [file, name, own.match(/^- .*$/gm)])).toEqual([
    ["llms.ar.txt", "Arabic", ["- [Page /x?lang=ar](https://x.dev/x?lang=ar)"]],
    ["llms.de.txt", "German", ["- [Page /de/a](https://x.dev/de/a)"]],
  ]);
  for (const { text: own } of relatives) expect(validateLlmsTxt(own, { profile: "strict" }).valid).toBe(true);
});

test("without the question the document is the same as before", () => {
  expect(renderLlmsTxt(languages, options).relatives).toBeUndefined();
  expect(renderLlmsTxt(languages, options).text).not.toContain("Also:");
});

test("an owner's notes stand behind the line about the others", () => {
  const { text } = renderLlmsTxt(languages, { ...options, languages: ["all"], overlay: { notes: ["Ask us."] } });
  expect(text).toMatch(/\n\nAlso: \[Arabic\].*\n\nAsk us\.\n\n## /);
});

test("a bundle has an index at the path that pages share, else beside the main one, and pages lead to theirs", () => {
  const { files, indexes } = planBundle(languages, { ...options, languages: ["all"], full: true });
  expect([...files.keys()].filter((path) => path.endsWith("txt")).sort()).toEqual([
    "de/llms-full.txt",
    "de/llms.txt",
    "llms-full.ar.txt",
    "llms-full.txt",
    "llms.ar.txt",
    "llms.txt",
  ]);
  expect(indexes).toEqual(["llms.txt"]);
  expect(files.get("de/a.md")).toContain("[llms.txt](https://x.dev/de/llms.txt)");
  expect(files.get("de/index.md")).toContain("[llms.txt](https://x.dev/de/llms.txt)");
  expect(files.get("llms.txt")).toContain("[Arabic](https://x.dev/llms.ar.txt), [German](https://x.dev/de/llms.txt)");
  const about = JSON.parse(files.get(".llmstxt/pages.json") ?? "");
  expect(about.indexes).toEqual({ "/de/": "/de/llms.txt", "/": "/llms.txt" });
});

const versioned = (version: string, isCurrent?: true) => ({ version, ...(isCurrent && { isCurrent }) });

test("pages of no version stand with the current one, and a second name of the newest is no version", () => {
  const pages = [
    said("/", { isCurrent: true }),
    said("/docs/latest/a", versioned("latest", true), "new"),
    said("/docs/2.0/a", versioned("2.0"), "new"),
    said("/docs/1.0/a", versioned("1.0"), "old"),
  ];
  const { main, others, leftOut } = familyOf(pages, { versions: ["all"] });
  expect(main.pages.map(({ url }) => url)).toEqual(["https://x.dev/", "https://x.dev/docs/latest/a"]);
  expect(others.map(({ tag, name, folder }) => [tag, name, folder])).toEqual([["1.0", "version 1.0", "/docs/1.0/"]]);
  expect(leftOut).toEqual([
    { url: "https://x.dev/docs/2.0/a", reason: "duplicate", of: "https://x.dev/docs/latest/a" },
  ]);
});

test("languages and versions are combined, and no two files have one name", () => {
  const pages = [
    said("/", { ...en, isCurrent: true }),
    ...["en", "de"].flatMap((language) =>
      ["1.0", "1/0"].map((version) => said(`/${language}/${encodeURIComponent(version)}/a`, { language, version })),
    ),
  ];
  const { others } = familyOf(pages, { languages: ["all"], versions: ["all"] });
  expect(others.map(({ tag }) => tag).sort()).toEqual(["1-0", "1.0", "de-1-0", "de-1.0"]);
  expect(new Set(others.map(({ name }) => name)).size).toBe(4);
});

test("a version that was not asked for is left out where the crawl took it before it knew", () => {
  const pages = [
    said("/", { isCurrent: true }),
    said("/docs/2.0/", versioned("2.0", true)),
    said("/docs/1.0/", versioned("1.0")),
  ];
  const { main, others, leftOut } = familyOf(pages, { versions: ["1.0"] });
  expect([main, ...others].map((member) => member.pages.map(({ url }) => url))).toEqual([
    ["https://x.dev/"],
    ["https://x.dev/docs/1.0/"],
  ]);
  expect(leftOut).toEqual([{ url: "https://x.dev/docs/2.0/", reason: "older version" }]);
});

test("a homepage in a language that was not asked for is left out, and the first one asked for is the main one", () => {
  const { main, others, leftOut } = familyOf(
    [languages[0], ...languages.slice(2)].filter((one) => one !== undefined),
    {
      languages: ["de", "ar"],
    },
  );
  expect([main.language, ...others.map(({ language }) => language)]).toEqual(["de", "ar"]);
  expect(leftOut).toEqual([{ url: "https://x.dev/", reason: "other language" }]);
});
