import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../tables/tables.ts";
import { type MovedSite, PASSING } from "./moved-site.ts";
import { type HostPart, isOfPart } from "./part.ts";

const SECRETS = ["webhook_secret", "webhook_secret_set_at", "sealed_credentials"];

/** Most sites read at once, and most characters of their texts: they are held in memory. */
const BATCH = 500;
const MAX_CHARACTERS = 16 * 2 ** 20;

export interface ExportOptions {
  readonly withSecrets: boolean;
  /** Part of the hosts; undefined: all. */
  readonly part?: HostPart | undefined;
}

/**
 * Exports every site by address, in batches, the next of which is read while the caller has one; secrets only on
 * request. Data for conditional requests is left out.
 */
export async function* exportSites(database: Database, options: ExportOptions): AsyncGenerator<readonly MovedSite[]> {
  const batches = batchesOf(database, options);
  const read = () => {
    const batch = batches.next();
    batch.catch(() => {}); // told to whoever asks for the batch
    return batch;
  };
  let next = read();
  try {
    for (let batch = await next; !batch.done; batch = await next) {
      next = read();
      yield batch.value;
    }
  } finally {
    await Promise.allSettled([next]);
  }
}

async function* batchesOf(
  database: Database,
  { withSecrets, part }: ExportOptions,
): AsyncGenerator<readonly MovedSite[]> {
  const left = new Set(withSecrets ? PASSING : [...PASSING, ...SECRETS]);
  for (let last: string | undefined = ""; last !== undefined; ) {
    const rows: readonly ExportedRow[] = await database.read((db) => rowsAfter(db, last ?? "", part));
    for (const some of await database.read((db) => inPieces(db, rows)))
      yield await database.read((db) => withTexts(db, some, left));
    last = rows.length === BATCH ? rows.at(-1)?.base_url : undefined;
  }
}

type ExportedRow = Awaited<ReturnType<typeof rowsAfter>>[number];

function rowsAfter(db: Kysely<Tables>, last: string, part: HostPart | undefined) {
  return db
    .selectFrom("crawl_sites")
    .selectAll()
    .where("base_url", ">", last)
    .$if(part !== undefined, (query) => query.where(isOfPart(part ?? { index: 1, of: 1 })))
    .orderBy("base_url")
    .limit(BATCH)
    .execute();
}

/** Splits a batch whose texts are large. */
async function inPieces(
  db: Kysely<Tables>,
  rows: readonly ExportedRow[],
): Promise<readonly (readonly ExportedRow[])[]> {
  if (rows.length === 0) return [];
  const sums = await db
    .selectFrom("site_versions")
    .select(["site_id", sql<string>`sum(characters)`.as("characters")])
    .where("site_id", "in", idsOf(rows))
    .groupBy("site_id")
    .execute();
  const characters = new Map(sums.map((one) => [one.site_id, Number(one.characters)]));
  const pieces: ExportedRow[][] = [];
  let room = 0;
  for (const row of rows) {
    room -= characters.get(row.id) ?? 0;
    if (room <= 0) pieces.push([]);
    if (room <= 0) room = MAX_CHARACTERS;
    pieces.at(-1)?.push(row);
  }
  return pieces;
}

const idsOf = (rows: readonly ExportedRow[]) => rows.map(({ id }) => id);

async function withTexts(
  db: Kysely<Tables>,
  rows: readonly ExportedRow[],
  left: ReadonlySet<string>,
): Promise<readonly MovedSite[]> {
  const texts = await db
    .selectFrom("site_versions")
    .selectAll()
    .where("site_id", "in", idsOf(rows))
    .orderBy("at")
    .orderBy("id")
    .execute();
  const owners = await db
    .selectFrom("site_overlays")
    .select(["site_id", "yaml", "overlay"])
    .where("site_id", "in", idsOf(rows))
    .where("yaml", "<>", "")
    .execute();
  const versions = Map.groupBy(texts, ({ site_id }) => site_id);
  const overlays = new Map(owners.map(({ site_id, ...overlay }) => [site_id, overlay]));
  return rows.map((row) => {
    const overlay = overlays.get(row.id);
    return {
      site: Object.fromEntries(Object.entries(row).filter(([column]) => !left.has(column))),
      versions: (versions.get(row.id) ?? []).map(({ site_id: _, ...version }) => version),
      ...(overlay && { overlay }),
    };
  });
}
