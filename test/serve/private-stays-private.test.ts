import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { unlessMissing } from "../../packages/service/src/store/on-disk.ts";
import { startPostgres } from "../servers/postgres.ts";
import { startS3 } from "../servers/s3.ts";
import { type Service, startService } from "../servers/service.ts";
import { type Site, serveSite } from "../servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** In the request's header, in what only that opens, and in an address there. */
const [IN_HEADER, IN_TEXT, IN_PATH] = ["canary-header-5d1", "canary-text-7a3", "canary-path-e02"];
const CANARIES = [IN_HEADER, IN_TEXT, IN_PATH];
const headers = { "X-Door": `Bearer ${IN_HEADER}`, Cookie: `sid=${IN_HEADER}` };
const S3_KEY = { accessKeyId: "key", secretAccessKey: "secret" };

const html = (title: string, body = "") =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>
  <p>${title} has a paragraph of its own, long enough to be read as what the page is about.</p>${body}</main></html>`;

/** Shows friends a page, a link to another and one that fails; strangers a plain page. */
async function guardedSite(): Promise<Site & { change(word: string): void }> {
  let word = "first";
  const forFriends =
    (body: () => string, status = 200): Parameters<typeof serveSite>[0][string] =>
    ({ headers }, response) => {
      const isFriend = headers["x-door"] === `Bearer ${IN_HEADER}`;
      const [code, text] = isFriend ? [status, body()] : [200, html("Welcome, stranger")];
      response.writeHead(code, { "content-type": "text/html" }).end(text);
    };
  const links = `<a href="/${IN_PATH}">In</a> <a href="/${IN_PATH}-down">Down</a>`;
  const site = await serveSite({
    "/": forFriends(() => html(`Inside ${IN_TEXT} ${word}`, links)),
    [`/${IN_PATH}`]: forFriends(() => html(`Deeper ${IN_TEXT}`)),
    [`/${IN_PATH}-down`]: forFriends(() => "", 500),
  });
  closers.push(site.close);
  const change = (next: string) => {
    word = next;
  };
  return { ...site, change };
}

/** Every byte below a folder, as it lies there and unpacked. */
async function bytesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    // A journal goes after the end of its crawl is told: a file that is gone holds nothing.
    entries.flatMap((entry) =>
      entry.isFile() ? [readFile(join(entry.parentPath, entry.name)).catch(unlessMissing)] : [],
    ),
  );
  return files.map((bytes = Buffer.alloc(0)) => bytes.toString("latin1") + unpacked(bytes)).join("\n");
}

function unpacked(bytes: Buffer): string {
  try {
    return gunzipSync(bytes).toString("latin1");
  } catch {
    return "";
  }
}

const found = (text: string) => CANARIES.filter((canary) => text.includes(canary));

async function ask(service: Service, path: string, body?: unknown, method = body === undefined ? "GET" : "POST") {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await fetch(service.url + path, { method, redirect: "manual", ...json });
  return { status: response.status, text: await response.text(), location: response.headers.get("location") ?? "" };
}

/** A service with everything that could keep or tell something, and what was told. */
async function watchedService(environment: Record<string, string>) {
  const bucket = await startS3({ key: S3_KEY, bucket: "texts" });
  closers.push(bucket.close);
  const alerts = await serveSite({ "/hook": { body: "" } });
  closers.push(alerts.close);
  const service = await startService({
    environment: {
      CRON_SECRET: "cron",
      S3_BUCKET: "texts",
      S3_ENDPOINT: bucket.url,
      S3_REGION: "auto",
      S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
      S3_FORCE_PATH_STYLE: "true",
      STORE_STABLE: "true",
      STORE_FULL: "true",
      ALERT_WEBHOOK_URL: `${alerts.origin}/hook`,
      ALERT_ON: "failing,shrunk,changed",
      ...environment,
    },
  });
  closers.push(service.stop);
  const told = async () => {
    const objects = [...bucket.objects].map(([name, { body }]) => name + body.toString("latin1") + unpacked(body));
    return [...objects, service.log.join("\n"), JSON.stringify(alerts.requests), await bytesIn(service.folder)].join(
      "\n",
    );
  };
  return { service, told, bucket };
}

const request = (site: Site, more: object = {}) => ({ url: site.origin, headers, full: true, maxPages: 5, ...more });

const stateOf = async (service: Service, location: string) => JSON.parse((await ask(service, location)).text).state;

/** Asks for a private crawl over HTTP and waits for its end. @returns where its requester finds it */
async function crawled(service: Service, site: Site, more: object = {}): Promise<string> {
  const { location } = await ask(service, "/api/crawls", request(site, more));
  await expect.poll(() => stateOf(service, location), { timeout: 20_000 }).toBe("done");
  return location;
}

/** What whoever has not asked for a crawl can try. */
async function openAnswers(service: Service, location: string): Promise<string> {
  const [bare = ""] = location.split("~");
  const other = `${bare}~${"A".repeat(43)}`;
  const rests = ["", "/events", "/llms.txt", "/llms-full.txt"];
  const paths = [bare, other, `${bare}~`].flatMap((at) => rests.map((rest) => at + rest));
  const answers = await Promise.all(
    [...paths, "/api/crawls", "/api/sites", "/metrics", "/api/config"].map((path) => ask(service, path)),
  );
  for (const { status } of answers.slice(0, paths.length)) expect(status).toBe(404);
  const more = [
    await ask(service, `${bare}/retry`, undefined, "POST"),
    await ask(service, `${bare}/finish`, undefined, "POST"),
    await ask(service, other, undefined, "DELETE"),
    await ask(service, "/api/overlay/preview", { crawl: bare.split("/").at(-1) }),
    await ask(service, "/api/sites", { crawlId: bare.split("/").at(-1) }),
  ];
  for (const { status } of more) expect([404, 503]).toContain(status);
  return [...answers, ...more].map(({ text }) => text).join("\n");
}

/** Everything but enrolment, each way of asking once. @returns what answered who may not know */
async function everyWay(service: Service, site: Site): Promise<string> {
  const closed = await service.crawl(request(site), "/ws/crawl?events=1");
  const events = closed.messages.map((message) => ({ ...message }));
  expect(JSON.stringify(events)).toContain(IN_TEXT);
  const kept = service.connect("/ws/crawl?events=1&keep=1");
  await kept.opened;
  kept.send(request(site));
  const location = await crawled(service, site);
  expect(location).toMatch(/^\/api\/crawls\/[0-9a-f-]{36}~[\w-]{43}$/);
  for (const rest of ["", "/events", "/llms.txt", "/llms-full.txt"])
    expect([rest, found((await ask(service, location + rest)).text)]).toContainEqual(
      expect.arrayContaining([expect.stringContaining("canary-")]),
    );
  expect(found((await ask(service, location)).text)).toEqual([IN_TEXT, IN_PATH]);
  expect((await ask(service, `${location}/retry`, undefined, "POST")).status).toBe(409);
  const refused = await ask(service, "/api/crawls", request(site, { publish: true }));
  expect([refused.status, JSON.parse(refused.text).detail]).toEqual([
    422,
    "Invalid request: publish: a site that is read with header fields is published only with publishPrivate: true beside it",
  ]);
  await kept.closed;
  const answers = await openAnswers(service, location);
  expect(JSON.parse((await ask(service, "/api/crawls")).text).items).toEqual([]);
  return answers;
}

const SEALED = { SECRETS_KEY: "sixteen or more characters" };

test.each([
  ["with SECRETS_KEY", SEALED],
  ["without SECRETS_KEY", {}],
])("of a crawl with credentials nothing is found in any place, log or other answer, %s", async (_, environment) => {
  const site = await guardedSite();
  const { service, told } = await watchedService(environment);
  expect(found(await everyWay(service, site))).toEqual([]);
  expect(found(await told())).toEqual([]);
});

test("while it runs, others see neither its host nor the way to it", async () => {
  const gate = Promise.withResolvers<void>();
  const site = await serveSite({
    "*": async (_, response) => {
      await gate.promise;
      response.writeHead(200, { "content-type": "text/html" }).end(html("Late"));
    },
  });
  closers.push(site.close);
  const { service } = await watchedService({});
  const { location } = await ask(service, "/api/crawls", request(site));
  const [item] = JSON.parse((await ask(service, "/api/crawls")).text).items;
  expect(item).toMatchObject({ id: location.split(/[/~]/).at(-2), host: null });
  expect((await ask(service, `/api/crawls/${item.id}`, undefined, "DELETE")).status).toBe(404);
  expect((await ask(service, location, undefined, "DELETE")).status).toBe(204);
  gate.resolve();
  expect(JSON.stringify(item)).not.toContain(location.split("~").at(-1));
});

test("a kept private crawl is found again after a restart, by its location alone", async () => {
  const site = await guardedSite();
  const { service } = await watchedService(SEALED);
  const location = await crawled(service, site);
  const again = await startService({ environment: { ...SEALED, DATA_DIR: service.folder } });
  closers.push(again.stop);
  const answer = await ask(again, location);
  expect([answer.status, found(answer.text)]).toEqual([200, [IN_TEXT, IN_PATH]]);
  expect(found((await ask(again, `${location}/events`)).text)).toEqual([IN_TEXT, IN_PATH]);
  expect(found(await openAnswers(again, location))).toEqual([]);
});

test("published with publishPrivate it is public, as was confirmed", async () => {
  const site = await guardedSite();
  const { service, bucket } = await watchedService(SEALED);
  await crawled(service, site, { publish: true, publishPrivate: true });
  const stored = [...bucket.objects].map(([, { body }]) => body.toString()).join("\n");
  expect(found(stored)).toEqual([IN_TEXT, IN_PATH]);
  expect(found((await ask(service, `/mirror/127.0.0.1_${new URL(site.origin).port}/llms.txt`)).text)).toContain(
    IN_TEXT,
  );
});

async function enrolledAndRecrawled(service: Service, site: Awaited<ReturnType<typeof guardedSite>>) {
  const ready = async () => (await ask(service, "/ready")).text;
  await expect.poll(ready, { timeout: 90_000, interval: 250 }).toContain('"up"');
  const location = await crawled(service, site, { enableAutoUpdate: true });
  const [{ id }] = JSON.parse((await ask(service, "/api/sites")).text).items;
  site.change("second");
  await ask(service, `/api/sites/${id}/recrawl`, undefined, "POST");
  const outcomes = () => service.log.filter((line) => line.includes('"msg":"Recrawled"'));
  await expect.poll(outcomes, { timeout: 30_000 }).toHaveLength(1);
  return { id, location, outcome: JSON.parse(outcomes()[0] ?? "{}").outcome };
}

async function openSiteAnswers(service: Service, id: string) {
  const versions = JSON.parse((await ask(service, `/api/sites/${id}/versions`)).text).items as { id: string }[];
  const runs = JSON.parse((await ask(service, `/api/sites/${id}/runs`)).text).items as { id: string }[];
  const paths = [
    ...versions.flatMap((version) => [
      `/versions/${version.id}/text`,
      `~${"A".repeat(43)}/versions/${version.id}/text`,
    ]),
    ...runs.map((run) => `/runs/${run.id}/log`),
    `/diff?from=${versions[0]?.id}&to=${versions.at(-1)?.id}`,
    ...["", "/overlay", "/bundle", "/runs", "/versions"],
  ].map((rest) => `/api/sites/${id}${rest}`);
  const answers = await Promise.all([...paths, "/api/sites", "/api/sites/changes"].map((path) => ask(service, path)));
  answers.push(await ask(service, "/api/overlay/preview", { site: id, overlay: {} }));
  return { versions, text: answers.map(({ text }) => text).join("\n") };
}

test("an enrolled private site is recrawled, and its texts are for who has the capability", async () => {
  const site = await guardedSite();
  const { service, told } = await watchedService({ ...SEALED, DATABASE_URL: "" });
  const { id, location, outcome } = await enrolledAndRecrawled(service, site);
  expect(outcome).toBe("updated");
  const { versions, text } = await openSiteAnswers(service, id);
  expect(versions).toHaveLength(2);
  expect(found(text)).toEqual([]);
  expect(found(await told())).toEqual([]);
  const handle = `/api/sites/${id}~${location.split("~").at(-1)}`;
  const latest = await ask(service, `${handle}/versions/${versions[0]?.id}/text`);
  expect([found(latest.text), latest.text.includes("second")]).toEqual([[IN_TEXT, IN_PATH], true]);
  const diff = await ask(service, `${handle}/diff?from=${versions[1]?.id}&to=${versions[0]?.id}`);
  expect(JSON.parse(diff.text).unified).toContain("second");
  expect(found((await ask(service, `${handle}/overlay`)).text)).toEqual([IN_TEXT, IN_PATH]);
  const unconfirmed = await ask(service, `/api/sites/${id}`, { publish: true }, "PATCH");
  expect([unconfirmed.status, JSON.parse(unconfirmed.text).detail]).toEqual([
    422,
    expect.stringContaining("publishPrivate"),
  ]);
});

test("without SECRETS_KEY an enrolled private site keeps nothing of what was read with its credentials", async () => {
  const site = await guardedSite();
  const { service, told } = await watchedService({ DATABASE_URL: "" });
  const { id } = await enrolledAndRecrawled(service, site);
  const { text } = await openSiteAnswers(service, id);
  expect(found(text)).toEqual([]);
  expect(found(await told())).toEqual([]);
});

test("in a Postgres server, too, no row holds anything of a private crawl in clear", async () => {
  const server = await startPostgres();
  closers.push(server.close);
  const site = await guardedSite();
  const { service, told } = await watchedService({ ...SEALED, DATABASE_URL: server.url });
  const { outcome } = await enrolledAndRecrawled(service, site);
  expect(outcome).toBe("updated");
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows: tables } = await client.query(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const dumps = await Promise.all(tables.map(({ name }) => client.query(`select t::text as row from ${name} t`)));
  await client.end();
  const rows = dumps.flatMap(({ rows }) => rows.map(({ row }) => String(row)));
  expect(rows.length).toBeGreaterThan(3);
  expect(found(rows.join("\n"))).toEqual([]);
  expect(found(await told())).toEqual([]);
});
