import { type Kysely, sql } from "kysely";
import type { Site } from "../site.ts";
import type { Tables } from "../tables/tables.ts";

/** A site of a run that begins. */
export type SelectedSite = Pick<Site, "id" | "baseUrl">;

interface DueSite extends SelectedSite {
  readonly host: string;
}

/** The most of a run that one host may take while others wait. */
const HOST_SHARE = 0.1;

/** A job that has not ended after this time was lost with its queue: its site is selected again. */
const QUEUED_HOURS = 24;

const host = sql<string>`split_part(split_part(base_url, '/', 3), ':', 1)`;

/**
 * Due sites without a job, oldest first, at most `limit`, and at most a tenth of them of one host while others wait.
 * A host's sites that are queued already count. The rows stay locked until the transaction
 * ends; those that another run is taking are its own.
 */
export async function selectSites(db: Kysely<Tables>, limit: number): Promise<readonly SelectedSite[]> {
  const share = Math.max(1, Math.floor(limit * HOST_SHARE));
  const places = new Places(limit, share, await queuedByHost(db));
  // Each round leaves out the hosts whose share is full, and a share is a tenth: some ten rounds at most.
  for (;;) {
    const found = await dueSites(db, limit, places.full).execute();
    const news = places.take(found);
    if (places.isFull || found.length < limit || !news) break;
  }
  if (!places.isFull) places.fill(await dueSites(db, limit, []).execute());
  return places.taken.map(({ id, baseUrl }) => ({ id, baseUrl }));
}

/** The places of one run. */
class Places {
  readonly taken: DueSite[] = [];
  readonly #ids = new Set<string>();
  readonly #limit: number;
  readonly #share: number;
  readonly #perHost: Map<string, number>;

  constructor(limit: number, share: number, perHost: Map<string, number>) {
    this.#limit = limit;
    this.#share = share;
    this.#perHost = perHost;
  }

  get isFull(): boolean {
    return this.taken.length >= this.#limit;
  }

  /** Hosts whose share is taken. */
  get full(): readonly string[] {
    return [...this.#perHost].filter(([, sites]) => sites >= this.#share).map(([name]) => name);
  }

  /** Takes those within the share of their host. @returns whether a host's share became full by it */
  take(sites: readonly DueSite[]): boolean {
    const before = this.full.length;
    for (const site of sites) if ((this.#perHost.get(site.host) ?? 0) < this.#share) this.#add(site);
    return this.full.length > before;
  }

  /** Takes all that is left. */
  fill(sites: readonly DueSite[]): void {
    for (const site of sites) this.#add(site);
  }

  #add(site: DueSite): void {
    if (this.isFull || this.#ids.has(site.id)) return;
    this.#ids.add(site.id);
    this.taken.push(site);
    this.#perHost.set(site.host, (this.#perHost.get(site.host) ?? 0) + 1);
  }
}

async function queuedByHost(db: Kysely<Tables>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("crawl_sites")
    .select([host.as("host"), sql<string>`count(*)`.as("sites")])
    .where("queued_at", "is not", null)
    .groupBy(host)
    .execute();
  return new Map(rows.map((row) => [row.host, Number(row.sites)]));
}

/** Oldest first. Exported so that the plan shown for a million rows is the plan of this very query. */
export const dueSites = (db: Kysely<Tables>, limit: number, fullHosts: readonly string[]) =>
  db
    .selectFrom("crawl_sites")
    .select(["id", "base_url as baseUrl", host.as("host")])
    .where("paused_at", "is", null)
    .where("next_crawl_at", "<=", sql<Date>`now()`)
    .where(sql<boolean>`(queued_at is null or queued_at < now() - ${QUEUED_HOURS} * interval '1 hour')`)
    .$if(fullHosts.length > 0, (query) => query.where(host, "not in", fullHosts))
    .orderBy("next_crawl_at")
    .limit(limit)
    .forUpdate()
    .skipLocked();
