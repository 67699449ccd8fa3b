import { mkdtemp, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openClient } from "../servers/client.ts";
import { slowDocs } from "../servers/docs-site.ts";
import { languagesByFolder } from "../servers/family-site.ts";
import { heldCrawl } from "../servers/held-crawl.ts";
import { startProcess } from "../servers/process.ts";
import { type Service, startService } from "../servers/service.ts";
import { type Site, serveSite } from "../servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const html = (title: string, body = "") =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>
  <p>${title} has a paragraph of its own, long enough to be read as what the page is about.</p>${body}</main></html>`;

async function site(): Promise<Site> {
  const served = await serveSite({
    "/": html("Harbour", '<a href="/tides">Tides</a> <a href="/gone">Gone</a> <a href="/down">Down</a>'),
    "/tides": html("Tides"),
    "/gone": { status: 404 },
    "/down": { status: 500 },
  });
  closers.push(served.close);
  return served;
}

async function start(...options: Parameters<typeof startService>): Promise<Service> {
  const service = await startService(...options);
  closers.push(service.stop);
  return service;
}

type Serving = Pick<Service, "url">;

async function ask({ url }: Serving, path: string, init: RequestInit = {}) {
  const response = await fetch(url + path, init);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const post = (service: Serving, request: unknown) =>
  ask(service, "/api/crawls", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });

interface Streamed {
  readonly id: number;
  readonly event: string;
  readonly data: { readonly type: string };
}

/** The whole of a stream of events. */
function eventsIn(text: string): Streamed[] {
  const blocks = text.split("\n\n").filter((block) => block.startsWith("id: "));
  return blocks.map((block) => {
    const [id = "", event = "", data = ""] = block.split("\n").map((line) => line.slice(line.indexOf(": ") + 2));
    return { id: Number(id), event, data: JSON.parse(data) };
  });
}

const end = (service: Serving, location: string) =>
  expect.poll(async () => (await ask(service, location)).body.state, { timeout: 20_000 });

test("a crawl is begun, watched and read over HTTP: its document, and which pages failed and why", async () => {
  const { origin } = await site();
  const service = await start();
  const begun = await post(service, { url: origin, maxPages: 10, headers: { "X-Door": "canary-17" } });
  expect(begun.status).toBe(202);
  const { id, location } = begun.body;
  expect(location).toMatch(new RegExp(`^/api/crawls/${id}~[\\w-]{43}$`));
  expect(begun.headers.get("location")).toBe(location);

  const streamed = await ask(service, `${location}/events`);
  expect(streamed.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const events = eventsIn(streamed.body);
  expect(events.map((event) => event.id)).toEqual(events.map((_, n) => n + 1));
  expect(events.every(({ event, data }) => event === data.type)).toBe(true);
  expect(events[0]?.data).toMatchObject({ type: "started", id, maxPages: 10 });
  expect(events.at(-1)?.event).toBe("summary");

  const { body } = await ask(service, location);
  expect(body).toMatchObject({ id, url: `${origin}/`, state: "done", error: null });
  expect(body.document).toContain("[Tides]");
  expect(body.text).toBe(body.document);
  expect(body.summary).toMatchObject({ pages: 2, failed: 2 });
  const failures = body.summary.failures as { url: string; code: string; status: number; by: string }[];
  expect(failures.map(({ url, status, by }) => [url, status, by]).sort()).toEqual([
    [`${origin}/down`, 500, "plain"],
    [`${origin}/gone`, 404, "plain"],
  ]);
  expect((await ask(service, `${location}/llms.txt`)).body).toBe(body.document);
  expect(JSON.stringify([body, events])).not.toContain("canary-17");

  const after = String(events.at(-3)?.id);
  const rest = await ask(service, `${location}/events`, { headers: { "Last-Event-ID": after } });
  expect(eventsIn(rest.body)).toEqual(events.slice(-2));
  const last = { headers: { "Last-Event-ID": String(events.at(-1)?.id) } };
  expect((await ask(service, `${location}/events`, last)).status).toBe(204);

  expect((await ask(service, location, { method: "DELETE" })).status).toBe(204);
  expect((await ask(service, location)).status).toBe(404);
  expect((await ask(service, `${location}/events`)).status).toBe(404);
  expect((await ask(service, location, { method: "DELETE" })).status).toBe(404);
});

test("a crawl of all languages has a document for each, in its record and by address", async () => {
  const served = await serveSite(languagesByFolder());
  closers.push(served.close);
  const service = await start();
  const { location } = (await post(service, { url: served.origin, languages: "all" })).body;
  await end(service, location).toBe("done");
  const { body } = await ask(service, location);
  expect(body.request.languages).toEqual(["all"]);
  expect(body.summary.relatives).toMatchObject([
    { file: "llms.ar.txt", name: "Arabic", language: "ar", pages: 3 },
    { file: "llms.de.txt", name: "German", language: "de", pages: 4 },
  ]);
  const german = body.relatives[1].text;
  expect(german).toContain(`](${served.origin}/de/boats)`);
  expect(await (await fetch(body.summary.relatives[1].url)).text()).toBe(german);
  expect((await ask(service, `${location}/files/llms.fr.txt`)).status).toBe(404);
  const { detail } = (await post(service, { url: served.origin, languages: "all,german words" })).body;
  expect(detail).toContain('languages: "german words" is no language tag');
});

test("failed pages can be tried again: pages that were read are not requested, and those that answer now are listed", async () => {
  const asked: string[] = [];
  let isMended = false;
  const page = (path: string, body: string, status = 200) => [
    path,
    (_: unknown, response: ServerResponse) => {
      asked.push(path);
      response.writeHead(status, { "content-type": "text/html" }).end(body);
    },
  ];
  const served = await serveSite(
    Object.fromEntries([
      page("/", html("Harbour", '<a href="/tides">Tides</a> <a href="/down">Down</a> <a href="/gone">Gone</a>')),
      page("/tides", html("Tides")),
      page("/gone", "", 404),
      [
        "/down",
        (_: unknown, response: ServerResponse) => {
          asked.push("/down");
          response.writeHead(isMended ? 200 : 500, { "content-type": "text/html" }).end(html("Back again"));
        },
      ],
    ]),
  );
  closers.push(served.close);
  const service = await start();
  const first = (await post(service, { url: served.origin, maxPages: 10, exclude: ["/private/**"] })).body;
  await end(service, first.location).toBe("done");
  expect((await ask(service, first.location)).body.keepsPages).toBe(true);
  isMended = true;
  asked.length = 0;
  const second = (await ask(service, `${first.location}/retry`, { method: "POST" })).body;
  expect(second.id).not.toBe(first.id);
  await end(service, second.location).toBe("done");
  const { summary, document, request } = (await ask(service, second.location)).body;
  expect(asked.toSorted()).toEqual(["/down", "/gone"]);
  expect(document).toContain("[Back again]");
  expect(document).toContain("[Tides]");
  expect(summary).toMatchObject({ pages: 3, failed: 1, why: "complete", pagesBy: { plain: 3 } });
  expect(summary.cpuMs).toBeGreaterThan(0);
  expect(summary.fetchMs).toBeGreaterThan(0);
  expect(request).toMatchObject({ url: `${served.origin}/`, exclude: ["/private/**"], enableAutoUpdate: false });

  const guarded = (await post(service, { url: served.origin, maxPages: 2, headers: { "X-Door": "a" } })).body;
  await end(service, guarded.location).toBe("done");
  expect((await ask(service, guarded.location)).body.keepsPages).toBe(false);
  expect((await ask(service, `${guarded.location}/retry`, { method: "POST" })).status).toBe(409);
  expect((await ask(service, "/api/crawls/none/retry", { method: "POST" })).status).toBe(404);
});

test("a crawl can be finished with the pages it has, but not before there is one", async () => {
  const { answers, letGo } = slowDocs(undefined, 2);
  const slow = await serveSite(answers);
  closers.push(slow.close, async () => letGo());
  const service = await start({ environment: { MAX_CONCURRENT_CRAWLS: "1" } });
  const { location } = (await post(service, { url: slow.origin })).body;
  const waiting = (await post(service, { url: slow.origin })).body;
  const finish = async (at: string) => (await ask(service, `${at}/finish`, { method: "POST" })).status;
  expect(await finish(waiting.location)).toBe(409);
  const done = async () => (await ask(service, "/api/crawls")).body.items[0].done;
  await expect.poll(done, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(await finish(location)).toBe(202);
  await end(service, location).toBe("done");
  const { summary, elapsedMs } = (await ask(service, location)).body;
  expect(summary).toMatchObject({ why: "asked", timedOut: false });
  expect(summary.pages).toBeLessThan(7);
  expect(elapsedMs).toBeGreaterThan(0);
  expect(await finish(location)).toBe(409);
  await ask(service, waiting.location, { method: "DELETE" });
});

test("a request that the socket would refuse is refused in its words", async () => {
  const service = await start();
  const refused = async (request: unknown) => {
    const { status, body } = await post(service, request);
    return [status, body.detail];
  };
  expect(await refused({ url: "nonsense" })).toEqual([422, "Invalid URL format"]);
  expect(await refused({})).toEqual([422, "Invalid request: url: is required"]);
  expect(await refused({ url: "https://x.dev", maxPages: 0 })).toEqual([422, "Max pages must be between 1 and 1000"]);
  expect(await refused([])).toEqual([422, "Invalid request: message: must be a JSON object"]);
  expect(await refused({ url: "https://x.dev", headers: { Host: "a" } })).toEqual([
    422,
    "Invalid request: headers: Host cannot be set",
  ]);
});

test("a crawl that runs is in the list, and is cancelled: it can still be looked at", async () => {
  const held = heldCrawl();
  const service = await start({ crawl: held.crawl, environment: { MAX_CONCURRENT_CRAWLS: "1" } });
  const first = (await post(service, { url: "https://a.dev", maxPages: 7 })).body;
  const second = (await post(service, { url: "https://b.dev" })).body;
  await held.begun;
  expect((await ask(service, "/api/crawls")).body.items).toMatchObject([
    { id: first.id, host: "a.dev", state: "running", done: 0, max: 7 },
    { id: second.id, host: "b.dev", state: "waiting" },
  ]);
  for (const { location } of [second, first]) {
    expect((await ask(service, location, { method: "DELETE" })).status).toBe(204);
    await end(service, location).toBe("cancelled");
    expect(eventsIn((await ask(service, `${location}/events`)).body).at(-1)?.event).toBe("error");
  }
  expect((await ask(service, "/api/crawls")).body.items).toEqual([]);
});

test("with keep=1 a crawl outlives its socket, without it it does not", async () => {
  const { origin } = await site();
  const service = await start();
  const left = async (path: string) => {
    const client = service.connect(path);
    await client.opened;
    client.send({ url: origin, maxPages: 10 });
    const { event } = await client.next(({ event }) => event?.type === "started");
    client.socket.terminate();
    return `/api/crawls/${event?.id}`;
  };
  const [kept, lost] = [await left("/ws/crawl?events=1&keep=1"), await left("/ws/crawl?events=1")];
  await end(service, kept).toBe("done");
  await end(service, lost).toBe("cancelled");
});

test("a crawl that is done is kept over a restart; what a killed process did not end goes on, unless it was a socket's", async () => {
  const folder = await mkdtemp(join(tmpdir(), "crawls-"));
  closers.push(() => rm(folder, { recursive: true }));
  const { origin } = await site();
  // The site never answers: the crawl runs when its process is killed.
  const silent = await serveSite({ "*": () => {} });
  closers.push(silent.close);
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: "none",
    BROWSER_ENABLED: "false",
    ALLOW_PRIVATE_NETWORKS: "true",
  };
  await using first = await startProcess(environment);
  const done = (await post(first, { url: origin, maxPages: 10 })).body;
  await end(first, done.location).toBe("done");
  const events = (await ask(first, `${done.location}/events`)).body;
  const running = (await post(first, { url: silent.origin })).body;
  await end(first, running.location).toBe("running");
  const socket = openClient(first.url, "/ws/crawl?events=1");
  await socket.opened;
  socket.send({ url: silent.origin });
  const lost = `/api/crawls/${(await socket.next(({ event }) => event?.type === "started")).event?.id}`;
  const silentJobs = `/api/jobs?host=${new URL(silent.origin).host}`;
  await expect.poll(async () => (await ask(first, silentJobs)).body.items.length).toBe(2);
  first.kill("SIGKILL");
  await first.exited;

  await using second = await startProcess(environment);
  expect((await ask(second, done.location)).body).toMatchObject({ state: "done", url: `${origin}/` });
  expect((await ask(second, `${done.location}/events`)).body).toBe(events);
  await expect.poll(async () => (await ask(second, running.location)).body.resumed?.times).toBe(1);
  await end(second, running.location).toBe("running");
  await end(second, lost).toBe("failed");
  expect((await ask(second, lost)).body).toMatchObject({
    error: { code: "interrupted", reason: "Crawl interrupted" },
    document: null,
  });
  const listed = (await ask(second, silentJobs)).body;
  expect(listed.items.map(({ id, state, by }: { id: string; state: string; by: string }) => [id, state, by])).toEqual([
    [lost.split("/").at(-1), "failed", "socket"],
    [running.id, "running", "api"],
  ]);
  expect((await ask(second, running.location, { method: "DELETE" })).status).toBe(204);
  await end(second, running.location).toBe("cancelled");
  const told = eventsIn((await ask(second, `${running.location}/events`)).body).map(({ event }) => event);
  expect(told.filter((event) => event === "started" || event === "resumed")).toEqual(["started", "resumed"]);
  expect((await ask(second, lost, { method: "DELETE" })).status).toBe(204);
  expect((await ask(second, lost)).status).toBe(404);
});
