// What the validator says of other people's files: `npm run bench -- validate FOLDER`, every file below it. None that the
// proposal calls valid may be invalid, and no link may be lost.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseLlmsTxt, type Validation, validateLlmsTxt } from "../packages/document/src/check/check.ts";
import { isSmoke, judge, keepResult, median, table } from "./results.ts";

const EXAMPLES = join(import.meta.dirname, "../docs/examples");
const [folder = EXAMPLES] = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));

interface Judged {
  readonly name: string;
  readonly v2: Validation;
  readonly strict: Validation;
  /** The proposal asks for nothing but an H1; told by other means than the parser's. */
  readonly hasH1: boolean;
  readonly addresses: number;
  readonly lost: readonly string[];
}

function judged(name: string): Judged {
  const text = readFileSync(join(folder, name), "utf8");
  const lines = linesOutsideCode(text);
  const read = `\n${parseLlmsTxt(text)
    .links.map(({ url }) => url)
    .join("\n")}`;
  const addresses = [...new Set(lines.flatMap(addressesIn))];
  return {
    name,
    v2: validateLlmsTxt(text),
    strict: validateLlmsTxt(text, { profile: "strict" }),
    hasH1: lines.some((line, index) => /^ {0,3}# +\S/.test(line) || /^={3,}\s*$/.test(lines[index + 1] ?? "")),
    addresses: addresses.length,
    // The plain reading ends at the first unusual character.
    lost: addresses.filter((address) => !read.includes(`\n${address}`)),
  };
}

/** Without fenced blocks, spans of code, and our own line of facts, which is no link. */
function linesOutsideCode(text: string): string[] {
  return text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/^[ \t]*(```+|~~~+)[^`\n]*\n[\s\S]*?^[ \t]*\1[ \t]*$/gm, "")
    .split("\n")
    .filter((line) => !line.startsWith("Generated: "))
    .map((line) => line.replaceAll(/`[^`]*`/g, ""));
}

/** The plainest reading there is: what stands in `](…)`, and what begins with http. Images are no links. */
function addressesIn(line: string): string[] {
  const text = line.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "");
  const targets = [...text.matchAll(/\]\(\s*<?([^\s<>()]+)/g)].map(([, target = ""]) => target);
  const bare = text.match(/https?:\/\/\w[\w.-]+(?:\/[\w./-]*)?/g) ?? [];
  return [...targets, ...bare].flatMap(addressOf);
}

/** Enough of an address to know it by: marks at its end are read in different ways. */
const addressOf = (url: string): string[] => [url.replace(/[#?(].*$/s, "").replace(/[^\w/]+$/, "")].filter(Boolean);

const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:txt|md)$/.test(name));
const all = files.sort().map(judged);
const groups: Readonly<Record<string, readonly Judged[]>> = {
  "with an H1 and links": all.filter(({ hasH1, addresses }) => hasH1 && addresses > 0),
  "with an H1 and without a link": all.filter(({ hasH1, addresses }) => hasH1 && addresses === 0),
  "without an H1, with links": all.filter(({ hasH1, addresses }) => !hasH1 && addresses > 0),
  "neither: ok, JSON, HTML, robots.txt": all.filter(({ hasH1, addresses }) => !hasH1 && addresses === 0),
};
const rows = Object.entries(groups).map(([name, group]) => {
  const scores = group.map(({ v2 }) => v2.score);
  const valid = (profile: "v2" | "strict") => `${group.filter((one) => one[profile].valid).length}`;
  const range = scores.length === 0 ? "" : `${Math.min(...scores)} to ${Math.max(...scores)}`;
  return [name, `${group.length}`, valid("v2"), valid("strict"), `${median(scores)}`, range];
});

const sum = (count: (one: Judged) => number): number => all.reduce((total, one) => total + count(one), 0);
const invalid = all.filter(({ hasH1, v2 }) => hasH1 && !v2.valid);
const lost = all.flatMap(({ name, lost: own }) => own.map((address) => `${name}: ${address}`));
const summary = `${all.length} files, ${sum(({ addresses }) => addresses)} addresses, ${lost.length} of them not read; valid by the proposal and called invalid: ${invalid.length}.`;
const head = ["files", "", "valid, v2", "valid, strict", "median score, v2", "least to most"];
const told = [...invalid.map(({ name }) => `invalid: ${name}`), ...lost.map((one) => `lost: ${one}`)].slice(0, 20);
if (told.length > 0) console.error(told.join("\n"));
keepResult("Validating files of others", `${summary}\n\n${table(head, rows)}`);
const junk = groups["neither: ok, JSON, HTML, robots.txt"] ?? [];
judge({
  "no file that the proposal calls valid is invalid": invalid.length === 0,
  "every link is read": isSmoke || lost.length === 0,
  "what is no llms.txt scores at most 20": junk.every(({ v2 }) => v2.score <= 20),
});
