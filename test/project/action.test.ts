// action.yml step by step, as a runner would: a repository with a remote, this checkout as the action, and a `gh` that keeps
// what it is told.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Site, serveSite } from "../servers/site.ts";
import { ownAction, runAction, runWorkflow } from "../servers/workflow.ts";

const ROOT = join(import.meta.dirname, "../..");
const ORIGIN = "https://tidewater.example";
const made: string[] = [];
let folder = "";
let work = "";

afterAll(() => {
  for (const one of made) rmSync(one, { recursive: true, force: true });
});

const git = (...args: readonly string[]) => {
  const names = ["-c", "user.name=A", "-c", "user.email=a@b.test"];
  return execFileSync("git", [...names, ...args], {
    cwd: existsSync(work) ? work : folder,
    encoding: "utf8",
    stdio: "pipe",
  });
};

function program(name: string, script: string): void {
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** A site in dist/, committed on main and pushed. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "llmstxt-action-"));
  made.push(folder);
  work = "";
  mkdirSync(join(folder, "bin"));
  program(
    "gh",
    `cd "${folder}"
case "$*" in
  "pr list "*) cat pulls 2>/dev/null || echo 0;;
  "pr create "*) echo 1 > pulls; echo CREATE >> gh.log;;
  *--paginate*) cat comment-id 2>/dev/null || true;;
  *"--method POST"*) echo 7 > comment-id; echo POST >> gh.log; cp "$RUNNER_TEMP/llms-txt.comment.md" comment.md;;
  *"--method PATCH"*comments/7*) echo PATCH >> gh.log; cp "$RUNNER_TEMP/llms-txt.comment.md" comment.md;;
  *) exit 1;;
esac`,
  );
  git("init", "--quiet", "--bare", "--initial-branch=main", "remote.git");
  git("clone", "--quiet", "remote.git", "work");
  work = join(folder, "work");
  git("checkout", "--quiet", "-B", "main");
  cpSync(join(ROOT, "examples/demo-site"), join(work, "dist"), { recursive: true });
  for (const file of ["dist/sitemap.xml", "dist/robots.txt"])
    writeFileSync(join(work, file), readFileSync(join(work, file), "utf8").replaceAll("{{origin}}", ORIGIN));
  push();
});

function push(): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", "As it is");
  git("push", "--quiet", "origin", "main");
}

const runner = (request = "12") => ({
  workspace: work,
  env: {
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    HOME: folder,
    ...{ GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "push.autoSetupRemote", GIT_CONFIG_VALUE_0: "true" },
  },
  contexts: {
    "github.token": "token",
    "github.repository": "a/b",
    "github.base_ref": "",
    "github.event.repository.default_branch": "main",
    "github.event.pull_request.number": request,
  },
});

const run = (inputs: Readonly<Record<string, string>>, request?: string) => runAction(inputs, runner(request));

const SITE = { folder: "dist", origin: ORIGIN };
const document = () => readFileSync(join(work, "dist/llms.txt"), "utf8");
const edit = (file: string, from: string, to: string) =>
  writeFileSync(join(work, file), readFileSync(join(work, file), "utf8").replace(from, to));

test("the action writes the document with its owner's changes and reports on the page of the run", async () => {
  writeFileSync(join(work, "own changes.yaml"), "summary: Tides of every port.\n");
  const { code, outputs, summary } = await run({ ...SITE, overlay: "own changes.yaml" });
  expect({ code, outputs }).toEqual({ code: 0, outputs: { file: "dist/llms.txt", state: "written" } });
  expect(document()).toMatch(/^# Tidewater\n\n> Tides of every port\.\n/);
  expect(summary).toMatch(/\| 15 \| 5 \| [\d,]+ characters, about \d+ tokens \| \d+ of 100 \|/);
  expect(summary).toContain("| left out because | pages | such as |");
  expect(summary).not.toContain("Since main");
});

const INDEXED = { ...SITE, "agents-md": "AGENTS.md", "pull-request": "true" };
const remote = (...args: readonly string[]) =>
  execFileSync("git", ["-C", join(folder, "remote.git"), ...args], { encoding: "utf8" });

test("the action opens one pull request for a changed index, and pushes to it again while that is open", async () => {
  writeFileSync(join(work, "AGENTS.md"), "# Ours\n");
  push();
  writeFileSync(join(work, "staged.txt"), "of another step");
  git("add", "staged.txt");
  const first = await run(INDEXED, "");
  expect(first.code, first.log).toBe(0);
  const pushed = () => remote("show", "llms-txt-index:AGENTS.md");
  expect(pushed()).toMatch(/^# Ours\n\n<!-- llms\.txt index: begin/);
  expect(remote("diff", "--name-only", "main", "llms-txt-index")).toBe("AGENTS.md\n");
  expect(git("status", "--short", "staged.txt", "AGENTS.md")).toBe(" M AGENTS.md\nA  staged.txt\n");
  expect(git("branch", "--show-current").trim()).toBe("main");
  const commit = remote("rev-parse", "llms-txt-index");
  await run(INDEXED, "");
  expect(remote("rev-parse", "llms-txt-index")).toBe(commit);
  rmSync(join(work, "dist/privacy.html"));
  await run(INDEXED, "");
  expect(pushed()).not.toContain("privacy");
  expect(readFileSync(join(folder, "gh.log"), "utf8")).toBe("CREATE\n");
  push();
  const same = await run(INDEXED, "");
  expect(same.log).toContain("AGENTS.md is up to date");
});

test("a pull request's own run opens no other, and one that may open none says what it needs", async () => {
  const own = await run(INDEXED, "12");
  expect(own).toMatchObject({ code: 0, log: expect.stringContaining("::notice::llms.txt: a pull request's own run") });
  expect(remote("branch")).not.toContain("llms-txt-index");
  program("gh", 'case "$*" in "pr list "*) echo 0;; *) echo "not permitted" >&2; exit 1;; esac');
  const refused = await run(INDEXED, "");
  expect(refused).toMatchObject({
    code: 1,
    log: expect.stringContaining("the setting that lets GitHub Actions create"),
  });
});

test("the action comments what changed since the main branch", async () => {
  await run(SITE);
  push();
  rmSync(join(work, "dist/privacy.html"));
  const { code, summary } = await run(SITE);
  expect(code).toBe(0);
  expect(summary).toMatch(/#### Since main\n\n {4}- \w+: .*privacy/);
});

test("with check it writes nothing, fails where the file is stale and shows the difference", async () => {
  const missing = await run({ ...SITE, check: "true" });
  expect(missing).toMatchObject({
    code: 1,
    outputs: { state: "stale" },
    summary: expect.stringContaining("**Stale:**"),
  });
  expect(existsSync(join(work, "dist/llms.txt"))).toBe(false);
  await run(SITE);
  push();
  expect(await run({ ...SITE, check: "true" })).toMatchObject({ code: 0, outputs: { state: "fresh" } });
  edit("dist/about.html", "<h1>", "<h1>All ");
  edit("dist/about.html", "<title>", "<title>All ");
  const stale = await run({ ...SITE, check: "true" });
  expect(stale.code).toBe(1);
  expect(stale.log).toContain("::error file=dist/llms.txt::dist/llms.txt is not what the site gives");
  expect(stale.log).toMatch(/^\+- \[All About\]/m);
  expect(stale.summary).toMatch(/#### What would be written\n\n {4}--- dist\/llms\.txt/);
});

test("with publish the folder holds the Markdown of its pages, and check looks at all of it", async () => {
  const inputs = { ...SITE, publish: "dist" };
  expect(await run(inputs)).toMatchObject({ code: 0, outputs: { file: "dist/llms.txt" } });
  expect(existsSync(join(work, "dist/about.md"))).toBe(true);
  expect(await run({ ...inputs, check: "true" })).toMatchObject({ code: 0 });
  rmSync(join(work, "dist/about.md"));
  expect(await run({ ...inputs, check: "true" })).toMatchObject({ code: 1 });
});

test("with comment a pull request has one comment, which later runs replace", async () => {
  const inputs = { ...SITE, comment: "true" };
  await run(inputs);
  await run(inputs);
  expect(readFileSync(join(folder, "gh.log"), "utf8")).toBe("POST\nPATCH\n");
  expect(readFileSync(join(folder, "comment.md"), "utf8")).toMatch(/^<!-- llms\.txt -->\n### llms\.txt of `/);
  await run(inputs, "");
  expect(readFileSync(join(folder, "gh.log"), "utf8")).toBe("POST\nPATCH\n");
});

test("a comment that may not be made is a warning and no failure", async () => {
  program("gh", "exit 1");
  const { code, log } = await run({ ...SITE, comment: "true" });
  expect({ code, log }).toEqual({ code: 0, log: expect.stringContaining("::warning::llms.txt: no comment") });
});

test("at a commit without the built command the action builds it first", async () => {
  const action = join(folder, "an action");
  mkdirSync(action);
  program("npm", `echo "npm $*" && mkdir dist && cp -R "${join(ROOT, "dist")}/." dist`);
  const first = await runAction({ folder: "dist", origin: ORIGIN }, { ...runner(), action });
  expect(first, first.log).toMatchObject({ code: 0, log: expect.stringContaining("npm ci") });
  const second = await runAction({ folder: "dist", origin: ORIGIN }, { ...runner(), action });
  expect(second.log).not.toContain("npm ci");
});

test("nothing to read, and a folder without a homepage, fail the run", async () => {
  expect(await run({})).toMatchObject({ code: 2, log: expect.stringContaining("::error::llms.txt: neither a folder") });
  rmSync(join(work, "dist/index.html"));
  expect(await run({ ...SITE, check: "true" })).toMatchObject({ code: 1, log: expect.stringContaining("404") });
});

test("no input is pasted into a script: each goes by the environment", () => {
  for (const { run: script } of ownAction.runs.steps) expect(script ?? "").not.toContain("${{");
  const environment = JSON.stringify(ownAction.runs.steps.map(({ env }) => env));
  for (const name of Object.keys(ownAction.inputs)) expect(environment).toContain(`\${{ inputs.${name} }}`);
});

const example = (name: string) => readFileSync(join(ROOT, "examples/github-actions", name), "utf8");

test("the example of a pull request publishes into the build and comments", async () => {
  program("npm", "exit 0");
  expect(
    await runWorkflow(example("pull-request.yml").replace("https://docs.example.com", ORIGIN), runner()),
  ).toMatchObject({
    code: 0,
    summary: expect.stringContaining("| 15 | 5 |"),
  });
  expect(document()).toContain(`(${ORIGIN}/about.md)`);
  expect(readFileSync(join(folder, "gh.log"), "utf8")).toBe("POST\n");
});

test("the example that crawls commits the first text and each change, and nothing in between", async () => {
  const page = (title: string) =>
    `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${title} is explained here in a sentence that is long enough to be an excerpt.</p><a href="/guide">Guide</a></main></html>`;
  const pages: Record<string, string> = { "/": page("Home of the example"), "/guide": page("Guide") };
  const site: Site = await serveSite(pages);
  try {
    const workflow = example("llms-txt.yml").replace("https://example.com", site.origin);
    const commits = async () => {
      expect(await runWorkflow(workflow, runner(""))).toMatchObject({ code: 0 });
      return git("rev-list", "--count", "origin/main").trim();
    };
    expect([await commits(), await commits()]).toEqual(["2", "2"]);
    pages["/guide"] = page("Guide, second edition");
    expect(await commits()).toBe("3");
  } finally {
    await site.close();
  }
});
