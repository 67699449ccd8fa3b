import { afterAll, beforeAll, expect, test } from "vitest";
import { only } from "../servers/client.ts";
import { type Service, startService } from "../servers/service.ts";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";

const html = (title: string, body = "") =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${title} has a paragraph of its own, long enough to be what the page is about.</p>${body}</main>`;

const answers: Record<string, SiteAnswer> = {
  "/": html(
    "Example",
    '<a href="/docs/">Docs</a> <a href="/docs/install.html">Install</a> <a href="/list?of=ports">Ports</a>',
  ),
  "/docs/": html("Docs"),
  "/docs/install.html": html("Install"),
  "/list?of=ports": html("List of ports"),
};

let site: Site;
let service: Service;
let mirror = "";
let logs: readonly string[] = [];

beforeAll(async () => {
  site = await serveSite(answers);
  service = await startService({ environment: { API_KEY: "key-of-the-mirror-test" } });
  mirror = `${service.url}/mirror/${new URL(site.origin).host.replace(":", "_")}`;
  logs = await publish();
});
afterAll(async () => {
  await service.stop();
  await site.close();
});

async function publish(more: object = {}): Promise<readonly string[]> {
  const closed = await service.crawl(
    { url: site.origin, publish: true, publishNoindex: true, ...more },
    "/ws/crawl?api_key=key-of-the-mirror-test",
  );
  expect(only("url", closed)).toMatch(/_\d{8}_\d{6}(_\d+)?\.txt$/);
  return closed.messages.flatMap(({ type, content }) => (type === "log" ? [content] : []));
}

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(mirror + path, { method, headers, redirect: "manual" });

const MARKDOWN = { accept: "text/markdown" };

test("a log line names the bundle, and /mirror/ gives it to anybody", async () => {
  expect(logs).toContainEqual(
    expect.stringMatching(/^Published for agents: \d+ files, \d+ of them written: http.*\/llms\.txt$/),
  );
  const index = await get("/llms.txt");
  expect(index.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await index.text();
  for (const path of ["/docs/index.md", "/docs/install.md"]) expect(text).toContain(`](${site.origin}${path})`);
  expect((await get("/llms.txt", MARKDOWN)).headers.get("content-type")).toBe("text/markdown; charset=utf-8");
});

test("Markdown is answered by its address and by the page's own, with validators and the way to the index", async () => {
  for (const [path, headers] of [
    ["/docs/install.md", {}],
    ["/docs/install.html", MARKDOWN],
  ] as const) {
    const answer = await get(path, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(answer.headers.get("link")).toContain(`<${site.origin}/llms.txt>; rel="describedby"`);
    expect(answer.headers.get("link")).toContain(`<${site.origin}/docs/install.html>; rel="canonical"`);
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(await answer.text()).toContain(`Source: ${site.origin}/docs/install.html\n`);
    const etag = answer.headers.get("etag") ?? "";
    const modified = answer.headers.get("last-modified") ?? "";
    expect((await get(path, { ...headers, "if-none-match": etag })).status).toBe(304);
    expect((await get(path, { ...headers, "if-modified-since": modified })).status).toBe(304);
    const head = await get(path, headers, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
  }
  expect(await (await get("/docs/install", MARKDOWN)).text()).toContain("# Install");
  expect(await (await get("/list?of=ports", MARKDOWN)).text()).toContain("# List of ports");
});

test("a page's own address leads browsers to the page", async () => {
  const answer = await get("/docs/install.html");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, `${site.origin}/docs/install.html`]);
  expect(answer.headers.get("vary")).toContain("Accept");
  expect(answer.headers.get("link")).not.toContain("canonical");
  expect(answer.headers.get("link")).toContain(
    `<${site.origin}/docs/install.md>; rel="alternate"; type="text/markdown"`,
  );
});

test("a guessed address gets the nearest pages as Markdown, and a person the plain 404", async () => {
  for (const [path, headers] of [
    ["/docs/instal", MARKDOWN],
    ["/v2/docs/Install.md", {}],
  ] as const) {
    const answer = await get(path, headers);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/markdown; charset=utf-8"]);
    expect([answer.headers.get("x-robots-tag"), answer.headers.get("cache-control")]).toEqual(["noindex", "no-store"]);
    const text = await answer.text();
    expect(text).toContain(`# Not found\n\nThere is no page at \`${path}\``);
    expect(text).toContain(`[llms.txt](${site.origin}/llms.txt)`);
    expect(text).toContain(`- [Install](${site.origin}/docs/install.md): ${site.origin}/docs/install.html\n`);
    expect(text.length).toBeLessThanOrEqual(4_000);
  }
  const person = await get("/docs/instal");
  expect([person.status, await person.json()]).toEqual([404, { detail: "Not found" }]);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/^llmstxt_mirror_missed_total [1-9]\d*$/m);
});

test.each(["/%2e%2e/%2e%2e/package.json", "/..%2f..%2f..%2fpackage.json.md", "/.partial-1", "/%00.md"])(
  "%s is not there",
  async (path) => {
    const answer = await get(path, MARKDOWN);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain("llmstxt-service");
  },
);

test("published again, only what changed is written and what is gone is removed", async () => {
  answers["/"] = html("Example", '<a href="/docs/">Docs</a> <a href="/docs/install.html">Install</a>');
  delete answers["/list?of=ports"];
  const again = await publish();
  const [, written = ""] = /files, (\d+) of them written/.exec(again.join("\n")) ?? [];
  expect(Number(written)).toBeLessThan(12);
  expect((await get("/list?of=ports", MARKDOWN)).status).toBe(404);
  expect((await get("/docs/install.md")).status).toBe(200);
});

test("a page that has moved since is answered 301 to who asks for Markdown", async () => {
  const text = "A page whose text is long enough to be known again at another address. ".repeat(5);
  answers["/old"] = html("Moving", `<p>${text}</p>`);
  answers["/"] = html("Example", '<a href="/docs/">Docs</a> <a href="/old">Moving</a>');
  await publish();
  delete answers["/old"];
  answers["/new"] = html("Moving", `<p>${text}</p>`);
  answers["/"] = html("Example", '<a href="/docs/">Docs</a> <a href="/new">Moving</a>');
  await publish();
  for (const [path, headers, to] of [
    ["/old", MARKDOWN, "/new"],
    ["/old.md", {}, "/new.md"],
  ] as const) {
    const answer = await get(path, headers);
    expect([answer.status, answer.headers.get("location")]).toEqual([301, site.origin + to]);
  }
  expect((await get("/old")).status).toBe(404);
});

test("a guessed address is answered 200 with noindex where that was asked for", async () => {
  await publish({ notFound: 200 });
  const answer = await get("/docs/instal", MARKDOWN);
  expect([answer.status, answer.headers.get("x-robots-tag")]).toEqual([200, "noindex"]);
  expect(await answer.text()).toContain("# Not found");
  expect((await get("/docs/instal")).status).toBe(404);
});

test("a crawl with header fields publishes only where the request says so", async () => {
  const closed = await service.crawl(
    { url: site.origin, headers: { "X-Door": "1" } },
    "/ws/crawl?api_key=key-of-the-mirror-test",
  );
  expect(closed.messages.filter(({ type }) => type === "url")).toEqual([]);
  const asked = await service.crawl(
    { url: site.origin, headers: { "X-Door": "1" }, publish: true, publishPrivate: true },
    "/ws/crawl?api_key=key-of-the-mirror-test",
  );
  expect(asked.messages.filter(({ type }) => type === "url")).toHaveLength(1);
});
