import { type Kysely, sql } from "kysely";
import { CrawlError } from "../errors.ts";
import { MAX_TAG_RULES } from "./alert-rule.ts";
import type { Database } from "./database/database.ts";
import type { Sites } from "./sites.ts";
import type { Tables } from "./tables/tables.ts";

/** Who is told of the sites with a tag. */
export function tagRules(database: Database): Pick<Sites, "tagRules" | "setTagRule"> {
  return {
    tagRules: (tags) =>
      database.run(async (db) => {
        if (tags?.length === 0) return [];
        const all = db.selectFrom("alert_rules").select(["tag", "rule"]).orderBy("tag").limit(MAX_TAG_RULES);
        const rows = await (tags === undefined ? all : all.where("tag", "in", [...tags])).execute();
        return rows.map(({ tag, rule }) => ({ tag, ...rule }));
      }),
    setTagRule: (tag, rule) =>
      database.run(async (db) => {
        if (rule === null) return void (await db.deleteFrom("alert_rules").where("tag", "=", tag).execute());
        await refuseOverMany(db, tag);
        const written = { rule: JSON.stringify(rule) };
        await db
          .insertInto("alert_rules")
          .values({ tag, ...written })
          .onConflict((conflict) => conflict.column("tag").doUpdateSet(written))
          .execute();
      }),
  };
}

/** @throws CrawlError `wrong_usage` */
async function refuseOverMany(db: Kysely<Tables>, tag: string): Promise<void> {
  const others = db.selectFrom("alert_rules").select(sql<number>`count(*)::int4`.as("rules"));
  const { rules } = await others.where("tag", "!=", tag).executeTakeFirstOrThrow();
  if (rules >= MAX_TAG_RULES)
    throw new CrawlError("wrong_usage", { detail: `At most ${MAX_TAG_RULES} tags can have alerts of their own` });
}
