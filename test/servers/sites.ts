import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { here } from "../../packages/service/src/generate-world.ts";
import { openPageMemory } from "../../packages/service/src/jobs/memory/page-memory.ts";
import type { SiteWorld } from "../../packages/service/src/jobs/world.ts";
import { Database, type DatabaseOptions } from "../../packages/service/src/sites/database/database.ts";
import { HostHolds } from "../../packages/service/src/sites/hosts/hosts.ts";
import type { QueueSites } from "../../packages/service/src/sites/run.ts";
import type { Sites } from "../../packages/service/src/sites/sites.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import type { PublicStore } from "../../packages/service/src/store/store.ts";
import { channelsWith } from "./alerts.ts";
import { prepareEmbedded } from "./embedded.ts";
import { startPostgres } from "./postgres.ts";

export const BACKENDS = ["embedded Postgres", "Postgres server"] as const;

/** A database of its own for a test file, and the sites in it. */
export interface TestSites {
  readonly options: DatabaseOptions;
  readonly database: Database;
  readonly sites: Sites;
  /** Forgets every site and run. */
  empty(): Promise<void>;
  /** Moves a site's times into the past, so that nobody has to wait. */
  age(siteId: string, minutes: number): Promise<void>;
  close(): Promise<void>;
}

export async function openTestSites(backend: (typeof BACKENDS)[number]): Promise<TestSites> {
  const place = backend === "Postgres server" ? await serverPlace() : await folderPlace();
  const database = new Database(place.options, () => {});
  await database.opened(AbortSignal.timeout(60_000));
  return {
    options: place.options,
    database,
    sites: sitesIn(database),
    empty: () =>
      database.run(async (db) => {
        await sql`truncate crawl_sites, recrawl_runs cascade`.execute(db);
      }),
    age: (siteId, minutes) =>
      database.run(async (db) => {
        const earlier = (column: string) => sql`${sql.ref(column)} - make_interval(mins => ${minutes})`;
        const columns = ["last_crawled_at", "last_changed_at", "next_crawl_at", "created_at"];
        await db
          .updateTable("crawl_sites")
          .set(Object.fromEntries(columns.map((column) => [column, earlier(column)])))
          .where("id", "=", siteId)
          .execute();
      }),
    async close() {
      await database.close();
      await place.close();
    },
  };
}

async function serverPlace() {
  const server = await startPostgres();
  return { options: { type: "postgres", url: server.url } as const, close: () => server.close() };
}

async function folderPlace() {
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-sites-"));
  await prepareEmbedded(folder);
  return { options: { type: "pglite", folder } as const, close: () => rm(folder, { recursive: true }) };
}

/** Takes every site it is given, as an engine that is never asked twice. */
export const takeAll: QueueSites = async (sites) => sites.map(({ id }) => id);

/** A store in memory that can be emptied, and told to fail. */
export interface MemoryStore extends PublicStore {
  readonly kept: Map<string, Uint8Array>;
  /** Texts by public URL. */
  readonly texts: ReadonlyMap<string, string>;
  fail: boolean;
}

export function memoryStore(): MemoryStore {
  const kept = new Map<string, Uint8Array>();
  const urlOf = (name: string) => `https://files.test/${name}`;
  const unlessFailing = (what: string) => {
    if (store.fail) throw new Error(`${what}: 503 Slow Down`);
  };
  const store: MemoryStore = {
    kept,
    get texts() {
      return new Map([...kept].map(([name, bytes]) => [urlOf(name), Buffer.from(bytes).toString()]));
    },
    fail: false,
    urlOf,
    async put(name, content) {
      unlessFailing(`PUT ${name}`);
      kept.set(name, Buffer.from(content));
    },
    async putNew(name, content) {
      unlessFailing(`PUT ${name}`);
      if (kept.has(name)) return false;
      kept.set(name, Buffer.from(content));
      return true;
    },
    async get(name) {
      unlessFailing(`GET ${name}`);
      const bytes = kept.get(name);
      return bytes && { bytes: Buffer.from(bytes), modifiedAt: undefined, version: undefined };
    },
    getIfChanged: (name, _, signal) => store.get(name, signal),
    has: async (name) => kept.has(name),
    async *list(folder, depth) {
      for (const name of kept.keys()) {
        const isOwn = !name.slice(folder.length).includes("/");
        if (name.startsWith(folder) && (isOwn || depth === "all")) yield { name, modifiedAt: undefined };
      }
    },
    async remove(name) {
      kept.delete(name);
    },
  };
  return store;
}

type TestSiteWorld = SiteWorld & { files: MemoryStore; blobs: MemoryStore };

/** The world of jobs on real sockets, with files in memory; change `world` by spreading it. */
export function openSiteWorld(
  sites: Sites,
  hosts = new HostHolds({ database: undefined }),
): { world: TestSiteWorld; close(): Promise<void> } {
  const fetching = openFetching({
    userAgent: "test/1",
    maxConcurrency: 8,
    allowPrivateNetworks: true,
    isLimited: (hostname) => hosts.isLimited(hostname),
  });
  const settings = {
    concurrency: 8,
    timeoutMs: 30_000,
    respectRobots: true,
    productToken: "test",
    budget: {},
    documents: { topics: false },
  };
  const recrawl = { isAdaptive: false };
  const extras = { stable: false, full: false };
  const files = memoryStore();
  const blobs = memoryStore();
  const world = {
    blobs,
    memory: openPageMemory(blobs, () => {}),
    fetching,
    settings,
    recrawl,
    sites,
    hosts,
    sealing: undefined,
    files,
    extras,
    alerts: {
      on: [],
      channels: channelsWith({}),
      queue: async () => {},
    },
    ...here(),
    enhance: undefined,
    now: () => new Date(),
  };
  return { world, close: () => fetching.close() };
}
