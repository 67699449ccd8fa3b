// What the docs name exists, and what they link to is there.
import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { LEFT_OUT_REASONS } from "../packages/page/src/address/left-out.ts";
import { openMetrics } from "../packages/service/src/metrics/metrics.ts";
import { settingsList } from "../packages/service/src/settings/config.ts";
import { anchors, caught, docFile, docs, fences, linksWithin, named, targetOf, withoutFences } from "./docs.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

test("every link from one doc to another leads somewhere, to the very heading", () => {
  const broken = named(linksWithin).filter(([file, link]) => {
    const { path, anchor } = targetOf(file, link);
    if (!existsSync(join(root, path))) return true;
    return anchor !== undefined && !anchors(docFile(path).text).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test("docs/README.md leads to every doc, and every decision, in one click", () => {
  const linked = new Set(
    linksWithin(docFile("docs/README.md").text).map((link) => targetOf("docs/README.md", link).path),
  );
  expect(docs.filter(({ file }) => file.startsWith("docs/") && file !== "docs/README.md" && !linked.has(file))).toEqual(
    [],
  );
});

test("docs/README.md names each decision as its page does", () => {
  const decisions = docs.filter(({ file }) => file.startsWith("docs/decisions/"));
  const titles = decisions.map(({ text }) => caught(text, /^# \d+: (.+)$/gm)[0] ?? "no title").sort();
  const named = caught(
    docFile("docs/README.md").text,
    /^- \[\d+\]\(decisions\/[\w-]+\.md\) (.+?)(?: \(superseded by \d+\))?$/gm,
  );
  expect([...named].sort()).toEqual(titles);
});

test("a doc stands in the folder of its kind: tutorial, how-to, reference or explanation", () => {
  const kinds = ["tutorial", "how-to", "reference", "explanation", "decisions", "examples", "images"];
  // What only those read who work on the project.
  const ofTheProject = ["README.md", "architecture.md", "glossary.md", "releasing.md"];
  expect(readdirSync(join(root, "docs")).filter((name) => ![...kinds, ...ofTheProject].includes(name))).toEqual([]);
});

test("every file of the repository that a doc names is there", () => {
  const files = named((text) => caught(text, /`((?:src|web|test|scripts|examples|bench)\/[\w./-]+\.\w+)`/g));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter(([, name]) => !existsSync(join(root, name)))).toEqual([]);
});

/** Beside AWS's own (AWS_…): of Node and of the container's other programs. */
const FOREIGN = new Set([
  "NODE_EXTRA_CA_CERTS",
  "SITE_ID",
  "POSTGRES_PASSWORD",
  "STORE_ROOT_PASSWORD",
  "NO_COLOR",
  "OLLAMA_CONTEXT_LENGTH",
  "XDG_CACHE_HOME",
]);

test("every setting that a doc names is one", () => {
  const settings = new Set(settingsList().map(({ name }) => name));
  const names = named((text) => caught(text, /(?:`|^)([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?:=[^`\n]*)?(?:`|$)/gm));
  expect(names.length).toBeGreaterThan(50);
  expect(
    names.filter(([, name]) => !settings.has(name) && !FOREIGN.has(name) && !/^(?:AWS|OTEL)_[A-Z_]/.test(name)),
  ).toEqual([]);
});

test("every npm script that a doc names is there", () => {
  const scripts: Readonly<Record<string, string>> = manifest.scripts;
  expect(named((text) => caught(text, /npm run ([\w:]+)/g)).filter(([, name]) => !(name in scripts))).toEqual([]);
});

test("every shell example is shell", async () => {
  const examples = docs.flatMap(({ text }) => fences(text, "sh"));
  expect(examples.length).toBeGreaterThan(5);
  for (const example of examples) await run("sh", ["-n", "-c", example]);
});

test("every metric that the docs name is counted", async () => {
  const none = () => 0;
  const metrics = openMetrics();
  metrics.watchCrawls({ running: none, waiting: none, sockets: none });
  const text = await metrics.text();
  const names = named((doc) => caught(doc, /\b((?:llmstxt|nodejs|process)_[a-z0-9_]+[a-z0-9])\b/g)).filter(
    ([, name]) => name !== "llmstxt_migrations",
  );
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter(([, name]) => !text.includes(`# TYPE ${name} `))).toEqual([]);
});

test("docs/explanation/order.md explains each reason for leaving a page out, and no other", () => {
  const [, table = ""] = docFile("docs/explanation/order.md").text.split("| reason | what |");
  const cells = caught(table.split("\n\n")[0] ?? "", /^\| ([^|]+) \|/gm);
  expect(cells.flatMap((cell) => caught(cell, /`([^`]+)`/g)).sort()).toEqual([...LEFT_OUT_REASONS].sort());
});

test("a picture of the docs is light enough for a slow line", () => {
  const images = readdirSync(join(root, "docs/images")).map((name) => join(root, "docs/images", name));
  expect(images.filter((file) => statSync(file).size > 600_000)).toEqual([]);
});

test("every message in docs/how-to/troubleshooting.md is one that the program prints", () => {
  const rows = withoutFences(docFile("docs/how-to/troubleshooting.md").text).match(/^\| .*/gm) ?? [];
  const messages = rows.flatMap((row) => caught(row.split(" | ")[0] ?? "", /`([^`]+)`/g));
  const source = sourceText("packages");
  // npm's own, statuses of the site, and the command's name.
  const foreign = /^(EBADENGINE|npx llmstxt|--verbose|40\d .*|Unauthorized)$/;
  const parts = messages.filter((message) => !foreign.test(message)).flatMap((message) => message.split("…"));
  const words = parts.map((part) => part.trim()).filter((part) => part.length > 7);
  expect(words.length).toBeGreaterThan(25);
  expect(words.filter((part) => !source.includes(part))).toEqual([]);
});

/** All code of a folder in one text, where a message is looked for. */
const sourceText = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(root, folder, file), "utf8"))
    .join("\n");

test("npx llmstxt stands only where a checkout or a project is meant: elsewhere it is another program", () => {
  const meant =
    /^(README|docs\/tutorial\/.*|docs\/how-to\/(install|troubleshooting)|docs\/releasing|docs\/decisions\/009.*)\.md$/;
  expect(named((text) => caught(text, /(npx llmstxt)/g)).filter(([file]) => !meant.test(file))).toEqual([]);
});

test("docs/README.md answers what a newcomer asks, each question with a link", () => {
  const [, questions = ""] = docFile("docs/README.md").text.split("## Questions");
  const rows = questions.split("\n## ")[0]?.match(/^\| .*\?.*/gm) ?? [];
  expect(rows.length).toBeGreaterThanOrEqual(10);
  expect(rows.filter((row) => !/\]\([^)]+\)/.test(row))).toEqual([]);
});

test("the backup of docs/how-to/operations.md holds the data where its folder is a link, as with systemd, and restores it", async () => {
  const [, section = ""] = docFile("docs/how-to/operations.md").text.split("## Backup and restore");
  const [backup = "", restore = ""] = fences(section, "sh");
  const cwd = mkdtempSync(join(tmpdir(), "llmstxt-backup-"));
  mkdirSync(join(cwd, "private"));
  symlinkSync(join(cwd, "private"), join(cwd, "data"), "dir");
  writeFileSync(join(cwd, "data/row"), "kept");
  const follow = (script: string) =>
    run("sh", ["-ec", `systemctl() { :; }\n${script.replaceAll("/var/lib/llmstxt", "data")}`], { cwd });
  try {
    await follow(backup);
    const [archive = ""] = readdirSync(cwd).filter((name) => name.endsWith(".tar.gz"));
    rmSync(join(cwd, "private/row"));
    await follow(restore.replace(/llmstxt-[\d-]+\.tar\.gz/, archive));
    expect(readFileSync(join(cwd, "private/row"), "utf8")).toBe("kept");
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

/** What one line of a doc may have, so that it can be read in a terminal and a change of it in a diff. */
const MAX_LINE = 130;

/** The list of changes, measured results, and samples of documents, whose table names sites. */
const LONG_LINES = /^(CHANGELOG\.md|bench\/|docs\/examples\/|docs\/reference\/(errors|api)\.md)/;

test("a line of prose is short; links, pictures and tables may be longer", () => {
  const prose = docs
    .filter(({ file }) => !LONG_LINES.test(file))
    .flatMap(({ file, text }) =>
      withoutFences(text)
        .split("\n")
        .map((line) => [file, line] as const),
    );
  const long = prose.filter(([, line]) => line.length > MAX_LINE && !/^\||^\s*<|\]\(|`[^`]{60,}`/.test(line));
  expect(long).toEqual([]);
});

test("docs/architecture.md names only files and folders that are there", () => {
  const named = caught(docFile("docs/architecture.md").text, /`(packages\/[\w./-]+)`/g);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
