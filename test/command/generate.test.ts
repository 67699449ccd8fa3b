import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoSite, serveDemoSite } from "../../scripts/demo-site.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "../servers/certificate.ts";
import { serveForwardProxy } from "../servers/forward-proxy.ts";
import { serveSite } from "../servers/site.ts";
import { COMMAND, linksIn, llmstxt, temporaryFolder } from "./command.ts";

let site: DemoSite;
beforeAll(async () => {
  site = await serveDemoSite();
});
afterAll(() => site[Symbol.dispose]());
const home = () => `${site.origin}/`;

test("the text goes to standard output, progress to stderr, and the exit code is 0", async () => {
  const { code, stdout, stderr } = await llmstxt([home()]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^# Tidewater\n\n> .+\n\nGenerated: \S+Z \| Source: \S+ \| Pages: \d+\n\n## /);
  expect(stderr).toMatch(/\d+ pages in [\d.]+ s: [\d,]+ characters, about [\d,]+ tokens\./);
  expect((await llmstxt(["generate", home(), "-q"])).stderr).toBe("");
});

test("an address without a scheme is completed", async () => {
  const { code, stdout } = await llmstxt([home().replace("http://", ""), "-q"]);
  expect(code).toBe(0);
  expect(stdout).toContain(`Source: ${home()}`);
});

test("the same site gives the same bytes at any concurrency, the time aside", async () => {
  const texts = await Promise.all(
    ["1", "4", "16"].map(async (most) => (await llmstxt([home(), "-q"], { env: { CRAWL_CONCURRENCY: most } })).stdout),
  );
  expect(new Set(texts.map((text) => text.replace(/^Generated: \S+/m, ""))).size).toBe(1);
});

test("--max-pages limits the pages that are read, and the summary says how many are left", async () => {
  const { stdout, stderr } = await llmstxt([home(), "--max-pages", "4"]);
  expect(stdout).toContain("Pages: 4");
  expect(linksIn(stdout)).toHaveLength(3);
  expect(stderr).toMatch(/Not read: \d+ more\.\nNext: --max-pages \d+ reads more of the site\./);
});

test("the summary counts what is left out by reason, in words that fit one and many", async () => {
  expect((await llmstxt([home()])).stderr).toContain(
    "Left out: 2 (ask not to be listed: 1, not allowed by robots.txt: 1).",
  );
});

test("--include, --exclude and --scope say which paths are listed", async () => {
  const docs = linksIn((await llmstxt([home(), "-q", "--include", "/docs/**"])).stdout);
  expect(docs.length).toBeGreaterThan(1);
  for (const url of docs) expect(url).toContain("/docs/");
  const others = linksIn((await llmstxt([home(), "-q", "--exclude", "/docs/**"])).stdout);
  for (const url of others) expect(url).not.toContain("/docs/");
  const below = linksIn((await llmstxt([`${home()}docs/`, "-q", "--scope", "path"])).stdout);
  for (const url of below) expect(url).toContain("/docs/");
});

test("--urls lists exactly the pages of a file, in its order; a page of another site is refused with its line", async () => {
  const folder = temporaryFolder();
  const list = join(folder, "list.txt");
  writeFileSync(list, `# pages\n${home()}docs/errors\n${home()}about\n\n${home()}docs/errors\n`);
  const { stdout } = await llmstxt(["--urls", list, "-q"]);
  expect(linksIn(stdout)).toEqual([`${home()}docs/errors`, `${home()}about`]);
  const wrong = await llmstxt(["--urls", "-"], { stdin: `${home()}\nhttps://other.example/\n` });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("--urls -, line 2: https://other.example/ is not of the site");
});

test("-o and --full write whole files and no others; an unchanged site changes neither", async () => {
  const folder = temporaryFolder();
  const [text, full] = [join(folder, "llms.txt"), join(folder, "full.txt")];
  const first = await llmstxt([home(), "-o", text, "--full", full]);
  expect(first.stdout).toBe("");
  expect(first.stderr).toContain(`Wrote ${text}, ${full}.`);
  expect(readdirSync(folder).sort()).toEqual(["full.txt", "llms.txt"]);
  const before = [readFileSync(text, "utf8"), readFileSync(full, "utf8")];
  expect(before[1]).toContain(`Source: ${home()}`);
  const second = await llmstxt([home(), "-o", text, "--full", full]);
  expect(second.stderr).toContain(`Unchanged: ${text}, ${full}.`);
  expect([readFileSync(text, "utf8"), readFileSync(full, "utf8")]).toEqual(before);
});

test("a device is written to", async () => {
  expect(await llmstxt([home(), "-q", "-o", "/dev/null"])).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("a file that a stopped crawl left is replaced, even if only its mark differs", async () => {
  const file = join(temporaryFolder(), "llms.txt");
  const { stdout } = await llmstxt([home(), "-q"]);
  writeFileSync(file, stdout.replace(/Pages: \d+$/m, "$& (stopped early)"));
  await llmstxt([home(), "-q", "-o", file]);
  expect(readFileSync(file, "utf8")).toMatch(/Pages: \d+\n/);
});

test("--json prints one event a line, every address that was left out among them, and the text last", async () => {
  const { stdout } = await llmstxt([home(), "--json"]);
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.map(({ type }) => type)).toContain("page");
  expect(events.at(-1)).toMatchObject({ type: "result", text: expect.stringMatching(/^# Tidewater/) });
  const { leftOut } = events.at(-1).summary;
  for (const { reason, count } of leftOut)
    expect(events.filter((event) => event.type === "leftOut" && event.reason === reason)).toHaveLength(count);
});

test("--verbose gives the reason for each page that was left out", async () => {
  const { stderr } = await llmstxt([home(), "-v"]);
  expect(stderr).toMatch(/^Skipped: .*login/m);
});

test("--overlay applies the owner's changes; an invalid overlay is refused with line numbers", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "overlay.yaml");
  writeFileSync(
    file,
    `name: Tides\npages:\n  - path: /about\n    hide: true\n  - path: /docs/errors\n    title: What can go wrong\n`,
  );
  const { stdout } = await llmstxt([home(), "-q", "--overlay", file]);
  expect(stdout).toMatch(/^# Tides\n/);
  expect(stdout).toContain("[What can go wrong]");
  expect(linksIn(stdout)).not.toContain(`${home()}about`);
  writeFileSync(file, "name: Tides\ncolour: blue\n");
  const wrong = await llmstxt([home(), "--overlay", file]);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("overlay.yaml, line 2:");
});

test("a missing homepage is a failure, and the old file stays", async () => {
  const file = join(temporaryFolder(), "llms.txt");
  writeFileSync(file, "old");
  const { code, stderr } = await llmstxt([`${home()}no-such-page`, "-o", file]);
  expect(code).toBe(1);
  expect(stderr).toContain("llmstxt: Failed to fetch page: ");
  expect(readFileSync(file, "utf8")).toBe("old");
});

const WORDS = "tide harbour gauge moon lamp rope wind sand rock bird wave chart boat pier light salt".split(" ");

/** A site of many pages that reports after this many answers, and then answers no more. */
async function halting(answers: number, onHalt: () => void) {
  let asked = 0;
  const server = createServer((request, response) => {
    const { url = "/" } = request;
    if (/robots|sitemap|llms|\.md/.test(url)) return void response.writeHead(404).end();
    if (++asked === answers) onHalt();
    if (asked >= answers) return;
    const number = Number(/\d+/.exec(url)?.[0] ?? 0);
    const [one, two, three] = [1, 5, 7].map((step) => WORDS[(number * step + (number >> 4)) % WORDS.length]);
    const words = `The ${one} of day ${number} met a ${two}, and nobody at the ${three} could say how that had come about.`;
    const links = [1, 2, 3].map((n) => `<a href="/${WORDS[n]}/${number * 3 + n}">The ${WORDS[n]}</a>`).join(" ");
    response.setHeader("content-type", "text/html");
    response.end(`<title>${one} ${two} ${number}</title><main><h1>${one} ${number}</h1><p>${words}</p>${links}</main>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs a crawl that gets these signals together when its site stops answering. */
async function stopped(...signals: NodeJS.Signals[]) {
  const file = join(temporaryFolder(), "llms.txt");
  let kill: (signal: NodeJS.Signals) => void = () => {};
  const site = await halting(30, () => {
    // A process at rest handles none of them before the last has come.
    for (const signal of ["SIGSTOP", ...signals, "SIGCONT"] as const) kill(signal);
  });
  const ran = await llmstxt([site.url, "--max-pages", "1000", "-o", file], {
    onStart: (send) => {
      kill = send;
    },
  });
  site.close();
  return { ...ran, file };
}

test("Ctrl-C writes the document of the pages read so far, and says so in it", async () => {
  const { code, stderr, file } = await stopped("SIGINT");
  expect(code).toBe(130);
  expect(stderr).toMatch(/Stopped early with \d+ pages\./);
  expect(readFileSync(file, "utf8")).toMatch(/Pages: \d+ \(stopped early\)/);
});

test("a crawl that its time ended is told of CRAWL_TIMEOUT_SECONDS, not of --max-pages", async () => {
  const site = await halting(30, () => {});
  const env = { CRAWL_TIMEOUT_SECONDS: "4" };
  const { code, stderr } = await llmstxt([site.url, "--max-pages", "900", "-o", "/dev/null"], { env });
  site.close();
  expect(code).toBe(0);
  expect(stderr).toMatch(/\nNext: a longer CRAWL_TIMEOUT_SECONDS reads more of the site\.\n$/);
});

test("a second signal ends at once and writes nothing", async () => {
  // Two of one kind that wait are delivered as one (POSIX, signal concepts).
  const { code, file } = await stopped("SIGINT", "SIGTERM");
  expect(code).toBe(130);
  expect(readdirSync(join(file, ".."))).toEqual([]);
});

test("the files are written though nobody reads the progress", async () => {
  const file = join(temporaryFolder(), "llms.txt");
  const child = spawn(process.execPath, [COMMAND, home(), "-o", file], { stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.destroy();
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(readFileSync(file, "utf8")).toContain("# Tidewater");
});

test("a process that ends while it writes a file leaves nothing beside it", async () => {
  const folder = temporaryFolder();
  const files = JSON.stringify(join(import.meta.dirname, "../../packages/cli/src/files.ts"));
  const script = `import { readdirSync } from "node:fs";
    import { writeWhole } from ${files};
    setInterval(() => readdirSync(".").length > 0 && process.exit(130), 1);
    await writeWhole("llms.txt", Buffer.alloc(2 ** 27));
    process.exit(0);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { cwd: folder });
  const [code] = await once(child, "exit");
  expect(code).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
});

test("--header fields are sent to the site and appear in no output", async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.cookie);
    if (request.headers.cookie !== "session=tide-secret") return void response.writeHead(401).end();
    response.setHeader("content-type", "text/html");
    response.end(
      "<title>Inside</title><main><h1>Inside</h1><p>This page is for those who have signed in before.</p></main>",
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
  const { code, stdout, stderr } = await llmstxt([url, "-v", "--header", "Cookie: session=tide-secret"]);
  const refused = await llmstxt([url]);
  server.close();
  expect(code).toBe(0);
  expect(stdout).toMatch(/^# Inside/);
  expect(stdout + stderr).not.toContain("tide-secret");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("A site that asks for a password: --header.");
});

test("--summary appends a report in Markdown, with untrusted text as code", async () => {
  const file = join(temporaryFolder(), "report.md");
  writeFileSync(file, "before\n");
  await llmstxt([home(), "-q", "--summary", file]);
  const report = readFileSync(file, "utf8");
  expect(report).toMatch(/^before\n### llms\.txt of `http/);
  expect(report).toContain("| left out because | addresses |");
});

test("validate lists findings with their lines and fails on an error; our documents have none", async () => {
  const good = await llmstxt(["validate", "-"], { stdin: (await llmstxt([home(), "-q"])).stdout });
  expect([good.code, good.stdout, good.stderr]).toEqual([0, "", "No issues.\n"]);
  const bad = await llmstxt(["validate", "-"], { stdin: "no heading\n\n## Docs\n\n- [A](https://x.dev/a): a\n" });
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(/^line 1: error: /m);
});

test("validate --live requests the links of a document", async () => {
  const stdin = `# T\n\n> S\n\n## Docs\n\n- [About](${home()}about)\n- [Gone](${home()}gone)\n`;
  const { code, stdout, stderr } = await llmstxt(["validate", "-", "--live"], {
    stdin,
    env: { ALLOW_PRIVATE_NETWORKS: "true" },
  });
  expect(stdout).toMatch(/line 8: .*404/);
  expect(stderr).toContain("2 links asked for");
  expect(code).toBe(1);
});

test("validate --live resolves the relative links of a file that has an address", async () => {
  const served = await serveSite({
    "/llms.txt": {
      headers: { "content-type": "text/plain" },
      body: "# T\n\n> S\n\nN\n\n## Docs\n\n- [A](/a)\n- [B](/b)\n",
    },
    "/a": "<title>A</title>",
  });
  const { stdout, stderr } = await llmstxt(["validate", `${served.origin}/llms.txt`, "--live"]);
  expect(stdout).toContain(`line 10: error: A link leads nowhere: ${served.origin}/b answers 404.`);
  expect(stderr).toContain("2 links asked for.");
  await served.close();
});

test("diff says what a newer file added, removed, moved and changed", async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const [old, now] = [join(folder, "old"), join(folder, "new")];
  writeFileSync(
    old,
    "# T\n\n## A\n\n- [One](https://x.dev/1): Words.\n- [Two](https://x.dev/2)\n\n## B\n\n- [Three](https://x.dev/3)\n",
  );
  writeFileSync(
    now,
    "# T\n\n## A\n\n- [One](https://x.dev/1): Other words.\n- [Three](https://x.dev/3)\n- [Four](https://x.dev/4)\n",
  );
  const { code, stdout } = await llmstxt(["diff", old, now]);
  expect(code).toBe(0);
  expect(stdout).toContain("+ Four (A): https://x.dev/4");
  expect(stdout).toContain("- Two (A): https://x.dev/2");
  expect(stdout).toContain("> Three (B -> A): https://x.dev/3");
  expect(stdout).toContain("~ https://x.dev/1\n    Words.\n    -> Other words.");
  expect((await llmstxt(["diff", old, old])).stdout).toBe("No differences.\n");
});

test("overlay writes a starting overlay, which changes nothing until a line is uncommented", async () => {
  const { stdout: document } = await llmstxt([home(), "-q"]);
  const { stdout } = await llmstxt(["overlay", "-"], { stdin: document });
  expect(stdout).toContain("# name: Tidewater");
  const file = join(temporaryFolder(), "overlay.yaml");
  writeFileSync(file, stdout);
  const again = (await llmstxt([home(), "-q", "--overlay", file])).stdout;
  expect(again.replace(/^Generated: \S+/m, "")).toBe(document.replace(/^Generated: \S+/m, ""));
});

test("a site that speaks only HTTP/2 is read", async () => {
  const server = createSecureServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html" });
    response.end(
      "<title>Harbour</title><h1>Harbour</h1><p>The lights of the harbour, and when each of them is lit.</p>",
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const certificate = join(temporaryFolder(), "certificate.pem");
  writeFileSync(certificate, CERTIFICATE);
  const env = { NODE_EXTRA_CA_CERTS: certificate };
  const { stdout } = await llmstxt([`https://127.0.0.1:${port}/`, "-q"], { env });
  server.close();
  expect(stdout).toContain("# Harbour\n");
});

test("with USE_ENV_PROXY a site is requested through HTTP_PROXY", async () => {
  const port = Number(new URL(home()).port);
  const proxy = await serveForwardProxy({ hosts: { "10.0.0.1": { port } } });
  const env = { USE_ENV_PROXY: "true", HTTP_PROXY: proxy.origin };
  const { stdout } = await llmstxt(["http://10.0.0.1/", "-q", "--max-pages", "2"], { env });
  await proxy.close();
  expect(stdout).toContain("# Tidewater\n");
  expect(proxy.requests[0]).toBe("GET http://10.0.0.1/robots.txt");
});
