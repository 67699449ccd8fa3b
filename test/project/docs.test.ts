// What the docs name exists, and what they show runs.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { LEFT_OUT_REASONS } from "../../src/address/left-out.ts";
import { settingsList } from "../../src/config.ts";
import { openMetrics } from "../../src/shells/metrics/metrics.ts";
import { llmstxt } from "../command/command.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

interface Doc {
  /** From the root. */
  readonly file: string;
  readonly text: string;
}

const docFile = (file: string): Doc => ({ file, text: readFileSync(join(root, file), "utf8") });

const docs: readonly Doc[] = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md"],
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
].map(docFile);

const FENCE = /^```(\w*)\n(.*?)^```$/gms;
const withoutFences = (text: string) => text.replace(FENCE, "");
const fences = (text: string, language: string) =>
  [...text.matchAll(FENCE)].filter(([, is]) => is === language).map(([, , code = ""]) => code);

/** Everything `find` catches in a doc, with the doc's name in front, so that a failure says where. */
const named = (find: (text: string) => readonly string[]): readonly (readonly [file: string, name: string])[] =>
  docs.flatMap(({ file, text }) => find(text).map((name) => [file, name] as const));

const caught = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);

/** GitHub's anchors. */
const anchors = (text: string) =>
  caught(withoutFences(text), /^#{1,6} (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );

test("every link from one doc to another leads somewhere, to the very heading", () => {
  const links = named((text) =>
    caught(withoutFences(text).replace(/`[^`\n]*`/g, ""), /\]\((?!https?:|mailto:)([^)\s]+)\)/g),
  );
  const broken = links.filter(([file, link]) => {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? file : relative(root, resolve(root, dirname(file), path));
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchors(docFile(target).text).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test("every file of the repository that a doc names is there", () => {
  const files = named((text) => caught(text, /`((?:src|web|test|scripts|examples|bench)\/[\w./-]+\.\w+)`/g));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter(([, name]) => !existsSync(join(root, name)))).toEqual([]);
});

/** Of Node and of the container's other programs. */
const FOREIGN = new Set(["NODE_EXTRA_CA_CERTS", "SITE_ID", "POSTGRES_PASSWORD", "MINIO_ROOT_PASSWORD"]);

test("every setting that a doc names is one", () => {
  const settings = new Set(settingsList().map(({ name }) => name));
  const names = named((text) => caught(text, /(?:`|^)([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?:=[^`\n]*)?(?:`|$)/gm));
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter(([, name]) => !settings.has(name) && !FOREIGN.has(name))).toEqual([]);
});

test("every npm script and every command that a doc names is there", async () => {
  const scripts: Readonly<Record<string, string>> = manifest.scripts;
  expect(named((text) => caught(text, /npm run ([\w:]+)/g)).filter(([, name]) => !(name in scripts))).toEqual([]);
  const { stdout } = await llmstxt(["--help"]);
  const commands = new Set(caught(stdout, /^ {2}([a-z]+)\b/gm));
  const shown = named((text) => [
    ...caught(withoutFences(text), /`llmstxt ([a-z]+)\b/g),
    ...fences(text, "sh").flatMap((code) => caught(code, /(?<![\w/-] ?)\bllmstxt ([a-z]+)\b/g)),
  ]);
  expect(shown.filter(([, name]) => !commands.has(name))).toEqual([]);
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
    ([, name]) => name !== "llmstxt_migration",
  );
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter(([, name]) => !text.includes(`# TYPE ${name} `))).toEqual([]);
});

test("every decision is in the index", () => {
  const index = docFile("docs/README.md").text;
  const decisions = readdirSync(join(root, "docs/decisions"));
  expect(decisions.filter((file) => !index.includes(`(decisions/${file})`))).toEqual([]);
});

test("the TypeScript of README and docs/library.md holds under strict types, and its second example runs", async () => {
  // Below the package, where its own name leads to its own build.
  const folder = join(root, "dist/docs-check");
  await mkdir(folder, { recursive: true });
  try {
    const examples = ["docs/library.md", "README.md"].flatMap((file) => fences(docFile(file).text, "ts"));
    const files = examples.map((_, number) => `example-${number + 1}.ts`);
    await Promise.all(examples.map((code, number) => writeFile(join(folder, files[number] ?? ""), code)));
    const compilerOptions = { target: "es2024", module: "nodenext", strict: true, noEmit: true, types: ["node"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const problems = await run(join(root, "node_modules/.bin/tsc"), ["-p", folder]).then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(problems).toBe("");
    const { stdout } = await run(process.execPath, [join(folder, "example-2.ts")]);
    expect(stdout).toBe("Tides High water at Leith is at noon today, says the harbour. 0\ntrue []\n[ 'Docs' ] 0\n");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("docs/order.md explains each reason for leaving a page out, and no other", () => {
  const [, table = ""] = docFile("docs/order.md").text.split("| reason | what |");
  expect(caught(table.split("\n\n")[0] ?? "", /^\| `([^`]+)` \|/gm).sort()).toEqual([...LEFT_OUT_REASONS].sort());
});
