import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PARTS } from "../../packages/crawler/src/parts.ts";
import { packages } from "../../scripts/packages.ts";
import { isWorkerdHere, serveProcess } from "../servers/workerd.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** A script that uses one entry point each: page, document, check and Markdown, in any runtime. */
const SCRIPT = `
import { readPage } from "@llmstxt-service/page";
import { pageMarkdown } from "@llmstxt-service/page/markdown";
import { renderLlmsTxt } from "@llmstxt-service/document";
import { validateLlmsTxt } from "@llmstxt-service/document/check";
const bytes = (html) => new TextEncoder().encode(html);
const read = (url, html) => ({ url, page: readPage(bytes(html), { url }), depth: 0, inScope: true });
const home = "<title>Tides</title><main><h1>Tides</h1><p>High and low water of every harbour.</p></main>";
const leith = "<title>Leith</title><main><h1>Leith</h1><p>High water at Leith is at noon today, caf\\u00e9 time.</p></main>";
const pages = [read("https://tides.example/", home), read("https://tides.example/leith", leith)];
const { text } = renderLlmsTxt(pages, { source: "https://tides.example/", descLength: 500, generatedAt: new Date(0) });
const said = JSON.stringify({ text, valid: validateLlmsTxt(text).valid, markdown: pageMarkdown(bytes(leith), { url: "https://tides.example/leith" }) });
`;

const SAID = {
  text: expect.stringContaining(
    "- [Leith](https://tides.example/leith): High water at Leith is at noon today, café time.",
  ),
  valid: true,
  markdown: expect.stringContaining("High water at Leith is at noon today"),
};

let project = "";

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "llmstxt-packages-"));
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  for (const name of ["page", "document"]) {
    await run(process.execPath, [join(root, "scripts/build-package.ts"), name]);
    // As npm unpacks it; what it needs of others stands in the checkout.
    const folder = join(project, "node_modules/@llmstxt-service", name);
    await mkdir(folder, { recursive: true });
    const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", project], {
      cwd: join(root, "packages", name, "dist"),
    });
    await run("tar", ["xzf", join(project, stdout.trim()), "-C", folder, "--strip-components=1"]);
  }
  for (const { name, dependencies } of packages)
    if (name === "page" || name === "document")
      for (const dependency of Object.keys(dependencies))
        await run("cp", ["-R", join(root, "node_modules", dependency), join(project, "node_modules", dependency)]);
  await writeFile(join(project, "script.mjs"), `${SCRIPT}\nconsole.log(said);\n`);
  await writeFile(
    join(project, "worker.mjs"),
    `${SCRIPT}\nexport default { fetch: () => new Response(said, { headers: { "content-type": "application/json" } }) };\n`,
  );
});

afterAll(() => rm(project, { recursive: true, force: true }));

/** Runtimes that npm has for this platform: scripts/checkout/package.json. */
const RUNTIMES = [
  { runtime: "Node", command: process.execPath, args: ["script.mjs"] },
  {
    runtime: "Deno",
    command: join(root, "node_modules/@deno/linux-x64-glibc/deno"),
    args: ["run", "--no-remote", "--node-modules-dir=manual", "--allow-read", "--allow-env", "script.mjs"],
  },
  { runtime: "Bun", command: join(root, "node_modules/@oven/bun-linux-x64/bin/bun"), args: ["run", "script.mjs"] },
];

test.for(RUNTIMES)("page and document, packed and alone, run in $runtime", async ({ command, args }, context) => {
  if (!existsSync(command)) return context.skip("npm has this runtime for other platforms only");
  const { stdout } = await run(command, args, { cwd: project, env: { ...process.env, NO_COLOR: "1" } });
  expect(JSON.parse(stdout)).toEqual(SAID);
});

test("page and document, packed and alone, run in Cloudflare's runtime", async (context) => {
  if (!isWorkerdHere()) return context.skip("npm has this runtime for other platforms only");
  await build({
    entryPoints: [join(project, "worker.mjs")],
    outfile: join(project, "worker.js"),
    bundle: true,
    format: "esm",
    external: ["node:*", "openai"],
    logLevel: "silent",
  });
  await using server = await serveProcess(project);
  expect(await (await fetch(server.url)).json()).toEqual(SAID);
});

test("a checkout has what every package needs, and the versions that llmstxt add installs", async () => {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const { dependencies, devDependencies, peerDependencies } = manifest;
  // All but the parts is bundled.
  expect(dependencies).toBeUndefined();
  for (const one of packages) expect(devDependencies).toMatchObject(one.dependencies);
  const parts = Object.assign({}, ...Object.values(PARTS).map(({ packages: versions }) => versions));
  expect(devDependencies).toMatchObject(parts);
  const accepted = Object.entries(parts).map(([name, version]) => [name, `^${version}`]);
  expect(peerDependencies).toEqual(Object.fromEntries(accepted));
  expect(Object.assign({}, ...packages.map(({ optional }) => optional))).toMatchObject(peerDependencies);
});

test.each(packages)(
  "package $name has a README that fits one page, and opens only files that are there",
  async (one) => {
    const text = await readFile(join(root, "packages", one.name, "README.md"), "utf8");
    expect(text.split("\n").length).toBeLessThan(60);
    const missing = Object.values(one.doors).filter((file) => !existsSync(join(root, "packages", one.name, file)));
    expect(missing).toEqual([]);
  },
);
