import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LEFT_OUT_WORDS } from "@llmstxt-service/crawler/left-out";
import { validate } from "@llmstxt-service/document/check";
import { FAILURES } from "@llmstxt-service/page/errors";
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

test("findings.md says of a finding what validate says", () => {
  const shown = textOf("docs/reference/findings.md");
  for (const text of ["", "no heading", "# A\n\n## B\n\n- [a](b)\n", "<html>", "{}"])
    for (const { code, level, message } of validate(text).findings)
      expect(shown).toContain(`| \`${code}\` | ${level} | ${message} |`);
});

test("settings.md has every variable and no other", () => {
  const shown = caught(textOf("docs/reference/settings.md"), /^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm);
  const names = shown.flatMap((cell) => caught(cell, /`([A-Z0-9_]+)`/g));
  expect(names.toSorted()).toEqual(Object.keys(readSettings({})).toSorted());
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

test("architecture.md names files that are there", () => {
  const text = textOf("docs/architecture.md");
  const [rows = ""] = text.split("## Where is it decided").slice(1);
  const missing = rows
    .split("\n")
    .flatMap((row) => caught(row.split("|")[2] ?? "", /`([^`]+)`/g).map((name) => [row, name] as const))
    .flatMap(([row, name]) => {
      const folder = dirname(caught(row, /`(\w+\/src\/[^`]*)`/g)[0] ?? "");
      return [name, join(folder, name)].some((path) => existsSync(join("packages", path))) ? [] : [name];
    });
  expect(missing).toEqual([]);
});
