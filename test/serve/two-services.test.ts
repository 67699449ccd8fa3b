import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Pool } from "pg";
import { afterAll, expect, test } from "vitest";
import { slowDocs } from "../servers/docs-site.ts";
import { startPostgres } from "../servers/postgres.ts";
import { startService } from "../servers/service.ts";
import { serveSite } from "../servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Job {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly done: number;
  /** Set in the events of one crawl. */
  readonly type?: string;
}

async function openServices() {
  const postgres = await startPostgres();
  closers.push(postgres.close);
  const environment = { DATABASE_URL: postgres.url, ALLOW_PRIVATE_NETWORKS: "true", BROWSER_ENABLED: "false" };
  const [one, other] = await Promise.all([startService({ environment }), startService({ environment })]);
  for (const { url, stop } of [one, other]) {
    closers.push(stop);
    const ready = async () => (await fetch(`${url}/ready`)).text();
    await expect.poll(ready, { timeout: 30_000 }).toContain('"up"');
  }
  return { here: one.url, there: other.url, folder: one.folder, database: postgres.url };
}

/** Answer of a service that does not run the crawl. */
const ELSEWHERE = { detail: "The crawl runs in another process, which alone can end it" };

/** Two services on one database, the same for all tests. */
let opened: ReturnType<typeof openServices> | undefined;

/** A crawl at the first service that goes on until it is ended: its site answers two pages. */
async function unendedCrawl() {
  opened ??= openServices();
  const { here, there, ...places } = await opened;
  const { answers, letGo } = slowDocs(undefined, 2);
  const slow = await serveSite(answers);
  closers.push(slow.close, async () => letGo());
  const { location, id } = (await post(here, "/api/crawls", { url: slow.origin })).body;
  return { here, there, location, id, ...places };
}

async function post(service: string, path: string, body?: unknown) {
  const sent =
    body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(service + path, { method: "POST", ...sent });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}

/** Data of a stream of events until one is as wanted, and the id of that one. */
async function streamed(address: string, isLast: (event: Job) => boolean, lastId?: string) {
  const headers = lastId === undefined ? {} : { "Last-Event-ID": lastId };
  const response = await fetch(address, { headers });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const heard: Job[] = [];
  let rest = "";
  for await (const chunk of response.body ?? []) {
    const blocks = (rest + Buffer.from(chunk)).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, id = "", data] = /^id: (\d+)\nevent: \w+\ndata: (.*)$/m.exec(block) ?? [];
      if (data === undefined) continue;
      heard.push(JSON.parse(data));
      if (isLast(JSON.parse(data))) return { heard, id };
    }
  }
  throw new Error(`The stream ended after ${JSON.stringify(heard.at(-1))}`);
}

/** A crawl as a service shows it. */
async function crawlAt(service: string, location: string) {
  const response = await fetch(service + location);
  return (await response.json()) as { readonly state: string; readonly stoppedEarly: boolean };
}

const stateOf = async (service: string, location: string) => (await crawlAt(service, location)).state;

test("what one service runs is in the other's stream of all work; only the one that runs it cancels it", async () => {
  const { here, there, location, id } = await unendedCrawl();
  const isIn = (state: string) => (job: Job) => job.id === id && job.state === state;
  const { id: last } = await streamed(`${there}/api/jobs/events`, isIn("running"));
  expect(await stateOf(there, location)).toBe("running");
  const refused = await fetch(there + location, { method: "DELETE" });
  expect([refused.status, await refused.json()]).toEqual([409, ELSEWHERE]);
  expect((await fetch(here + location, { method: "DELETE" })).status).toBe(204);
  const { heard } = await streamed(`${there}/api/jobs/events`, isIn("cancelled"), last);
  expect(heard.findLast((job) => job.id === id)).toMatchObject({ kind: "crawl", error: { code: "aborted" } });
  expect(await stateOf(here, location)).toBe("cancelled");
  // An end that was missed is told to whoever comes back.
  await streamed(`${here}/api/jobs/events`, isIn("cancelled"), last);
});

test("a crawl that is finished where it runs is followed to its end at the other service", async () => {
  const { here, there, location, id } = await unendedCrawl();
  await streamed(`${there}/api/jobs/events`, (job) => job.id === id && job.done > 0);
  expect(await post(there, `${location}/finish`)).toEqual({ status: 409, body: ELSEWHERE });
  expect((await post(here, `${location}/finish`)).status).toBe(202);
  const follows = await streamed(`${there}${location}/events`, ({ type }) => type === "summary");
  expect(follows.heard.length).toBeGreaterThan(3);
  expect(await crawlAt(there, location)).toMatchObject({ state: "done", stoppedEarly: true });
});

test("a process that was away until its crawl was over elsewhere leaves nothing of it in the store", async () => {
  const { location, folder, database, here, id } = await unendedCrawl();
  const kept = () => {
    const entries = readdirSync(join(folder, "journals"), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile());
  };
  await expect.poll(kept, { timeout: 30_000 }).not.toEqual([]);
  // What the process that took it over writes.
  const pool = new Pool({ connectionString: database });
  await pool.query("update jobs set owner = gen_random_uuid(), state = 'done', finished_at = now() where id = $1", [
    id,
  ]);
  await pool.end();
  await expect.poll(kept, { timeout: 30_000 }).toEqual([]);
  expect(await stateOf(here, location)).toBe("done");
});
