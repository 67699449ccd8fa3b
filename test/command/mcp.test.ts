import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { serveSite } from "../servers/site.ts";
import { COMMAND, llmstxt } from "./command.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "llmstxt-mcp-"));
const ORIGIN = "https://tidewater.example";
const bundle = newFolder();
beforeAll(async () => {
  const site = join(import.meta.dirname, "../../examples/demo-site");
  const { code } = await llmstxt([site, "--origin", ORIGIN, "--publish", bundle, "-q"]);
  expect(code).toBe(0);
});

const answer = z.object({ content: z.tuple([z.object({ text: z.string() })]), isError: z.boolean().optional() });

async function connected(source: string, env: Record<string, string> = {}) {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({ command: process.execPath, args: [COMMAND, "mcp", source], env });
  await client.connect(transport);
  const call = async (name: string, given: object) => {
    const { content, isError } = answer.parse(await client.callTool({ name, arguments: { ...given } }));
    return { text: content[0].text, isError: isError === true };
  };
  return { call, client, [Symbol.asyncDispose]: () => client.close() };
}

test("a published folder is searched and read over stdio", async () => {
  await using mcp = await connected(bundle);
  const found = await mcp.call("search", { question: "Tidewater" });
  const [, address = ""] = /^(https:\S+)$/m.exec(found.text) ?? [];
  expect(address.startsWith(ORIGIN)).toBe(true);
  const read = await mcp.call("read", { address });
  expect(read.isError).toBe(false);
  expect(read.text).toContain(`Source: ${address}`);
});

test("standard output has nothing but the protocol, and the server ends with its input or a signal", async () => {
  const hello = { jsonrpc: "2.0", id: 1, method: "initialize" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const { code, stdout, stderr } = await llmstxt(["mcp", bundle], {
    stdin: `${JSON.stringify({ ...hello, params })}\nno JSON\n`,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const line of stdout.trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  const child = spawn(process.execPath, [COMMAND, "mcp", bundle], { stdio: "pipe" });
  child.stdin.write(`${JSON.stringify({ ...hello, params })}\n`);
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.stdout.once("data", () => child.kill("SIGINT"));
  expect(await ended).toBe(0);
  expect(await text(child.stderr)).toBe("");
});

test("a folder without a bundle, and one with a broken list or index, is refused in one sentence", async () => {
  const folder = newFolder();
  const none = await llmstxt(["mcp", folder]);
  expect(none.code).toBe(2);
  expect(none.stderr).toContain("is no published bundle");
  mkdirSync(join(folder, ".llmstxt"));
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, ".llmstxt", name), content);
  write("search.json", readFileSync(join(bundle, ".llmstxt/search.json")));
  for (const broken of ["", "{", "[]", '{"site":1}', Buffer.from([0xff, 0xfe, 0])]) {
    write("pages.json", broken);
    expect((await llmstxt(["mcp", folder])).stderr).toContain("broken pages.json");
  }
  write("pages.json", readFileSync(join(bundle, ".llmstxt/pages.json")));
  for (const broken of ["", "{", '{"version":9}', Buffer.from([0xff, 0xfe, 0])]) {
    write("search.json", broken);
    expect((await llmstxt(["mcp", folder])).stderr).toContain("broken search.json");
  }
});

test("a hostile bundle opens nothing outside its folder: by dots, by links, by addresses", async () => {
  const folder = newFolder();
  const secret = join(newFolder(), "secret.md");
  writeFileSync(secret, "THE SECRET");
  mkdirSync(join(folder, ".llmstxt"));
  symlinkSync(secret, join(folder, "link.md"));
  writeFileSync(join(folder, "latin.md"), Buffer.from([0x43, 0x61, 0x66, 0xe9]));
  const pages = {
    "/dots": `/../../../../../../..${secret}`,
    "/coded": `/%2e%2e/%2e%2e${secret}`,
    "/link": "/link.md",
    "/file": `file://${secret}`,
    "/inside": "http://169.254.169.254/latest.md",
    "/notes": "/.llmstxt/pages.json",
    "/latin": "/latin.md",
    "/__proto__": "/constructor.md",
  };
  writeFileSync(join(folder, ".llmstxt/pages.json"), JSON.stringify({ site: "https://x.dev", indexes: {}, pages }));
  const index = {
    version: 1,
    pages: Object.keys(pages).map((url) => [url, `Title ${url}`]),
    words: "0title",
    postings: "HHHHHHHH",
  };
  writeFileSync(join(folder, ".llmstxt/search.json"), JSON.stringify(index));
  await using mcp = await connected(folder);
  for (const page of Object.keys(pages)) {
    const read = await mcp.call("read", { address: page });
    expect(read.text, page).not.toContain("SECRET");
    expect(read.isError, page).toBe(page !== "/latin");
  }
  expect((await mcp.call("search", { question: "title" })).text).toContain("https://x.dev/dots");
});

test("an address that lists nothing is refused, and a site with a broken bundle is searched by its llms.txt", async () => {
  const plain = (body: string) => ({ headers: { "content-type": "text/plain" }, body });
  const site = await serveSite({
    "/llms.txt": plain("# X\n\n## Parts\n\n- [Tides](/tides): The moon\n"),
    "/.llmstxt/pages.json": plain("[".repeat(100_000)),
    "/.llmstxt/search.json": plain("{"),
    "/page/llms.txt": "<!doctype html><title>Not here</title><h1>Not here</h1>",
    "/empty/llms.txt": plain(""),
  });
  try {
    await using mcp = await connected(`${site.origin}/llms.txt`);
    expect((await mcp.call("search", { question: "moon" })).text).toContain(`${site.origin}/tides\nThe moon`);
    for (const folder of ["page", "empty"]) {
      const { code, stderr } = await llmstxt(["mcp", `${site.origin}/${folder}/llms.txt`]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`${folder}/llms.txt lists no pages`),
      });
    }
  } finally {
    await site.close();
  }
});

test("a site's llms.txt is searched by its lines, through lists that lead in a ring, and pages are read by links alone", async () => {
  const page = (title: string) =>
    `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${title} has text of its own, and enough of it to be read as a page.</p></main>`;
  const plain = (body: string) => ({ headers: { "content-type": "text/plain" }, body });
  const site = await serveSite({
    "/llms.txt": plain(
      "# X\n\n## Parts\n\n- [More](/more/llms.txt)\n- [Self](/llms.txt)\n- [Tides](/tides): The moon\n",
    ),
    "/more/llms.txt": plain(
      "# More\n\n## Y\n\n- [Back](/llms.txt)\n- [Lamps](/lamps.md): Mercury\n- [In](http://127.0.0.1:1/in)\n",
    ),
    "/tides": page("Tides"),
    "/hidden": page("Hidden"),
    "/lamps.md": { headers: { "content-type": "text/markdown" }, body: "# Lamps\n\nA bath of mercury.\n" },
  });
  try {
    await using mcp = await connected(`${site.origin}/llms.txt`);
    expect((await mcp.call("search", { question: "moon" })).text).toContain(`${site.origin}/tides\nThe moon`);
    expect((await mcp.call("read", { address: "/lamps" })).text).toContain("A bath of mercury");
    expect((await mcp.call("read", { address: `${site.origin}/tides` })).text).toContain("has text of its own");
    expect((await mcp.call("read", { address: "/hidden" })).isError).toBe(true);
    expect(await mcp.call("read", { address: "http://127.0.0.1:1/in" })).toEqual({
      text: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/in could not be read: .+\. Read another page/),
      isError: true,
    });
    expect(site.requests.map(({ path }) => path)).not.toContain("/hidden");
    const asked = site.requests.filter(({ path }) => path.endsWith("llms.txt")).map(({ path }) => path);
    expect(asked.toSorted()).toEqual(["/llms.txt", "/more/llms.txt"]);
  } finally {
    await site.close();
  }
});
