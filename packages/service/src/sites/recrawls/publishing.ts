import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Delivery } from "../delivery.ts";
import type { Site } from "../site.ts";
import type { Sites } from "../sites.ts";
import type { Tables } from "../tables/tables.ts";
import { keepVersion } from "../texts/texts.ts";
import { nextOutbox } from "./outbox.ts";

const now = sql<Date>`now()`;

/** Stores texts made without a crawl: the last crawl's pages with the owner's changes. */
export const publishing = (database: Database, versionsKept: number): Pick<Sites, "publishText"> => ({
  publishText: (site, delivery) =>
    database.run((db) => db.transaction().execute((trx) => publishText(trx, { site, versionsKept }, delivery))),
});

interface KeptSite {
  readonly site: Site;
  readonly versionsKept: number;
}

async function publishText(db: Kysely<Tables>, { site, versionsKept }: KeptSite, delivery: Delivery): Promise<boolean> {
  const { digest, pages, fileUrl } = delivery;
  const written = await db
    .updateTable("crawl_sites")
    .set({
      ...nextOutbox(delivery, site.baseUrl),
      latest_llms_hash: digest,
      ...(fileUrl === undefined ? {} : { latest_llms_url: fileUrl }),
      last_changed_at: now,
      updated_at: now,
      // Pages that the owner hides do not count as lost.
      pages,
      previous_pages: pages,
      kept: null,
    })
    .where("id", "=", site.id)
    // A crawl under way would overwrite the text at its end.
    .where("crawling_since", "is", null)
    .where("latest_llms_hash", "=", site.latestHash)
    .returning("id")
    .executeTakeFirst();
  if (written === undefined) return false;
  await keepVersion(db, { siteId: site.id, token: randomUUID(), versionsKept }, delivery);
  return true;
}
