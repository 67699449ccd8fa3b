import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { HERE } from "../../packages/service/src/generate-world.ts";
import { openPageMemory } from "../../packages/service/src/jobs/memory/page-memory.ts";
import type { SiteWorld } from "../../packages/service/src/jobs/world.ts";
import { Database, type DatabaseOptions } from "../../packages/service/src/sites/database/database.ts";
import { type CrawledHosts, HostHolds } from "../../packages/service/src/sites/hosts/hosts.ts";
import type { QueueSites } from "../../packages/service/src/sites/run.ts";
import type { Sites } from "../../packages/service/src/sites/sites.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import type { Blobs } from "../../packages/service/src/store/blobs.ts";
import type { Files } from "../../packages/service/src/store/store.ts";
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
        await sql`truncate crawl_sites, site_versions, site_overlays, site_runs, recrawl_runs, recrawl_run_sites`.execute(
          db,
        );
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
  return { options: { type: "pglite", folder } as const, close: () => rm(folder, { recursive: true }) };
}

/** Takes every site it is given, as an engine that is never asked twice. */
export const takeAll: QueueSites = async (sites) => sites.map(({ id }) => id);

/** A store in memory that can be told to fail. */
export interface MemoryFiles extends Files {
  readonly texts: ReadonlyMap<string, string>;
  fail: boolean;
}

export function memoryFiles(): MemoryFiles {
  const texts = new Map<string, string>();
  const files: MemoryFiles = {
    texts,
    fail: false,
    async save(name, text) {
      if (files.fail) throw new Error(`PUT ${name}: 503 Slow Down`);
      let free = name;
      for (let count = 2; texts.has(`https://files.test/${free}`); count++)
        free = name.replace(".txt", `_${count}.txt`);
      return files.replace(free, text, AbortSignal.timeout(1_000));
    },
    async replace(name, text) {
      texts.set(`https://files.test/${name}`, text);
      return `https://files.test/${name}`;
    },
    urlOf: (name) => `https://files.test/${name}`,
    async read(name) {
      const text = texts.get(`https://files.test/${name}`);
      return text === undefined ? undefined : { text, modifiedAt: undefined, version: undefined };
    },
    readIfChanged: (name, _, signal) => files.read(name, signal),
    async has(name) {
      return texts.has(`https://files.test/${name}`);
    },
    async *list() {
      for (const url of texts.keys()) yield url.slice("https://files.test/".length);
    },
    async remove(name) {
      texts.delete(`https://files.test/${name}`);
    },
  };
  return files;
}

/** A store for what the program keeps for itself that can be emptied, and told to fail. */
export interface MemoryBlobs extends Blobs {
  readonly kept: Map<string, Uint8Array>;
  fail: boolean;
}

export function memoryBlobs(): MemoryBlobs {
  const kept = new Map<string, Uint8Array>();
  const unlessFailing = (what: string) => {
    if (blobs.fail) throw new Error(`${what}: 503 Slow Down`);
  };
  const blobs: MemoryBlobs = {
    kept,
    fail: false,
    async put(name, bytes) {
      unlessFailing(`PUT ${name}`);
      kept.set(name, bytes);
    },
    async get(name) {
      unlessFailing(`GET ${name}`);
      return kept.get(name);
    },
    async *list() {
      for (const name of kept.keys()) yield { name, modifiedAt: undefined };
    },
    async remove(name) {
      kept.delete(name);
    },
  };
  return blobs;
}

type TestSiteWorld = SiteWorld & { files: MemoryFiles; blobs: MemoryBlobs };

/** The world of jobs on real sockets, with files in memory; change `world` by spreading it. */
export function openSiteWorld(
  sites: Sites,
  hosts: CrawledHosts = new HostHolds({ database: undefined }),
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
  const recrawl = { batchLimit: 100, isAdaptive: false };
  const extras = { stable: false, full: false };
  const files = memoryFiles();
  const blobs = memoryBlobs();
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
    alerts: { on: [], email: undefined, webhook: false, mail: false, queue: async () => {} },
    ...HERE,
    enhance: undefined,
    now: () => new Date(),
  };
  return { world, close: () => fetching.close() };
}
