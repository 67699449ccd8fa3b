import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { openQueue } from "../../packages/service/src/jobs/queue.ts";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { startPostgres } from "../servers/postgres.ts";
import { startS3 } from "../servers/s3.ts";
import { type SiteAnswer, serveSite } from "../servers/site.ts";
import { siteRequest } from "../servers/site-request.ts";
import { type Running, startProcess } from "./processes.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const page = (title: string) => `<!doctype html><html lang="en"><title>${title}</title>
  <main><h1>${title}</h1><p>${`A sentence of ${title}. `.repeat(10)}</p></main></html>`;

const html = (response: ServerResponse, title: string) =>
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(title));

/** Sites in a database server, a queue that works nothing, and workers as processes of their own. */
async function open(more: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-stopped-"));
  closers.push(() => rm(folder, { recursive: true }));
  const postgres = await startPostgres(["fsync=off"]);
  closers.push(postgres.close);
  const database = new Database({ type: "postgres", url: postgres.url }, () => {});
  closers.push(() => database.close());
  const queue = await openQueue(await database.opened(AbortSignal.timeout(30_000)), () => {});
  closers.push(queue.close);
  const sites = sitesIn(database);
  return {
    folder,
    sites,
    startRun: () => sites.startRun(10, queue.add),
    async enrol(url: string) {
      const request = siteRequest(url, { maxPages: 5 });
      await sites.enrol({ request, recrawlIntervalMinutes: 60, sentinelUrl: null });
    },
    async site(answers: Record<string, SiteAnswer>) {
      const served = await serveSite(answers);
      closers.push(served.close);
      return served;
    },
    async startWorker(name: string): Promise<Running> {
      const environment = {
        DATABASE_URL: postgres.url,
        DATA_DIR: folder,
        USER_AGENT: `${name}/1`,
        STORE_STABLE: "true",
        ...more,
      };
      const worker = startProcess("worker", environment);
      closers.push(() => worker.end("SIGKILL"));
      await worker.said("Worker started");
      return worker;
    },
  };
}

type Place = Awaited<ReturnType<typeof open>>;

/** Another worker does the run while the first one is stopped. @returns the site as it left it */
async function takeOver({ sites, startWorker }: Place, runId: string, url: string) {
  const taker = await startWorker("taker");
  const runEnd = async () => (await sites.settleRun(runId))?.finishedAt ?? null;
  await expect.poll(runEnd, { timeout: 120_000, interval: 500 }).not.toBeNull();
  const taken = await sites.find(url);
  expect(taken).toMatchObject({ pages: 1, crawls: 1, failures: 0 });
  await taker.end("SIGTERM");
  return taken;
}

/** Lets a worker go on. Sites are recrawled one by one: once it has done another, it is done with the one before. */
async function goOn(worker: Running, { site, enrol, startRun, sites }: Place): Promise<void> {
  worker.child.kill("SIGCONT");
  const other = await site({ "/": page("Other") });
  await enrol(other.origin);
  await startRun();
  const isDone = async () => expect((await sites.find(other.origin))?.pages).toBe(1);
  await vi.waitFor(isDone, { timeout: 120_000, interval: 500 });
}

const stableName = (origin: string) => `${new URL(origin).host.replace(":", "_")}/llms.txt`;

test("a worker stopped past its lease (SIGSTOP) overwrites nothing of the one that took over when it goes on", {
  timeout: 240_000,
}, async () => {
  const place = await open();
  const asked = Promise.withResolvers<void>();
  let asks = 0;
  const site = await place.site({
    "/": ({ headers }, response) => {
      if (headers["user-agent"] === "taker/1") return html(response, "Fresh");
      // The first time it is asked it says nothing: the worker is stopped while it waits.
      if (asks++ > 0) return html(response, "Stale");
      asked.resolve();
    },
  });
  await place.enrol(site.origin);
  const first = await place.startWorker("stopped");
  const run = await place.startRun();
  await asked.promise;
  first.child.kill("SIGSTOP");
  const taken = await takeOver(place, run.id, site.origin);
  await goOn(first, place);
  const after = await place.sites.find(site.origin);
  expect(after).toEqual(taken);
  const versions = await place.sites.versions(after?.id ?? "", undefined, 10);
  expect(versions.items.map(({ digest }) => digest)).toEqual([taken?.latestHash]);
  expect((await place.sites.settleRun(run.id))?.summary).toMatchObject({
    total: 1,
    processed: 1,
    updated: 1,
    errors: 0,
  });
  expect(await readFile(join(place.folder, "files", stableName(site.origin)), "utf8")).toMatch(/^# Fresh\n/);
});

test("one stopped while it uploads stores nothing over what the other has stored", { timeout: 240_000 }, async () => {
  const key = { accessKeyId: "id", secretAccessKey: "secret" };
  const store = await startS3({ key, bucket: "texts" });
  closers.push(store.close);
  const place = await open({
    S3_BUCKET: "texts",
    S3_ENDPOINT: store.url,
    S3_REGION: "auto",
    S3_ACCESS_KEY_ID: key.accessKeyId,
    S3_SECRET_ACCESS_KEY: key.secretAccessKey,
    S3_FORCE_PATH_STYLE: "true",
  });
  const site = await place.site({
    "/": ({ headers }, response) => void html(response, headers["user-agent"] === "taker/1" ? "Fresh" : "Stale"),
  });
  await place.enrol(site.origin);
  store.misbehave("PUT", "silence");
  const first = await place.startWorker("stopped");
  const run = await place.startRun();
  const isUploading = () => store.requests.some(({ method }) => method === "PUT");
  await expect.poll(isUploading, { timeout: 60_000, interval: 5 }).toBe(true);
  first.child.kill("SIGSTOP");
  const taken = await takeOver(place, run.id, site.origin);
  await goOn(first, place);
  expect(await place.sites.find(site.origin)).toEqual(taken);
  expect(String(store.objects.get(stableName(site.origin))?.body)).toMatch(/^# Fresh\n/);
  expect(await (await fetch(taken?.latestUrl ?? "")).text()).toMatch(/^# Fresh\n/);
});
