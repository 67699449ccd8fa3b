import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";

/** One of `of` parts of all hosts, counted from 1. A host is in the same part in every version of this program. */
export interface HostPart {
  readonly index: number;
  readonly of: number;
}

/**
 * True if a host is in the part: the first four bytes of the SHA-256 of the host (without `www.` and port) as a number,
 * modulo the number of parts, plus 1. docs/explanation/sizing.md states this rule, since programs that enrol sites in
 * several installations use it, too.
 */
export const isOfPart = ({
  index,
  of,
}: HostPart): RawBuilder<boolean> => sql<boolean>`id in (select site_id from site_schedule
  where ('x' || left(encode(sha256(convert_to(host, 'UTF8')), 'hex'), 8))::bit(32)::bigint % ${of}::bigint + 1 = ${index}::bigint)`;

const BATCH = 500;

/**
 * Removes the sites of a part, as after moving them. Their files stay.
 * @returns number of sites removed
 */
export async function removePart(database: Database, part: HostPart): Promise<number> {
  let removed = 0;
  for (let last: string | undefined = ""; last !== undefined; ) {
    const after: string = last;
    const some = await database.run((db) =>
      db
        .selectFrom("crawl_sites")
        .select(["id", "base_url"])
        .where("base_url", ">", after)
        .where(isOfPart(part))
        .orderBy("base_url")
        .limit(BATCH)
        .execute(),
    );
    const ids = some.map(({ id }) => id);
    if (ids.length > 0) await database.run((db) => db.deleteFrom("crawl_sites").where("id", "in", ids).execute());
    removed += ids.length;
    last = some.length === BATCH ? some.at(-1)?.base_url : undefined;
  }
  return removed;
}
