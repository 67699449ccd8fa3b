import { once } from "node:events";
import { request } from "node:http";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { only } from "../servers/client.ts";
import { KEY, type Service, startService } from "../servers/service.ts";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";

const html = (title: string, text: string) =>
  `<!doctype html><title>${title}</title><nav><a href="/docs/tides">Tides</a><a href="/docs/lamps">Lamps</a></nav><main><h1>${title}</h1><p>${text}</p></main>`;
const answers: Record<string, SiteAnswer> = {
  "/": html("Harbour", "Harbour keeps the times of tides for every port on the coast of the North Sea."),
  "/docs/": html("Docs", "Everything that a keeper of the harbour has to know, from the tides to the lamps."),
  "/docs/tides": html("Tides", "The moon pulls the water of the harbour twice a day, and spring tides follow."),
  "/docs/lamps": html(
    "Lamps",
    `A lighthouse lamp turns on a bath of mercury. ${"It flashes again and again. ".repeat(2_000)}`,
  ),
};

let site: Site;
let service: Service;
let domain = "";
beforeAll(async () => {
  site = await serveSite(answers);
  service = await startService({ environment: { API_KEY: KEY, SECRETS_KEY: "0".repeat(64) } });
  domain = new URL(site.origin).host.replace(":", "_");
  await publish({ url: site.origin });
});
afterAll(async () => {
  await service.stop();
  await site.close();
});

async function publish(request: object): Promise<void> {
  const closed = await service.crawl({ publish: true, ...request }, `/ws/crawl?api_key=${KEY}`);
  expect(only("url", closed)).toContain(".txt");
}

async function connected(path: string, headers: Record<string, string> = {}) {
  const client = new Client({ name: "test", version: "1" });
  const url = new URL(`${service.url}/mcp/${path}`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const call = async (name: string, given: object) => {
    const { content, isError } = answer.parse(await client.callTool({ name, arguments: { ...given } }));
    return { text: content[0].text, isError: isError === true };
  };
  return { call, client, [Symbol.asyncDispose]: () => client.close() };
}
const answer = z.object({ content: z.tuple([z.object({ text: z.string() })]), isError: z.boolean().optional() });

test("a published site is searched and read over HTTP, without a key", async () => {
  await using mcp = await connected(domain);
  const { tools } = await mcp.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["search", "read"]);
  const found = await mcp.call("search", { question: "what does the moon do?" });
  expect(found.text).toContain(`## Tides\n${site.origin}/docs/tides\n`);
  expect(found.text).toContain("The moon pulls the water");
  const read = await mcp.call("read", { address: `${site.origin}/docs/tides.md` });
  expect(read).toEqual({ text: expect.stringContaining("# Tides\n\nThe moon"), isError: false });
});

test("a long page comes in parts of at most 20,000 characters, each with its number and the next", async () => {
  await using mcp = await connected(domain);
  const parts: string[] = [];
  for (let part = 1; part === 1 || /Next: read with part/.test(parts.at(-1) ?? ""); part++)
    parts.push((await mcp.call("read", { address: "/docs/lamps", part })).text);
  expect(parts.length).toBeGreaterThan(2);
  for (const [at, text] of parts.entries()) {
    expect([...text].length).toBeLessThanOrEqual(20_000);
    expect(text.startsWith(`Part ${at + 1} of ${parts.length}.`)).toBe(true);
  }
  expect(parts.join("").match(/It flashes again/g)?.length).toBeGreaterThan(1_990);
  const beyond = await mcp.call("read", { address: "/docs/lamps", part: 99 });
  expect(beyond).toEqual({
    text: `There is no part 99 of /docs/lamps: it ends with part ${parts.length}.`,
    isError: true,
  });
});

test("errors tell what to do next, and no address leads out of the bundle", async () => {
  await using mcp = await connected(domain);
  const unknown = await mcp.call("read", { address: `${site.origin}/docs/tide-tables` });
  expect(unknown).toEqual({ text: expect.stringContaining(`- Tides: ${site.origin}/docs/tides`), isError: true });
  const nothing = await mcp.call("search", { question: "zeppelin" });
  expect(nothing).toEqual({ text: expect.stringContaining("Try other words"), isError: true });
  for (const address of [
    "../../../etc/passwd",
    "file:///etc/passwd",
    "http://169.254.169.254/latest",
    "/.llmstxt/pages.json",
    "/%2e%2e/%2e%2e/etc/passwd",
    `${site.origin}/llms.txt`,
    "x".repeat(8_000),
  ]) {
    const refused = await mcp.call("read", { address });
    expect(refused.isError, address).toBe(true);
    expect(refused.text.length).toBeLessThan(10_000);
  }
  expect((await mcp.call("search", {})).text).toContain("search takes a question");
  expect((await mcp.call("search", { question: `moon ${"x".repeat(12_000)}` })).text).toContain("## Tides");
  expect((await mcp.call("read", { address: "/docs/lamps", part: "2" })).text).toMatch(/^Part 2 of /);
  expect((await mcp.call("read", { address: "/docs/tides", part: 0 })).isError).toBe(true);
  expect((await mcp.call("write", {})).text).toContain("use search or read");
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/mcp/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

test("an unknown site, a path that is none, and a page of another origin are refused before the body is read", async () => {
  for (const path of ["nowhere.example", `${domain}/other`, "..%2f..", "%00", "a%5cb"])
    expect((await post(path, LIST)).status, path).toBe(404);
  expect((await post(domain, LIST, { origin: "https://evil.example" })).status).toBe(403);
  expect((await post(domain, LIST)).status).toBe(200);
  expect((await fetch(`${service.url}/mcp/${domain}`)).status).toBe(405);
  expect((await post(domain, "{")).status).toBe(400);
  expect((await post(domain, JSON.stringify({ ...LIST, pad: "x".repeat(20_000) }))).status).toBe(413);
  expect((await post(domain, { nothing: true })).status).toBe(400);
  expect((await post(domain, [LIST, { ...LIST, id: 2 }])).status).toBe(400);
});

test("a name that a stranger's page has pointed at this machine is no origin of ours", async () => {
  const asked = request(`${service.url}/mcp/${domain}`, {
    method: "POST",
    headers: { host: "evil.example", origin: "http://evil.example", "content-type": "application/json" },
  });
  asked.end(JSON.stringify(LIST));
  const [answered] = await once(asked, "response");
  answered.resume();
  expect(answered.statusCode).toBe(403);
});

test("a site below a path has an address of its own", async () => {
  await publish({ url: `${site.origin}/docs/`, scope: "path" });
  await using mcp = await connected(`${domain}/docs`);
  const found = await mcp.call("search", { question: "mercury" });
  expect(found.text).toContain(`${site.origin}/docs/lamps`);
});

test("a private site that may be published asks for the key, as a field or as a bearer token", async () => {
  const friends = await serveSite(answers);
  try {
    await publish({ url: friends.origin, headers: { Authorization: "Basic eA==" }, publishPrivate: true });
    const its = new URL(friends.origin).host.replace(":", "_");
    expect((await post(its, LIST)).status).toBe(401);
    expect((await post(its, LIST, { authorization: "Bearer wrong" })).status).toBe(401);
    expect((await post(its, LIST, { "x-api-key": KEY })).status).toBe(200);
    await using mcp = await connected(its, { Authorization: `Bearer ${KEY}` });
    expect((await mcp.call("search", { question: "moon" })).text).toContain("Tides");
  } finally {
    await friends.close();
  }
});
