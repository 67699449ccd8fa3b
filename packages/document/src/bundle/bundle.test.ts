import { isOurPageFile } from "@llmstxt-service/page/our-files";
import { expect, test } from "vitest";
import { parse, validate } from "../check/check.ts";
import type { MarkdownPage } from "../full.ts";
import { charactersOf } from "../text.ts";
import { layout, listedUrl } from "../write.ts";
import { type Bundle, bundleOf } from "./bundle.ts";
import { LIST_PATH, publishing } from "./publishing.ts";

const HOME: MarkdownPage = { url: "https://x.dev/", markdown: "Welcome." };

interface Example {
  readonly source?: string;
  readonly root?: string;
  readonly full?: boolean;
  readonly notes?: readonly string[];
  readonly excerpt?: string;
}

/** The bundle of a site whose titles are the pages' paths. */
function bundle(pages: readonly MarkdownPage[], { notes = [], excerpt = "", ...options }: Example = {}): Bundle {
  const source = options.source ?? "https://x.dev/";
  const items = pages.slice(1).map(({ url, markdownUrl }) => ({
    title: `Page ${new URL(url).pathname}`,
    url: listedUrl(markdownUrl ?? url),
    excerpt,
  }));
  const text = layout({
    name: "X",
    summary: "Tables.",
    metadata: `Generated: 2026-11-21T05:50:00Z | Source: ${source} | Pages: ${pages.length}`,
    notes,
    sections: items.length === 0 ? [] : [{ name: "Docs", items }],
  });
  return bundleOf({ text, pages, ...options, source });
}
const pathsOf = ({ files }: Bundle) => files.map(({ path }) => path);
const textOf = ({ files }: Bundle, path: string) => files.find((file) => file.path === path)?.text ?? "";
const linksOf = (made: Bundle) =>
  parse(textOf(made, "llms.txt")).sections.flatMap(({ items }) => items.map(({ url }) => url));

test("a page's Markdown is written beside the page, with a link to the index on top and its source at the end", () => {
  const made = bundle([
    HOME,
    { url: "https://x.dev/a", markdown: "# Page /a\n\nOf a.\n" },
    { url: "https://x.dev/b.html", markdown: "Of b." },
    { url: "https://x.dev/c/", markdown: "Of c." },
  ]);
  expect(pathsOf(made)).toEqual(["index.md", "a.md", "b.md", "c/index.md", "llms.txt"]);
  expect(textOf(made, "a.md")).toBe(
    "> All pages of this site are listed in [llms.txt](https://x.dev/llms.txt).\n\n# Page /a\n\nOf a.\n\nSource: https://x.dev/a\n",
  );
  expect(textOf(made, "index.md")).toContain("\n\n# X\n\nWelcome.\n\nSource: https://x.dev/\n");
  expect(made.files.filter(({ path }) => path.endsWith(".md")).every(({ text }) => isOurPageFile(text))).toBe(true);
});

test("every link of the index leads to Markdown: the site's own if it exists, else a written file", () => {
  const made = bundle([
    HOME,
    { url: "https://x.dev/own", markdown: "Own.", markdownUrl: "https://x.dev/raw/own.md" },
    { url: "https://x.dev/made", markdown: "Made." },
  ]);
  expect(linksOf(made)).toEqual(["https://x.dev/raw/own.md", "https://x.dev/made.md"]);
  expect(pathsOf(made)).toEqual(["index.md", "made.md", "llms.txt"]);
  expect(made.markdown.get("https://x.dev/own")).toBe("https://x.dev/raw/own.md");
  expect(validate(textOf(made, "llms.txt")).valid).toBe(true);
});

test("no written file has the path of the site's own Markdown", () => {
  const made = bundle([
    HOME,
    { url: "https://x.dev/a", markdownUrl: "https://x.dev/a.md" },
    { url: "https://x.dev/A", markdown: "Other." },
  ]);
  expect(pathsOf(made)).toEqual(["index.md", expect.stringMatching(/^A-[\da-f]{8}\.md$/), "llms.txt"]);
});

test("a hidden page has no file, and the owner's notes are in every page's Markdown", () => {
  const made = bundle([HOME, { url: "https://x.dev/a", markdown: "A." }], { notes: ["Version 2 is current."] });
  expect(textOf(made, "a.md")).toMatch(/^> All pages [^\n]*\n>\n> Version 2 is current\.\n\n# Page/);
  const hidden = bundleOf({
    text: textOf(made, "llms.txt").replace(/\n## Docs[\s\S]*/, ""),
    pages: [HOME, { url: "https://x.dev/a", markdown: "A." }],
    source: "https://x.dev/",
  });
  expect(pathsOf(hidden)).toEqual(["index.md", "llms.txt"]);
});

test("the bundle of a site below a path is written below that path, and with a folder at the folder's root", () => {
  const pages = [
    { url: "https://x.dev/project/", markdown: "Project." },
    { url: "https://x.dev/project/use/", markdown: "Use." },
    { url: "https://x.dev/elsewhere", markdown: "Elsewhere." },
  ];
  const source = "https://x.dev/project/";
  const made = bundle(pages, { source });
  expect(pathsOf(made)).toEqual(["project/index.md", "project/use/index.md", "elsewhere.md", "project/llms.txt"]);
  expect(made.base).toBe("/project/");
  const built = bundle(pages, { source, root: source });
  expect(pathsOf(built)).toEqual(["index.md", "use/index.md", "llms.txt"]);
  expect(linksOf(built)).toEqual(["https://x.dev/project/use/index.md", "https://x.dev/elsewhere"]);
});

test("if the typed address is a single page, the index is written into the folder above it", () => {
  const pages = [
    { url: "https://x.dev/reference/overview", markdown: "Overview." },
    { url: "https://x.dev/reference/api", markdown: "API." },
  ];
  expect(pathsOf(bundle(pages, { source: "https://x.dev/reference/overview" })).at(-1)).toBe("reference/llms.txt");
});

test("over 50,000 characters excerpts are shortened, and no page is dropped", () => {
  const pages = Array.from({ length: 500 }, (_, n) => ({ url: `https://x.dev/part/page-${n}/`, markdown: "Text." }));
  const made = bundle([HOME, ...pages], { excerpt: "A first sentence. And a second one that says more of it." });
  const index = textOf(made, "llms.txt");
  expect(charactersOf(index)).toBeLessThanOrEqual(50_000);
  expect(linksOf(made)).toHaveLength(500);
  expect(index.includes(": A first sentence.\n")).toBe(true);
});

test("with --full the text of all pages is beside the index, the homepage first, each with its source", () => {
  const pages = [HOME, { url: "https://x.dev/a", markdown: "Of a." }, { url: "https://x.dev/b", markdown: "Of b." }];
  const made = bundle(pages, { full: true });
  expect(pathsOf(made).slice(-2)).toEqual(["llms-full.txt", "llms.txt"]);
  expect(textOf(made, "llms-full.txt")).toBe(
    "# X\n\n> Tables.\n\nGenerated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 3\n\n" +
      "# X\n\nSource: https://x.dev/\n\nWelcome.\n\n# Page /a\n\nSource: https://x.dev/a\n\nOf a.\n\n" +
      "# Page /b\n\nSource: https://x.dev/b\n\nOf b.\n",
  );
});

/** A folder as publishing sees and changes it. */
class Folder {
  readonly files = new Map<string, string>();

  publish(made: Bundle, { until = Number.POSITIVE_INFINITY } = {}) {
    const plan = this.plan(made);
    if (plan.foreign.length > 0) return plan;
    this.files.set(LIST_PATH, plan.pending);
    for (const { path, text } of plan.write.slice(0, until)) this.files.set(path, text);
    if (until < plan.write.length) return plan;
    for (const path of plan.remove) this.files.delete(path);
    this.files.set(LIST_PATH, plan.list);
    return plan;
  }

  plan(made: Bundle) {
    return publishing(made, this.files.get(LIST_PATH), (path) => {
      const text = this.files.get(path);
      return text === undefined ? undefined : Buffer.from(text);
    });
  }
}
const A = { url: "https://x.dev/a", markdown: "A." };
const B = { url: "https://x.dev/b", markdown: "B." };

test("a second run writes changed files, the index last, and removes files of pages that have gone", () => {
  const folder = new Folder();
  folder.files.set("style.css", "h1 {}");
  folder.publish(bundle([HOME, A, B]));
  expect(folder.plan(bundle([HOME, A, B]))).toMatchObject({ write: [], remove: [], foreign: [] });
  const { write, remove } = folder.publish(bundle([HOME, { ...A, markdown: "A is new." }]));
  expect([write.map(({ path }) => path), remove]).toEqual([["a.md", "llms.txt"], ["b.md"]]);
  expect([...folder.files.keys()].toSorted()).toEqual([LIST_PATH, "a.md", "index.md", "llms.txt", "style.css"]);
});

test("a file that another program wrote or changed is not overwritten, and is named", () => {
  const folder = new Folder();
  folder.files.set("a.md", "Mine.");
  expect(folder.publish(bundle([HOME, A])).foreign).toEqual([{ path: "a.md", why: "no earlier bundle wrote it" }]);
  folder.files.delete("a.md");
  folder.publish(bundle([HOME, A, B]));
  folder.files.set("a.md", `${folder.files.get("a.md")}And more.\n`);
  expect(folder.plan(bundle([HOME, { ...A, markdown: "New." }])).foreign).toEqual([
    { path: "a.md", why: "it was changed since" },
  ]);
  expect(folder.plan(bundle([HOME])).remove).toEqual(["b.md"]);
});

test("an llms.txt written by -o may be replaced, another one may not", () => {
  const folder = new Folder();
  folder.files.set("llms.txt", textOf(bundle([HOME, A]), "llms.txt").replaceAll("/a.md", "/a"));
  expect(folder.publish(bundle([HOME, A])).foreign).toEqual([]);
  folder.files.set("llms.txt", "# X\n\n> By hand.\n\nGenerated: yesterday\n");
  expect(folder.plan(bundle([HOME, A])).foreign.map(({ path }) => path)).toEqual(["llms.txt"]);
});

test("after a kill the next run recognises its files and finishes", () => {
  const folder = new Folder();
  folder.publish(bundle([HOME, A, B]));
  folder.publish(bundle([HOME, { ...A, markdown: "New." }]), { until: 1 });
  expect(folder.files.get("a.md")).toContain("New.");
  expect(folder.publish(bundle([HOME, { ...A, markdown: "Newer." }]))).toMatchObject({ foreign: [], remove: ["b.md"] });
});

test("if the list of files is lost, our page files are recognised by their first line", () => {
  const folder = new Folder();
  folder.publish(bundle([HOME, A]));
  folder.files.delete(LIST_PATH);
  expect(folder.publish(bundle([HOME, { ...A, markdown: "New." }])).foreign).toEqual([]);
});

test("two base URLs can share a folder, and neither removes the other's files", () => {
  const folder = new Folder();
  const docs = [
    { url: "https://x.dev/docs/", markdown: "Docs." },
    { url: "https://x.dev/docs/a", markdown: "A." },
  ];
  folder.publish(bundle(docs, { source: "https://x.dev/docs/" }));
  folder.publish(bundle([HOME, A]));
  folder.publish(bundle([HOME]));
  expect([...folder.files.keys()].filter((path) => path.endsWith(".md")).toSorted()).toEqual([
    "docs/a.md",
    "docs/index.md",
    "index.md",
  ]);
});

test("a list of files that is malformed or names paths outside of the folder stops publishing", () => {
  const digest = "0".repeat(64);
  for (const list of ["[]", "no JSON", '{"/":{"a.md":"x"}}', `{"/":{"../a.md":["${digest}"]}}`])
    expect(() => publishing(bundle([HOME]), list, () => undefined), list).toThrow(LIST_PATH);
});
