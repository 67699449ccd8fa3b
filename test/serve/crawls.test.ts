import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Begun, Crawl, CrawlItem } from "../../packages/service/src/shapes.ts";
import { KEY, type Service, startService } from "../servers/service.ts";
import { type Site, serveSite } from "../servers/site.ts";
import { crawled, gate, page, readEvents, smallSite, startReady } from "./crawling.ts";

/** Each test runs with a database, which keeps crawls, and without one, with crawls in memory. */
const PLACES = { "with the embedded database": "", "without a database": "none" } as const;

let site: Site;
const services: Partial<Record<keyof typeof PLACES, Service>> = {};

beforeAll(async () => {
  site = await serveSite(smallSite());
  for (const [name, DATABASE_URL] of Object.entries(PLACES))
    services[name as keyof typeof PLACES] = await startReady({ DATABASE_URL });
});

afterAll(async () => {
  await Promise.all([site.close(), ...Object.values(services).map((service) => service.stop())]);
});

const list = async (service: Service, query = "") =>
  (await service.ask<{ items: CrawlItem[]; next: string | null }>(`GET /api/crawls${query}`)).body;

describe.each(Object.keys(PLACES) as (keyof typeof PLACES)[])("%s", (place) => {
  const service = () => services[place] as Service;

  test("a crawl is accepted with its address, and has a document and a summary when it is done", async () => {
    const { status, headers, body } = await service().ask<Begun>("POST /api/crawls", { url: site.origin, maxPages: 3 });
    expect([status, headers.get("location")]).toEqual([202, body.location]);
    expect(body.location).toBe(`/api/crawls/${body.id}`);
    await readEvents(`${service().url}${body.location}/events`);
    const { body: crawl } = await service().ask<Crawl>(`GET ${body.location}`);
    expect(crawl).toMatchObject({
      ...{ id: body.id, url: `${site.origin}/`, state: "done", by: "api", siteId: null, error: null, pages: 3 },
      request: { maxPages: 3, descLength: 500, include: [], scope: "domain", language: null, overlay: null },
      ...{ ahead: null, progress: null, document: expect.stringMatching(/^# Small Site\n/) },
      summary: { pages: 3, failed: 0, why: "limit", sections: [expect.objectContaining({ pages: 2 })], findings: [] },
    });
    expect(crawl.plain).toBe(crawl.document);
    expect(crawl.summary?.characters).toBe(crawl.document?.length);
    const states = crawl.summary?.addresses.map(({ url, state }) => `${state} ${url.slice(site.origin.length)}`);
    expect(states).toEqual(["listed /", "listed /spade", "listed /rake", "leftOut /watering-can"]);
    const stored = await fetch(crawl.fileUrl?.replace("http://localhost", "http://127.0.0.1") ?? "");
    expect(await stored.text()).toBe(crawl.document);
    expect(stored.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  test("a failed crawl says what was tried and what happened", async () => {
    const gone = await serveSite({ "/": { status: 404 } });
    const crawl = await crawled(service(), { url: gone.origin });
    await gone.close();
    expect(crawl).toMatchObject({ state: "failed", document: null, summary: null });
    expect(crawl.error).toEqual({ code: "http_status", reason: expect.stringMatching(/^Failed to fetch page: .*404/) });
  });

  test("events begin with the past ones, are numbered, and continue after the client's last one", async () => {
    const { body } = await service().ask<Begun>("POST /api/crawls", { url: site.origin });
    const events = `${service().url}${body.location}/events`;
    const all = await readEvents(events);
    expect(all.map(({ id }) => id)).toEqual(all.map((_, at) => at + 1));
    expect(all.at(-1)).toMatchObject({ type: "end", content: "done" });
    const pages = all.filter(({ event }) => event?.type === "page");
    expect(pages.at(-1)?.event).toMatchObject({
      done: 4,
      found: 4,
      title: expect.any(String),
      url: expect.any(String),
    });
    expect(await readEvents(events)).toEqual(all);
    expect(await readEvents(events, { "Last-Event-ID": "5" })).toEqual(all.slice(5));
    const nothingMore = await fetch(events, { headers: { "Last-Event-ID": String(all.length) } });
    expect(nothingMore.status).toBe(204);
  });

  test("a running crawl shows its progress, and finishes with the pages it has when asked to", async () => {
    const held = gate();
    const slow = await serveSite({ ...smallSite(), "/rake": held.behind(page("Rake", "<p>About rakes.</p>")) });
    const { body } = await service().ask<Begun>("POST /api/crawls", { url: slow.origin });
    await readEvents(`${service().url}${body.location}/events`, {}, ({ event }) => event?.done === 2);
    const { body: running } = await service().ask<Crawl>(`GET ${body.location}`);
    expect(running).toMatchObject({ state: "running", progress: { found: 4 }, document: null });
    expect((await service().ask(`POST ${body.location}/finish`)).status).toBe(202);
    await readEvents(`${service().url}${body.location}/events`);
    const { body: done } = await service().ask<Crawl>(`GET ${body.location}`);
    expect(done).toMatchObject({ state: "done", summary: { why: "asked" } });
    expect(done.document).toContain("stopped early");
    const again = await service().ask(`POST ${body.location}/finish`);
    expect([again.status, again.body]).toEqual([409, { detail: "The crawl has no pages yet, or is over" }]);
    held.open();
    await slow.close();
  });

  test("DELETE cancels a running crawl and removes a finished one", async () => {
    const held = gate();
    const slow = await serveSite({ "/": held.behind(page("Late", "<p>Late.</p>")) });
    const { body } = await service().ask<Begun>("POST /api/crawls", { url: slow.origin });
    expect((await service().ask(`DELETE ${body.location}`)).status).toBe(204);
    expect((await readEvents(`${service().url}${body.location}/events`)).at(-1)).toMatchObject({
      content: "cancelled",
    });
    expect((await service().ask<Crawl>(`GET ${body.location}`)).body.state).toBe("cancelled");
    expect((await service().ask(`DELETE ${body.location}`)).status).toBe(204);
    expect((await service().ask(`GET ${body.location}`)).status).toBe(404);
    held.open();
    await slow.close();
  });

  test("the list is newest first, in pages, and can be limited to one address", async () => {
    const other = await serveSite(smallSite(1));
    const mine = [await crawled(service(), { url: other.origin }), await crawled(service(), { url: other.origin })];
    const url = `url=${encodeURIComponent(other.origin)}`;
    expect((await list(service(), `?${url}`)).items.map(({ id }) => id)).toEqual([mine[1]?.id, mine[0]?.id]);
    const first = await list(service(), `?limit=1&${url}`);
    const second = await list(service(), `?limit=1&${url}&cursor=${first.next}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([mine[1]?.id, mine[0]?.id]);
    expect(second.next).toBeNull();
    const { items } = await list(service());
    expect(items.map(({ createdAt }) => createdAt)).toEqual(
      items
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    );
    await other.close();
  });

  test("an overlay renders the document again without a crawl, and the summary follows", async () => {
    const crawl = await crawled(service(), { url: site.origin });
    const asked = site.requests.length;
    const overlay = {
      name: "Tools",
      pages: [
        { path: "/spade", title: "The best spade" },
        { path: "/rake", hide: true },
      ],
    };
    const { status, body } = await service().ask<Crawl>(`PUT /api/crawls/${crawl.id}/overlay`, overlay);
    expect([status, site.requests.length]).toEqual([200, asked]);
    expect(body.document).toMatch(/^# Tools\n[\s\S]*\[The best spade\]/);
    expect(body.document).not.toContain("/rake");
    expect(body.plain).toBe(crawl.document);
    expect(body.fileUrl).not.toBe(crawl.fileUrl);
    expect(body.request.overlay).toEqual(overlay);
    expect(body.summary?.characters).toBe(body.document?.length);
    expect(body.summary?.sections.map(({ pages }) => pages)).toEqual([2]);
    const { body: undone } = await service().ask<Crawl>(`PUT /api/crawls/${crawl.id}/overlay`, {});
    expect(undone.document).toBe(crawl.document);
    const wrong = await service().ask(`PUT /api/crawls/${crawl.id}/overlay`, { colour: "red" });
    expect(wrong.status).toBe(422);
  });

  test("a socket's crawl is in the list, and ends with its socket unless keep=1", async () => {
    const held = gate();
    const slow = await serveSite({ ...smallSite(), "/spade": held.behind(page("Spade", "<p>Digs.</p>")) });
    const begin = async (path: string) => {
      const client = service().connect(path);
      await client.opened;
      client.send({ url: slow.origin });
      await client.next(({ content }) => content.startsWith("Visiting"));
      client.socket.close();
      await client.closed;
    };
    await begin("/ws/crawl");
    await begin("/ws/crawl?keep=1");
    held.open();
    const [kept, left] = (await list(service(), `?url=${encodeURIComponent(`${slow.origin}/`)}`)).items;
    expect([kept?.by, left?.by]).toEqual(["socket", "socket"]);
    await readEvents(`${service().url}/api/crawls/${kept?.id}/events`);
    await readEvents(`${service().url}/api/crawls/${left?.id}/events`);
    const ends = (await list(service(), `?url=${encodeURIComponent(`${slow.origin}/`)}`)).items;
    expect(ends.map(({ state }) => state)).toEqual(["done", "cancelled"]);
    await slow.close();
  });
});

test("a stream of events opens with a valid token only", async () => {
  const locked = await startService({ environment: { API_KEY: KEY } });
  const key = { "X-API-Key": KEY };
  const { body } = await locked.ask<Begun>("POST /api/crawls", { url: site.origin }, key);
  const { body: issued } = await locked.ask<{ token: string }>("POST /auth/token", undefined, key);
  const events = `${locked.url}${body.location}/events`;
  expect((await readEvents(`${events}?token=${issued.token}`)).at(-1)?.type).toBe("end");
  for (const query of ["", "?token=wrong"]) expect((await fetch(events + query)).status).toBe(401);
  // A token opens only streams.
  expect((await locked.ask(`GET ${body.location}?token=${issued.token}`)).status).toBe(401);
  await locked.stop();
});

test("crawls over the limit wait, and clients take turns", async () => {
  const held = gate();
  const slow = await serveSite({ "/": held.behind(page("Late", "<p>Late.</p>")) });
  const service = await startService({ environment: { MAX_CONCURRENT_CRAWLS: "1", TRUST_PROXY: "1" } });
  const begin = async (client: string) => {
    const { body } = await service.ask<Begun>("POST /api/crawls", { url: slow.origin }, { "X-Forwarded-For": client });
    return body;
  };
  const begun = [await begin("10.0.0.1"), await begin("10.0.0.1"), await begin("10.0.0.1"), await begin("10.0.0.2")];
  const waiting = await service.ask<Crawl>(`GET ${begun[3]?.location}`);
  expect(waiting.body).toMatchObject({ state: "waiting" });
  held.open();
  const logs = await Promise.all(begun.map(({ location }) => readEvents(`${service.url}${location}/events`)));
  expect(logs[3]?.[0]?.content).toBe("Waiting: 2 crawls ahead of this one");
  const crawls = await Promise.all(begun.map(({ location }) => service.ask<Crawl>(`GET ${location}`)));
  const order = crawls.toSorted((a, b) => Date.parse(a.body.startedAt ?? "") - Date.parse(b.body.startedAt ?? ""));
  expect(order.map(({ body }) => begun.findIndex(({ id }) => id === body.id))).toEqual([0, 1, 3, 2]);
  await service.stop();
  await slow.close();
});
