import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { readConfig } from "../../packages/service/src/settings/config.ts";
import { runWorker } from "../../packages/service/src/worker.ts";
import { startPostgres } from "../servers/postgres.ts";

test("a worker with WORKER_PORT answers health, readiness and metrics, and is not ready while its database is away, of which its log has a line", async () => {
  const server = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), "worker-"));
  const environment = { HOST: "127.0.0.1", DATA_DIR: folder, DATABASE_URL: server.url, BROWSER_ENABLED: "false" };
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const stopping = new AbortController();
  const running = runWorker(readConfig({ ...environment, WORKER_PORT: "0" }), stopping.signal, log);
  const url = await vi.waitFor(() => {
    const [found] = lines.join("").match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
    if (found === undefined) throw new Error("not listening yet");
    return found;
  }, 30_000);
  const status = async (path: string) => (await fetch(`${url}${path}`)).status;
  await vi.waitFor(async () => expect(await status("/ready")).toBe(200), 30_000);
  expect(await status("/health")).toBe(200);
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain('llmstxt_recrawls_total{outcome="updated"} 0');
  expect(text).toContain("llmstxt_database_up 1");
  expect(text).toContain('llmstxt_http_request_duration_seconds_count{method="GET",route="/health",status="200"} 1');
  expect(await status("/api/sites")).toBe(404);
  await server.kill();
  await vi.waitFor(async () => expect(await status("/ready")).toBe(503), 30_000);
  expect(await status("/health")).toBe(200);
  // Meanwhile the job queue, which looks every five seconds, finds no database either.
  await sleep(6_000);
  await server.start();
  await vi.waitFor(async () => expect(await status("/ready")).toBe(200), 30_000);
  const said = lines.map((line) => JSON.parse(line)).filter(({ level, msg }) => level > 30 || /^Database/.test(msg));
  expect(said.map(({ msg }) => msg)).toEqual(["Database ready", "Database unavailable", "Database ready"]);
  stopping.abort();
  await running;
  await rm(folder, { recursive: true });
  await server.close();
});
