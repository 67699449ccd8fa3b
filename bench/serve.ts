// The built service under load: 16 crawls of 16 hosts at once beside idle sockets and hostile pages. Measures how fast
// it answers meanwhile, its memory afterwards, and the CPU of an idle one with its embedded database.
// npm run bench -- serve
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ending, openClient } from "../test/servers/client.ts";
import { endProcesses, type ServeProcess, startProcess } from "../test/servers/process.ts";
import { serveSite } from "../test/servers/site.ts";
import { keepResult } from "./results.ts";
import { BUILT, cpuSeconds, crawl, judge, percentile, residentMb, SETTINGS, startSites } from "./service-bench.ts";

const CRAWLS = 16;
const PAGES = 200;
/** Rounds of all crawls: a percentile needs some hundred answers. */
const ROUNDS = 3;
const IDLE_SOCKETS = 1_000;
const IDLE_MS = 60_000;
const REST_MS = 10_000;

/** A megabyte each of text that slows readers down. */
const HOSTILE = {
  "/": `<title>Hostile</title><a href="/deep">a</a><a href="/wide">b</a><a href="/words">c</a><a href="/table">d</a>`,
  "/deep": "<div>".repeat(200_000),
  "/wide": `<p ${Array.from({ length: 60_000 }, (_, n) => `a${n}="${n}"`).join(" ")}>text</p>`,
  "/words": `<title>Words</title><p>${"word, and another one. ".repeat(45_000)}</p>`,
  "/table": `<table>${"<tr><td>1<td>2".repeat(60_000)}`,
};

/** Requests /health until the signal fires. */
async function watch({ url, pid }: ServeProcess, signal: AbortSignal) {
  const answersMs: number[] = [];
  let peakMb = 0;
  while (!signal.aborted) {
    const askedAt = performance.now();
    await (await fetch(`${url}/health`)).text();
    answersMs.push(performance.now() - askedAt);
    peakMb = Math.max(peakMb, residentMb(pid));
    await sleep(20);
  }
  return { answersMs, peakMb };
}

async function openIdle(server: ServeProcess) {
  const clients = [];
  for (let opened = 0; opened < IDLE_SOCKETS; opened += 100) {
    const batch = Array.from({ length: 100 }, () => openClient(server.url, "/ws/crawl"));
    await Promise.all(batch.map((client) => client.opened));
    clients.push(...batch);
  }
  return clients;
}

async function load(folder: string) {
  const sites = await startSites(PAGES, 20);
  const hostile = await serveSite(HOSTILE);
  const server = await startProcess({ ...SETTINGS, DATABASE_URL: "none", DATA_DIR: folder }, { command: BUILT });
  const all = () =>
    Promise.all(Array.from({ length: CRAWLS }, (_, n) => crawl(server, { url: sites.url(n + 1), maxPages: PAGES })));
  // The first round is a warm-up: compiled code and connections are no leak.
  await all();
  await sleep(3_000);
  const startMb = residentMb(server.pid);
  // Opened before: what it costs the bench's own loop is no answer of the server's.
  const idle = await openIdle(server);
  const stop = new AbortController();
  const watching = watch(server, stop.signal);
  const began = performance.now();
  const cpu = cpuSeconds(server.pid);
  const bad = [1, 2, 3].map(() => crawl(server, { url: hostile.origin }));
  const closed = [];
  for (let round = 0; round < ROUNDS; round++) closed.push(...(await all()));
  const seconds = (performance.now() - began) / 1_000;
  const cpuMs = ((cpuSeconds(server.pid) - cpu) * 1_000) / (closed.length * PAGES);
  await Promise.all(bad);
  stop.abort();
  const { answersMs, peakMb } = await watching;
  const told = (await Promise.all(idle.map((client) => client.closed))).filter(({ code }) => code === 1000).length;
  await sleep(REST_MS);
  const endMb = residentMb(server.pid);
  server.kill("SIGTERM");
  const exit = await server.exited;
  sites.close();
  await hostile.close();
  const results = closed.filter((one) => ending(one)[0] === "result").length;
  const p99 = percentile(answersMs, 0.99);
  return {
    lines: [
      `${ROUNDS} times ${CRAWLS} crawls of ${PAGES} pages beside ${idle.length} idle sockets and hostile pages: ${results} results in ${seconds.toFixed(1)} s, ${((closed.length * PAGES) / seconds).toFixed(0)} pages a second, ${cpuMs.toFixed(2)} ms of CPU a page`,
      `/health, ${answersMs.length} times: p50 ${percentile(answersMs, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${Math.max(...answersMs).toFixed(0)} ms`,
      `memory: ${startMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} at most, ${endMb.toFixed(0)} after`,
    ],
    promises: {
      "every crawl has its result": results === closed.length,
      "every idle socket is told and closed": told === idle.length,
      "/health p99 under 60 ms": p99 < 60,
      "memory: at most 200 MB more": endMb <= startMb + 200,
      "a stop after it ends with 0": exit === 0,
    },
  };
}

/** An idle service with its embedded database. */
async function idle(folder: string) {
  const server = await startProcess({ ...SETTINGS, DATA_DIR: folder }, { command: BUILT });
  const state = async () => (await (await fetch(`${server.url}/ready`)).json()).database;
  while ((await state()) !== "ok") await sleep(500);
  await sleep(40_000);
  const before = cpuSeconds(server.pid);
  await sleep(IDLE_MS);
  const used = (cpuSeconds(server.pid) - before) * (60_000 / IDLE_MS);
  server.kill("SIGTERM");
  await server.exited;
  return {
    lines: [`idle with its embedded database: ${used.toFixed(2)} s of CPU a minute`],
    promises: { "idle: under 0.2 s of CPU a minute": used < 0.2 },
  };
}

const folder = await mkdtemp(join(tmpdir(), "bench-serve-"));
try {
  const outcomes = [await load(join(folder, "load")), await idle(join(folder, "idle"))];
  keepResult("npm run bench -- serve", outcomes.flatMap(({ lines }) => lines.map((line) => `- ${line}`)).join("\n"));
  for (const { promises } of outcomes) judge(promises);
} finally {
  await endProcesses();
  await rm(folder, { recursive: true, force: true });
}
