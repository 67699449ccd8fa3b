// How well pages become Markdown, beside others, on pages whose publishers ship Markdown of their own.
//   npm run bench:markdown [-- --smoke] [-- FOLDER …]
// Sample sites of the neighbour `../shared`, and any folder of built pages: `x.html` beside `x.md` or `x.html.md`.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Converter, converters } from "./markdown-converters.ts";
import { KINDS, type Kind, likeness, type Parts, partsOf } from "./markdown-scores.ts";
import { isSmoke, judge, keepResult, median, table } from "./results.ts";

const SITES = join(import.meta.dirname, "../../shared/sites");
const FIXTURES = join(import.meta.dirname, "../test/fixtures/pages");
/** Pages of one site are alike: more of them say little more. */
const MAX_PAIRS = 20;

interface Pair {
  readonly html: string;
  readonly markdown: string;
}

interface Measured {
  readonly name: string;
  readonly scores: Readonly<Record<Kind, readonly number[]>>;
  readonly failures: number;
  /** CPU of each page. */
  readonly ms: readonly number[];
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

/** The sample sites, unpacked; the folder is to be removed. */
function unpacked(): string {
  const folder = mkdtempSync(join(tmpdir(), "markdown-"));
  for (const name of existsSync(SITES) && !isSmoke ? readdirSync(SITES) : []) {
    if (!name.endsWith(".tar.gz")) continue;
    const site = join(folder, basename(name, ".tar.gz"));
    execFileSync("mkdir", [site]);
    execFileSync("tar", ["xzf", join(SITES, name), "-C", site]);
  }
  return folder;
}

/** What a publisher's Markdown says, without its title: the pages' own begins below it. */
const published = (path: string): Parts =>
  partsOf(
    readFileSync(path, "utf8")
      .replace(/^\uFEFF/, "")
      .replace(/^# .*\n/m, ""),
  );

async function measure({ name, convert }: Converter, pairs: readonly Pair[]): Promise<Measured> {
  const scores: Record<Kind, number[]> = { text: [], code: [], tables: [], formulas: [] };
  const ms: number[] = [];
  let failures = 0;
  for (const { html, markdown } of pairs) {
    const bytes = readFileSync(html);
    const before = process.cpuUsage();
    const converted = await tryConvert(convert, bytes);
    const { user, system } = process.cpuUsage(before);
    ms.push((user + system) / 1_000);
    if (converted === undefined) failures++;
    const ours = partsOf(converted ?? "");
    const theirs = published(markdown);
    for (const kind of KINDS) {
      const score = likeness(ours[kind], theirs[kind]);
      if (score !== undefined) scores[kind].push(score);
    }
  }
  return { name, scores, failures, ms };
}

async function tryConvert(convert: Converter["convert"], bytes: Buffer): Promise<string | undefined> {
  try {
    return await convert(bytes);
  } catch {
    return undefined;
  }
}

function together(name: string, parts: readonly Measured[]): Measured {
  const scoresOf = (kind: Kind) => parts.flatMap(({ scores }) => scores[kind]);
  const scores = {
    text: scoresOf("text"),
    code: scoresOf("code"),
    tables: scoresOf("tables"),
    formulas: scoresOf("formulas"),
  };
  const failures = parts.reduce((sum, part) => sum + part.failures, 0);
  return { name, scores, failures, ms: parts.flatMap(({ ms }) => ms) };
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const shown = (numbers: readonly number[]): string =>
  numbers.length === 0 ? "" : `${mean(numbers).toFixed(3)} (${numbers.length})`;

const row = ({ name, scores, failures, ms }: Measured): readonly string[] => [
  name,
  ...KINDS.map((kind) => shown(scores[kind])),
  String(failures),
  median(ms).toFixed(2),
];

const folder = unpacked();
const given = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const sites = [...readdirSync(folder).map((name) => join(folder, name)), ...given, ...(isSmoke ? [FIXTURES] : [])];
const sets = sites
  .map((site) => ({ site: basename(site), pairs: pairsIn(site) }))
  .filter(({ pairs }) => pairs.length > 0);
const used = await converters();
const bySite: { readonly site: string; readonly pairs: readonly Pair[]; readonly measured: readonly Measured[] }[] = [];
for (const { site, pairs } of sets) {
  const measured: Measured[] = [];
  for (const one of used) measured.push(await measure(one, pairs));
  bySite.push({ site, pairs, measured });
}
rmSync(folder, { recursive: true });
const whole = used.map(({ name }, at) =>
  together(
    name,
    bySite.flatMap(({ measured }) => measured[at] ?? []),
  ),
);
const head = ["", ...KINDS, "failures", "CPU ms a page"];
const sections = bySite.map(({ site, pairs, measured }) =>
  table([`${site}, ${pairs.length} pages`, ...head.slice(1)], measured.map(row)),
);
keepResult(
  "npm run bench:markdown",
  `Likeness to the Markdown that publishers ship, 1 - edit distance / length of the longer, in brackets on how many pages.\n\n${[table(head, whole.map(row)), ...sections].join("\n\n")}`,
);
const [ours] = whole;
const reaches = (kind: Kind, goal: number) =>
  ours === undefined || ours.scores[kind].length === 0 || mean(ours.scores[kind]) >= goal;
judge({
  "fails on no page": ours?.failures === 0,
  "text is like the publisher's": reaches("text", 0.93),
  "code is like the publisher's": reaches("code", 0.9),
  "tables are like the publisher's": reaches("tables", 0.97),
  "formulas are like the publisher's": reaches("formulas", 0.8),
});
