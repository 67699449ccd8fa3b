import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { Fetch } from "../../packages/crawler/src/fetch/fetch.ts";
import { bundleOf } from "../../packages/document/src/bundle/bundle.ts";
import { LIST_PATH, publishing } from "../../packages/document/src/bundle/publishing.ts";
import { layout } from "../../packages/document/src/write.ts";
import { livePages, type OfferedPages, publishedPages, serveMcp } from "../../packages/service/src/mcp/mcp.ts";

const TIDES = "The moon pulls the water of the harbour twice a day.";
const PAGES = [
  { url: "https://x.dev/", markdown: "A museum of ropes, lamps and tides." },
  { url: "https://x.dev/tides", markdown: `${TIDES}\n\n## Spring tides\n\nAt new moon they are highest.` },
  { url: "https://x.dev/lamps/", markdown: "A lighthouse lamp turns on a bath of mercury." },
  { url: "https://x.dev/book", markdown: `${"Words of a long book. ".repeat(40)}\n\n`.repeat(50) },
];
const TEXT = layout({
  name: "Harbour",
  summary: "A museum.",
  metadata: "Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 4",
  sections: [
    {
      name: "Rooms",
      items: PAGES.slice(1).map(({ url }) => ({
        title: `Room ${new URL(url).pathname}`,
        url,
        excerpt: url.includes("tides") ? TIDES : "",
      })),
    },
  ],
});

/** A client of a server in this process, which matches responses by number. */
function connect(pages: OfferedPages) {
  const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  const serving = serveMcp(pages, { input, output, version: "1.2.3" }, stop.signal);
  const answers = createInterface({ input: output })[Symbol.asyncIterator]();
  const next = async () => JSON.parse(String((await answers.next()).value));
  let id = 0;
  return {
    send: (line: string) => void input.write(`${line}\n`),
    next,
    async ask(method: string, params?: object) {
      input.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params })}\n`);
      return next();
    },
    async call(name: string, args: object) {
      const { result } = await this.ask("tools/call", { name, arguments: args });
      return { text: String(result.content[0].text), isError: result.isError === true };
    },
    async close() {
      input.end();
      await serving;
    },
  };
}

async function published(source = "https://x.dev/", root?: string) {
  const folder = await mkdtemp(join(tmpdir(), "mcp-"));
  const bundle = bundleOf({ text: TEXT, pages: PAGES, source, ...(root && { root }) });
  const files = [...bundle.files, { path: LIST_PATH, text: publishing(bundle, undefined, () => undefined).list }];
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

test("a client can initialise, list the tools and ping; an unknown method is a JSON-RPC error", async () => {
  const client = connect(await publishedPages(await published()));
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  expect((await client.ask("initialize", hello)).result).toMatchObject({
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "llmstxt", version: "1.2.3" },
  });
  expect((await client.ask("initialize", { protocolVersion: "1999-01-01" })).result.protocolVersion).toBe("2025-11-25");
  client.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  expect(await client.ask("ping")).toEqual({ jsonrpc: "2.0", id: 3, result: {} });
  const { tools } = (await client.ask("tools/list")).result;
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(["search", "read"]);
  expect((await client.ask("resources/list")).error.code).toBe(-32601);
  client.send("{no JSON");
  expect(await client.next()).toMatchObject({ id: null, error: { code: -32700 } });
  client.send("[]");
  expect(await client.next()).toMatchObject({ error: { code: -32600 } });
  await client.close();
});

test("a published folder can be searched, and read by addresses of pages or of their Markdown", async () => {
  const client = connect(await publishedPages(await published()));
  const { text } = await client.call("search", { question: "What does the moon do to the tides?" });
  expect(text.split("\n").slice(0, 3)).toEqual(["## Room /tides", "https://x.dev/tides.md", TIDES]);
  for (const address of ["https://x.dev/tides", "https://x.dev/tides.md", "http://www.x.dev/tides/#spring"])
    expect((await client.call("read", { address })).text, address).toContain("At new moon they are highest.");
  expect((await client.call("read", { address: "https://x.dev/lamps/" })).text).toContain("mercury");
  expect((await client.call("read", { address: "https://x.dev/" })).text).toContain("# Harbour");
  await client.close();
});

test("a long page comes in parts that name the next one", async () => {
  const client = connect(await publishedPages(await published()));
  const first = await client.call("read", { address: "https://x.dev/book" });
  expect(first.text).toMatch(/^Part 1 of 3\. Next: read with part 2\.\n\n> All pages/);
  expect(first.text.length).toBeLessThan(20_100);
  expect((await client.call("read", { address: "https://x.dev/book", part: "3" })).text).toMatch(
    /^Part 3 of 3\. This is the last/,
  );
  expect(await client.call("read", { address: "https://x.dev/book", part: 9 })).toMatchObject({ isError: true });
  await client.close();
});

test("a wrong call is answered with what would be right", async () => {
  const client = connect(await publishedPages(await published()));
  const wrong = [
    await client.call("search", { query: "x" }),
    await client.call("search", { question: "zeppelin" }),
    await client.call("read", {}),
    await client.call("read", { address: "/etc/passwd" }),
    await client.call("read", { address: "https://x.dev/..%2f..%2fetc/passwd" }),
    await client.call("delete", {}),
  ];
  for (const { isError } of wrong) expect(isError).toBe(true);
  expect(wrong[1]?.text).toContain("https://x.dev/tides.md");
  await client.close();
});

test("a folder for a path of the site is read, too; a folder without an llms.txt is refused", async () => {
  const client = connect(await publishedPages(await published("https://x.dev/", "https://x.dev/")));
  expect((await client.call("read", { address: "https://x.dev/lamps/index.md" })).isError).toBe(false);
  await client.close();
  await expect(publishedPages(await mkdtemp(join(tmpdir(), "mcp-")))).rejects.toMatchObject({ code: "wrong_usage" });
});

test("a live llms.txt is searched by its text, and its pages are fetched when they are read", async () => {
  const asked: string[] = [];
  const fetch: Fetch = async ({ url }) => {
    asked.push(url);
    const body = url.endsWith(".dev/llms.txt") ? TEXT : url.endsWith("/tides") ? "# Tides\n\nLive." : undefined;
    const headers = { "content-type": "text/markdown" };
    const answer = { url, headers, wireBytes: 0, rung: "plain" as const, elapsedMs: 0 };
    return { ...answer, status: body === undefined ? 404 : 200, body: Buffer.from(body ?? "") };
  };
  const client = connect(await livePages("https://x.dev/", fetch, AbortSignal.timeout(10_000)));
  expect((await client.call("search", { question: "moon water" })).text).toContain("https://x.dev/tides");
  expect((await client.call("read", { address: "https://x.dev/tides" })).text).toBe("# Tides\n\nLive.");
  expect((await client.call("read", { address: "https://x.dev/book" })).text).toContain(
    "could not be read: it answers 404",
  );
  expect((await client.call("read", { address: "https://evil.test/" })).isError).toBe(true);
  expect(asked).toEqual(["https://x.dev/llms.txt", "https://x.dev/tides", "https://x.dev/book"]);
  await client.close();
  await expect(livePages("https://x.dev/nothing", fetch, AbortSignal.timeout(10_000))).rejects.toThrow("answers 404");
});
