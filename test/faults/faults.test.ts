import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { startPostgres } from "../servers/postgres.ts";
import { type Service, startService } from "../servers/service.ts";
import { serveSite } from "../servers/site.ts";
import { embeddedKills } from "./embedded-kills.ts";
import { type KillRound, killRounds } from "./kill-rounds.ts";
import { postgresRestarts } from "./postgres-restarts.ts";
import { eventually } from "./rig.ts";

const page = `<!doctype html><html lang="en"><title>Home</title><meta name="description" content="What it is about.">
  <main><h1>Home</h1><p>${"One more sentence about it. ".repeat(10)}</p></main></html>`;

const hook = (service: Service, baseUrl: string) =>
  fetch(`${service.url}/internal/hooks/site-changed`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ base_url: baseUrl }),
  });

test("server and workers killed at random moments of a recrawl lose no site, no URL and no enrolment", {
  timeout: 400_000,
}, async () => {
  const rounds: KillRound[] = [];
  await killRounds({ rounds: 2, sites: 24, workers: 2, kills: 2, onRound: (round) => rounds.push(round) });
  for (const round of rounds)
    expect(round).toMatchObject({ due: 0, failed: 0, crawledTwiceAtOnce: 0, brokenUrls: 0, enrolmentsLost: 0 });
  expect(rounds.every(({ crawledAgain, kills }) => crawledAgain <= kills)).toBe(true);
});

test("a database that crashes again and again during a recrawl costs no site, and none is crawled twice", async () => {
  const ledger = await postgresRestarts({ sites: 30, restarts: 3 });
  expect(ledger).toMatchObject({ done: 30, due: 0, failed: 0, notOnce: 0, brokenUrls: 0, processesEnded: 0 });
});

test("a process killed while it writes to the embedded database loses nothing that it had acknowledged", async () => {
  const { acknowledged, lost } = await embeddedKills(1);
  expect(acknowledged).toBeGreaterThan(0);
  expect(lost).toBe(0);
});

test("a service that starts without its database serves, and recovers by itself when it comes", async () => {
  const postgres = await startPostgres();
  await postgres.kill();
  const service = await startService({ environment: { DATABASE_URL: postgres.url } });
  const website = await serveSite({ "/": page });
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  expect((await hook(service, website.origin)).status).toBe(503);
  const without = await service.crawl({ url: website.origin, enableAutoUpdate: true });
  expect(without.messages.map(({ type }) => type)).toContain("result");
  expect(without.messages.map(({ content }) => content)).toContain("Auto-update not enabled: database unavailable");
  await postgres.start();
  await vi.waitFor(async () => expect((await hook(service, website.origin)).status).toBe(404), {
    timeout: 15_000,
    interval: 250,
  });
  const enrolled = await service.crawl({ url: website.origin, enableAutoUpdate: true });
  expect(enrolled.messages.map(({ content }) => content)).toContain("Auto-update enabled for this site");
  expect((await hook(service, website.origin)).status).toBe(200);
  await service.stop();
  await website.close();
  await postgres.close();
});

test("connections that are cut, in use or idle, end no process and are opened anew", async () => {
  const postgres = await startPostgres();
  const service = await startService({ environment: { DATABASE_URL: postgres.url, CRON_SECRET: "cron" } });
  const website = await serveSite({ "/": page });
  const enrolled = await service.crawl({ url: website.origin, enableAutoUpdate: true });
  expect(enrolled.code).toBe(1000);
  const killer = new Client({ connectionString: postgres.url });
  await killer.connect();
  for (let cut = 0; cut < 10; cut++) {
    const calls = Array.from({ length: 5 }, () => hook(service, website.origin));
    await killer.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'llmstxt%'");
    for (const { status } of await Promise.all(calls)) expect([200, 503]).toContain(status);
  }
  await killer.end();
  expect((await eventually(() => hook(service, website.origin))).status).toBe(200);
  await service.stop();
  await website.close();
  await postgres.close();
});

test("a database that holds a lock is waited for a few seconds, then it is unavailable; health answers meanwhile", async () => {
  const postgres = await startPostgres();
  const service = await startService({ environment: { DATABASE_URL: postgres.url } });
  await vi.waitFor(async () => expect((await hook(service, "https://x.dev")).status).toBe(404), { timeout: 15_000 });
  const locker = new Client({ connectionString: postgres.url });
  await locker.connect();
  await locker.query("begin");
  await locker.query("lock table crawl_sites in access exclusive mode");
  const waiting = hook(service, "https://x.dev");
  const asked = performance.now();
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  expect(performance.now() - asked).toBeLessThan(1_000);
  expect((await waiting).status).toBe(503);
  await locker.query("rollback");
  await locker.end();
  expect((await hook(service, "https://x.dev")).status).toBe(404);
  await service.stop();
  await postgres.close();
});

test("two processes cannot open one folder of the embedded database; the second serves without one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-two-"));
  const environment = { DATABASE_URL: "", DATA_DIR: folder };
  const first = await startService({ environment });
  await vi.waitFor(async () => expect((await hook(first, "https://x.dev")).status).toBe(404), { timeout: 60_000 });
  const second = await startService({ environment });
  expect((await hook(second, "https://x.dev")).status).toBe(503);
  expect(second.log.some((line) => line.includes("is in use by process"))).toBe(true);
  await second.stop();
  expect((await hook(first, "https://x.dev")).status).toBe(404);
  await first.stop();
  await rm(folder, { recursive: true, force: true });
});

test("a full disk costs a text its upload, never half a file; with space again it is stored by itself", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-full-"));
  const files = join(folder, "files");
  await mkdir(files);
  // Only root of a machine, not of every container, may make a disk that small.
  if (spawnSync("/bin/mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", files]).status !== 0) {
    await rm(folder, { recursive: true });
    return context.skip();
  }
  const postgres = await startPostgres();
  const environment = { DATABASE_URL: postgres.url, DATA_DIR: folder };
  const service = await startService({ environment });
  const website = await serveSite({ "/": page });
  const api = (path: string) => fetch(`${service.url}/api/sites${path}`);
  const siteAnswer = z.object({ fileUrl: z.string().nullable(), status: z.string() });
  const siteOf = async (id: string) => siteAnswer.parse(await (await api(`/${id}`)).json());
  try {
    await eventually(async () => expect((await hook(service, "https://x.dev")).status).toBe(404));
    await writeFile(join(files, "ballast"), Buffer.alloc(64 * 1024));
    const full = await service.crawl({ url: website.origin, enableAutoUpdate: true });
    expect(full.messages.map(({ type }) => type)).toContain("result");
    expect(full.messages.map(({ type }) => type)).not.toContain("url");
    const { items } = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(await (await api("")).json());
    const id = items[0]?.id ?? "";
    expect((await siteOf(id)).status).toBe("undelivered");
    await rm(join(files, "ballast"));
    // No request is sent: the outbox tries again by itself.
    await vi.waitFor(async () => expect((await siteOf(id)).fileUrl).not.toBeNull(), { timeout: 60_000, interval: 200 });
    const { fileUrl } = await siteOf(id);
    expect(await (await fetch(fileUrl ?? "")).text()).toMatch(/^# /);
    expect((await readdir(files)).filter((name) => name.startsWith("."))).toEqual([]);
  } finally {
    await service.stop();
    await website.close();
    await postgres.close();
    spawnSync("/bin/umount", [files]);
    await rm(folder, { recursive: true, force: true });
  }
});
