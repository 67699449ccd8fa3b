// The workflow of a release step by step, in a clone with a remote. npm's registry, the image's and GitHub are programs that
// keep what they are told.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runAction, runWorkflow } from "../servers/workflow.ts";

const ROOT = join(import.meta.dirname, "../..");
const WORKFLOW = readFileSync(join(ROOT, ".github/workflows/release.yml"), "utf8");
const VERSION: string = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;

let folder = "";
let clone = "";

function program(name: string, script: string): void {
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.test", ...args], { cwd, encoding: "utf8" });

const log = () => readFileSync(join(folder, "log"), "utf8").trim().split("\n");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "llmstxt-release-"));
  clone = join(folder, "clone");
  mkdirSync(join(folder, "bin"));
  git(folder, "init", "--quiet", "--bare", "remote.git");
  // The files as they stand, committed or not.
  mkdirSync(clone);
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: ROOT });
  execFileSync("cp", ["-R", "--parents", ...files.toString().split("\0").filter(Boolean), clone], { cwd: ROOT });
  cpSync(join(ROOT, "dist"), join(clone, "dist"), { recursive: true, filter: (path) => !path.endsWith(".map") });
  symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"));
  const changelog = `# Changelog\n\n## Unreleased\n\n## ${VERSION} - 2026-12-31\n\n- You can crawl.\n\n## 0.0.1 - 2026-01-01\n\n- Old.\n`;
  writeFileSync(join(clone, "CHANGELOG.md"), changelog);
  git(clone, "init", "--quiet", "--initial-branch=main");
  git(clone, "remote", "add", "origin", join(folder, "remote.git"));
  git(clone, "add", "CHANGELOG.md", "package.json");
  git(clone, "commit", "--quiet", "--message", "As it is");
  const npm = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
  const heard = `echo "$(basename "$0") $*" >> "${join(folder, "log")}"`;
  // packages.test.ts builds the packages in earnest.
  const build = '[ "$2" != build ] || { mkdir "$4/dist" && cp "$4/package.json" "$4/dist"; }';
  program("npm", `case $1 in pack) exec "${npm}" "$@";; run) ${build};; sbom) echo "{}";; esac\n${heard}`);
  program("docker", heard);
  const keepNotes = `while [ "$1" != --notes-file ]; do shift; done; cp "$2" "${join(folder, "notes.md")}"`;
  program("gh", `${heard}\ncase $2 in list) echo "$BEFORE";; create) ${keepNotes};; esac`);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @param before - tag of the release before; empty: there is none */
const release = (tag: string, before = "") =>
  runWorkflow(WORKFLOW, {
    workspace: clone,
    env: {
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      HOME: folder,
      npm_config_loglevel: "error",
      BEFORE: before,
    },
    contexts: {
      "github.ref_name": tag,
      "github.repository": "An-Owner/llmstxt-service",
      "github.token": "token",
      "github.actor": "an-owner",
      "secrets.NPM_TOKEN": "secret",
    },
  });

test("a tag is tried beside the release before, then makes packages with provenance, an image and notes", async () => {
  const { code, log: said } = await release(`v${VERSION}`, "v0.0.1");
  expect(code, said).toBe(0);
  const lines = log().map((line) => line.replace(/ \S*\/before\b/g, " before"));
  const tried = lines.indexOf("npm run test:releases -- before/llmstxt-service-0.0.1.tgz");
  expect(lines[tried - 1]).toBe("gh release download v0.0.1 --pattern llmstxt-service-0.0.1.tgz --dir before");
  expect(tried).toBeLessThan(lines.findIndex((line) => /publish|docker/.test(line)));
  const published = log().filter((line) => line.startsWith("npm publish"));
  expect(published.map((line) => line.replace(/ \S*\/release\//, " "))).toEqual(
    ["llmstxt-service-page", "llmstxt-service-crawler", "llmstxt-service-document", "llmstxt-service"].map(
      (name) => `npm publish ${name}-${VERSION}.tgz --provenance --access public`,
    ),
  );
  const [image] = log().filter((line) => line.startsWith("docker buildx"));
  expect(image).toContain("--platform linux/amd64,linux/arm64 --sbom=true --provenance=mode=max");
  expect(image).toContain(`--tag ghcr.io/an-owner/llmstxt-service:${VERSION} `);
  expect(readFileSync(join(folder, "notes.md"), "utf8")).toBe("- You can crawl.\n");
  const [made = ""] = log().filter((line) => line.startsWith("gh release create"));
  expect(made.match(/[\w.-]+\.(tgz|json)\b|SHA256SUMS/g)?.length).toBe(6);

  // The commit for the action is enough to run it.
  const action = join(folder, "action of the release");
  git(
    folder,
    "clone",
    "--quiet",
    "-c",
    "advice.detachedHead=false",
    "--branch",
    `action-v${VERSION}`,
    "remote.git",
    action,
  );
  const site = join(folder, "site");
  mkdirSync(site);
  writeFileSync(
    join(site, "index.html"),
    `<title>Tides</title><main><h1>Tides</h1><p>${"High water. ".repeat(30)}</p></main>`,
  );
  program("npm", "exit 1");
  const inputs = { folder: site, origin: "https://tides.example" };
  const env = { PATH: `${join(folder, "bin")}:${process.env.PATH}`, HOME: folder };
  const ran = await runAction(inputs, { workspace: clone, action, env, contexts: {} });
  expect(ran, ran.log).toMatchObject({ code: 0, outputs: { state: "written" } });
  expect(readFileSync(join(site, "llms.txt"), "utf8")).toMatch(/^# Tides\n/);
}, 120_000);

test("a tag that is not the version, or that the changelog does not have, publishes nothing", async () => {
  const wrong = await release("v99.0.0");
  expect(wrong.code).not.toBe(0);
  expect(wrong.log).toContain("The tag v99.0.0 is not that of package.json");
  writeFileSync(join(clone, "CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n- Something.\n");
  const unwritten = await release(`v${VERSION}`);
  expect(unwritten.log).toContain(`CHANGELOG.md has no section with a date for ${VERSION}`);
  expect(log().filter((line) => /publish|docker|gh release create/.test(line))).toEqual([]);
});
