// Each example is run as it stands, against the real service and a site on loopback. examples/library.ts is run by
// package.test.ts, from the installed package.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { docFile, fences } from "../../scripts/docs.ts";
import type { Ran } from "../command/command.ts";
import { KEY, type Service, startService } from "../servers/service.ts";
import { type Site, serveSite } from "../servers/site.ts";
import { openBrowser } from "../servers/web-browser.ts";

const root = join(import.meta.dirname, "../..");
const example = (name: string) => join(root, "examples", name);
const read = (name: string) => readFile(example(name), "utf8");

interface Worker {
  fetch(request: Request, variables: Readonly<Record<string, string>>): Promise<Response>;
}
const { default: worker }: { readonly default: Worker } = await import(example("cloudflare-worker.mjs"));

const CRON_SECRET = "a-secret-of-the-scheduler";
const page = (title: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${title} is explained here in a sentence that is long enough to be an excerpt.</p><a href="/guide">Guide</a></main></html>`;

const pages: Record<string, string> = { "/": page("Home of the example"), "/guide": page("Guide") };

let folder = "";
let site: Site;
let form: Site;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "llmstxt-examples-"));
  site = await serveSite(pages);
  form = await serveSite({ "/": await read("websocket-client.html") });
  service = await startService({
    environment: {
      API_KEY: KEY,
      CRON_SECRET,
      CORS_ORIGINS: form.origin,
      DATA_DIR: join(folder, "data"),
      // Empty counts as unset: the embedded database.
      DATABASE_URL: "",
    },
  });
  const ready = async () =>
    expect(await (await fetch(`${service.url}/ready`)).json()).toMatchObject({ database: "up" });
  await vi.waitFor(ready, { timeout: 90_000, interval: 250 });
});

afterAll(async () => {
  await service.stop();
  await form.close();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = folder,
): Promise<Ran> {
  const child = spawn(command, args, { cwd, env: { PATH: process.env.PATH, HOME: folder, ...env }, stdio: "pipe" });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

test("the Node client exchanges its key for a token and brings the text home", async () => {
  const client = (API_KEY: string) =>
    run(process.execPath, [example("websocket-client.mjs"), site.origin], { SERVICE: service.url, API_KEY });
  const { code, stdout, stderr } = await client(KEY);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^url: http.*\.txt$/m) });
  expect(stdout).toContain(`- [Guide](${site.origin}/guide)`);
  expect(await client("wrong")).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("Unauthorized") });
});

test("the HTML client shows progress, the text and where it is stored", async () => {
  const browser = await openBrowser();
  try {
    const view = await browser.newPage();
    await view.goto(form.origin);
    await view.fill("[name=service]", service.url);
    await view.fill("[name=token]", await token());
    await view.fill("[name=url]", site.origin);
    await view.click("button");
    await view.waitForFunction(`document.querySelector("[role=status]").textContent.startsWith("Stored at http")`);
    expect(await view.textContent("pre")).toContain(`- [Guide](${site.origin}/guide)`);
  } finally {
    await browser.close();
  }
});

async function token(): Promise<string> {
  const answer = await fetch(`${service.url}/auth/token`, { method: "POST", headers: { "X-API-Key": KEY } });
  return z.object({ token: z.string() }).parse(await answer.json()).token;
}

test("a site's own server gets the newest text of an enrolled site, by script and by Cloudflare Worker", async () => {
  await service.crawl({ url: site.origin, enableAutoUpdate: true }, `/ws/crawl?api_key=${KEY}`);
  const answer = await fetch(`${service.url}/api/sites`, { headers: { "X-API-Key": KEY } });
  const { items } = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(await answer.json());
  const settings = { SERVICE: service.url, API_KEY: KEY, SITE_ID: items[0]?.id ?? "" };
  const target = join(folder, "llms.txt");
  expect(await run(example("fetch-llms-txt.sh"), [target], settings)).toEqual({ code: 0, stdout: "", stderr: "" });
  const served = await worker.fetch(new Request("https://example.com/llms.txt"), settings);
  expect(served.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const stored = await served.text();
  expect(stored).toContain(`- [Guide](${site.origin}/guide)`);
  expect(await readFile(target, "utf8")).toBe(stored);
});

test("without a stored text the script leaves the file alone and the Worker answers 503", async () => {
  const target = join(folder, "untouched.txt");
  await writeFile(target, "as it was");
  const settings = { SERVICE: service.url, API_KEY: KEY, SITE_ID: "00000000-0000-4000-8000-000000000000" };
  expect((await run(example("fetch-llms-txt.sh"), [target], settings)).code).not.toBe(0);
  expect(await readFile(target, "utf8")).toBe("as it was");
  expect((await worker.fetch(new Request("https://example.com/llms.txt"), settings)).status).toBe(503);
});

test("every endpoint that OpenAPI has is in the docs, and none besides", async () => {
  const described = await (await fetch(`${service.url}/openapi.json`)).json();
  const { paths } = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }).parse(described);
  const there = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const texts = await Promise.all(
    ["http", "sites-api"].map((name) => readFile(join(root, `docs/reference/${name}.md`), "utf8")),
  );
  const text = texts.join().replaceAll(/:(id|version|file)\b/g, "{$1}");
  const missing = there.filter((endpoint) => !text.includes(endpoint) && !ELSEWHERE.has(endpoint));
  expect(missing).toEqual([]);
  const named = [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/api\/[^`\s]*)`/g)].map(([, endpoint]) => endpoint);
  expect(named.filter((endpoint) => !there.includes(endpoint ?? ""))).toEqual([]);
});

/** Said in the docs in other words. */
const ELSEWHERE = new Set([
  "GET /ws/crawl",
  "GET /api/crawls/{id}/llms.txt",
  "GET /api/crawls/{id}/llms-full.txt",
  "GET /api/sites/{id}/bundle.zip",
  "GET /api/sites/{id}/bundle/snippets",
  "DELETE /api/sites/{id}/webhook-secret",
]);

test("docs/reference/sites-api.md's examples run as they stand", async () => {
  const shown = await readFile(join(root, "docs/reference/sites-api.md"), "utf8");
  const examples = [...shown.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  const other = await serveSite(pages);
  try {
    const code = examples.join("\n").replaceAll("https://example.com", other.origin);
    const { code: exit, stdout } = await run("sh", ["-eu", "-c", code], { SERVICE: service.url, API_KEY: KEY });
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining('"status":"scheduled"') });
    expect(stdout).toContain('"queued":');
    // The site that they removed is theirs, not another one of the list.
    const left = await fetch(`${service.url}/api/sites?q=${other.port}`, { headers: { "X-API-Key": KEY } });
    expect(await left.json()).toMatchObject({ items: [] });
  } finally {
    await other.close();
  }
});

test("docs/tutorial/first-service.md's commands crawl and enrol a site", async () => {
  const other = await serveSite(pages);
  try {
    const commands = fences(docFile("docs/tutorial/first-service.md").text, "sh").join("\n");
    const code = commands
      .replaceAll("http://127.0.0.1:8801", other.origin)
      .replaceAll("http://localhost:8000", service.url);
    // This service has a key.
    const withKey = `curl() { command curl --header "X-API-Key: $API_KEY" "$@"; }\n${code}`;
    const { code: exit, stdout } = await run("sh", ["-eu", "-c", withKey], { API_KEY: KEY });
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining("event: summary") });
    for (const said of ['"database":"up"', "# Home of the example", `"baseUrl":"${other.origin}`, '"queued":'])
      expect(stdout).toContain(said);
  } finally {
    await other.close();
  }
});

const cronJob = z.object({
  spec: z.object({
    jobTemplate: z.object({
      spec: z.object({
        template: z.object({
          spec: z.object({
            containers: z.tuple([
              z.looseObject({ command: z.tuple([z.string()]).rest(z.string()), args: z.array(z.string()) }),
            ]),
          }),
        }),
      }),
    }),
  }),
});

test("the Kubernetes CronJob starts the recrawl of all due sites", async () => {
  const { spec } = cronJob.parse(parse(await read("kubernetes-cronjob.yaml")));
  const [{ command, args }] = spec.jobTemplate.spec.template.spec.containers;
  const [program, ...rest] = command;
  const { code, stdout } = await run(program, [...rest, ...args], { SERVICE: service.url, CRON_SECRET });
  expect({ code, answer: JSON.parse(stdout) }).toEqual({
    code: 0,
    answer: expect.objectContaining({ status: "triggered" }),
  });
  expect((await run(program, [...rest, ...args], { SERVICE: service.url, CRON_SECRET: "wrong" })).code).not.toBe(0);
});
