import { expect, test } from "vitest";
import { startModel } from "../servers/model.ts";
import { startS3 } from "../servers/s3.ts";
import { serveSite } from "../servers/site.ts";
import { page, postgresForTests, sha256, startRecrawling } from "./recrawling.ts";

const database = postgresForTests();
const HOUR = 3_600_000;
const enrol = { enableAutoUpdate: true, recrawlIntervalMinutes: 600 };

/** A small site with an ETag on each page, which answers a known one with 304. */
async function served() {
  const texts = {
    "/": page("Home", "What the site is about.", "/a", "/b"),
    "/a": page("A", "All about A."),
    "/b": page("B", "All about B."),
  };
  const versions = { count: 0 };
  const answers: Parameters<typeof serveSite>[0] = {};
  for (const path of ["/", "/a", "/b"] as const)
    answers[path] = ({ headers }, response) => {
      const etag = `"${sha256(texts[path]).slice(0, 10)}"`;
      const isKnown = headers["if-none-match"] === etag;
      response.writeHead(isKnown ? 304 : 200, { etag, "content-type": "text/html" });
      response.end(isKnown ? "" : texts[path]);
      if (!isKnown) versions.count++;
    };
  return { ...(await serveSite(answers)), texts, versions, answers };
}

test("an enrolled site has the request's numbers and the text's hash and URL, and is due after its interval", async () => {
  const site = await served();
  site.answers["/sitemap_index.xml"] = "<sitemapindex></sitemapindex>";
  await using service = await startRecrawling(await database());
  const { messages } = await service.crawl({ ...enrol, url: `${site.origin}/#top`, maxPages: 7, descLength: 300 });
  const row = await service.site(site.origin);
  const text = messages.find(({ type }) => type === "result")?.content ?? "";
  expect(messages.map(({ content }) => content)).toContain("Auto-update enabled for this site");
  expect(row).toMatchObject({
    ...{ max_pages: 7, desc_length: 300, recrawl_interval_minutes: 600, latest_llms_hash: sha256(text) },
    ...{ latest_llms_url: messages.at(-1)?.content, sentinel_url: `${site.origin}/sitemap_index.xml`, pages: 3 },
  });
  expect(Number(row.next_crawl_at) - Number(row.last_crawled_at)).toBe(10 * HOUR);
  const again = await service.crawl({ ...enrol, url: site.origin.toUpperCase().replace("HTTP", "http") });
  expect(again.code).toBe(1000);
  expect(await service.sql("select 1 from crawl_sites")).toHaveLength(1);
  await site.close();
});

test("an unchanged site is answered with 304s and not uploaded; a changed site is stored with a new time", async () => {
  const site = await served();
  await using service = await startRecrawling(await database());
  await service.crawl({ ...enrol, url: site.origin });
  const first = await service.site();
  site.versions.count = 0;
  await service.due();
  expect(await service.run()).toEqual({ total: 1, processed: 1, updated: 0, unchanged: 0, errors: 0 });
  const same = await service.site();
  expect([site.versions.count, same.latest_llms_url, same.latest_llms_hash, same.last_changed_at]).toEqual([
    ...[0, first.latest_llms_url, first.latest_llms_hash, first.last_changed_at],
  ]);
  expect(Number(same.last_crawled_at)).toBeGreaterThan(Number(first.last_crawled_at));
  site.texts["/a"] = page("A", "All about A, and what is new of it.");
  await service.due();
  expect(await service.run()).toEqual({ total: 1, processed: 1, updated: 1, unchanged: 0, errors: 0 });
  const changed = await service.site();
  const path = new URL(changed.latest_llms_url).pathname;
  const { body, headers } = await service.ask<string>(`GET ${path}`);
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect([sha256(body), body.includes("what is new of it")]).toEqual([changed.latest_llms_hash, true]);
  expect((await service.ask(`GET ${new URL(first.latest_llms_url).pathname}`)).status).toBe(200);
  const versions = await service.sql<{ version: number }>("select version from site_versions order by version");
  expect(versions.map(({ version }) => version)).toEqual([1, 2]);
  await site.close();
});

test("an unchanged sitemap lets a recrawl skip the site; an unreadable one does not", async () => {
  const site = await served();
  const sitemap = (date: string) => `<urlset><url><loc>${site.origin}/a</loc><lastmod>${date}</lastmod></url></urlset>`;
  site.answers["/sitemap.xml"] = sitemap("2020-01-01");
  await using service = await startRecrawling(await database());
  await service.crawl({ ...enrol, url: site.origin });
  await service.due();
  const asked = site.requests.length;
  expect(await service.run()).toEqual({ total: 1, processed: 0, updated: 0, unchanged: 1, errors: 0 });
  expect(site.requests.slice(asked).map(({ path }) => path)).toEqual(["/sitemap.xml"]);
  expect(Number((await service.site()).next_crawl_at) - Date.now()).toBeGreaterThan(9 * HOUR);
  for (const answer of [sitemap("2099-01-01"), { status: 500 }, "<urlset></urlset>"]) {
    site.answers["/sitemap.xml"] = answer;
    await service.due();
    expect(await service.run()).toMatchObject({ processed: 1, unchanged: 0 });
  }
  await site.close();
});

test("a failed site keeps its hash and URL and is due again after an hour, then two, at most its interval", async () => {
  const site = await served();
  await using service = await startRecrawling(await database());
  await service.crawl({ ...enrol, url: site.origin });
  const { latest_llms_hash, latest_llms_url, last_crawled_at } = await service.site();
  site.answers["/"] = { status: 404 };
  for (const [failures, hours] of [
    [1, 1],
    [2, 2],
    [5, 10],
  ] as const) {
    await service.sql("update crawl_sites set failures = $1", [failures - 1]);
    await service.due();
    expect(await service.run()).toEqual({ total: 1, processed: 0, updated: 0, unchanged: 0, errors: 1 });
    const row = await service.site();
    expect(row).toMatchObject({ latest_llms_hash, latest_llms_url, last_crawled_at, failures });
    expect(row.failure).toMatchObject({ code: "http_status", reason: "Failed to fetch page: 404 Not Found" });
    expect(Math.round((Number(row.next_crawl_at) - Date.now()) / HOUR)).toBe(hours);
  }
  site.answers["/"] = page("Home", "Here again.");
  await service.due();
  expect(await service.run()).toMatchObject({ processed: 1, errors: 0 });
  expect(await service.site()).toMatchObject({ failures: 0, failure: null });
  await site.close();
});

test("adaptive: the next crawl comes after the average interval", async () => {
  const site = await served();
  await using service = await startRecrawling(await database(), { ADAPTIVE_RECRAWL: "true" });
  await service.crawl({ ...enrol, url: site.origin });
  await service.sql("update crawl_sites set last_changed_at = now() - interval '200 minutes'");
  site.texts["/a"] = page("A", "Changed after two hundred minutes.");
  await service.due();
  await service.run();
  const row = await service.site();
  expect(Math.round(row.avg_change_interval_minutes ?? 0)).toBe(400);
  expect(Math.round((Number(row.next_crawl_at) - Date.now()) / 60_000)).toBe(400);
  await site.close();
});

test("a webhook call during a recrawl leaves the site due, and a paused site stays paused", async () => {
  const site = await served();
  await using service = await startRecrawling(await database());
  await service.crawl({ ...enrol, url: site.origin });
  const hold = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const { "/a": answer } = site.answers;
  site.answers["/a"] = async (request, response) => {
    reached.resolve();
    await hold.promise;
    if (typeof answer === "function") answer(request, response);
  };
  await service.due();
  const running = service.run();
  await reached.promise;
  const told = await service.ask("POST /internal/hooks/site-changed", { base_url: `${site.origin}/` });
  expect(told.body).toMatchObject({ status: "scheduled", base_url: `${site.origin}/` });
  hold.resolve();
  await running;
  // The site is due again, so another run follows by itself.
  await expect.poll(async () => Number((await service.site()).next_crawl_at) > Date.now()).toBe(true);
  expect(service.log.filter((line) => line.includes('"msg":"Recrawled"'))).toHaveLength(2);
  await service.sql("update crawl_sites set next_crawl_at = null");
  expect(await service.run()).toMatchObject({ total: 0 });
  await site.close();
});

test("a text that could not be stored counts as an error, and is stored later without a crawl", async () => {
  const store = await startS3({ key: { accessKeyId: "id", secretAccessKey: "secret" }, bucket: "texts" });
  const site = await served();
  await using service = await startRecrawling(await database(), {
    ...{ S3_BUCKET: "texts", S3_ENDPOINT: store.url, S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" },
  });
  await service.crawl({ ...enrol, url: site.origin });
  const { latest_llms_url: before } = await service.site();
  site.texts["/b"] = page("B", "All about B, the second edition.");
  store.goAway(503);
  await service.due();
  expect(await service.run()).toEqual({ total: 1, processed: 1, updated: 0, unchanged: 0, errors: 1 });
  const kept = await service.site();
  expect([kept.latest_llms_url, kept.latest_llms_hash]).toEqual([before, sha256(kept.latest_text)]);
  expect(kept.unstored_since).not.toBeNull();
  const asked = site.requests.length;
  store.goAway(undefined);
  await expect.poll(async () => (await service.site()).unstored_since).toBeNull();
  const { latest_llms_url: url, latest_llms_hash: hash } = await service.site();
  const name = url.split("/").at(-1) ?? "";
  expect([sha256(String(store.objects.get(name)?.body)), site.requests.length]).toEqual([hash, asked]);
  expect(await service.sql("select url from site_versions order by version desc limit 1")).toEqual([{ url }]);
  await Promise.all([site.close(), store.close()]);
});

test("a changed overlay alone makes a new text with the old time; changed during a crawl, the document is made again at once", async () => {
  const site = await served();
  await using service = await startRecrawling(await database());
  await service.crawl({ ...enrol, url: site.origin });
  const first = await service.site();
  const overlay = (name: string) => service.sql("update crawl_sites set overlay = $1", [JSON.stringify({ name })]);
  await overlay("Our own name");
  await service.due();
  expect(await service.run()).toMatchObject({ processed: 1, updated: 1 });
  const named = await service.site();
  expect(named.latest_text).toMatch(/^# Our own name\n/);
  expect(named.generated_at).toEqual(first.generated_at);
  await service.due();
  expect(await service.run()).toMatchObject({ processed: 1, updated: 0 });
  const { "/b": answer } = site.answers;
  site.answers["/b"] = async (request, response) => {
    site.answers["/b"] = answer ?? "";
    await overlay("A better name");
    if (typeof answer === "function") answer(request, response);
  };
  await service.due();
  await service.run();
  await expect.poll(async () => (await service.site()).latest_text).toMatch(/^# A better name\n/);
  await site.close();
});

test("a language model is called only if the text before enhancement has changed", async () => {
  const model = await startModel("model-key");
  model.behave((document) => document.replace("All about A", "Everything about A"));
  const site = await served();
  await using service = await startRecrawling(await database(), {
    ...{ LLM_ENHANCEMENT_ENABLED: "true", LLM_API_KEY: "model-key", LLM_BASE_URL: model.baseUrl },
  });
  await service.crawl({ ...enrol, url: site.origin, llmEnhance: true });
  expect((await service.site()).latest_text).toContain("Everything about A");
  const asked = model.requests.length;
  await service.due();
  expect(await service.run()).toMatchObject({ processed: 1, updated: 0 });
  expect(model.requests.length).toBe(asked);
  site.texts["/b"] = page("B", "Something else.");
  await service.due();
  expect(await service.run()).toMatchObject({ updated: 1 });
  expect(model.requests.length).toBeGreaterThan(asked);
  expect((await service.site()).latest_text).toContain("Everything about A");
  await Promise.all([site.close(), model.close()]);
});

test("without a database the crawl goes on and says that it enrolled nothing", async () => {
  const site = await served();
  await using service = await startRecrawling("none");
  const { messages, code } = await service.crawl({ ...enrol, url: site.origin });
  expect(messages.map(({ content }) => content)).toContain("Auto-update not enabled: database unavailable");
  expect([messages.at(-1)?.type, code]).toEqual(["url", 1000]);
  await site.close();
});

test("a failed recrawl on request has its reason and log, and the site is due again after an hour", async () => {
  const site = await served();
  await using service = await startRecrawling(await database());
  await service.crawl({ ...enrol, url: site.origin });
  site.answers["/"] = { status: 403 };
  const { id } = await service.site();
  expect((await service.ask(`POST /api/sites/${id}/recrawl`)).status).toBeLessThan(300);
  await expect.poll(async () => (await service.site()).failure?.reason).toBe("Failed to fetch page: 403 Forbidden");
  expect(Math.round((Number((await service.site()).next_crawl_at) - Date.now()) / HOUR)).toBe(1);
  const [log] = await service.sql<{ messages: { content: string }[] }>(
    "select messages from crawl_messages m join crawls c on c.id = m.crawl_id where c.state = 'failed'",
  );
  expect(log?.messages.at(-1)?.content).toBe("Failed to fetch page: 403 Forbidden");
  expect(log?.messages.some(({ content }) => content.startsWith("Fetch by plain HTTP: "))).toBe(true);
  await site.close();
});
