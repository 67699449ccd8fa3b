import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { packages } from "../../scripts/packages.ts";
import { HOSTILE_CASES, serveHostile } from "../servers/hostile.ts";
import type { HostileOrder, HostileReport } from "../servers/hostile-client.ts";

const CLIENT = fileURLToPath(new URL("../servers/hostile-client.ts", import.meta.url));
const SHARED = fileURLToPath(new URL("../../../shared/hostile/hostile.mjs", import.meta.url));

const BUNDLE = fileURLToPath(new URL("../../node_modules/.cache/llmstxt-service/hostile-client.js", import.meta.url));

// As it is shipped: Node's own stripping of types takes 30 MB that are not ours.
beforeAll(() =>
  build({
    entryPoints: [CLIENT],
    outfile: BUNDLE,
    bundle: true,
    platform: "node",
    format: "esm",
    // With `packages: "external"` our packages would be loaded beside their bundled parts.
    external: packages.flatMap((one) => Object.keys({ ...one.dependencies, ...one.optional, ...one.devDependencies })),
  }),
);

async function fetchAll(order: HostileOrder): Promise<HostileReport> {
  const options = { maxBuffer: 256 * 2 ** 20 };
  const { stdout } = await promisify(execFile)(process.execPath, [BUNDLE, JSON.stringify(order)], options);
  return JSON.parse(stdout) as HostileReport;
}

function printTable(
  title: string,
  { results, peakMb, blockedMs, sockets }: HostileReport,
  bounds: ReadonlyMap<string, number>,
) {
  const rows = results.map(({ url, outcome, ms }) => {
    const id = new URL(url).pathname.replace(/^\/([pr]\/)?/, "");
    return `  ${id.padEnd(28)} ${outcome.padEnd(22)} ${String(ms).padStart(6)} ms of ${bounds.get(url) ?? "-"}`;
  });
  const sum = `  peak ${peakMb} MiB, loop blocked ${blockedMs} ms at most, ${sockets} sockets open afterwards`;
  console.log([title, ...rows.sort(), sum].join("\n"));
}

test("a hostile server gets nowhere: every answer comes to what it should, in time, in 200 MB, 8 at once", async () => {
  const server = await serveHostile();
  const timeoutMs = 1500;
  const urls = HOSTILE_CASES.map(({ id }) => `http://127.0.0.1:${server.port}/${id}`);
  const report = await fetchAll({ urls, atOnce: 8, timeoutMs, rendered: false });
  printTable("our hostile server", report, new Map(urls.map((url) => [url, 5000])));
  const wrong = report.results.filter(({ url, outcome, ms }) => {
    const found = HOSTILE_CASES.find(({ id }) => url.endsWith(`/${id}`));
    return !found?.comesTo.includes(outcome) || ms > 5000;
  });
  expect(wrong).toEqual([]);
  const tooOften = HOSTILE_CASES.filter(({ id, requests = 1 }) => (server.requests.get(id) ?? 0) > requests);
  expect(tooOften).toEqual([]);
  expect(server.canaryHits()).toBe(0);
  expect(report.sockets).toBe(0);
  expect(report.peakMb).toBeLessThanOrEqual(200);
  expect(report.blockedMs).toBeLessThan(200);
  await server.close();
});

const casesOf = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      group: z.string(),
      kind: z.string(),
      url: z.string(),
      bound: z.object({ ms: z.number(), requests: z.number().optional(), bodyBytes: z.number().optional() }),
    }),
  ),
});

const statsOf = z.object({
  stats: z.record(z.string(), z.object({ requests: z.number(), open: z.number(), bytes: z.number() })),
});

/** The shared hostile server, on the first free row of ports from a random one on. */
async function startShared(): Promise<{ readonly base: string; readonly stop: () => Promise<void> }> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 300) * 100;
    const child = spawn(process.execPath, [SHARED, "--base", String(port)], { stdio: ["ignore", "pipe", "ignore"] });
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    if (await isReady(child, exited)) {
      const stop = async () => {
        child.kill("SIGKILL");
        await exited;
      };
      return { base: `http://127.0.0.1:${port}`, stop };
    }
  }
}

async function isReady({ stdout }: ChildProcess, exited: Promise<void>): Promise<boolean> {
  if (stdout === null) return false;
  const firstLine = new Promise<boolean>((resolve) => createInterface(stdout).once("line", () => resolve(true)));
  return Promise.race([firstLine, exited.then(() => false)]);
}

/** What the server counts as sent and loopback still holds when we hang up: a send buffer and a receive buffer. */
const KERNEL_BYTES = 10 * 2 ** 20;

async function runShared(title: string, picks: (id: string, group: string) => boolean, rendered: boolean) {
  const { base, stop } = await startShared();
  try {
    const get = async (path: string): Promise<unknown> => (await fetch(base + path)).json();
    const { cases } = casesOf.parse(await get("/cases.json"));
    const chosen = cases.filter(({ id, group, kind }) => kind !== "site" && picks(id, group));
    const report = await fetchAll({
      urls: chosen.map(({ url }) => url),
      // As many pages as a browser has open at once: the bounds are not about waiting for a place.
      atOnce: rendered ? 4 : 8,
      rendered,
    });
    printTable(title, report, new Map(chosen.map(({ url, bound }) => [url, bound.ms])));
    const { stats } = statsOf.parse(await get("/stats.json"));
    const over = chosen.filter(({ id, url, bound }) => {
      const { ms = Number.POSITIVE_INFINITY } = report.results.find((one) => one.url === url) ?? {};
      const { requests = 0, bytes = 0 } = stats[id] ?? {};
      const most = (bound.requests ?? 1000) + Number(rendered);
      // A Chromium whose pages keep both cores busy starts and ends late where other tests run beside it.
      const maxMs = rendered ? 2 * bound.ms : bound.ms;
      return ms > maxMs || requests > most || bytes > (bound.bodyBytes ?? Number.POSITIVE_INFINITY) + KERNEL_BYTES;
    });
    return { report, over, chosen, canaryHits: stats.canary?.requests ?? 0 };
  } finally {
    await stop();
  }
}

/** Cases that show something in a browser only. */
const needsBrowser = (id: string, group: string) => group === "browser" || id.startsWith("js-") || id === "spa-shell";

test.runIf(existsSync(SHARED))("none of 150 hostile answers goes over its bound", async () => {
  const { report, over, chosen, canaryHits } = await runShared("shared hostile server", () => true, false);
  expect(chosen.length).toBeGreaterThanOrEqual(150);
  expect(over).toEqual([]);
  expect(report.results.filter(({ outcome }) => outcome === "unexpected" || outcome.includes(" "))).toEqual([]);
  expect([canaryHits, report.sockets]).toEqual([0, 0]);
  expect(report.peakMb).toBeLessThanOrEqual(200);
  expect(report.blockedMs).toBeLessThan(200);
});

test.runIf(existsSync(SHARED))("hostile pages in a browser stay inside their bounds too", async () => {
  const { report, over, canaryHits } = await runShared("shared hostile pages, rendered", needsBrowser, true);
  expect(over).toEqual([]);
  expect([canaryHits, report.sockets]).toEqual([0, 0]);
  expect(report.results.filter(({ text }) => /root:x:0|SECRET/.test(text))).toEqual([]);
});
