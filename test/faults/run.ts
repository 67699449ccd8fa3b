// Runs every fault at full length. Exits 1 if anything was lost, doubled or late.
// npm run test:faults [-- PART...] [--rounds=N]
// default: all parts
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { page, query, type Row, SECRET, sha256 } from "../jobs/recrawling.ts";
import { type Client, ending, openClient } from "../servers/client.ts";
import { startPostgres } from "../servers/postgres.ts";
import { endProcesses, type ServeProcess, startProcess } from "../servers/process.ts";
import { serveSite } from "../servers/site.ts";
import { eventually, type Ledger, openRig, type Rig } from "./rig.ts";

/** A simple random generator, the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = dice(7);

interface Round extends Partial<Ledger> {
  /** Seconds from the last fault to the last text. */
  readonly seconds: number;
  /** Number of other faults. */
  readonly wrong?: number;
  readonly note?: string;
}

interface Part {
  readonly about: string;
  readonly rounds: number;
  /** Rounds of one rig, one after another. */
  run(rounds: number): AsyncGenerator<Round>;
}

/** A run of due sites with a fault in it. */
async function* recrawls(
  rounds: number,
  fault: (rig: Rig) => Promise<{ readonly wrong?: number; readonly note?: string } | undefined>,
  size = { sites: 100, workers: 3 },
): AsyncGenerator<Round> {
  const rig = await openRig(size);
  try {
    for (let round = 0; round < rounds; round++) {
      await rig.begin();
      const told = await fault(rig);
      const seconds = await rig.settled();
      yield { seconds, ...(await rig.ledger()), ...told };
    }
  } finally {
    await rig.close();
  }
}

/** Enrols a site over the socket while processes are killed. @returns true if it was confirmed and is missing */
async function enrolledAndLost(rig: Rig, url: string): Promise<boolean> {
  const client = openClient(rig.processes[0]?.url ?? "", "/ws/crawl");
  const isOpen = await client.opened.then(
    () => true,
    () => false,
  );
  if (!isOpen) return false;
  client.send({ url, enableAutoUpdate: true });
  const { messages } = await client.closed;
  if (!messages.some(({ content }) => content === "Auto-update enabled for this site")) return false;
  return (await rig.query("select 1 from crawl_sites where base_url = $1", [url])).length === 0;
}

const PARTS: Readonly<Record<string, Part>> = {
  kills: {
    about: "kill -9 of the server and the workers at ten moments of a run, an enrolment beside it",
    rounds: 20,
    run: (rounds) => {
      let enrolled = 100;
      return recrawls(rounds, async (rig) => {
        const enrolling = enrolledAndLost(rig, rig.sites.url(++enrolled));
        const starting = rig.processes.map(() => Promise.resolve());
        for (let kill = 0; kill < 10; kill++) {
          await sleep(random() * 800);
          const place = Math.floor(random() * rig.processes.length);
          await starting[place];
          rig.processes[place]?.kill("SIGKILL");
          await rig.processes[place]?.exited;
          starting[place] = rig.start(place);
        }
        await Promise.all(starting);
        return { wrong: Number(await enrolling) };
      });
    },
  },
  takeover: {
    about: "kill -9 of a worker in mid-crawl, with 150 sites in line: seconds until another has its site",
    rounds: 3,
    run: (rounds) =>
      recrawls(
        rounds,
        async (rig) => {
          const first = Promise.withResolvers<{ host: string; agent: string }>();
          const again = Promise.withResolvers<void>();
          const never = new Promise<void>(() => {});
          rig.sites.onVisit = async (host, agent) => {
            first.resolve({ host, agent });
            const held = await first.promise;
            if (host !== held.host) return;
            if (agent !== held.agent) return again.resolve();
            await never;
          };
          const place = rig.placeOf((await first.promise).agent);
          rig.processes[place]?.kill("SIGKILL");
          const began = performance.now();
          await again.promise;
          const seconds = Math.round((performance.now() - began) / 100) / 10;
          rig.sites.onVisit = () => {};
          await rig.start(place);
          return { wrong: Number(seconds > 20), note: `taken over after ${seconds} s` };
        },
        { sites: 150, workers: 3 },
      ),
  },
  stopped: {
    about: "SIGSTOP of a worker for longer than its heartbeat, then SIGCONT",
    rounds: 3,
    run: (rounds) =>
      recrawls(rounds, async (rig) => {
        await sleep(500 + random() * 1_000);
        rig.processes[1]?.kill("SIGSTOP");
        await sleep(25_000);
        rig.processes[1]?.kill("SIGCONT");
        await sleep(2_000);
        return undefined;
      }),
  },
  postgres: {
    about: "Postgres killed and started again, three times in a run",
    rounds: 5,
    run: (rounds) =>
      recrawls(rounds, async (rig) => {
        for (let n = 0; n < 3; n++) {
          await sleep(random() * 2_000);
          await rig.postgres.kill();
          await sleep(random() * 3_000);
          await rig.postgres.start();
        }
        return { wrong: rig.processes.filter((one) => hasEnded(one)).length };
      }),
  },
  promotion: {
    about: "Postgres killed in a run, and its standby promoted",
    rounds: 5,
    run: (rounds) =>
      recrawls(rounds, async (rig) => {
        await rig.postgres.follow();
        await rig.begin();
        await sleep(random() * 2_000);
        await rig.postgres.kill();
        await sleep(random() * 3_000);
        await rig.postgres.promote();
        return { wrong: rig.processes.filter((one) => hasEnded(one)).length };
      }),
  },
  store: {
    about: "the store away for 10 s of a run: 503, then silence and lost answers",
    rounds: 5,
    run: (rounds) =>
      recrawls(rounds, async (rig) => {
        await sleep(random() * 1_000);
        rig.store.goAway(503);
        await sleep(10_000);
        rig.store.misbehave("PUT", "silence", "storeThenCut", "cut");
        rig.store.goAway(undefined);
        return undefined;
      }),
  },
  sigterm: {
    about: "SIGTERM of the server with ten crawls, and of a worker: one end each, exit 0 within 30 s",
    rounds: 5,
    run: (rounds) =>
      recrawls(rounds, async (rig) => {
        const clients: Client[] = [];
        for (let n = 0; n < 10; n++) {
          const client = openClient(rig.processes[0]?.url ?? "", "/ws/crawl");
          await client.opened;
          client.send({ url: rig.sites.url(101 + n) });
          clients.push(client);
        }
        await sleep(random() * 500);
        const began = performance.now();
        for (const place of [0, 1]) rig.processes[place]?.kill("SIGTERM");
        const codes = await Promise.all([0, 1].map((place) => rig.processes[place]?.exited));
        const isLate = performance.now() - began > 30_000;
        const ends = (await Promise.all(clients.map(({ closed }) => closed))).map((closed) => ending(closed).join());
        const bad = ends.filter((end) => !["error,close 1012", "result,url,close 1000"].includes(end));
        for (const place of [0, 1]) await rig.start(place);
        await rig.begin();
        const wrong = bad.length + Number(isLate) + codes.filter((code) => code !== 0).length;
        return { wrong, note: wrong ? `${codes} ${bad[0] ?? ""}` : "" };
      }),
  },
  embedded: {
    about: "kill -9 of a service while it writes to its embedded database: what was acknowledged is there",
    rounds: 10,
    run: embeddedKills,
  },
  disk: {
    about: "the disk full: crawls end well, no half file, and texts are stored when there is space again",
    rounds: 2,
    run: fullDisks,
  },
};

function hasEnded({ pid }: ServeProcess): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true; // there is no such process
  }
}

const SETTINGS = { BROWSER_ENABLED: "false", ALLOW_PRIVATE_NETWORKS: "true", CRON_SECRET: SECRET };

async function* embeddedKills(rounds: number): AsyncGenerator<Round> {
  const folder = await mkdtemp(join(tmpdir(), "embedded-"));
  const site = await serveSite({ "*": page("Home", "What the site is about.") }, "0.0.0.0");
  const acknowledged: string[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const service = await startProcess({ DATA_DIR: folder, ...SETTINGS });
      const hook = (base_url: string) =>
        fetch(`${service.url}/internal/hooks/site-changed`, {
          ...{ method: "POST", headers: { "content-type": "application/json" } },
          body: JSON.stringify({ base_url }),
        });
      await eventually(async () => {
        if ((await hook("http://nobody.example")).status !== 404) throw new Error("not open yet");
      });
      const found = await Promise.all(acknowledged.map(async (url) => (await hook(url)).status));
      const enrolling = [1, 2, 3, 4].map(async (n) => {
        const url = `http://127.0.3.${round * 4 + n}:${site.port}`;
        const client = openClient(service.url, "/ws/crawl");
        await client.opened.catch(() => {}); // it was killed before
        client.send({ url, enableAutoUpdate: true });
        const { messages } = await client.closed;
        if (messages.some(({ content }) => content.startsWith("Auto-update enabled"))) acknowledged.push(url);
      });
      // One enrolment is acknowledged, the others are still being written.
      await Promise.race(enrolling);
      await sleep(random() * 500);
      service.kill("SIGKILL");
      await Promise.all(enrolling);
      await service.exited;
      yield {
        seconds: 0,
        lost: found.filter((status) => status !== 200).length,
        note: `${acknowledged.length} enrolled`,
      };
    }
  } finally {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function* fullDisks(rounds: number): AsyncGenerator<Round> {
  const folder = await mkdtemp(join(tmpdir(), "disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", folder]);
  if (mounted.status !== 0) return yield { seconds: 0, note: "left out: nothing can be mounted here" };
  const postgres = await startPostgres(["fsync=off"]);
  const site = await serveSite({ "*": page("Home", "What the site is about.") }, "0.0.0.0");
  const full = { DATA_DIR: folder, DATABASE_URL: postgres.url, ...SETTINGS };
  const service = await startProcess(full);
  try {
    for (let round = 1; round <= rounds; round++) {
      const url = `http://127.0.4.${round}:${site.port}`;
      spawnSync("dd", ["if=/dev/zero", `of=${join(folder, "filler")}`, "bs=1k"]);
      const client = openClient(service.url, "/ws/crawl");
      await client.opened;
      client.send({ url, enableAutoUpdate: true });
      const crawled = ending(await client.closed).join();
      await rm(join(folder, "filler"));
      const began = performance.now();
      const row = await eventually(async () => {
        const [found] = await query<Row>(postgres.url, "select * from crawl_sites where base_url = $1", [url]);
        if (found === undefined || found.unstored_since !== null) throw new Error("The text is not stored");
        return found;
      });
      const seconds = Math.round((performance.now() - began) / 1_000);
      const { pathname } = new URL(row.latest_llms_url);
      const text = await (await fetch(`${service.url}${pathname}`)).text();
      yield {
        seconds,
        lost: Number(sha256(text) !== row.latest_llms_hash),
        wrong: Number(crawled !== "result,close 1000"),
      };
    }
  } finally {
    await service[Symbol.asyncDispose]();
    await Promise.all([postgres.close(), site.close()]);
    spawnSync("umount", [folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const given = Number(/--rounds=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 0);
let losses = 0;
try {
  for (const [name, { about, rounds, run }] of Object.entries(PARTS)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`${name}: ${about}`);
    for await (const { note = "", ...row } of run(given || rounds)) {
      const { lost = 0, doubled = 0, undone = 0, wrong = 0 } = row;
      losses += lost + doubled + undone + wrong;
      console.log(`  ${Object.entries(row).flat().join(" ")} ${note}`.trimEnd());
    }
  }
} finally {
  await endProcesses();
}
console.log(losses === 0 ? "Nothing was lost" : `${losses} losses`);
process.exitCode = losses === 0 ? 0 : 1;
