// Starts a service, its workers, their database and store, and many sites as real processes, and inspects them.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createRoad } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { query as ask, page, SECRET, sha256 } from "../jobs/recrawling.ts";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { type ServeProcess, startProcess } from "../servers/process.ts";
import { type S3Server, startS3 } from "../servers/s3.ts";

const KEY = { accessKeyId: "id", secretAccessKey: "secret" };
const PAGES = 3;

export interface Rig {
  readonly postgres: Postgres;
  readonly store: S3Server;
  readonly sites: Sites;
  /** The server first, then the workers. */
  readonly processes: ServeProcess[];
  /** Starts the process of an index, with its own user agent. */
  start(place: number): Promise<void>;
  /** Index of the process with this user agent; -1 if it has ended. */
  placeOf(agent: string): number;
  /** Gives every site new text and makes it due; retries the call for the run until it is answered. */
  begin(): Promise<void>;
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Waits until nothing is due, running or unstored. @returns the seconds that took */
  settled(): Promise<number>;
  ledger(): Promise<Ledger>;
  close(): Promise<void>;
}

/** Result of a round; all numbers should be 0 except `again`, which each kill may raise by one. */
export interface Ledger {
  /** Sites whose newest text has no file, or whose row differs from the file. */
  readonly lost: number;
  /** Hosts that two processes crawled at once. */
  readonly doubled: number;
  /** Repeated crawls of sites. */
  readonly again: number;
  /** Sites that are still due, running or unstored two minutes after the last fault. */
  readonly undone: number;
  /** Lost sites whose recrawl reports a failure: this machine answered too late. */
  readonly failed: number;
}

/** Longest time from the last fault to the last text. */
const SETTLE_MS = 120_000;

export async function openRig(options: { readonly sites: number; readonly workers: number }): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), "rig-"));
  const postgres = await openPostgres();
  const store = await startS3({ key: KEY, bucket: "texts" });
  const sites = await serveSites();
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on("error", () => {}); // it is killed on purpose
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await eventually(() => pool.query(text, values))).rows;
  const environment = {
    ...{ DATABASE_URL: postgres.url, DATA_DIR: folder, CRON_SECRET: SECRET, RECRAWL_SCHEDULE: "" },
    ...{ BROWSER_ENABLED: "false", ALLOW_PRIVATE_NETWORKS: "true", RECRAWL_BATCH_LIMIT: "1000" },
    ...{ S3_BUCKET: "texts", S3_ENDPOINT: store.url, S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" },
  };
  const processes: ServeProcess[] = [];
  const names: string[] = [];
  let started = 0;
  const start = async (place: number) => {
    const name = `process-${++started}/1`;
    names[place] = name;
    const named = { ...environment, USER_AGENT: name };
    processes[place] = await startProcess(named, { role: place === 0 ? "serve" : "worker" });
  };
  await Promise.all(Array.from({ length: options.workers + 1 }, (_, place) => start(place)));
  for (let site = 1; site <= options.sites; site++)
    await query("insert into crawl_sites (base_url) values ($1)", [sites.url(site)]);
  const open = `next_crawl_at <= now() or job_id is not null or unstored_since is not null`;
  return {
    ...{ postgres, store, sites, processes, start, query },
    placeOf: (agent) => names.indexOf(agent),
    async begin() {
      sites.rewrite();
      await query("update crawl_sites set next_crawl_at = now() - interval '1 minute'");
      await eventually(async () => {
        const headers = { "X-Cron-Secret": SECRET };
        const { ok } = await fetch(`${processes[0]?.url}/internal/cron/recrawl`, { method: "POST", headers });
        if (!ok) throw new Error("The run was refused");
      });
    },
    async settled() {
      const began = performance.now();
      while (performance.now() - began < SETTLE_MS) {
        if ((await query(`select 1 from crawl_sites where ${open} limit 1`)).length === 0) break;
        await sleep(250);
      }
      return Math.round((performance.now() - began) / 100) / 10;
    },
    async ledger() {
      type Row = Record<"base_url" | "latest_llms_hash" | "latest_llms_url", string> & {
        readonly failures: number;
        readonly is_open: boolean;
      };
      const rows = await query<Row>(`select *, ${open} as is_open from crawl_sites`);
      const lost = rows.filter(({ base_url, latest_llms_hash, latest_llms_url }) => {
        const text = String(store.objects.get(latest_llms_url?.split("/").at(-1) ?? "")?.body ?? "");
        return sha256(text) !== latest_llms_hash || !text.includes(sites.words(base_url));
      });
      const { overlaps: doubled, visits } = sites.seen();
      const undone = rows.filter(({ is_open }) => is_open !== false && is_open !== null).length;
      const failed = lost.filter(({ failures }) => failures > 0).length;
      return { lost: lost.length - failed, doubled, again: Math.max(0, visits - rows.length), undone, failed };
    },
    async close() {
      await Promise.all(processes.map((one) => one[Symbol.asyncDispose]()));
      await pool.end();
      await Promise.all([sites.close(), store.close(), postgres.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Postgres extends Pick<PostgresServer, "url" | "kill" | "start" | "close"> {
  /** Starts a standby; from then on every commit needs its confirmation. */
  follow(): Promise<void>;
  /** Makes the standby the database; the old one is gone. */
  promote(): Promise<void>;
}

/** A Postgres at a fixed address, whichever server it is. */
async function openPostgres(): Promise<Postgres> {
  // Committed data must survive a crash.
  const first = await startPostgres(["fsync=off"]);
  let database = first;
  let standby: PostgresServer | undefined;
  const road = createRoad((client) => {
    const server = connect(Number(new URL(database.url).port), "127.0.0.1");
    pipeline(client, server, client, () => {}); // closing one closes the other
  }).listen(0, "127.0.0.1");
  await once(road, "listening");
  return {
    url: first.url.replace(/:\d+\//, `:${(road.address() as AddressInfo).port}/`),
    kill: () => database.kill(),
    start: () => database.start(),
    async follow() {
      standby = await database.standby();
      const following = "select 1 from pg_stat_replication where state = 'streaming'";
      while ((await ask(database.url, following)).length === 0) await sleep(50);
      await ask(database.url, "alter system set synchronous_standby_names = '*'");
      await ask(database.url, "select pg_reload_conf()");
    },
    async promote() {
      if (standby === undefined) throw new Error("No standby follows");
      await ask(standby.url, "select pg_promote()");
      if (database !== first) await database.close();
      database = standby;
    },
    async close() {
      road.close();
      if (database !== first) await database.close();
      await first.close();
    },
  };
}

/** Retries while the other side is unavailable. */
export async function eventually<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await ask();
    } catch (error) {
      if (tries >= 240) throw error;
      await sleep(250);
    }
}

interface Sites {
  url(site: number): string;
  /** Gives all sites new text and forgets earlier visits. */
  rewrite(): void;
  words(url: string): string;
  /** Number of requested homepages, and of hosts to which a process returned after another had begun. */
  seen(): { readonly visits: number; readonly overlaps: number };
  /** Called with the host and process of each request for a homepage. */
  onVisit: (host: string, agent: string) => void | Promise<void>;
  close(): Promise<void>;
}

/** Small sites, each at its own address. */
async function serveSites(): Promise<Sites> {
  let version = 0;
  let visits = 0;
  const agents = new Map<string, string[]>();
  const words = (host: string) => `Words ${version} of ${host}`;
  const sites: Sites = {
    url: (site) => `http://127.0.2.${site}:${port}`,
    rewrite() {
      version++;
      visits = 0;
      agents.clear();
    },
    words: (url) => words(new URL(url).host),
    seen: () => ({ visits, overlaps: [...agents.values()].filter(cameBack).length }),
    onVisit: () => {},
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(
    async ({ url = "", method, headers: { host = "", "user-agent": agent = "" } }, response) => {
      if (!/^\/(p\d)?$/.test(url)) return response.writeHead(404).end();
      agents.set(host, [...(agents.get(host) ?? []), agent]);
      if (url === "/" && method === "GET") {
        visits++;
        await sites.onVisit(host, agent);
      }
      await sleep(20);
      const links = url === "/" ? Array.from({ length: PAGES }, (_, n) => `/p${n}`) : [];
      response.writeHead(200, { "content-type": "text/html" }).end(page(`Page ${url}`, `${words(host)}.`, ...links));
      return undefined;
    },
  ).listen(0, "0.0.0.0");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return sites;
}

/** True for `a b a`: a process continues after another has begun. */
const cameBack = (agents: readonly string[]): boolean =>
  agents.some((agent, at) => agent !== agents[at - 1] && agents.slice(0, at).includes(agent));
