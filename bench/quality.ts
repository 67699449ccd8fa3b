// Compares names and places of sections with what a person would choose: `quality` for the sites in the repository,
// `quality FOLDER` for others: FOLDER/outline.json, and a folder of HTML files for each name in it.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { documentOf, type ListedPage } from "@llmstxt-service/document";
import { readPage } from "@llmstxt-service/page";
import { MADE_UP, type Outline } from "./quality-sites.ts";

interface Measured {
  readonly found: number;
  readonly expected: number;
  readonly placed: number;
  readonly asked: number;
  readonly good: number;
  readonly named: number;
  readonly wrong: readonly string[];
}

const DEMO: Outline = {
  origin: "https://tidewater.example",
  sections: [
    { name: "Docs", urls: ["/docs/getting-started", "/docs/errors"] },
    { name: "Guides", urls: ["/guides/embed-a-tide-chart", "/guides/work-offline"] },
    { name: "API", urls: ["/api/stations", "/api/predictions"] },
    { name: "Blog", urls: ["/blog/two-hundred-new-stations", "/blog/why-we-left-out-the-wind"] },
    { name: "Optional", urls: ["/privacy", "/changelog"] },
  ],
};
/** Sections for leftover pages have no name to be judged. */
const LOOSE = /^(?:pages|optional)$/i;

/** The pages of a folder of HTML files, the homepage first. */
function pagesIn(folder: string, origin: string): ListedPage[] {
  const files = globSync("**/*.html", { cwd: folder }).filter((file) => !file.endsWith("404.html"));
  const paths = files.map((file) => ({ file, path: `/${file.replace(/(?:^|(?<=\/))index\.html$|\.html$/, "")}` }));
  paths.sort((a, b) => a.path.split("/").length - b.path.split("/").length || (a.path < b.path ? -1 : 1));
  return paths.map(({ file, path }) => pageOf(`${origin}${path}`, readFileSync(join(folder, file))));
}

function pageOf(url: string, bytes: Uint8Array): ListedPage {
  const depth = url.split("/").length - 3;
  return { url, page: readPage(bytes, { url, contentType: "text/html" }), depth, inScope: true };
}

function measured({ sections: expected, fine = [] }: Outline, pages: readonly ListedPage[]): Measured {
  const { sections } = documentOf(pages);
  const isCalled = (name: string, pattern: string) => new RegExp(`^(?:${pattern})$`, "u").test(name);
  const missing = expected.filter(({ name }) => !sections.some((section) => isCalled(section.name, name)));
  const asked = expected.flatMap(({ name, urls }) => urls.map((url) => ({ name, url })));
  const astray = asked.flatMap(({ name, url }) => {
    const section = sections.find(({ items }) => items.some((item) => item.page.url.includes(url)));
    return section !== undefined && isCalled(section.name, name) ? [] : [`${url} stands in ${section?.name ?? "none"}`];
  });
  const own = sections.filter(({ name }) => !LOOSE.test(name));
  const names = [...expected.map(({ name }) => name), ...fine];
  const bad = own.filter(({ name }) => !names.some((pattern) => isCalled(name, pattern)));
  return {
    found: expected.length - missing.length,
    expected: expected.length,
    placed: asked.length - astray.length,
    asked: asked.length,
    good: own.length - bad.length,
    named: own.length,
    wrong: [...missing.map(({ name }) => `no section ${name}`), ...astray, ...bad.map(({ name }) => `section ${name}`)],
  };
}

const share = (part: number, whole: number) => `${part} of ${whole} (${Math.round((100 * part) / whole)} %)`;

function report(name: string, one: Measured): void {
  const { found, expected, placed, asked, good, named, wrong } = one;
  console.log(
    `${name}: found ${share(found, expected)}, placed ${share(placed, asked)}, good names ${share(good, named)}`,
  );
  for (const line of wrong) console.log(`  ${line}`);
}

const [folder] = process.argv.slice(2);
const sites: [name: string, outline: Outline, pages: ListedPage[]][] = [];
if (folder === undefined) {
  sites.push(["demo-site", DEMO, pagesIn("examples/demo-site", DEMO.origin)]);
  for (const { name, outline, files } of MADE_UP)
    sites.push([
      name,
      outline,
      Object.entries(files).map(([path, html]) => pageOf(outline.origin + path, Buffer.from(html))),
    ]);
} else {
  const outlines: Record<string, Outline> = JSON.parse(readFileSync(join(folder, "outline.json"), "utf8"));
  for (const [name, outline] of Object.entries(outlines))
    sites.push([name, outline, pagesIn(join(folder, name), outline.origin)]);
}

const all: Measured[] = [];
for (const [name, outline, pages] of sites) {
  const one = measured(outline, pages);
  all.push(one);
  report(name, one);
}
const sum = (key: "found" | "expected" | "placed" | "asked" | "good" | "named") =>
  all.reduce((total, one) => total + one[key], 0);
report(`${sites.length} sites`, {
  found: sum("found"),
  expected: sum("expected"),
  placed: sum("placed"),
  asked: sum("asked"),
  good: sum("good"),
  named: sum("named"),
  wrong: [],
});
