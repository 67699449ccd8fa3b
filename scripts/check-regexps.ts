// Fails if a regular expression can take more than linear time and states no bound of its input. `recheck` judges them:
// https://makenowjust-labs.github.io/recheck/. A bound is a comment on the same line or on one of the three above:
// `Bound: a URL, 2,048 characters.`
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "recheck";
import { parseSync, Visitor } from "rolldown/utils";

/** A regular expression in a file. */
interface Found {
  readonly at: string;
  readonly pattern: string;
  readonly flags: string;
}

/** The same seed finds the same attacks. An expression not judged within this time must state its bound. */
const PARAMETERS = { randomSeed: 1, timeout: 60_000, incubationTimeout: 60_000, attackTimeout: 60_000 };

/** Most lines between the comment and its expression. */
const COMMENT_LINES = 3;

const BOUND = /\bBound: \S/;

/** The text of a plain string, or of a template without placeholders and escapes. */
function textOf(code: string): string | undefined {
  if (/^"(?:[^"\\]|\\["\\])*"$/.test(code)) return JSON.parse(code);
  return /^`[^\\$]*`$/s.test(code) ? code.slice(1, -1) : undefined;
}

/** Every expression of a file without a stated bound. An expression built at run time has the pattern `undefined`. */
function expressionsOf(file: string): (Omit<Found, "pattern"> & { readonly pattern: string | undefined })[] {
  const text = readFileSync(file, "utf8");
  const lines = text.split("\n");
  const found: (Omit<Found, "pattern"> & { readonly pattern: string | undefined })[] = [];
  const add = (start: number, pattern: string | undefined, flags: string): void => {
    const line = text.slice(0, start).split("\n").length;
    if (lines.slice(Math.max(0, line - 1 - COMMENT_LINES), line).some((above) => BOUND.test(above))) return;
    found.push({ at: `${file}:${line}`, pattern, flags });
  };
  const argument = (node?: { readonly start: number; readonly end: number }) =>
    node && textOf(text.slice(node.start, node.end));
  new Visitor({
    Literal(node) {
      if ("regex" in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression(node) {
      if (node.callee.type === "Identifier" && node.callee.name === "RegExp")
        add(node.start, argument(node.arguments[0]), argument(node.arguments[1]) ?? "");
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** One line for each place of an expression. */
async function problemsOf(places: readonly Found[]): Promise<string[]> {
  const [first] = places;
  if (first === undefined) return [];
  const { pattern, flags } = first;
  const judged = await check(pattern, flags, PARAMETERS);
  if (judged.status === "safe") return [];
  const why = judged.status === "vulnerable" ? judged.complexity.summary : `not judged: ${judged.error.kind}`;
  return places.map(({ at }) => `${at}: ${why}: /${pattern}/${flags}`);
}

/** One line for each regular expression below the folders that is not linear and states no bound. */
export async function regexpProblems(folders: readonly string[]): Promise<string[]> {
  const files = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/\/(dist|node_modules)\//.test(file));
  const problems: string[] = [];
  const known = new Map<string, Found[]>();
  for (const { at, pattern, flags } of files.flatMap(expressionsOf)) {
    if (pattern === undefined) problems.push(`${at}: made at run time: state what bounds it`);
    else known.set(`/${pattern}/${flags}`, [...(known.get(`/${pattern}/${flags}`) ?? []), { at, pattern, flags }]);
  }
  const waiting = [...known.values()];
  const judge = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) problems.push(...(await problemsOf(next)));
  };
  await Promise.all([judge(), judge()]);
  return problems.sort();
}

if (import.meta.main) {
  const problems = await regexpProblems(
    process.argv.length > 2 ? process.argv.slice(2) : ["src", "packages", "web/src"],
  );
  for (const problem of problems) console.error(problem);
  console.log(`regexps: ${problems.length} problems`);
  // recheck keeps a process open.
  process.exit(problems.length > 0 ? 1 : 0);
}
