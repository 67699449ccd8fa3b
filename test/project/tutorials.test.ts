// The tutorials, followed: their commands run as they stand, in a folder of a newcomer. Only the ports are free ones.
// first-service.md is run by examples.test.ts, which has a service.
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serveDemoSite } from "../../scripts/demo-site.ts";
import { docFile, fences } from "../../scripts/docs.ts";
import { COMMAND } from "../command/command.ts";

const shell = promisify(execFile);

/** The commands of a tutorial without those that a test has done already, with other addresses where these are taken. */
function commands(file: string, addresses: Readonly<Record<string, string>> = {}): string {
  const all = fences(docFile(`docs/tutorial/${file}`).text, "sh").join("");
  const own = all.replace(/^npm .*\n/gm, "");
  return Object.entries(addresses).reduce((text, [from, to]) => text.replaceAll(from, to), own);
}

/** Each command must succeed. `npx llmstxt` is the built command. */
async function follow(script: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const cwd = mkdtempSync(join(tmpdir(), "llmstxt-tutorial-"));
  const preamble = `set -e\nnpx() { shift; '${process.execPath}' '${COMMAND}' "$@"; }\n`;
  writeFileSync(join(cwd, "tutorial.sh"), preamble + script);
  return shell("sh", ["tutorial.sh"], { cwd, env: { PATH: process.env.PATH, BROWSER_ENABLED: "false" } });
}

test.concurrent("first-file.md ends with a file that is valid, compared and up to date", async () => {
  using site = await serveDemoSite();
  const { stdout, stderr } = await follow(commands("first-file.md", { "http://127.0.0.1:8801": site.origin }));
  expect(stdout).toContain("Valid (v2). Quality: good, score 98 of 100, 1 finding.");
  expect(stdout).toContain(`- Guides: Work offline ${site.origin}/guides/work-offline`);
  for (const line of ["Wrote llms.txt.", `Skipped: robots: ${site.origin}/internal/gauges`, "1 file up to date"])
    expect(stderr).toContain(line);
});

test.concurrent("first-questions.md asks a person's questions, and prints what it says", async () => {
  using site = await serveDemoSite();
  const { stdout } = await follow(commands("first-questions.md", { "http://127.0.0.1:8801": site.origin }));
  expect(stdout).toContain("4 questions about 4 pages: 4 given.");
  for (const file of ["llms.txt", "plain.txt"]) expect(stdout).toContain(`\n${file} `);
});

test.concurrent("first-published-site.md ends with a site that has an index, Markdown and settings", async () => {
  const { stdout, stderr } = await follow(commands("first-published-site.md"));
  expect(stdout).toContain("- [Guide](https://heron.example/guide/index.md)");
  expect(stdout).toContain("nginx-server.conf");
  expect(stderr).toContain("18 files up to date");
});
