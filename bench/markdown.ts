// Compares our Markdown of a page with the Markdown that its publisher ships.
// npm run bench -- markdown FOLDER …
// folders of built sites: `x.html` beside `x.md` or `x.html.md`
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { markdownOf, read } from "@llmstxt-service/page";
import { KINDS, type Kind, likeness, type Parts, partsOf } from "./markdown-scores.ts";
import { keepResult, median, table } from "./results.ts";

/** Pages of one site are alike: more of them say little more. */
const MAX_PAIRS = 20;

interface Pair {
  readonly html: string;
  readonly markdown: string;
}

interface Measured {
  readonly scores: Readonly<Record<Kind, number[]>>;
  /** CPU milliseconds of each page, for reading and writing. */
  readonly ms: number[];
}

function pairsIn(folder: string): readonly Pair[] {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  const pairs = pages.sort().flatMap((name) => {
    const html = join(folder, name);
    const markdown = [html.replace(/\.html$/, ".md"), `${html}.md`].find((path) => existsSync(path));
    return markdown === undefined ? [] : [{ html, markdown }];
  });
  const step = Math.max(1, Math.floor(pairs.length / MAX_PAIRS));
  return pairs.filter((_, at) => at % step === 0).slice(0, MAX_PAIRS);
}

/** The publisher's Markdown without its title, as our Markdown has none. */
const published = (path: string): Parts =>
  partsOf(
    readFileSync(path, "utf8")
      .replace(/^\uFEFF/, "")
      .replace(/^# .*\n/m, ""),
  );

function measure(pairs: readonly Pair[]): Measured {
  const measured: Measured = { scores: { text: [], code: [], tables: [], formulas: [] }, ms: [] };
  for (const { html, markdown } of pairs) {
    const bytes = readFileSync(html);
    const before = process.cpuUsage();
    const converted = markdownOf(read(bytes, { url: "https://site.example/page", contentType: "text/html" }));
    const { user, system } = process.cpuUsage(before);
    measured.ms.push((user + system) / 1_000);
    const [ours, theirs] = [partsOf(converted), published(markdown)];
    for (const kind of KINDS) {
      const score = likeness(ours[kind], theirs[kind]);
      if (score !== undefined) measured.scores[kind].push(score);
    }
  }
  return measured;
}

const mean = (numbers: readonly number[]): string =>
  numbers.length === 0
    ? ""
    : `${(numbers.reduce((sum, one) => sum + one, 0) / numbers.length).toFixed(3)} (${numbers.length})`;

const folders = process.argv.slice(2);
if (folders.length === 0) console.error("Which folders of built pages? npm run bench -- markdown FOLDER …");
const rows = folders.flatMap((folder) => {
  const pairs = pairsIn(folder);
  if (pairs.length === 0) return [];
  const { scores, ms } = measure(pairs);
  return [[basename(folder), String(pairs.length), ...KINDS.map((kind) => mean(scores[kind])), median(ms).toFixed(2)]];
});
if (rows.length > 0)
  keepResult(
    "npm run bench -- markdown FOLDER",
    `1 - edit distance / length of the longer text; in brackets on how many pages.\n\n${table(["site", "pages", ...KINDS, "CPU ms a page"], rows)}`,
  );
