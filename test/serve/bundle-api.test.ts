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

test("the addresses that agents missed are listed, the most missed first", async () => {
  const { body } = await ask("GET", `/api/sites/${id}`);
  expect((await ask("GET", `/api/sites/${id}/misses`)).body).toEqual({ items: [] });
  const mirror = `${service.url}/mirror/${new URL(body.baseUrl).host.replace(":", "_")}`;
  for (const path of ["/setup.md", "/Install.md", "/setup.md", "/nowhere?q=\u0000"]) await fetch(mirror + path);
  await vi.waitFor(
    async () => {
      const { items } = (await ask("GET", `/api/sites/${id}/misses`)).body;
      expect(items.map(({ address, times }: { address: string; times: number }) => [address, times])).toEqual([
        ["/setup.md", 2],
        ["/Install.md", 1],
      ]);
    },
    { timeout: 15_000, interval: 200 },
  );
});

test("a path that is no UTF-8 has no bundle", async () => {
  const other = (await ask("POST", "/api/sites", { baseUrl: "https://bytes.example/%FF/" })).body.id;
  expect((await ask("GET", `/api/sites/${other}/bundle`)).status).toBe(404);
  expect((await ask("POST", `/api/sites/${other}/live`)).status).toBe(404);
});

interface Live {
  readonly verdict: string;
  readonly behind?: number;
  readonly since?: string;
  readonly advice: string;
  readonly detail: string;
  readonly checks: readonly { name: string; ok: boolean | null; missing: string; fix: string; detail: string }[];
}

const live = async (): Promise<Live> => (await ask("POST", `/api/sites/${id}/live`)).body;

/** The checks that do not stand, by name. */
const missing = ({ checks }: Live) => checks.flatMap((one) => (one.ok ? [] : [`${one.name} ${one.missing || "-"}`]));

async function bundleTexts(): Promise<Record<string, string>> {
  const zip = await fetch(`${service.url}/api/sites/${id}/bundle.zip`, { headers: { "x-api-key": KEY } });
  const files = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer())));
  return Object.fromEntries(files.map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));
}

/** The site serves these texts as the snippets ask for it. */
function publish(texts: Record<string, string>, plain = { headers: { "content-type": "text/plain" } }): void {
  answers["/llms.txt"] = { ...plain, body: texts["llms.txt"] ?? "" };
  for (const [path, title] of [
    ["/", "Example"],
    ["/install", "Install"],
  ] as const) {
    const name = path === "/" ? "/index.md" : `${path}.md`;
    const markdown = texts[name.slice(1)] ?? "";
    const canonical = `<${site.origin}${path}>; rel="canonical"`;
    const headers = { "content-type": "text/markdown; charset=utf-8", link: canonical };
    answers[name] = { headers, body: markdown };
    answers[path] = (request, response) => {
      const isAsked = request.headers.accept?.includes("text/markdown;q=0.9") === false;
      const wantsMarkdown = isAsked && request.headers.accept?.includes("text/markdown") === true;
      const links = `<${name}>; rel="alternate"; type="text/markdown"`;
      response.writeHead(200, {
        vary: "Accept",
        ...(wantsMarkdown ? headers : { "content-type": "text/html", link: links }),
      });
      response.end(wantsMarkdown ? markdown : html(title, path === "/" ? '<a href="/install">Install</a>' : ""));
    };
  }
}

test("a site that serves none of the files is absent, and what no page can show is not asked", async () => {
  const report = await live();
  expect([report.verdict, report.advice]).toEqual(["absent", "publish"]);
  expect(missing(report)).toEqual([
    "index file",
    "markdown file",
    "markdown file",
    "type -",
    "negotiation markdown",
    "vary -",
    "link link",
    "canonical -",
  ]);
  expect(report.checks[0]).toMatchObject({ fix: "publish", detail: expect.stringContaining("snippets") });
});

test("HTML that is answered 200 for every address is no bundle, whatever it says of llms.txt", async () => {
  answers["*"] = html("Not found", 'See <a href="/elsewhere/llms.txt">llms.txt</a>');
  const report = await live();
  delete answers["*"];
  expect([report.verdict, missing(report).slice(0, 2)]).toEqual(["absent", ["index file", "markdown file"]]);
  expect(missing(report)).toContain("link link");
});

test("another site's llms.txt is another, and so is a redirect to another host", async () => {
  answers["/llms.txt"] = { headers: { "content-type": "text/plain" }, body: "# Another site\n\n> It is not ours.\n" };
  const foreign = await live();
  expect([foreign.verdict, foreign.advice, missing(foreign)[0]]).toEqual(["other", "replace", "index ours"]);
  answers["/llms.txt"] = { status: 302, headers: { location: "https://another.example/llms.txt" } };
  expect((await live()).verdict).toBe("other");
  delete answers["/llms.txt"];
});

test("a server that keeps strangers out or fails is unreachable: of its files nothing is claimed", async () => {
  for (const status of [401, 403, 503]) {
    answers["/llms.txt"] = { status };
    const report = await live();
    expect([report.verdict, report.advice, missing(report)[0]]).toEqual(["unreachable", "letIn", "index answer"]);
  }
  delete answers["/llms.txt"];
});

test("the newest files are live, with other line ends, too, and each field stands or falls by its name", async () => {
  const texts = await bundleTexts();
  publish(texts);
  const report = await live();
  expect([report.verdict, report.advice, missing(report)]).toEqual(["live", "", []]);
  answers["/llms.txt"] = { body: `\ufeff${texts["llms.txt"]?.replaceAll("\n", "\r\n")}` };
  const other = answers["/"] ?? "";
  answers["/index.md"] = { body: texts["index.md"] ?? "" };
  answers["/"] = { headers: { link: '</feed>; rel="alternate"' }, body: html("Example", "<p>See llms.txt.</p>") };
  const bare = await live();
  expect([bare.verdict, missing(bare)]).toEqual([
    "live",
    ["type type", "negotiation markdown", "vary -", "link link", "canonical canonical"],
  ]);
  expect(bare.checks.find(({ name }) => name === "type")).toMatchObject({ fix: "setType" });
  answers["/"] = other;
});

test("an earlier bundle is stale: so many versions behind, since the next one was published", async () => {
  const first = await bundleTexts();
  for (const title of ["Install it", "Install it now"]) {
    // As it was before it published anything: its own Markdown would take the place of the bundle's.
    for (const path of ["/llms.txt", "/index.md", "/install.md"]) delete answers[path];
    answers["/"] = html("Example", '<a href="/install">Install</a>');
    answers["/install"] = html(title);
    await service.crawl({ url: site.origin, publish: true, enableAutoUpdate: true }, `/ws/crawl?api_key=${KEY}`);
  }
  publish(first);
  const report = await live();
  expect([report.verdict, report.behind, report.advice]).toEqual(["stale", 2, "publishAgain"]);
  expect(Date.parse(report.since ?? "")).toBeLessThan(Date.now());
  expect(report.detail).toContain("2 versions behind");
  expect(missing(report).slice(0, 2)).toEqual(["index newest", "markdown ours"]);
});

test("the newest index beside earlier Markdown is stale, and so is the plain document in the index's place", async () => {
  const newest = await bundleTexts();
  publish({ ...newest, "install.md": "# Install\n" });
  expect((await live()).verdict).toBe("stale");
  const versions = (await ask("GET", `/api/sites/${id}/versions`)).body.items;
  const plain = await fetch(`${service.url}/api/sites/${id}/versions/${versions[0].id}/text`, {
    headers: { "x-api-key": KEY },
  });
  publish({ ...newest, "llms.txt": await plain.text() });
  expect(await live()).toMatchObject({ verdict: "stale", behind: 0, advice: "publishAgain" });
  publish(newest);
  expect(missing(await live())).toEqual([]);
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
