import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { KEY, type Service, startService } from "../servers/service.ts";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";

const html = (title: string, body = "") =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${title} has a paragraph of its own, long enough to be what the page is about.</p>${body}</main>`;

const answers: Record<string, SiteAnswer> = {
  "/": html("Example", '<a href="/install">Install</a>'),
  "/install": html("Install"),
};

let site: Site;
let service: Service;
let id = "";

beforeAll(async () => {
  site = await serveSite(answers);
  service = await startService({ environment: { DATABASE_URL: "", API_KEY: KEY } });
  await vi.waitFor(async () => expect((await ask("GET", "/ready")).body.database).toBe("up"), { timeout: 60_000 });
  const closed = await service.crawl(
    { url: site.origin, publish: true, enableAutoUpdate: true },
    `/ws/crawl?api_key=${KEY}`,
  );
  expect(closed.messages.map(({ content }) => content)).toContain("Auto-update enabled for this site");
  [{ id }] = (await ask("GET", "/api/sites")).body.items;
});
afterAll(async () => {
  await service.stop();
  await site.close();
});

async function ask(method: string, path: string, body?: unknown) {
  const response = await fetch(service.url + path, {
    method,
    headers: { "x-api-key": KEY, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: what a server says is looked at by the expectations
  const answer: any = await response.json();
  return { status: response.status, body: answer };
}

test("a site says that it publishes, and PATCH changes it", async () => {
  expect((await ask("GET", `/api/sites/${id}`)).body.publish).toBe(true);
  expect((await ask("PATCH", `/api/sites/${id}`, { publish: false })).body.publish).toBe(false);
  expect((await ask("PATCH", `/api/sites/${id}`, { publish: true })).body.publish).toBe(true);
});

test("a bundle's files and settings can be looked at, and all of it comes as a zip", async () => {
  const { body } = await ask("GET", `/api/sites/${id}/bundle`);
  expect(body.index).toBe(`${site.origin}/llms.txt`);
  const paths = body.files.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(expect.arrayContaining(["llms.txt", "index.md", "install.md", ".llmstxt/worker.js"]));
  const { items } = (await ask("GET", `/api/sites/${id}/bundle/snippets`)).body;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(["Caddyfile", "line.html"]));
  const zip = await fetch(`${service.url}/api/sites/${id}/bundle.zip`, { headers: { "x-api-key": KEY } });
  expect(zip.headers.get("content-type")).toBe("application/zip");
  const unpacked = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  expect(Object.keys(unpacked).sort()).toEqual(paths.sort());
  expect(new TextDecoder().decode(unpacked["install.md"])).toContain("# Install\n");
});

test("whether it is live is asked of the site itself, and what is missing is said", async () => {
  const before = (await ask("POST", `/api/sites/${id}/live`)).body.checks;
  expect(before.map(({ name, ok, missing }: Record<string, unknown>) => [name, ok, missing])).toEqual([
    ["index", false, "answer"],
    ["markdown", false, "answer"],
    ["negotiation", false, "markdown"],
    ["links", false, "link"],
  ]);
  const markdown = { headers: { "content-type": "text/markdown; charset=utf-8", vary: "Accept" }, body: "# Install\n" };
  answers["/llms.txt"] = { headers: { "content-type": "text/plain" }, body: "# Example\n" };
  answers["/install.md"] = markdown;
  answers["/install"] = ({ headers }, response) => {
    const isAsked = headers.accept?.includes("text/markdown") === true;
    response.writeHead(200, { "content-type": isAsked ? "text/markdown" : "text/html", vary: "Accept" });
    response.end(isAsked ? "# Install\n" : html("Install", '<a href="/llms.txt">/llms.txt</a>'));
  };
  const after = (await ask("POST", `/api/sites/${id}/live`)).body.checks;
  expect(after.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
});

test("a site that publishes nothing has no bundle", async () => {
  const other = (await ask("POST", "/api/sites", { baseUrl: "https://nothing.example/" })).body.id;
  for (const [method, path] of [
    ["GET", "/bundle"],
    ["GET", "/bundle/snippets"],
    ["POST", "/live"],
  ] as const)
    expect((await ask(method, `/api/sites/${other}${path}`)).status).toBe(404);
});
