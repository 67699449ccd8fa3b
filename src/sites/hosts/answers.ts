import { sql } from "kysely";
import { CrawlError } from "../../errors.ts";
import { withTimeLimit } from "../../waiting/time-limit.ts";
import type { Database } from "../database/database.ts";

/** What a host said to all its sites, as `fetch/shared-answers` packs it. */
interface KeptAnswer {
  readonly origin: string;
  readonly key: string;
  readonly site: string;
  readonly packed: Uint8Array;
}

/** What the processes of one database were told by hosts in the last minutes; `fetch` asks through a port of the same shape. */
export interface HostAnswers {
  recall(origin: string): Promise<readonly (KeptAnswer & { readonly ageMs: number })[]>;
  keep(answers: readonly KeptAnswer[]): Promise<void>;
}

/** A crawl that waits for the database waits no longer: it asks the host. */
const PATIENCE_MS = 1_000;

/** How often what is old goes, and how many bytes this process adds until then at most; so much stays at most afterwards. */
const CLEAN_MS = 60_000;
const MAX_ADDED_BYTES = 16 * 2 ** 20;
const MAX_ALL_BYTES = 64 * 2 ** 20;

/** Answers that are taken from the database at once, the first ones told: robots.txt and the sitemaps that name others. */
const MAX_RECALLED = 64;

/** Each process has one; `freshMs` says how long an answer serves others, by the database's clock. */
export function hostAnswers(database: Database, freshMs: number): HostAnswers {
  let [cleanedAt, added] = [Number.NEGATIVE_INFINITY, 0];
  const patiently = <T>(work: Promise<T>): Promise<T> =>
    withTimeLimit(PATIENCE_MS, work, () => new CrawlError("database_unavailable", {}));
  const age = sql<number>`extract(epoch from clock_timestamp() - kept_at)::float8 * 1000`;
  const clean = () =>
    database.run((db) =>
      sql`delete from host_answers where ${age} > ${freshMs}::float8
        or (select sum(length(packed)) from host_answers) > ${MAX_ALL_BYTES}::int8`.execute(db),
    );
  return {
    async recall(origin) {
      const found = database.run((db) =>
        db
          .selectFrom("host_answers")
          .select(["origin", "key", "site", "packed", age.as("ageMs")])
          .where("origin", "=", origin)
          .where(age, "<", sql<number>`${freshMs}::float8`)
          .orderBy("kept_at")
          .orderBy("key")
          .limit(MAX_RECALLED)
          .execute(),
      );
      return (await patiently(found)).map((row) => ({ ...row, ageMs: Number(row.ageMs) }));
    },
    async keep(answers) {
      if (performance.now() - cleanedAt > CLEAN_MS) {
        [cleanedAt, added] = [performance.now(), 0];
        await clean();
      }
      const rows = latest(answers).filter(({ packed }) => {
        added += packed.length;
        return added <= MAX_ADDED_BYTES;
      });
      if (rows.length === 0) return;
      await database.run((db) =>
        db
          .insertInto("host_answers")
          .values(
            rows.map((row) => ({ ...row, packed: Buffer.from(row.packed), kept_at: sql<Date>`clock_timestamp()` })),
          )
          .onConflict((conflict) =>
            conflict.columns(["origin", "key"]).doUpdateSet(({ ref }) => ({
              site: ref("excluded.site"),
              packed: ref("excluded.packed"),
              kept_at: ref("excluded.kept_at"),
            })),
          )
          .execute(),
      );
    },
  };
}

/** One row an answer, in one order: two processes that write the same ones wait for each other, and not both. */
function latest(answers: readonly KeptAnswer[]): readonly KeptAnswer[] {
  const byKey = new Map(answers.map((answer) => [`${answer.origin} ${answer.key}`, answer]));
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, answer]) => answer);
}
