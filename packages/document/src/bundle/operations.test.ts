import type { ApiOperation } from "@llmstxt-service/page";
import { expect, test } from "vitest";
import { BUNDLE_OPTIONS, bundleOf, indexesIn } from "../../../../test/llmstxt/example-bundle.ts";
import { examplePage } from "../../../../test/llmstxt/example-page.ts";
import { validateLlmsTxt } from "../check/check.ts";
import { renderLlmsTxt } from "../llmstxt.ts";
import { SearchIndex } from "../search/search.ts";

const operation = (title: string, more: Partial<ApiOperation> = {}): ApiOperation => ({
  title,
  summary: `Does ${title}.`,
  tag: "",
  markdown: `Text of ${title}.`,
  ...more,
});

const home = examplePage("https://x.dev/", { title: "X" }, { markdown: "Welcome." });
const guide = examplePage("https://x.dev/guide", { title: "Guide" }, { markdown: "Of guides." });

const described = (url: string, title: string, operations: readonly ApiOperation[]) =>
  examplePage(`https://x.dev${url}`, { title, operations }, { markdown: `About ${title}.` });

const HARBOUR = described("/docs/openapi.json", "Harbour API", [
  operation("GET /ships", { tag: "ships", summary: "List [ships](evil)." }),
  operation("GET /ships/{id}", { tag: "ships" }),
  operation("POST /berths", { tag: "berths", markdown: "Berths of granite." }),
]);

test("in a bundle each operation has a file and a line, by group, behind the site's own sections", () => {
  const bundle = bundleOf([home, guide, HARBOUR]);
  const index = bundle.get("llms.txt") ?? "";
  expect(index.split("\n").filter((line) => /^(?:##|- \[(?:GET|POST))/.test(line))).toEqual([
    "## Pages",
    "## Harbour API: ships",
    "- [GET /ships](https://x.dev/docs/openapi/get-ships.md): List [ships] (evil).",
    "- [GET /ships/{id}](https://x.dev/docs/openapi/get-ships-id.md): Does GET /ships/{id}.",
    "## Harbour API: berths",
    "- [POST /berths](https://x.dev/docs/openapi/post-berths.md): Does POST /berths.",
  ]);
  expect(validateLlmsTxt(index, { profile: "strict" }).valid).toBe(true);
  expect(bundle.get("docs/openapi/post-berths.md")).toBe(
    "> All pages of this site are listed in [llms.txt](https://x.dev/llms.txt).\n\n# POST /berths\n\nBerths of granite.\n\nSource: https://x.dev/docs/openapi.json\n",
  );
  expect(bundle.get("docs/openapi.json.md")).toContain("About Harbour API.");
});

test("in the plain document the description is one page", () => {
  const { text } = renderLlmsTxt([home, guide, HARBOUR], BUNDLE_OPTIONS);
  expect(text).toContain("https://x.dev/docs/openapi.json");
  expect(text).not.toContain("GET /ships");
});

test("servers are told whose files these are, programs that each is read by itself, and the search finds each", () => {
  const bundle = bundleOf([home, guide, HARBOUR]);
  const about = JSON.parse(bundle.get(".llmstxt/pages.json") ?? "");
  expect(about.parts["/docs/openapi/post-berths.md"]).toBe("/docs/openapi.json");
  expect(about.operations).toContainEqual(["/docs/openapi/post-berths.md"]);
  expect(new SearchIndex(bundle.get(".llmstxt/search.json") ?? "").find("granite", 1)).toEqual([
    { url: "/docs/openapi/post-berths.md", title: "POST /berths Does POST /berths." },
  ]);
});

test("llms-full.txt of a bundle has every operation", () => {
  const full = bundleOf([home, guide, HARBOUR], { full: true }).get("llms-full.txt") ?? "";
  expect(full).toContain("# POST /berths\n\nSource: https://x.dev/docs/openapi.json\n\nBerths of granite.");
});

test("operations that spell alike, and descriptions of one name, have files and sections of their own", () => {
  const twins = [operation("GET /a/b"), operation("GET /a-b"), operation("GET /A/B")];
  const bundle = bundleOf([
    home,
    guide,
    described("/a/api.yaml", "API", twins),
    described("/b/api.yaml", "API", twins),
  ]);
  const files = [...bundle.keys()].filter((path) => path.includes("/api/"));
  expect(new Set(files.map((path) => path.toLowerCase())).size).toBe(6);
  const listed = indexesIn(bundle).get("llms.txt") ?? [];
  expect(listed.filter((url) => url.includes("/api/"))).toHaveLength(6);
});

test("an interface of very many operations divides the index, and every operation is in one part", () => {
  const many = Array.from({ length: 1_500 }, (_, at) =>
    operation(`GET /things/${at}/of/that/kind`, { tag: `t${at % 40}` }),
  );
  const indexes = indexesIn(bundleOf([home, guide, described("/openapi.json", "API", many)]));
  expect(indexes.size).toBeGreaterThan(1);
  const [, ...parts] = [...indexes].sort(([a], [b]) => a.length - b.length);
  const listed = parts.flatMap(([, urls]) => urls).filter((url) => url.includes("/openapi/"));
  expect(new Set(listed).size).toBe(1_500);
});
