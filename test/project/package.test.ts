import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, type TestContext, test, vi } from "vitest";
import { z } from "zod";
import { PARTS } from "../../packages/crawler/src/parts.ts";
import { apiDoc } from "../../scripts/api-doc.ts";
import { packages } from "../../scripts/packages.ts";
import type { Ran } from "../command/command.ts";
import { serveRoleKeys } from "../servers/role-keys.ts";
import { startS3 } from "../servers/s3.ts";
import { type Site, serveSite } from "../servers/site.ts";

const root = join(import.meta.dirname, "../..");

/** What a stranger's shell has: nothing of the npm that runs these tests, but for the way to the registry. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) || /^npm_config_(registry|cache|userconfig|.*proxy)$/i.test(name),
  ),
);

interface RunOptions {
  readonly cwd: string;
  /** Milliseconds after which it is ended; its code is then null. */
  readonly timeout?: number;
  readonly env?: Readonly<Record<string, string>>;
}

async function run(command: string, args: readonly string[], { cwd, env = {}, timeout }: RunOptions): Promise<Ran> {
  const child = spawn(command, args, {
    cwd,
    env: { ...environment, ...env },
    timeout,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

const packed = z.tuple([
  z.object({ filename: z.string(), size: z.number(), files: z.array(z.object({ path: z.string() })) }),
]);

/** What npm wrote down of an installation. */
const lockFile = z.object({ packages: z.record(z.string(), z.object({ peer: z.boolean().optional() })) });

interface Tarball {
  readonly file: string;
  readonly size: number;
  readonly files: readonly string[];
}

/** As it is published: `npm test` has built it already. */
async function pack(into: string): Promise<Tarball> {
  const { code, stdout, stderr } = await run(
    "npm",
    ["pack", "--ignore-scripts", "--silent", "--json", "--pack-destination", into],
    {
      cwd: root,
    },
  );
  if (code !== 0) throw new Error(stderr);
  const [{ filename, size, files }] = packed.parse(JSON.parse(stdout));
  return { file: join(into, filename), size, files: files.map(({ path }) => path) };
}

let project = "";
let tarball: Tarball;
let site: Site;
/** Why npm could not install, where that says nothing about the package. */
let offline: string | undefined;

const page = (title: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${title} is explained here in a sentence that is long enough to be an excerpt.</p><a href="/guide">Guide</a></main></html>`;

/** On a machine that does other things beside it. */
const INSTALL_MS = 120_000;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "llmstxt-package-"));
  site = await serveSite({ "/": page("Home of the example"), "/guide": page("Guide") });
  tarball = await pack(project);
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "stranger", private: true, type: "module" }));
  offline = await install(tarball.file);
  if (offline !== undefined) console.warn(`Skipped what needs the package installed: ${offline}`);
}, INSTALL_MS + 60_000);

/** @returns why it could not be had, where that is the registry's fault */
async function install(file: string): Promise<string | undefined> {
  const quietly = ["--prefer-offline", "--no-audit", "--no-fund"];
  // npm's own patience with a registry that is not there is minutes.
  const impatiently = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=2000"];
  const args = ["install", "--omit=dev", ...quietly, ...impatiently, file];
  const { code, stderr } = await run("npm", args, { cwd: project, timeout: INSTALL_MS });
  if (code === 0) return undefined;
  if (code === null) return `npm did not install the package within ${INSTALL_MS / 1000} seconds`;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|E50\d|ENOTCACHED|CERT|network/.test(stderr))
    return `The npm registry cannot be reached from here: ${/npm error (.*)/.exec(stderr)?.[1]}`;
  throw new Error(stderr);
}

afterAll(async () => {
  await site.close();
  await rm(project, { recursive: true, force: true });
});

function needsRegistry(context: TestContext): void {
  if (offline !== undefined) context.skip(offline);
}

const bin = (name: string) => join(project, "node_modules/.bin", name);

test("the package carries the command, the library, the page and the docs, and nothing of the workshop", () => {
  expect(tarball.files).toEqual(
    expect.arrayContaining([
      "dist/cli.js",
      "dist/index.js",
      "dist/types/src/index.d.ts",
      "dist/web/index.html",
      "README.md",
      "LICENSE",
      "CHANGELOG.md",
      "docs/reference/settings.md",
    ]),
  );
  const rooms = new Set(tarball.files.map((file) => file.split("/", 1)[0]));
  expect([...rooms].sort()).toEqual(["CHANGELOG.md", "LICENSE", "README.md", "dist", "docs", "package.json"]);
  expect(tarball.size).toBeLessThan(4_000_000);
});

test("the licence of every package whose code, style or font is shipped stands in LICENSES.txt", async () => {
  const text = await readFile(join(root, "dist/LICENSES.txt"), "utf8");
  const apart = Object.values(PARTS).flatMap((part) => Object.keys(part.packages));
  const bundled = packages.flatMap(({ dependencies, optional }) => Object.keys({ ...dependencies, ...optional }));
  const page = ["preact", "tailwindcss", "@fontsource-variable/geist", "@fontsource-variable/geist-mono"];
  const named = new Set([...text.matchAll(/^(\S+) [\d.]+ \(.+\)$/gm)].map(([, name]) => name));
  expect([...bundled, ...page].filter((name) => !named.has(name) && !apart.includes(name))).toEqual([]);
  expect(text).toContain("SIL OPEN FONT LICENSE");
});

test("installed in an empty project it is one package of less than 15 MB", async (context) => {
  needsRegistry(context);
  const lock = lockFile.parse(JSON.parse(await readFile(join(project, "package-lock.json"), "utf8")));
  const installed = Object.entries(lock.packages).filter(([path, { peer }]) => path !== "" && peer !== true);
  expect(installed.map(([path]) => path)).toEqual(["node_modules/llmstxt-service"]);
  const { stdout } = await run("du", ["-sk", "node_modules"], { cwd: project });
  expect(Number.parseInt(stdout, 10)).toBeLessThan(15_000);
});

test("npx llmstxt --help says what there is to do", async (context) => {
  needsRegistry(context);
  const { code, stdout } = await run("npx", ["llmstxt", "--help"], { cwd: project });
  expect({ code, usage: stdout.split("\n", 1)[0] }).toEqual({
    code: 0,
    usage: "Usage: llmstxt <url, folder or record> [options]",
  });
});

test("the installed command writes the llms.txt of a site", async (context) => {
  needsRegistry(context);
  const { code, stdout } = await run(bin("llmstxt"), [site.origin, "--quiet"], {
    cwd: project,
    env: { BROWSER_ENABLED: "false" },
  });
  expect(code).toBe(0);
  expect(stdout).toContain(`- [Guide](${site.origin}/guide): Guide is explained here`);
});

/** Runtimes that npm has for this platform: scripts/checkout/package.json. */
const RUNTIMES = [
  { runtime: "Deno", command: join(root, "node_modules/@deno/linux-x64-glibc/deno"), args: ["run", "--allow-all"] },
  { runtime: "Bun", command: join(root, "node_modules/@oven/bun-linux-x64/bin/bun"), args: ["run"] },
];

test.for(RUNTIMES)(
  "the command writes the same llms.txt in $runtime as in Node",
  async ({ command, args }, context) => {
    if (!existsSync(command)) return context.skip("npm has this runtime for other platforms only");
    const cli = join(root, "dist/cli.js");
    const written = async (program: string, before: readonly string[]) => {
      const env = { BROWSER_ENABLED: "false", NO_COLOR: "1" };
      const { code, stdout, stderr } = await run(program, [...before, cli, site.origin, "--quiet"], {
        cwd: project,
        env,
      });
      expect(code, stderr).toBe(0);
      return stdout.replace(/^Generated: \S+/m, "");
    };
    expect(await written(command, args)).toBe(await written(process.execPath, []));
  },
);

test("without the embedded database serve says what installs it, and llmstxt add does", async (context) => {
  needsRegistry(context);
  const refused = await run(bin("llmstxt"), ["serve"], { cwd: project });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("the database is not installed: `llmstxt add database` installs it");
  const added = await run(bin("llmstxt"), ["add", "database"], { cwd: project, timeout: INSTALL_MS });
  expect(added, added.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining("npm install @electric-sql/") });
});

test("without the browser a page that scripts fill says what installs one", async (context) => {
  needsRegistry(context);
  const shell = '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>';
  const empty = await serveSite({ "/": shell, "/app.js": "" });
  const { code, stderr } = await run(bin("llmstxt"), [empty.origin], { cwd: project });
  await empty.close();
  expect(code).toBe(1);
  expect(stderr).toContain("the browser is not installed: `llmstxt add browser` installs it");
});

test("the installed service answers /health, shows its page, opens its embedded database and stores with a role's keys", async (context) => {
  needsRegistry(context);
  await using role = await serveRoleKeys({ lifeMs: () => 3_600_000, containerToken: "of the pod" });
  const store = await startS3({ key: role.key, bucket: "texts" });
  const chain = {
    S3_CREDENTIALS: "chain",
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${role.url}/container`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: "of the pod",
  };
  const s3 = { S3_BUCKET: "texts", S3_ENDPOINT: store.url, ALLOW_PRIVATE_NETWORKS: "true", ...chain };
  const env = { HOST: "127.0.0.1", PORT: "0", BROWSER_ENABLED: "false", LOG_FORMAT: "json", ...s3 };
  const child = spawn(bin("llmstxt"), ["serve"], {
    cwd: project,
    env: { ...environment, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const url = await listening(child);
    const health = await fetch(`${url}/health`);
    expect(await health.json()).toEqual({ status: "ok" });
    expect(await (await fetch(url)).text()).toContain("<!doctype html>");
    const ready = async () => expect(await (await fetch(`${url}/ready`)).json()).toMatchObject({ database: "up" });
    await vi.waitFor(ready, { timeout: 90_000, interval: 500 });
    const headers = { "content-type": "application/json" };
    await fetch(`${url}/api/crawls`, { method: "POST", headers, body: JSON.stringify({ url: site.origin }) });
    const texts = () => [...store.objects.values()].map(({ body }) => body.toString());
    await vi.waitFor(() => expect(texts()).toEqual([expect.stringContaining(`(${site.origin}/guide)`)]), {
      timeout: 30_000,
    });
  } finally {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    await store.close();
  }
});

async function listening({ stderr }: ChildProcess): Promise<string> {
  const said: string[] = [];
  if (stderr === null) throw new Error("stderr is not piped");
  for await (const line of createInterface(stderr)) {
    said.push(line);
    const [, url] = /Listening on (http:[^"\s]+)/.exec(line) ?? [];
    if (url !== undefined) {
      stderr.resume();
      return url;
    }
  }
  throw new Error(`serve ended before it listened:\n${said.join("\n")}`);
}

test("ten lines of the library make the same document (examples/library.ts)", async (context) => {
  needsRegistry(context);
  await writeFile(join(project, "library.ts"), await readFile(join(root, "examples/library.ts")));
  const env = { ALLOW_PRIVATE_NETWORKS: "true" };
  const { code, stdout, stderr } = await run(process.execPath, ["library.ts", site.origin], { cwd: project, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`2 ${site.origin}/guide Guide`) });
  expect(stdout).toContain(`- [Guide](${site.origin}/guide): Guide is explained here`);
});

const CONSUMER = `
import { crawl, CrawlError, type CrawlFetch, openFetching, readPage, renderLlmsTxt, type Page } from "llmstxt-service";
export const page: Page = readPage(new Uint8Array(), { url: "https://x.dev/" });
export const title: string = page.title;
export async function text(fetch: CrawlFetch): Promise<string | undefined> {
  for await (const event of crawl("https://x.dev/", { fetch, maxPages: 5, productToken: "x" }, AbortSignal.timeout(1)))
    if (event.type === "end") return renderLlmsTxt(event.pages, { source: "https://x.dev/", descLength: 500, generatedAt: new Date() }).text;
  return undefined;
}
export const isOurs = (error: unknown): boolean => error instanceof CrawlError && error.code === "robots_disallows";
export const fetching = openFetching({ userAgent: "x/1" });
// @ts-expect-error: the types are there, so that a slip is seen
renderLlmsTxt([], {});
`;

test.for([
  { module: "nodenext", moduleResolution: "nodenext" },
  { module: "esnext", moduleResolution: "bundler" },
])("its types hold under strict $moduleResolution, with no other types installed", async (resolution, context) => {
  needsRegistry(context);
  const folder = join(project, resolution.moduleResolution);
  await mkdir(folder);
  await writeFile(join(folder, "consumer.ts"), CONSUMER);
  const options = { target: "es2024", lib: ["es2024", "dom"], types: [], strict: true, skipLibCheck: false };
  const compilerOptions = { ...options, ...resolution, noEmit: true, exactOptionalPropertyTypes: true };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const { code, stdout } = await run(join(root, "node_modules/.bin/tsc"), ["-p", folder], { cwd: project });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
});

test("docs/reference/api.md shows every public name as it is (npm run docs:api writes it)", async () => {
  expect(await readFile(join(root, "docs/reference/api.md"), "utf8")).toBe(apiDoc(join(root, "dist/types")));
});
