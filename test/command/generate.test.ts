import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { validateLlmsTxt } from "../../packages/document/src/check/validate.ts";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";
import { llmstxt } from "./command.ts";

const page = (title: string, text: string, links: readonly string[] = []): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav>${links
    .map((link) => `<a href="${link}">${link.slice(1)}</a>`)
    .join(" ")}</nav><main><h1>${title}</h1><p>${text}</p></main></body></html>`;

const paths = Array.from({ length: 12 }, (_, index) => `/docs/keeper-${index + 1}`);

const answers: Record<string, SiteAnswer> = {
  "/": page("Harbour", "Harbour keeps the times of tides for every port on the coast of the North Sea.", [
    ...paths,
    "/broken",
  ]),
  "/broken": { status: 500 },
  ...Object.fromEntries(
    paths.map((path, index) => [
      path,
      page(
        `Keeper ${index + 1}`,
        `Keeper ${index + 1} explains what the keeper of harbour number ${index + 1} does all day. The nights are ${index + 1} others.`,
      ),
    ]),
  ),
};

let site: Site;
beforeAll(async () => {
  site = await serveSite(answers);
});
afterAll(() => site.close());

const folder = () => mkdtempSync(join(tmpdir(), "llmstxt-cli-"));

test("the text goes to stdout, progress to stderr, and the exit code is 0", async () => {
  const { code, stdout, stderr } = await llmstxt([`${site.origin}/`]);
  expect(code).toBe(0);
  expect(validateLlmsTxt(stdout, { profile: "strict" }).findings.filter(({ level }) => level === "error")).toEqual([]);
  expect(stdout).toMatch(/^# Harbour\n/);
  expect(stdout).toContain(`- [Keeper 7](${site.origin}/docs/keeper-7): Keeper 7 explains`);
  expect(stderr).toContain("Progress: 1/50 pages");
  expect(stderr).toContain(`Failed to fetch ${site.origin}/broken: 500`);
  expect(stderr).not.toContain("\u001b");
});

test("generate is the default command", async () => {
  const withoutTime = ({ stdout }: { stdout: string }) => stdout.replace(/^Generated: \S+/m, "");
  const [short, long] = await Promise.all([llmstxt([site.origin]), llmstxt(["generate", site.origin])]);
  expect(withoutTime(short)).toBe(withoutTime(long));
});

test("no more pages are read than --max-pages says, the homepage included", async () => {
  const { stdout } = await llmstxt([site.origin, "--max-pages", "5"]);
  expect(stdout).toContain("| Pages: 5\n");
  expect(stdout.match(/^- \[/gm)).toHaveLength(4);
});

test("over the budget of DOCUMENT_BUDGET excerpts shorten, no page is lost, and the progress says so", async () => {
  const whole = await llmstxt([site.origin]);
  const { stdout, stderr } = await llmstxt([site.origin], { env: { DOCUMENT_BUDGET: "1000" } });
  expect(whole.stdout).toContain("The nights are 7 others.");
  expect(stdout.length).toBeLessThan(whole.stdout.length);
  expect(stdout.split("\n- ")).toHaveLength(whole.stdout.split("\n- ").length);
  expect(stdout.match(/explains what the keeper of harbour/g)).toHaveLength(12);
  expect(stderr).toMatch(/Shortened \d+ excerpts/);
});

test("--quiet prints no progress", async () => {
  expect(await llmstxt([site.origin, "--quiet", "--max-pages", "3"])).toMatchObject({ code: 0, stderr: "" });
});

test("-o, --full and --pages write whole files and leave nothing else behind", async () => {
  const to = folder();
  const files = { text: join(to, "llms.txt"), full: join(to, "llms-full.txt"), pages: join(to, "pages") };
  const { code, stdout } = await llmstxt([site.origin, "-o", files.text, "--full", files.full, "--pages", files.pages]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(readFileSync(files.text, "utf8")).toMatch(/^# Harbour\n/);
  expect(readFileSync(files.full, "utf8")).toContain("what the keeper of harbour number 3 does all day");
  expect(readdirSync(to).sort()).toEqual(["llms-full.txt", "llms.txt", "pages"]);
  expect(readdirSync(files.pages, { recursive: true }).length).toBeGreaterThanOrEqual(13);
});

test("--json prints one JSON event a line, the text in the last", async () => {
  const { code, stdout } = await llmstxt([site.origin, "--json", "--max-pages", "4"]);
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(code).toBe(0);
  expect(events.filter((event) => (event as { type: string }).type === "page")).toHaveLength(4);
  expect(events.at(-1)).toMatchObject({ type: "result", text: expect.stringMatching(/^# Harbour\n/) });
});

test("MAX_PAGES_LIMIT counts here, too: for what is asked for, and for the default", async () => {
  const environment = { MAX_PAGES_LIMIT: "4" };
  const refused = await llmstxt([site.origin, "--max-pages", "5"], { env: environment });
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Max pages must be between 1 and 4: the setting MAX_PAGES_LIMIT is 4"),
  });
  const { stdout } = await llmstxt([site.origin], { env: environment });
  expect(stdout).toContain("Pages: 4");
});

test.each([
  ["no address", [], 2, /llmstxt --help shows all options/],
  ["an address without a scheme", ["example.com"], 2, /Invalid URL format.*Did you mean https:\/\/example\.com\/\?/],
  ["a server of one's own", ["localhost:8801"], 2, /Did you mean http:\/\/localhost:8801\/\?/],
  ["another scheme", ["ftp://example.com/"], 2, /Invalid URL format/],
  ["user info", ["https://me:secret@example.com/"], 2, /Invalid URL format/],
  ["a number out of range", ["https://example.com", "--max-pages", "0"], 2, /Max pages must be between 1 and 1000/],
  [
    "an excerpt too short",
    ["https://example.com", "--desc-length", "99"],
    2,
    /Description length must be between 100 and 2000/,
  ],
  [
    "a pattern that is no glob",
    ["https://example.com", "--exclude", "/+(a|b)"],
    2,
    /Invalid request: exclude: "\/\+\(a\|b\)" holds \(, which no glob may: only \*, \*\*, \? and \{a,b\} are patterns/,
  ],
  ["a language that there is not", ["https://example.com", "--language", "english"], 2, /"english" is no language tag/],
  ["an unknown option", ["https://example.com", "--colour"], 2, /unknown option '--colour'/],
  ["a host where nobody listens", ["http://127.0.0.1:9/"], 1, /^llmstxt: Failed to fetch page: /m],
  [
    "a file in a folder that is not there",
    ["https://example.com", "-o", "/nowhere/llms.txt"],
    2,
    /Cannot write \/nowhere\/llms.txt/,
  ],
] as const)("%s is one clear line on stderr", async (_what, args, code, message) => {
  const ran = await llmstxt(args);
  expect(ran.stderr).toMatch(message);
  expect(ran).toMatchObject({ code, stdout: "" });
  expect(ran.stderr).not.toContain("secret");
  expect(ran.stderr).not.toMatch(/\n\s+at /);
});

test("a homepage that is not there is a failure, and what stood in the file stays", async () => {
  const file = join(folder(), "llms.txt");
  writeFileSync(file, "# Before\n");
  const { code, stderr } = await llmstxt([`${site.origin}/nothing-here`, "-o", file]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^llmstxt: Failed to fetch page: 404/m);
  expect(readFileSync(file, "utf8")).toBe("# Before\n");
});

test("a folder cannot be the output file", async () => {
  const to = join(folder(), "llms.txt");
  mkdirSync(to);
  expect(await llmstxt([site.origin, "-o", to])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Cannot write"),
  });
});

test("Ctrl-C before the first page: nothing is written, no request follows, the exit code says so", async () => {
  const file = join(folder(), "llms.txt");
  let stop: (signal: NodeJS.Signals) => void = () => {};
  const slow = await serveSite({
    ...answers,
    "/": () => stop("SIGINT"), // never answers
  });
  const ran = await llmstxt([slow.origin, "-o", file], {
    onStart: (kill) => {
      stop = kill;
    },
  });
  const requests = slow.requests.length;
  expect(ran).toMatchObject({ code: 130, stdout: "" });
  expect(ran.stderr).toMatch(/Stopped\.\n$/);
  expect(existsSync(file)).toBe(false);
  expect(slow.requests.length).toBe(requests);
  await slow.close();
});

test("validate names each finding with its line and fails on an error", async () => {
  const to = folder();
  writeFileSync(join(to, "bad.txt"), "# Site\n\n- loose\n\n## Docs\n\n* [x](/relative)\n");
  expect(await llmstxt(["validate", "bad.txt"], { cwd: to })).toMatchObject({ code: 0 });
  const bad = await llmstxt(["validate", "--profile", "strict", "bad.txt"], { cwd: to });
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(/^bad\.txt:\d+: error: /m);
  const { stdout: good } = await llmstxt([site.origin]);
  for (const profile of ["v2", "strict"])
    expect(await llmstxt(["validate", "--profile", profile, "-"], { stdin: good })).toMatchObject({ code: 0 });
  const page = await llmstxt(["validate", "-"], { stdin: "<!doctype html><title>x</title>" });
  expect(page).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^-:1: error: is-html: .*\nNot valid \(v2\)\. Quality: poor, score 0 of 100, 1 finding\.\n/,
    ),
  });
});

test("validate and diff read at most ten megabytes, of a file as of standard input", async () => {
  const to = folder();
  writeFileSync(join(to, "good.txt"), "# Site\n");
  const large = "x".repeat(10 * 1024 * 1024 + 1);
  writeFileSync(join(to, "large.txt"), large);
  const told = / 10485760 bytes/;
  for (const [args, what] of [
    [["validate", "-"], "standard input"],
    [["validate", "large.txt"], "large.txt"],
    [["diff", "good.txt", "-"], "standard input"],
    [["diff", "large.txt", "good.txt"], "large.txt"],
  ] as const) {
    const ran = await llmstxt(args, { cwd: to, stdin: large });
    expect(ran, args.join(" ")).toMatchObject({ stdout: "", stderr: expect.stringMatching(told) });
    expect(ran.stderr).toContain(`Cannot read ${what}: `);
    expect(ran.code).not.toBe(0);
  }
});

test("a byte order mark is found in a file and in standard input", async () => {
  const ran = await llmstxt(["validate", "--profile", "strict", "-"], { stdin: "\uFEFF# Site\n" });
  expect(ran.stdout).toContain("-:1: error: byte-order-mark: ");
});

test("diff does not wait for two documents from one standard input", async () => {
  const ran = await llmstxt(["diff", "-", "-"]);
  expect(ran.stderr).toContain("Only one of the two documents can come from standard input");
  expect(ran.code).not.toBe(0);
});

test("validate --live finds links that do not answer, at a private address as well as generate reaches it", async () => {
  const { stdout } = await llmstxt([site.origin, "--max-pages", "3"]);
  const text = `${stdout}- [Gone](${site.origin}/gone): A page that went away.\n`;
  const ran = await llmstxt(["validate", "--live", "-"], { stdin: text });
  expect(ran).toMatchObject({ code: 1, stdout: expect.stringContaining(`${site.origin}/gone: answers 404`) });
  expect(ran.stdout.match(/dead-link/g)).toHaveLength(1);
});

test("diff says what a newer file added, removed and changed", async () => {
  const to = folder();
  const head = "# Site\n\nGenerated: 2026-01-01T00:00:00Z | Source: https://x.test/ | Pages: 2\n\n## Docs\n\n";
  writeFileSync(join(to, "old.txt"), `${head}- [A](https://x.test/a): One.\n- [B](https://x.test/b)\n`);
  writeFileSync(join(to, "new.txt"), `${head}- [A](https://x.test/a): Two.\n- [C](https://x.test/c)\n`);
  const { stdout } = await llmstxt(["diff", "old.txt", "new.txt"], { cwd: to });
  expect(stdout).toContain("+ Docs: C https://x.test/c\n- Docs: B https://x.test/b\n~ https://x.test/a\n");
  expect(stdout).toContain("1 added, 1 removed, 1 changed, 0 moved");
});

test("a site behind a door opens to --header and --cookies, and what is wrong with them is told without their text", async () => {
  const door = await serveSite({
    "*": ({ headers, url }, response) => {
      const isFriend = headers["x-door"] === "canary" && headers.cookie === "session=canary";
      const body = page(`Inside ${url}`, "What only friends may read is read by a friend who has shown two things.");
      response.writeHead(isFriend ? 200 : 401, { "content-type": "text/html" }).end(isFriend ? body : "");
    },
  });
  const cookies = join(folder(), "cookies.txt");
  writeFileSync(cookies, "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tcanary\n");
  const given = [door.origin, "--header", "X-Door: canary", "--cookies", cookies];
  const { code, stdout, stderr } = await llmstxt([...given, "--verbose"]);
  await door.close();
  expect(code).toBe(0);
  expect(stdout).toContain("# Inside");
  expect(stdout + stderr).not.toContain("canary");

  const failing = async (...args: string[]) => {
    const ran = await llmstxt([site.origin, ...args]);
    expect(ran.stderr).not.toContain("canary");
    return [ran.code, ran.stderr.trim()];
  };
  expect(await failing("--header", "Bearer canary")).toEqual([
    2,
    "llmstxt: Invalid request: headers: field 1 is not of the form 'Name: value'",
  ]);
  expect(await failing("--header", "Host: canary")).toEqual([
    2,
    "llmstxt: Invalid request: headers: Host cannot be set",
  ]);
  writeFileSync(cookies, "session=canary\n");
  expect(await failing("--cookies", cookies)).toEqual([
    2,
    `llmstxt: Cannot read the cookies of ${cookies}: line 1 is no line of a Netscape cookie file`,
  ]);
});

test("diff --exit-code fails where there is a difference, and the time is none", async () => {
  const to = folder();
  const document = (time: string, note: string) =>
    `# Site\n\n> Sums.\n\nGenerated: ${time} | Source: https://x.test/ | Pages: 2\n\n${note}\n\n## Docs\n\n- [A](https://x.test/a): One.\n`;
  writeFileSync(join(to, "old.txt"), document("2026-01-01T00:00:00Z", "Read this."));
  writeFileSync(join(to, "same.txt"), document("2026-02-02T00:00:00Z", "Read this."));
  writeFileSync(join(to, "new.txt"), document("2026-02-02T00:00:00Z", "Read that."));
  const diff = (...args: readonly string[]) => llmstxt(["diff", "old.txt", ...args], { cwd: to });
  expect(await diff("same.txt", "--exit-code")).toMatchObject({ code: 0 });
  expect(await diff("new.txt")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^notes: Read this\. -> Read that\./),
  });
  expect(await diff("new.txt", "--exit-code", "--json")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('"notes":["Read this.","Read that."]'),
  });
});
