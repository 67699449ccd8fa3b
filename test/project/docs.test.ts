import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LEFT_OUT_WORDS } from "@llmstxt-service/crawler/left-out";
import { validate } from "@llmstxt-service/document/check";
import { FAILURES } from "@llmstxt-service/page/errors";
import { requestSchema } from "@llmstxt-service/service/request";
import { readSettings } from "@llmstxt-service/service/settings";
import { expect, test } from "vitest";
import { llmstxt } from "../command/command.ts";
import { startService } from "../servers/service.ts";

const files = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((file) => existsSync(file) && !/^(?:examples\/demo-site|test|docs\/examples)\//.test(file));
const textOf = (file: string) => readFileSync(file, "utf8");
const caught = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);

/** GitHub's anchors of a page's headings. */
const anchorsOf = (text: string) =>
  caught(text, /^#{1,6} (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );

test("every link within the docs leads to a file, and to a heading in it", () => {
  const broken = files.flatMap((file) => {
    const text = textOf(file)
      .replace(/^```.*?^```$/gms, "")
      .replace(/`[^`\n]*`/g, "");
    return caught(text, /(?:\]\(|(?:src|srcset)=")(?!https?:|mailto:)([^)"\s]+)[)"]/g).flatMap((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : join(dirname(file), path);
      if (!existsSync(target)) return [`${file}: ${link}`];
      return anchor === undefined || anchorsOf(textOf(target)).includes(anchor) ? [] : [`${file}: ${link}`];
    });
  });
  expect(broken).toEqual([]);
});

/** First cells of a page's tables. */
const rowsOf = (file: string) => caught(textOf(file), /^\| `([^`]+)`/gm);

test("errors.md has every code, with its status and whether a second try may help", () => {
  const rows = [...textOf("docs/reference/errors.md").matchAll(/^\| `(\w+)` \| (\d+) \| (yes|no) \|/gm)];
  const shown = Object.fromEntries(
    rows.map(([, code = "", status, again]) => [code, [Number(status), again === "yes"]]),
  );
  expect(shown).toEqual(
    Object.fromEntries(Object.entries(FAILURES).map(([code, { status, retry }]) => [code, [status, retry]])),
  );
});

test("left-out.md has every reason", () => {
  expect(rowsOf("docs/reference/left-out.md")).toEqual(Object.keys(LEFT_OUT_WORDS));
});

test("findings.md has the level and message of every finding", () => {
  const shown = textOf("docs/reference/findings.md");
  for (const text of ["", "no heading", "# A\n\n## B\n\n- [a](b)\n", "<html>", "{}"])
    for (const { code, level, message } of validate(text).findings)
      expect(shown).toContain(`| \`${code}\` | ${level} | ${message} |`);
});

test("settings.md has every variable with its default, and no other", () => {
  const settings: Readonly<Record<string, unknown>> = readSettings({});
  const rows = [...textOf("docs/reference/settings.md").matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \| ([^|]+) \|/gm)];
  const names = rows.flatMap(([, cell = ""]) => caught(cell, /`([A-Z0-9_]+)`/g));
  expect(names.toSorted()).toEqual(Object.keys(settings).toSorted());
  for (const [, cell = "", said = ""] of rows) {
    const [name = ""] = caught(cell, /^`(\w+)`$/g);
    const [value] = caught(said, /^`([^`<…]+)`$/g);
    if (name !== "" && value !== undefined) expect([name, String(settings[name])]).toEqual([name, value]);
  }
});

test("command.md has every flag of the main job and every command", async () => {
  const { stdout } = await llmstxt(["generate", "--help"]);
  const flags = caught(stdout, /^\s+(?:-\w, )?(--[\w-]+)/gm).filter((flag) => flag !== "--help");
  const shown = textOf("docs/reference/command.md");
  for (const flag of flags) expect(shown).toContain(flag);
  const told = caught(shown, /^\| `(?:-\w, )?(--[\w-]+)/gm);
  expect(told.toSorted()).toEqual(flags.toSorted());
  for (const command of ["validate", "diff", "overlay", "mcp", "serve", "worker", "migrate", "sites"])
    expect(shown).toContain(command);
});

test("http.md has every operation of the service", async () => {
  await using service = await startService({ environment: {} });
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, object> };
  const shown = textOf("docs/reference/http.md");
  for (const path of Object.keys(paths)) expect(shown, path).toContain(path.replaceAll(/\{(\w+)\}/g, ":$1"));
});

test("http.md has every field of a crawl request", () => {
  const [, request = ""] = textOf("docs/reference/http.md").split("### Request\n");
  const fields = caught(request.split("### More")[0] ?? "", /^\| ((?:`\w+`(?:, )?)+) \|/gm);
  const names = fields.flatMap((cell) => caught(cell, /`(\w+)`/g));
  expect(names.toSorted()).toEqual(Object.keys(requestSchema(readSettings({})).shape).toSorted());
});

test("architecture.md names a file and what it exports for every decision", () => {
  const [rows = ""] = textOf("docs/architecture.md").split("## Where is it decided").slice(1);
  const decisions = [...rows.matchAll(/^\| [^|]+ \| `([^`]+)` \| ([^|]+) \|$/gm)];
  expect(decisions.length).toBeGreaterThanOrEqual(30);
  for (const [row, file = "", names = ""] of decisions)
    for (const name of caught(names, /`(\w+)`/g)) expect(textOf(join("packages", file)), row).toMatch(exporting(name));
});

const exporting = (name: string) =>
  new RegExp(`^export (?:async )?(?:function\\*?|const|class|interface|type) ${name}\\b`, "m");

test("the ways through the program in architecture.md name files that exist", () => {
  const steps = caught(
    textOf("docs/architecture.md"),
    /^ *((?:cli|service|crawler|fetch|page|document)\/\S+\.ts(?: \S+\.ts)*)/gm,
  );
  expect(steps.length).toBeGreaterThan(30);
  for (const [first = "", ...others] of steps.map((step) => step.replace(/^fetch/, "crawler/fetch").split(" ")))
    for (const file of [first, ...others.map((name) => join(dirname(first), name))])
      expect([file, existsSync(join("packages", file.replace("/", "/src/")))]).toEqual([file, true]);
});

const sources = execFileSync("git", ["ls-files", "packages/*/src/**.ts"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((file) => existsSync(file) && !file.endsWith(".test.ts"));
const program = sources.map(textOf).join("\n");

test("faq.md quotes messages that the program writes", () => {
  const [, troubles = ""] = textOf("docs/faq.md").split("## Troubles of the command");
  const quoted = caught(troubles, /^\| (`.*?) \|/gm).flatMap((cell) => caught(cell, /`([^`]+)`/g));
  const unknown = quoted
    .filter((words) => !/^(?:\d+|npx llmstxt)$/.test(words))
    .flatMap((words) => words.split(/ ?… ?/));
  expect(unknown.filter((words) => !program.includes(words))).toEqual([]);
});

test("your-service.md names metrics that the service has", () => {
  const names = caught(textOf("docs/your-service.md"), /`(llmstxt_\w+)/g);
  expect(names.filter((name) => !program.includes(`"${name}"`))).toEqual([]);
});

test("the README has at most 300 words, and no test file more than 400 lines", () => {
  expect(textOf("README.md").split(/\s+/).length).toBeLessThanOrEqual(300);
  const tests = execFileSync("git", ["ls-files", "*.test.ts"], { encoding: "utf8" }).trim().split("\n");
  expect(tests.filter((file) => existsSync(file) && textOf(file).split("\n").length > 401)).toEqual([]);
});
