import { createHash } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import type { ListedJob } from "../../packages/service/src/sites/job.ts";
import { only } from "../servers/client.ts";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { KEY, type Service, startService } from "../servers/service.ts";
import { serveSite, type Site as Website } from "../servers/site.ts";
import { BACKENDS } from "../servers/sites.ts";

const CRON = "cron-secret-0123456789";
const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

const page = (title: string, body = "") =>
  `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="What ${title} is about.">
   <main><h1>${title}</h1><p>${`One more sentence about ${title}. `.repeat(10)}</p>${body}</main></html>`;

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: what a server says is looked at by the expectations
  readonly body: any;
}

describe.each(BACKENDS)("a service with an %s", (backend) => {
  let server: PostgresServer | undefined;
  let service: Service;
  let website: Website;
  const answers: Record<string, string> = {};

  beforeAll(async () => {
    server = backend === "Postgres server" ? await startPostgres() : undefined;
    service = await startService({
      environment: { DATABASE_URL: server?.url ?? "", CRON_SECRET: CRON, API_KEY: KEY, RECRAWL_CONCURRENCY: "2" },
    });
    await vi.waitFor(async () => expect((await ask("GET", "/ready")).body.database).toBe("up"), { timeout: 60_000 });
    website = await serveSite(answers);
  });
  afterAll(async () => {
    await service.stop();
    await website.close();
    await server?.close();
  });

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { "x-api-key": KEY, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      etag: response.headers.get("etag"),
      body: isJson && text !== "" ? JSON.parse(text) : text,
    };
  }

  const cron = (secret = CRON) => ask("POST", "/internal/cron/recrawl", undefined, { "x-cron-secret": secret });
  const hook = (body: unknown) => ask("POST", "/internal/hooks/site-changed", body, { "x-api-key": "" });

  /** A page tree of its own below the one website, enrolled over the socket. */
  async function enrol(name: string): Promise<{ url: string; text: string; id: string }> {
    answers[`/${name}/`] = page(`${name} home`, `<a href="/${name}/a">a</a>`);
    answers[`/${name}/a`] = page(`${name} first`);
    const url = `${website.origin}/${name}/`;
    const request = { url, scope: "path", enableAutoUpdate: true, recrawlIntervalMinutes: 60 };
    const closed = await service.crawl(request, `/ws/crawl?api_key=${KEY}`);
    const logs = closed.messages.filter(({ type }) => type === "log").map(({ content }) => content);
    expect(logs).toContain("Auto-update enabled for this site");
    const { body } = await ask("GET", `/api/sites?q=${encodeURIComponent(`/${name}`)}`);
    return { url, text: only("result", closed), id: body.items[0].id };
  }

  /** Summaries of the runs that have ended since the log was this long. */
  const summaries = (since: number) =>
    service.log
      .slice(since)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === "Recrawl finished");

  async function finished(since: number) {
    return vi.waitFor(
      () => {
        const [first] = summaries(since);
        expect(first).toBeDefined();
        return first;
      },
      { timeout: 30_000, interval: 100 },
    );
  }

  test("the cron endpoint asks for its secret, and starts the recrawl of due sites in the background", async () => {
    for (const secret of ["", "wrong", `${CRON}x`])
      expect(await cron(secret)).toMatchObject({ status: 401, body: { detail: "Unauthorized" } });
    const { status, body } = await cron();
    expect([status, body.status]).toEqual([200, "triggered"]);
    expect(body.message).toContain("background");
  });

  test("from enrolment to webhook to cron to a new file: the row is the text at its URL, the summary is logged", async () => {
    const { url, id } = await enrol("round");
    answers["/round/a"] = page("round first, rewritten");
    const marked = await hook({ base_url: url });
    expect(marked).toMatchObject({ status: 200, body: { status: "scheduled", base_url: url } });
    expect(Math.abs(Date.parse(marked.body.next_crawl_at) - Date.now())).toBeLessThan(5_000);
    const since = service.log.length;
    expect((await cron()).status).toBe(200);
    const { total, processed, updated, unchanged, errors } = await finished(since);
    expect({ total, processed, updated, unchanged, errors }).toEqual({
      total: 1,
      processed: 1,
      updated: 1,
      unchanged: 0,
      errors: 0,
    });
    const site = (await ask("GET", `/api/sites/${id}`)).body;
    const text = await (await fetch(site.fileUrl.replace(/^http:\/\/localhost/, "http://127.0.0.1"))).text();
    expect(text).toContain("round first, rewritten");
    const [newest, oldest] = (await ask("GET", `/api/sites/${id}/versions`)).body.items;
    expect(newest).toMatchObject({ digest: sha256(text), url: site.fileUrl, changed: 1, characters: text.length });
    const diff = (await ask("GET", `/api/sites/${id}/diff?from=${oldest.id}&to=${newest.id}`)).body;
    expect(diff.changed).toMatchObject([{ title: ["round first", "round first, rewritten"] }]);
    expect(diff.changed[0].excerpt).toHaveLength(2);
    expect(diff.unified).toContain("@@");
    const shown = await ask("GET", `/api/sites/${id}/versions/${newest.id}/text`);
    expect(shown.body).toBe(text);
    const { items: runs } = (await ask("GET", `/api/sites/${id}/runs`)).body;
    expect(runs).toMatchObject([
      { outcome: "updated", reason: null, changed: 1, failed: 0 },
      { outcome: "updated", added: 2, pages: 2, failed: 0 },
    ]);
    const log = (await ask("GET", `/api/sites/${id}/runs/${runs[0].id}/log`)).body;
    expect(log).toMatchObject({
      dropped: 0,
      lines: expect.arrayContaining([expect.objectContaining({ level: "info" })]),
    });
    expect(log.lines.map(({ text }: { text: string }) => text).join("\n")).toContain("Crawl complete: 2 pages");
    expect((await ask("GET", `/api/sites/${id}/runs/${newest.id.replace(/.$/, "0")}x/log`)).status).toBe(422);
  });

  test("fifty cron calls at once recrawl each due site once", async () => {
    const enrolled = [await enrol("many1"), await enrol("many2")];
    for (const { url } of enrolled) await hook({ base_url: url });
    const since = service.log.length;
    const asked = website.requests.length;
    const calls = await Promise.all(Array.from({ length: 50 }, () => cron()));
    expect(calls.every(({ status }) => status === 200)).toBe(true);
    await vi.waitFor(() => expect(summaries(since).length).toBe(50), { timeout: 30_000, interval: 100 });
    expect(summaries(since).reduce((sum, { total }) => sum + total, 0)).toBe(2);
    for (const { url } of enrolled) {
      const path = new URL(url).pathname;
      expect(website.requests.slice(asked).filter((request) => request.path === path)).toHaveLength(1);
    }
  });

  test.runIf(backend === "Postgres server")(
    "what nobody expected of the database is 500 with its text, at the webhook endpoint",
    async () => {
      const { url } = await enrol("broken");
      const client = new Client({ connectionString: server?.url ?? "" });
      await client.connect();
      await client.query("alter table crawl_sites rename column webhook_secret to hidden");
      const { status, body } = await hook({ base_url: url });
      await client.query("alter table crawl_sites rename column hidden to webhook_secret");
      await client.end();
      expect([status, body]).toEqual([500, { detail: 'column "webhook_secret" does not exist' }]);
      expect((await hook({ base_url: url })).status).toBe(200);
    },
  );

  test("the webhook endpoint: 404, 401 and 422, and a secret only where the site has one", async () => {
    const { url, id } = await enrol("hooked");
    expect(await hook({ base_url: `${url}nowhere` })).toMatchObject({
      status: 404,
      body: { detail: "Site not enrolled" },
    });
    expect(await hook({ base_url: "no url" })).toMatchObject({ status: 404 });
    expect(await hook({})).toMatchObject({ status: 422, body: { detail: expect.stringContaining("base_url") } });
    expect(await hook({ base_url: url, webhook_secret: null })).toMatchObject({ status: 200 });
    expect((await ask("PUT", `/api/sites/${id}/webhook-secret`, { secret: "whs_abcdefgh" })).status).toBe(204);
    expect(await hook({ base_url: url })).toMatchObject({ status: 401, body: { detail: "Invalid webhook secret" } });
    expect(await hook({ base_url: url, webhook_secret: "whs_abcdefgX" })).toMatchObject({ status: 401 });
    expect(await hook({ base_url: url, webhook_secret: "whs_abcdefgh" })).toMatchObject({ status: 200 });
    const site = await ask("GET", `/api/sites/${id}`);
    expect(JSON.stringify(site.body)).not.toContain("whs_");
    expect(site.body.webhookSecretSetAt).toMatch(/Z$/);
    expect((await ask("DELETE", `/api/sites/${id}/webhook-secret`)).status).toBe(204);
    expect((await hook({ base_url: url })).status).toBe(200);
  });

  test("sites are changed, paused and removed; every number has its limits", async () => {
    const { id } = await enrol("changed");
    const changed = await ask("PATCH", `/api/sites/${id}`, {
      recrawlIntervalMinutes: 1_440,
      maxPages: 7,
      paused: true,
      languages: "all",
      versions: ["current", "1.2"],
    });
    expect(changed.body).toMatchObject({ languages: ["all"], versions: ["current", "1.2"] });
    expect((await ask("PATCH", `/api/sites/${id}`, { languages: [] })).body.languages).toEqual([]);
    expect(changed.body).toMatchObject({ recrawlIntervalMinutes: 1_440, maxPages: 7, paused: true, status: "paused" });
    expect((await ask("GET", "/api/sites?status=paused")).body.items.map((site: { id: string }) => site.id)).toEqual([
      id,
    ]);
    for (const wrong of [
      { maxPages: 0 },
      { maxPages: 1.5 },
      { descLength: 99 },
      { recrawlIntervalMinutes: 525_601 },
      { paused: "yes" },
      { languages: "en,german words" },
      { versions: ["1.2", "a/b"] },
    ])
      expect((await ask("PATCH", `/api/sites/${id}`, wrong)).status).toBe(422);
    expect((await ask("DELETE", `/api/sites/${id}`)).status).toBe(204);
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/recrawl"],
      ["GET", "/versions"],
      ["DELETE", "/webhook-secret"],
    ])
      expect(await ask(method ?? "", `/api/sites/${id}${path}`)).toMatchObject({
        status: 404,
        body: { detail: "Site not enrolled" },
      });
    expect((await ask("GET", "/api/sites/nonsense")).status).toBe(422);
  });

  test("the list has an ETag: nothing new costs no body", async () => {
    const first = await ask("GET", "/api/sites?limit=2&sort=name");
    expect(first.body).toMatchObject({ items: expect.any(Array), counts: { all: expect.any(Number) } });
    const again = await ask("GET", "/api/sites?limit=2&sort=name", undefined, { "if-none-match": first.etag ?? "" });
    expect([again.status, again.body]).toEqual([304, ""]);
  });

  test("a crawl of the last day is enrolled afterwards, and its next recrawl finds it unchanged", async () => {
    answers["/later/"] = page("later home", `<a href="/later/a">a</a>`);
    answers["/later/a"] = page("later first");
    const client = service.connect(`/ws/crawl?events=1&api_key=${KEY}`);
    await client.opened;
    client.send({ url: `${website.origin}/later/` });
    const { messages } = await client.closed;
    const started = messages.find(({ event }) => event?.type === "started")?.event;
    const enrolled = await ask("POST", "/api/sites", { crawlId: started?.id, recrawlIntervalMinutes: 30 });
    expect(enrolled).toMatchObject({
      status: 201,
      body: { baseUrl: `${website.origin}/later`, recrawlIntervalMinutes: 30, pages: 2 },
    });
    const since = service.log.length;
    expect((await ask("POST", `/api/sites/${enrolled.body.id}/recrawl`)).body).toMatchObject({ queued: 1 });
    expect(await finished(since)).toMatchObject({ processed: 1, updated: 0, errors: 0 });
    expect((await ask("POST", "/api/sites", { crawlId: "unknown" })).status).toBe(404);
  });

  test("an overlay is set as YAML or JSON, only over the one that was read, and shown before it is kept", async () => {
    const { id, text } = await enrol("edited");
    const at = `/api/sites/${id}/overlay`;
    const empty = await ask("GET", at);
    expect(empty.body).toMatchObject({ overlay: {}, yaml: "", findings: [], preview: { text } });
    const put = (body: string, type: string, etag: string | null) =>
      fetch(`${service.url}${at}`, {
        method: "PUT",
        headers: { "x-api-key": KEY, "content-type": type, "if-match": etag ?? "" },
        body,
      });
    const yaml = "name: Ours # not theirs\npages:\n  - path: /gone\n    hide: true\n";
    const set = await put(yaml, "application/yaml", empty.etag);
    expect(set.status).toBe(200);
    expect(await set.json()).toMatchObject({
      yaml,
      findings: [{ code: "pageGone", path: ["pages", 0], page: "/gone" }],
    });
    expect((await put(yaml, "application/yaml", empty.etag)).status).toBe(412);
    const overlay = { name: "Ours", summary: "Better.", pages: [{ path: "/gone", hide: true }] };
    const json = await put(JSON.stringify(overlay), "application/json", set.headers.get("etag"));
    expect(json.status).toBe(200);
    const kept = await ask("GET", at, undefined, { accept: "application/yaml" });
    expect(kept.body).toBe("name: Ours # not theirs\npages:\n  - path: /gone\n    hide: true\nsummary: Better.\n");
    expect((await put("nmae: X", "application/yaml", kept.etag)).status).toBe(422);
    const wrong = await ask("POST", "/api/overlay/preview", { site: id, yaml: "pages:\n  - path: /a\n    titel: A\n" });
    expect(wrong).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("line 3: there is no key titel. There are ") },
    });
    const draft = await ask("POST", "/api/overlay/preview", { site: id, overlay: { summary: "Draft." } });
    expect(draft.body.preview.text).toContain("> Draft.\n");
    expect((await ask("PATCH", `/api/sites/${id}`, { overlay: { name: "Patched" } })).status).toBe(200);
    expect((await ask("DELETE", at, undefined, { "if-match": kept.etag ?? "" })).status).toBe(412);
    expect((await ask("DELETE", at)).status).toBe(204);
    expect((await ask("GET", at)).body.overlay).toEqual({});
  });

  test("changes are published without a crawl, as the next crawl would make them", async () => {
    const { id, text, url } = await enrol("changed");
    const at = `/api/sites/${id}`;
    const overlay = { summary: "Better.", pages: [{ url: `${url}a`, title: "The first" }] };
    const preview = await ask("POST", `${at}/preview`, { overlay });
    expect(preview.body).toMatchObject({
      pages: [2, 2],
      valid: [true, true],
      score: [expect.any(Number), expect.any(Number)],
    });
    expect(preview.body.diff.changed).toMatchObject([{ title: ["changed first", "The first"] }]);
    expect((await ask("POST", `${at}/publish`)).body).toEqual({ outcome: "same", crawl: false });
    await ask("PUT", `${at}/overlay`, overlay);
    const asked = website.requests.length;
    expect((await ask("POST", `${at}/publish`)).body).toEqual({ outcome: "published", crawl: false });
    const { body: work } = await ask("GET", "/api/jobs?kind=edits");
    expect(work.items.map(({ state, by, done, result }: ListedJob) => [state, by, done, result])).toEqual([
      ["done", "api", 1, { outcome: "published" }],
      ["done", "api", 1, { outcome: "same" }],
    ]);
    expect(website.requests).toHaveLength(asked);
    const { fileUrl } = (await ask("GET", at)).body;
    const published = await (await fetch(fileUrl)).text();
    expect(published).toBe(text.replace(/^> .*/m, "> Better.").replace("[changed first]", "[The first]"));
    const { items } = (await ask("GET", `${at}/versions`)).body;
    expect(items).toMatchObject([{ changed: 1, digest: sha256(published) }, { digest: sha256(text) }]);
    const since = service.log.length;
    await ask("POST", `${at}/recrawl`);
    await finished(since);
    expect((await ask("GET", `${at}/runs`)).body.items[0].outcome).toBe("same");
    expect((await ask("GET", `${at}/versions`)).body.items).toHaveLength(2);
  });

  test("a site enrolled by its address is crawled by the next run of all that are due", async () => {
    answers["/bare/"] = page("bare home");
    answers["/bare/sitemap.xml"] = "<urlset></urlset>";
    const bare = await ask("POST", "/api/sites", { baseUrl: `${website.origin}/bare/` });
    expect(bare).toMatchObject({ status: 201, body: { fileUrl: null, status: "due", pages: 0 } });
    expect((await ask("GET", "/api/sites?status=due,failing&age=never")).body.total).toBe(1);
    expect((await ask("GET", "/api/sites?status=due,moon")).status).toBe(422);
    expect((await ask("GET", "/api/sites?age=never")).body.items).toMatchObject([{ id: bare.body.id }]);
    const since = service.log.length;
    expect((await ask("POST", "/api/sites/recrawl-due")).status).toBe(202);
    await finished(since);
    expect((await ask("GET", `/api/sites/${bare.body.id}`)).body.fileUrl).toContain("/files/");
    const heads = website.requests.filter(({ method }) => method === "HEAD").map(({ path }) => path);
    expect(heads).toContain("/bare/sitemap.xml");
    expect((await ask("POST", "/api/sites", { baseUrl: "example.com" })).status).toBe(400);
    const { ages } = (await ask("GET", "/api/sites/health")).body;
    const [fresh, old] = [await ask("GET", "/api/sites?age=1h"), await ask("GET", "/api/sites?age=older")];
    const sumOf = (states: Record<string, number>) => Object.values(states).reduce((sum, sites) => sum + sites, 0);
    const all = Object.values<Record<string, number>>(ages).reduce((sum, states) => sum + sumOf(states), 0);
    expect(sumOf(ages["1h"])).toBe(fresh.body.total);
    expect(all).toBe(fresh.body.counts.all);
    expect([fresh.body.items.length > 0, old.body.items, ages.older]).toEqual([true, [], {}]);
  });

  test("the sites are behind the key, all of them in the API's description", async () => {
    for (const path of ["/api/sites", "/api/sites/00000000-0000-4000-8000-000000000000"])
      expect((await ask("GET", path, undefined, { "x-api-key": "wrong" })).status).toBe(401);
    const { paths } = (await ask("GET", "/openapi.json")).body;
    expect(Object.keys(paths).filter((path) => path.startsWith("/api/sites"))).toHaveLength(24);
  });
});

test("without a database every endpoint that needs one answers 503, and crawls work and say so", async () => {
  const service = await startService({ environment: { DATABASE_URL: "none", CRON_SECRET: CRON } });
  const website = await serveSite({ "/": page("home") });
  const post = (path: string, init: RequestInit = {}) => fetch(`${service.url}${path}`, { method: "POST", ...init });
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify({ base_url: "https://x.dev" }) };
  for (const response of [
    await post("/internal/cron/recrawl", { headers: { "x-cron-secret": CRON } }),
    await post("/internal/hooks/site-changed", json),
    await fetch(`${service.url}/api/sites`),
  ]) {
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ detail: "Database unavailable" });
  }
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  const { messages, code } = await service.crawl({ url: website.origin, enableAutoUpdate: true });
  expect(messages.map(({ content }) => content)).toContain("Auto-update not enabled: database unavailable");
  expect(code).toBe(1000);
  await service.stop();
  await website.close();
});

test("enrolment and change of a site take what the socket takes: scope, globs, language, proxy, and tags", async () => {
  const service = await startService({
    environment: { DATABASE_URL: "", ALERT_WEBHOOK_URL: "http://127.0.0.1:1/hook" },
  });
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: unknown = text === "" ? null : JSON.parse(text);
    return { status: response.status, answer };
  };
  const choices = {
    scope: "path",
    include: ["/문서/**"],
    exclude: ["/old/*"],
    language: "ko",
    useProxy: true,
    sitemaps: ["https://x.example/maps/ko.xml"],
  };
  const enrolled = await vi.waitFor(async () => {
    const found = await send("POST", "/api/sites", { baseUrl: "https://x.example/a", ...choices });
    expect(found).toMatchObject({ status: 201, answer: choices });
    return found.answer;
  }, 30_000);
  const { id } = z.object({ id: z.string() }).parse(enrolled);
  const changed = await send("PATCH", `/api/sites/${id}`, {
    scope: "domain",
    language: null,
    exclude: [],
    sitemaps: [],
  });
  const expected = { ...choices, scope: "domain", language: null, exclude: [], sitemaps: [] };
  expect(changed).toMatchObject({ status: 200, answer: expected });
  const tagged = await send("PATCH", `/api/sites/${id}`, { tags: ["Client: North", "client:  north", "docs"] });
  expect(tagged).toMatchObject({ status: 200, answer: { tags: ["client: north", "docs"] } });
  const found = await send("GET", `/api/sites?${new URLSearchParams({ tag: "CLIENT: north" })}`, undefined);
  expect(found.answer).toMatchObject({ items: [{ id }], total: 1, counts: { tags: [{ sites: 1 }, { sites: 1 }] } });
  const items = [
    { baseUrl: "https://y.example", recrawlIntervalMinutes: 1_440, tags: ["docs"] },
    { baseUrl: "https://Y.example/" },
    { baseUrl: "https://x.example/a" },
    { baseUrl: "ftp://z.example" },
    { baseUrl: "https://z.example", maxPages: 0 },
    "https://z.example",
  ];
  const refused = [
    { line: 2, code: "twice" },
    { line: 3, code: "enrolled" },
    { line: 4, code: "address" },
    { line: 5, code: "invalid", detail: expect.stringContaining("maxPages") },
    { line: 6, code: "invalid" },
  ];
  const preview = await send("POST", "/api/sites/import", { items, dryRun: true });
  expect(preview).toMatchObject({ status: 200, answer: { added: 1, sites: [], refused } });
  const imported = await send("POST", "/api/sites/import", { items });
  const y = { baseUrl: "https://y.example", recrawlIntervalMinutes: 1_440, tags: ["docs"] };
  expect(imported).toMatchObject({ status: 200, answer: { added: 1, sites: [y], refused } });
  const change = { action: "setInterval", recrawlIntervalMinutes: 60 };
  const bulk = await send("POST", "/api/sites/bulk", { filter: { tag: "docs" }, change });
  const undo = [{ change: { action: "setInterval", recrawlIntervalMinutes: 1_440 }, ids: [expect.any(String)] }];
  expect(bulk).toMatchObject({ status: 200, answer: { done: 2, changed: 2, next: null } });
  expect(bulk.answer).toMatchObject({ undo: expect.arrayContaining(undo) });
  const { job } = z.object({ job: z.string() }).parse(bulk.answer);
  // A further batch of the same work; nothing is left to change.
  expect((await send("POST", "/api/sites/bulk", { filter: { tag: "docs" }, change, job })).answer).toMatchObject({
    job,
  });
  const work = async (kind: string) => (await send("GET", `/api/jobs?kind=${kind}`, undefined)).answer;
  const ended = { by: "api", state: "done", host: null, error: null, crawl: null, finishedAt: expect.any(String) };
  const result = { action: "setInterval", changed: 2 };
  expect(await work("bulk")).toMatchObject({ items: [{ ...ended, id: job, done: 4, total: 4, result }], next: null });
  const added = { ...ended, done: 1, total: 6, result: { added: 1, refused: 5 } };
  expect(await work("import")).toMatchObject({ items: [added], next: null });
  expect((await send("GET", `/api/crawls/${job}`, undefined)).status).toBe(404);
  for (const wrong of [{ change }, { ids: [], filter: {}, change }, { filter: {}, change: { action: "burn" } }])
    expect((await send("POST", "/api/sites/bulk", wrong)).status).toBe(422);
  expect((await send("POST", "/api/sites/bulk", { filter: {}, change: { action: "crawl" } })).status).toBe(200);
  const removal = { filter: { q: "y.example" }, change: { action: "remove" } };
  expect(await send("POST", "/api/sites/bulk", removal)).toMatchObject({ answer: { changed: 1, undo: [] } });
  for (const wrong of [
    { scope: "moon" },
    { language: "no language" },
    { include: "/a" },
    { exclude: [7] },
    { useProxy: 1 },
    { tags: "docs" },
    { tags: ["a,b"] },
    { alerts: { on: ["moon"] } },
    { alerts: { carrierPigeon: "coop 7" } },
    { alerts: { url: "ftp://x.example" } },
    { alerts: { url: "https://user:key@x.example" } },
    { alerts: { email: "x\r\nBcc: y@z.example" } },
    { tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) },
  ])
    expect((await send("PATCH", `/api/sites/${id}`, wrong)).status, JSON.stringify(wrong)).toBe(422);
  expect((await send("PATCH", `/api/sites/${id}`, { maxPages: 9 })).answer).toMatchObject({ ...expected, maxPages: 9 });

  expect((await send("GET", "/api/alerts", undefined)).answer).toEqual({
    on: ["failing", "shrunk"],
    channels: { webhook: { isOpen: true, otherwise: "ALERT_WEBHOOK_URL" }, email: { isOpen: false, otherwise: null } },
  });
  expect((await send("PATCH", `/api/sites/${id}`, { alerts: { on: ["failing"] } })).answer).toMatchObject({
    alerts: { on: ["failing"], url: null, email: null },
  });
  const tested = { to: "ALERT_WEBHOOK_URL", ok: false };
  const path = `/api/sites/${id}/alerts/test`;
  expect((await send("POST", path, undefined)).answer).toMatchObject({ results: [tested] });
  expect((await send("PATCH", `/api/sites/${id}`, { alerts: null })).answer).toMatchObject({ alerts: null });
  expect((await send("POST", path, undefined)).answer).toMatchObject({ results: [tested] });
  await service.stop();
});

test("a run that leaves sites over goes on until none is left, with a summary for each, and no schedule says so", async () => {
  const environment = { DATABASE_URL: "", CRON_SECRET: CRON, RECRAWL_BATCH_LIMIT: "2" };
  const service = await startService({ environment });
  const website = await serveSite({ "/a/": page("a"), "/b/": page("b"), "/c/": page("c") });
  expect(await (await fetch(`${service.url}/api/config`)).json()).toMatchObject({ schedule: null });
  for (const path of ["/a/", "/b/", "/c/"])
    await vi.waitFor(async () => {
      const response = await fetch(`${service.url}/api/sites`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ baseUrl: website.origin + path, maxPages: 1 }),
      });
      expect(response.status).toBe(201);
    }, 30_000);
  await fetch(`${service.url}/internal/cron/recrawl`, { method: "POST", headers: { "x-cron-secret": CRON } });
  const totals = () =>
    service.log
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === "Recrawl finished")
      .map(({ total }) => total);
  await vi.waitFor(() => expect(totals().toSorted()).toEqual([1, 2]), { timeout: 30_000, interval: 100 });
  await service.stop();
  await website.close();
});

test("RECRAWL_SCHEDULE starts due recrawls without an outside cron", async () => {
  const server = await startPostgres();
  const environment = { DATABASE_URL: server.url, RECRAWL_SCHEDULE: "* * * * * *", RECRAWL_BATCH_LIMIT: "1" };
  const service = await startService({ environment });
  const website = await serveSite({ "/": page("home") });
  const schedule = { cron: "* * * * * *", next: expect.stringMatching(/^2.*Z$/) };
  expect(await (await fetch(`${service.url}/api/config`)).json()).toMatchObject({ schedule });
  expect(service.log.some((line) => line.includes("Recrawls are scheduled"))).toBe(true);
  await vi.waitFor(async () => {
    const response = await fetch(`${service.url}/api/sites`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ baseUrl: website.origin }),
    });
    expect(response.status).toBe(201);
  }, 30_000);
  const recrawled = () => service.log.some((line) => line.includes('"outcome":"updated"'));
  await vi.waitFor(() => expect(recrawled()).toBe(true), { timeout: 30_000, interval: 200 });
  const totals = () =>
    service.log
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === "Recrawl finished")
      .map(({ total }) => total);
  // A run a second, and only the one that found a site is told.
  await vi.waitFor(() => expect(totals()).toEqual([1]), { timeout: 30_000, interval: 200 });
  await service.stop();
  await website.close();
  await server.close();
});
