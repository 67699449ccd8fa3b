import { execFile } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serveDemoSite } from "../../scripts/demo-site.ts";
import { temporaryFolder } from "../command/command.ts";
import { startService } from "../servers/service.ts";

const run = (file: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
  promisify(execFile)(process.execPath, [file, ...args], { env: { PATH: process.env.PATH, ...env } });

test("the example of the library writes a site's document", async () => {
  using site = await serveDemoSite();
  const { stdout, stderr } = await run("examples/library.ts", [`${site.origin}/`], { ALLOW_PRIVATE_NETWORKS: "true" });
  expect(stdout).toMatch(/^# Tidewater\n/);
  expect(stderr).toContain("Getting started");
});

test("the example of a client crawls over the socket, with a key", async () => {
  using site = await serveDemoSite();
  await using service = await startService({ environment: { API_KEY: "key-of-the-example" } });
  const env = { SERVICE: service.url, API_KEY: "key-of-the-example" };
  const { stdout, stderr } = await run("examples/websocket-client.mjs", [site.origin], env);
  expect(stdout).toMatch(/^# Tidewater\n/);
  expect(stderr).toContain("Crawl complete: 15 pages");
});

test("the action writes a folder's document, and with check tells whether it is stale", async () => {
  const folder = temporaryFolder();
  const dist = join(folder, "dist");
  cpSync("examples/demo-site", dist, { recursive: true });
  const output = join(folder, "output");
  const inputs = { INPUT_FOLDER: dist, INPUT_ORIGIN: "https://tidewater.example", "INPUT_MAX-PAGES": "100" };
  const env = { ...inputs, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: join(folder, "summary.md") };
  await run("dist/action.js", [], env);
  expect(readFileSync(output, "utf8")).toBe(`file=${dist}/llms.txt\nstate=written\n`);
  expect(readFileSync(join(folder, "summary.md"), "utf8")).toContain("### llms.txt of");
  await run("dist/action.js", [], { ...env, INPUT_CHECK: "true" });
  writeFileSync(join(dist, "llms.txt"), "# Old\n");
  const stale = await run("dist/action.js", [], { ...env, INPUT_CHECK: "true" }).catch((thrown: unknown) => thrown);
  expect(stale).toMatchObject({ code: 1, stdout: expect.stringMatching(/\n-# Old\n.*\n::error::/s) });
  expect(readFileSync(output, "utf8")).toMatch(/state=fresh\nfile=.*\nstate=stale\n$/);
  rmSync(join(dist, "index.html"));
  const failed = await run("dist/action.js", [], { ...env, INPUT_CHECK: "true" }).catch((thrown: unknown) => thrown);
  expect(failed).toMatchObject({ code: 1, stdout: expect.not.stringContaining("::error::") });
  expect(readFileSync(output, "utf8")).toMatch(/state=stale\n$/);
});
