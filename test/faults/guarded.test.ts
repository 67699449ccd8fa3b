import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openQueue } from "../../packages/service/src/jobs/queue.ts";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { startPostgres } from "../servers/postgres.ts";
import { serveSite } from "../servers/site.ts";
import { siteRequest } from "../servers/site-request.ts";
import { type Running, startProcess } from "./processes.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** An address: a path with a space would be two options. */
const PRELOADED = `--import=${new URL("./fault-on-signal.ts", import.meta.url)}`;

async function start(command: "serve" | "worker", environment: Record<string, string>): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-guarded-"));
  closers.push(() => rm(folder, { recursive: true }));
  const running = startProcess(command, { DATA_DIR: folder, HOST: "127.0.0.1", PORT: "0", ...environment });
  closers.push(() => running.end("SIGKILL"));
  await running.said(command === "serve" ? "Listening on" : "Worker started");
  return running;
}

const ended = ({ child }: Running) =>
  new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));

test.each(["rejection", "exception"])(
  "an unexpected error (%s) is logged and ends the process, not with 0",
  async (FAULT) => {
    const running = await start("serve", { FAULT, NODE_OPTIONS: PRELOADED, DATABASE_URL: "none" });
    running.child.kill("SIGUSR2");
    expect(await ended(running)).toBe(70);
    const last = JSON.parse(running.log.at(-1) ?? "");
    expect(last).toMatchObject({ level: 60, msg: "Unexpected error: the process ends" });
    expect(last.err.message).toContain(FAULT === "rejection" ? "nobody awaits this" : "JSON");
  },
);

test("a worker whose event loop stands still ends itself, and its site counts an unfinished attempt", {
  timeout: 180_000,
}, async () => {
  const postgres = await startPostgres(["fsync=off"]);
  closers.push(postgres.close);
  const database = new Database({ type: "postgres", url: postgres.url }, () => {});
  closers.push(() => database.close());
  const queue = await openQueue(await database.opened(AbortSignal.timeout(30_000)), () => {});
  closers.push(queue.close);
  const sites = sitesIn(database);
  const asked = Promise.withResolvers<void>();
  // The site never answers: it is being recrawled when the loop stops.
  const site = await serveSite({ "/": () => asked.resolve() });
  closers.push(site.close);
  const request = siteRequest(site.origin, { maxPages: 5 });
  const limits = { maxPages: 5, descLength: 300, recrawlIntervalMinutes: 60 };
  await sites.enrol({ request, ...limits, sentinelUrl: null });
  const worker = await start("worker", { DATABASE_URL: postgres.url, NODE_OPTIONS: PRELOADED });
  await sites.startRun(10, queue.add);
  await asked.promise;
  worker.child.kill("SIGUSR2");
  await worker.said("the event loop stands still");
  // Nothing else ends it: this signal is not heard.
  worker.child.kill("SIGTERM");
  expect(await ended(worker)).toBe("SIGKILL");
  expect(JSON.parse(worker.log.at(-1) ?? "")).toMatchObject({
    level: 60,
    msg: "The event loop stood still for 30 seconds: the process ends itself",
  });
  const db = await database.connection();
  const { attempts } = await db.db.selectFrom("crawl_sites").select("attempts").executeTakeFirstOrThrow();
  expect(attempts).toBe(1);
});
