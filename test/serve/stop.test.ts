import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { only } from "../servers/client.ts";
import { interrupted } from "../servers/interrupted.ts";
import { endProcesses, startProcess } from "../servers/process.ts";
import { topicSite } from "../servers/topic-site.ts";

afterEach(endProcesses);

const OFFLINE = { DATABASE_URL: "none", ALLOW_PRIVATE_NETWORKS: "true", BROWSER_ENABLED: "false" };

/** `npm run bench:serve` does twenty. */
const ROUNDS = 3;

test("SIGTERM in mid-crawl: every client gets exactly one result or error and a close, and nothing is left", async () => {
  const site = await topicSite({ pages: 20, latencyMs: 10 });
  for (let round = 0; round < ROUNDS; round++) {
    const folder = await mkdtemp(join(tmpdir(), "stop-"));
    const server = await startProcess({ ...OFFLINE, DATA_DIR: folder });
    const outcome = await interrupted({ server, siteUrl: site.origin, clients: 4, afterMessages: round * 20 });
    expect(outcome.exit).toBe(0);
    expect(outcome.seconds).toBeLessThan(30);
    for (const { messages, code } of outcome.closed) {
      const ends = messages.filter(({ type }) => type === "result" || type === "error");
      expect(ends).toHaveLength(1);
      expect(code).toBe(ends[0]?.type === "error" ? 1012 : 1000);
    }
    const files = await readdir(join(folder, "files"));
    expect(files.filter((name) => !/^127\.0\.0\.1_\d+_\d{8}_\d{6}(_\d+)?\.txt$/.test(name))).toEqual([]);
    await rm(folder, { recursive: true });
  }
  await site.close();
});

test("a crawl that would take longer is interrupted after 20 seconds, and the process ends within 30", async () => {
  const site = await topicSite({ pages: 200, latencyMs: 2_000 });
  const folder = await mkdtemp(join(tmpdir(), "stop-"));
  const server = await startProcess({ ...OFFLINE, DATA_DIR: folder });
  const outcome = await interrupted({ server, siteUrl: site.origin, clients: 2, afterMessages: 3 });
  expect(outcome.exit).toBe(0);
  expect(outcome.seconds).toBeGreaterThan(19);
  expect(outcome.seconds).toBeLessThan(30);
  for (const closed of outcome.closed) {
    expect(only("error", closed)).toBe("Crawl interrupted");
    expect(closed.code).toBe(1012);
  }
  expect(await readdir(join(folder, "files"))).toEqual([]);
  await rm(folder, { recursive: true });
  await site.close();
});
