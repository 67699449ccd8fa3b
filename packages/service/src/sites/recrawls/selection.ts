import { type Kysely, sql } from "kysely";
import type { Site } from "../site.ts";
import type { Tables } from "../tables/tables.ts";

/** A site selected for a run. */
type SelectedSite = Pick<Site, "id" | "baseUrl">;

export interface Selection {
  readonly sites: readonly SelectedSite[];
  /** True if more sites may be due than the run has. */
  readonly leavesMore: boolean;
}

/** Share of a run that one host may have while other hosts have due sites. */
const HOST_SHARE = 0.1;

/** Hours after which an unfinished job counts as lost: its site is selected again. */
const QUEUED_HOURS = 24;

/** Hosts read in one step, and most steps of one run: hosts whose due sites all have jobs are skipped. */
const HOSTS_AT_ONCE = 100;
const MAX_STEPS = 100;

/**
 * Selects due sites without a job, hosts that have waited longest first, at most `limit`, and at most a tenth of them
 * of one host while others wait; queued sites of a host count. Only the first sites of each host are read, so a host
 * costs the same however many it has. Hosts stay locked until the transaction ends; hosts locked by another run are
 * skipped.
 */
export async function selectSites(db: Kysely<Tables>, limit: number): Promise<Selection> {
  const places = new Places(limit, await queuedByHost(db));
  let [after, steps]: [HostHead | undefined, number] = [undefined, 0];
  do {
    const most = Math.min(HOSTS_AT_ONCE, places.left);
    const heads = await dueHeads(db, { after, most, perHost: places.share });
    const sites = heads.flatMap((head) => head.sites);
    places.take(sites.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime()));
    const idle = heads.filter((head) => head.sites.length === 0);
    if (idle.length > 0) await correct(db, idle);
    after = heads.length === most ? heads.at(-1) : undefined;
  } while (after !== undefined && !places.isFull && ++steps < MAX_STEPS);
  if (!places.isFull && places.crowded.length > 0)
    places.fill(await sitesOf(db, { hosts: places.crowded, perHost: limit }));
  return {
    sites: places.taken.map(({ id, baseUrl }) => ({ id, baseUrl })),
    leavesMore: places.isFull || after !== undefined,
  };
}

interface DueSite extends SelectedSite {
  readonly host: string;
  readonly dueAt: Date;
}

/** A host, with its first due sites without a job. */
interface HostHead {
  readonly host: string;
  /** Time by which hosts are ordered, to the microsecond. */
  readonly order: string;
  readonly sites: readonly DueSite[];
}

/** Places of one run, filled with sites. */
class Places {
  readonly taken: DueSite[] = [];
  readonly share: number;
  readonly #ids = new Set<string>();
  readonly #crowded = new Set<string>();
  readonly #limit: number;
  readonly #perHost: Map<string, number>;

  constructor(limit: number, queued: Map<string, number>) {
    this.#limit = limit;
    this.#perHost = queued;
    this.share = Math.max(1, Math.floor(limit * HOST_SHARE));
  }

  get left(): number {
    return this.#limit - this.taken.length;
  }

  get isFull(): boolean {
    return this.left <= 0;
  }

  /** Hosts that have reached their share and may have more due sites. */
  get crowded(): readonly string[] {
    return [...this.#crowded];
  }

  /** Takes the sites that are within their host's share. */
  take(sites: readonly DueSite[]): void {
    for (const site of sites) {
      if ((this.#perHost.get(site.host) ?? 0) < this.share) this.#add(site);
      if ((this.#perHost.get(site.host) ?? 0) >= this.share) this.#crowded.add(site.host);
    }
  }

  /** Takes sites until the run is full, whatever their host's share. */
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

const hasJob = sql`exists (select from recrawl_run_sites where site_id = site_schedule.site_id and outcome is null
  and queued_at > now() - ${QUEUED_HOURS} * interval '1 hour')`;

/** Query in the form that the index `site_schedule_host` supports. */
const headOf = (perHost: number) => sql`select site_id, address, due_at from site_schedule
  where host = hosts.host and due_at <= now() and not ${hasJob} order by due_at limit ${perHost}`;

interface HeadQuery {
  readonly after?: Pick<HostHead, "host" | "order"> | undefined;
  readonly most: number;
  readonly perHost: number;
}

/** Exported for the bench that shows its plan for a million rows. */
export const headsQuery = ({ after, most, perHost }: HeadQuery) => sql<{
  host: string;
  order: string;
  sites: readonly { readonly id: string; readonly baseUrl: string; readonly dueAt: string }[];
}>`with hosts as materialized (select host, due_at from site_hosts
    where due_at <= now() ${after === undefined ? sql`` : sql`and (due_at, host) > (${after.order}::timestamptz, ${after.host})`}
    order by due_at, host limit ${most} for update skip locked)
  select host, hosts.due_at::text as order, coalesce((select jsonb_agg(jsonb_build_object(
      'id', site_id, 'baseUrl', address, 'dueAt', due_at) order by due_at) from (${headOf(perHost)}) head), '[]') as sites
    from hosts order by hosts.due_at, host`;

async function dueHeads(db: Kysely<Tables>, query: HeadQuery): Promise<readonly HostHead[]> {
  const { rows } = await headsQuery(query).execute(db);
  return rows.map(({ host, order, sites }) => ({
    host,
    order,
    sites: sites.map(({ dueAt, ...site }) => ({ ...site, host, dueAt: new Date(dueAt) })),
  }));
}

async function sitesOf(
  db: Kysely<Tables>,
  { hosts, perHost }: { readonly hosts: readonly string[]; readonly perHost: number },
): Promise<readonly DueSite[]> {
  const { rows } = await sql<DueSite>`select site_id as id, address as "baseUrl", host, due_at as "dueAt"
    from unnest(${hosts}::text[]) as hosts (host), lateral (${headOf(perHost)}) head
    order by due_at limit ${perHost}`.execute(db);
  return rows;
}

/** Corrects the due times of hosts that had no site to take, except those whose sites have jobs. */
async function correct(db: Kysely<Tables>, heads: readonly HostHead[]): Promise<void> {
  const hosts = heads.map(({ host }) => host);
  await sql`with looked as (select host, (select min(due_at) from site_schedule where site_schedule.host = hosts.host) as due_at
      from unnest(${hosts}::text[]) as hosts (host)),
    gone as (delete from site_hosts using looked where site_hosts.host = looked.host and looked.due_at is null)
    update site_hosts set due_at = looked.due_at from looked where site_hosts.host = looked.host and looked.due_at > now()`.execute(
    db,
  );
}

async function queuedByHost(db: Kysely<Tables>): Promise<Map<string, number>> {
  const { rows } = await sql<{ host: string; sites: string }>`select host, count(*) as sites
    from recrawl_run_sites join site_schedule using (site_id) where outcome is null group by host`.execute(db);
  return new Map(rows.map(({ host, sites }) => [host, Number(sites)]));
}
