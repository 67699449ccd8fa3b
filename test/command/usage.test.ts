import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serveSite } from "../servers/site.ts";
import { COMMAND, llmstxt } from "./command.ts";

test("the help of the program is that of its main job, with the other commands and examples below", async () => {
  const { code, stdout } = await llmstxt(["--help"]);
  expect(code).toBe(0);
  for (const line of [
    "Usage: llmstxt <url, folder or record> [options]",
    "--max-pages",
    "-o, --output",
    "validate",
    "Examples:",
  ])
    expect(stdout).toContain(line);
  expect((await llmstxt(["help"])).stdout).toBe(stdout);
  expect((await llmstxt(["help", "sites", "add"])).stdout).toMatch(/^Usage: llmstxt sites add /);
});

test.each([
  [
    ["validat", "x"],
    "llmstxt: validat is no address, and there is no such folder or command. Did you mean llmstxt validate?",
  ],
  [["serv"], "llmstxt: serv is no address, and there is no such folder or command. Did you mean llmstxt serve?"],
  [["help", "nosuch"], "llmstxt: There is no command nosuch"],
  [["validate", "/nowhere/x"], "llmstxt: Cannot read /nowhere/x: there is no such file"],
  [["diff", "/", "/"], "llmstxt: Cannot read /: it is a folder"],
  [["foo"], "llmstxt: Invalid URL format: foo is no address, and there is no such folder or command"],
  [["https://"], "llmstxt: Invalid URL format: https:// has no host, or one that cannot be"],
  [["ftp://x.dev"], "llmstxt: Invalid URL format: ftp://x.dev is not an http:// or https:// address"],
  [
    ["validate", "--lve"],
    "error: unknown option '--lve'\n(Did you mean --live?)\n(llmstxt validate --help shows how it is used)",
  ],
])("%j is refused with a word that helps", async (args, message) => {
  const { code, stdout, stderr } = await llmstxt(args);
  expect([code, stdout, stderr.trim()]).toEqual([2, "", message]);
});

test("without arguments the command shows in a few lines what it can do", async () => {
  const { code, stdout, stderr } = await llmstxt([]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^llmstxt writes the llms\.txt of a website:\n/);
  expect(stderr).toContain("llmstxt https://example.com -o llms.txt");
  expect(stderr.split("\n").length).toBeLessThan(12);
});

test("a stream of events ends with an error where there is no result", async () => {
  const { code, stdout } = await llmstxt(["http://127.0.0.1:1/", "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toMatchObject({ type: "error", about: "page" });
  const wrong = await llmstxt(["http://x.dev", "--json", "--language", "no language"]);
  expect(JSON.parse(wrong.stdout)).toMatchObject({ type: "error", about: "request" });
  const slip = await llmstxt(["http://x.dev", "--json", "--max-pagse", "3"]);
  expect(JSON.parse(slip.stdout)).toMatchObject({
    code: "wrong_usage",
    facts: { detail: "unknown option '--max-pagse' (Did you mean --max-pages?)" },
  });
});

test.skipIf(!existsSync("/dev/full"))("what cannot be printed is told, and ends with 1", async () => {
  const script = `"${process.execPath}" "${COMMAND}" completion bash > /dev/full`;
  const failed = await promisify(execFile)("sh", ["-c", script]).catch((thrown: unknown) => thrown);
  expect(failed).toMatchObject({
    code: 1,
    stderr: "llmstxt: Cannot write to standard output: no space left on the device\n",
  });
});

test("a word that names a file or a folder is not taken for a slip", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "llmstxt-usage-"));
  writeFileSync(join(cwd, "sits"), "");
  expect((await llmstxt(["sits"], { cwd })).stderr).toContain("sits is a file");
});

/** What a script offers for the last word. */
async function offered(shell: "bash" | "zsh", ...words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await llmstxt(["completion", shell]);
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const load = shell === "zsh" ? "autoload -U compinit; compinit -u -D\n" : "";
  const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; ${shell === "zsh" ? "setopt ksharrays; " : ""}_llmstxt`;
  const script = `${load}${stdout}\n${ask}; echo "\${COMPREPLY[@]}"`;
  return (await promisify(execFile)(shell, ["-c", script])).stdout.trim().split(" ");
}

test("bash completes commands, those below them, and options", async () => {
  expect(await offered("bash", "llmstxt", "val")).toEqual(["validate"]);
  expect(await offered("bash", "llmstxt", "sites", "ad")).toEqual(["add"]);
  expect(await offered("bash", "llmstxt", "--max")).toEqual(["--max-pages"]);
  expect(await offered("bash", "llmstxt", "sites", "add", "--max")).toEqual(["--max-pages"]);
});

test.skipIf(spawnSync("zsh", ["-c", ""]).error !== undefined)(
  "zsh, which picks among them itself, is offered the words of the command",
  async () => {
    const words = await offered("zsh", "llmstxt", "sites", "ad");
    expect(words).toContain("add");
    expect(words).not.toContain("validate");
  },
);

test("fish completes the main job's options after an address, too; PowerShell has a script", async () => {
  const [fish, powershell] = await Promise.all(["fish", "powershell"].map((shell) => llmstxt(["completion", shell])));
  expect(fish?.stdout).toMatch(/-n 'not __fish_seen_subcommand_from generate validate [a-z ]+' -l max-pages\n/);
  expect(powershell?.stdout).toContain("'sites' = 'list', ");
});

test("a crawl that cannot begin says what to try, and wrong settings stand on lines of their own", async () => {
  const [dns, settings] = await Promise.all([
    llmstxt(["http://nowhere.invalid/"]),
    llmstxt(["serve"], { env: { PORT: "abc", LOG_LEVEL: "loud" } }),
  ]);
  expect(dns.stderr).toMatch(/^llmstxt: Failed to fetch page: .+\n(Check the address|See whether) .+\.\n$/);
  expect(settings.stderr).toMatch(/^llmstxt: 2 settings are wrong:\n {2}PORT: .+\n {2}LOG_LEVEL: .+\n$/);
});

test("a file at an address that cannot be read is named with the reason, by every command that takes one", async () => {
  const site = await serveSite({ "/": "<h1>Home</h1>" });
  const address = `${site.origin}/nothing.txt`;
  const env = { ALLOW_PRIVATE_NETWORKS: "true" };
  for (const args of [
    ["validate", address],
    ["eval", address],
    ["mcp", address],
    ["diff", address, "README.md"],
  ])
    expect(await llmstxt(args, { env }), args[0]).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `llmstxt: Cannot read ${address}: 404 Not Found\n`,
    });
  await site.close();
});

test("a Node that is too old gets one sentence, from a file that loads nothing it could not know", async () => {
  const preload = join(mkdtempSync(join(tmpdir(), "llmstxt-old-")), "preload.cjs");
  writeFileSync(preload, 'Object.defineProperty(process.versions, "node", { value: "16.20.2" });');
  const { code, stdout, stderr } = await llmstxt(["--version"], { env: { NODE_OPTIONS: `--require ${preload}` } });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^llmstxt needs Node 22\.\d+ or newer, and this is Node 16\.20\.2\. .*\n$/);
  for (const file of [COMMAND, ...staticImports(COMMAND).filter(isChunk)]) {
    const foreign = staticImports(file).filter((path) => !isChunk(path));
    expect([file, foreign]).toEqual([file, []]);
    // What is younger than Node 12's modules: a top-level await.
    expect(readFileSync(file, "utf8")).not.toMatch(/\bawait\b/);
  }
});

test("the file that begins the command is imported by no other, which would begin it twice", () => {
  const chunks = join(dirname(COMMAND), "chunks");
  const files = readdirSync(chunks).filter((file) => file.endsWith(".js"));
  expect(files.filter((file) => staticImports(join(chunks, file)).includes(COMMAND))).toEqual([]);
});

const isChunk = (path: string) => path.startsWith("/");

/** What a built file imports before it runs: its own chunks by their full path, all else by name. */
function staticImports(file: string): readonly string[] {
  const found = readFileSync(file, "utf8").matchAll(/\bimport\s*(?:[^"'(]*\bfrom\s*)?"([^"]+)"/g);
  return [...found].map(([, path = ""]) => (path.startsWith(".") ? join(dirname(file), path) : path));
}
