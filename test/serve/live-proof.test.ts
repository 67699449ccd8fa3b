import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Service, startService } from "../servers/service.ts";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";

// After each crawl of a site that publishes, the service looks at what the site itself serves.

const page = (title: string, body = "") =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${title} has a paragraph of its own, long enough to be what the page is about.</p>${body}</main>`;

const answers: Record<string, SiteAnswer> = {
  "/": page("Example", '<a href="/install">Install</a>'),
  "/install": page("Install"),
};

/** Alerts that were posted. */
const posted: { type: string; resolved?: boolean; live?: object }[] = [];
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  posted.push(JSON.parse(body));
  response.end();
});

let site: Site;
let service: Service;
let id = "";

beforeAll(async () => {
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  site = await serveSite(answers);
  service = await startService({
    environment: {
      DATABASE_URL: "",
      ALERT_ON: "stale,other",
      ALERT_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    },
  });
  await vi.waitFor(async () => expect((await ask("GET", "/ready")).database).toBe("up"), { timeout: 180_000 });
  await service.crawl({ url: site.origin, publish: true, enableAutoUpdate: true });
  [{ id }] = (await ask("GET", "/api/sites")).items;
});
afterAll(async () => {
  await service.stop();
  await site.close();
  receiver.close();
});

// biome-ignore lint/suspicious/noExplicitAny: what a server says is looked at by the expectations
async function ask(method: string, path: string): Promise<any> {
  return (await fetch(service.url + path, { method })).json();
}

const siteNow = () => ask("GET", `/api/sites/${id}`);

/** Crawls the site as the schedule does. */
async function recrawled() {
  const before = (await siteNow()).lastCrawledAt;
  // The job of the crawl before may still be closing after the site shows its outcome.
  await vi.waitFor(
    async () => expect(await ask("POST", `/api/sites/${id}/recrawl`)).toMatchObject({ queued: 1 }),
    30_000,
  );
  return vi.waitFor(
    async () => {
      const now = await siteNow();
      expect(now.lastCrawledAt).not.toBe(before);
      expect(now.progress).toBeNull();
      return now;
    },
    { timeout: 30_000, interval: 100 },
  );
}

async function bundle(): Promise<Record<string, string>> {
  const zip = await fetch(`${service.url}/api/sites/${id}/bundle.zip`);
  const files = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer())));
  return Object.fromEntries(files.map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));
}

function publish(texts: Record<string, string>): void {
  answers["/llms.txt"] = { headers: { "content-type": "text/plain" }, body: texts["llms.txt"] ?? "" };
  for (const name of ["index.md", "install.md"])
    answers[`/${name}`] = {
      headers: { "content-type": "text/markdown", server: "nginx/1.27" },
      body: texts[name] ?? "",
    };
}

const badge = async (path = new URL(site.origin).host) => {
  const response = await fetch(`${service.url}/badge/${path}`);
  return { status: response.status, cache: response.headers.get("cache-control"), text: await response.text() };
};

test("the first crawl that enrols a site looks at it, and site, list and badge say what it found", async () => {
  expect((await siteNow()).live).toMatchObject({ verdict: "absent", advice: "publish", detail: expect.any(String) });
  expect((await ask("GET", "/api/sites")).items[0].live.verdict).toBe("absent");
  const { status, cache, text } = await badge();
  expect([status, cache]).toEqual([200, "public, max-age=300"]);
  expect(text).toContain('aria-label="llms.txt: not there"');
  expect((await badge("another.example")).status).toBe(404);
});

test("a look on request is kept, and is news to nobody", async () => {
  publish(await bundle());
  expect((await ask("POST", `/api/sites/${id}/live`)).verdict).toBe("live");
  expect((await siteNow()).live).toMatchObject({ verdict: "live", advice: "" });
  expect((await badge()).text).toContain("llms.txt: live");
  answers["/llms.txt"] = { headers: { "content-type": "text/plain" }, body: "# Another site\n" };
  expect((await ask("POST", `/api/sites/${id}/live`)).verdict).toBe("other");
  const looks = await ask("GET", "/api/jobs?kind=live");
  const { host } = new URL(site.origin);
  expect(looks.items).toMatchObject([
    { host, state: "done", done: 1, result: { verdict: "other" } },
    { host, state: "done", done: 1, result: { verdict: "live" } },
  ]);
  expect(await siteNow()).toMatchObject({ live: { verdict: "other" }, status: expect.not.stringMatching("notLive") });
  expect(posted).toEqual([]);
});

test("a site that was live and serves another file is not live after the next crawl: list, alert and metrics say so", async () => {
  expect(await recrawled()).toMatchObject({ status: "notLive", live: { verdict: "other", lost: "other" } });
  expect((await ask("GET", "/api/sites?filter=notLive")).items).toHaveLength(1);
  expect((await ask("GET", "/api/sites?filter=attention")).items).toHaveLength(1);
  await vi.waitFor(() => expect(posted).toHaveLength(1), { timeout: 30_000 });
  expect(posted[0]).toMatchObject({ type: "other", live: { verdict: "other" } });
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/^llmstxt_live_checks_total\{verdict="other"\} 1$/m);
  await recrawled();
  publish(await bundle());
  expect(await recrawled()).toMatchObject({ live: { verdict: "live" } });
  await vi.waitFor(() => expect(posted).toHaveLength(2), { timeout: 30_000 });
  expect(posted[1]).toMatchObject({ type: "other", resolved: true });
});

test("files that a crawl made old are no news; that they are still old at the next crawl is", async () => {
  const earlier = await bundle();
  for (const path of ["/llms.txt", "/index.md", "/install.md"]) delete answers[path];
  answers["/install"] = page("Install it");
  // The site copies the bundle only when it is told to, as most do.
  publish(earlier);
  delete answers["/install.md"];
  expect((await recrawled()).live).toMatchObject({ verdict: "stale", advice: "publishAgain", behind: 1 });
  expect(await siteNow()).toMatchObject({ status: expect.not.stringMatching("notLive") });
  expect(await recrawled()).toMatchObject({ status: "notLive", live: { verdict: "stale", lost: "stale" } });
  await vi.waitFor(() => expect(posted).toHaveLength(3), { timeout: 30_000 });
  expect(posted[2]).toMatchObject({ type: "stale", live: { verdict: "stale", behind: 1 } });
});

test("a look whose client goes away is cancelled, and the list of work says so", async () => {
  const asked = Promise.withResolvers<void>();
  answers["/llms.txt"] = () => asked.resolve();
  const left = new AbortController();
  const look = fetch(`${service.url}/api/sites/${id}/live`, { method: "POST", signal: left.signal });
  await asked.promise;
  left.abort();
  await expect(look).rejects.toThrow();
  const newest = async () => (await ask("GET", "/api/jobs?kind=live")).items[0];
  await vi.waitFor(async () => expect(await newest()).toMatchObject({ state: "cancelled", error: null }), 10_000);
});
