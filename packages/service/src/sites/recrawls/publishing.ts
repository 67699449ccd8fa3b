import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import type { Sites } from "../sites.ts";
import { now } from "../tables/tables.ts";
import { keepVersion } from "../texts/texts.ts";
import { nextOutbox } from "./outbox.ts";

/** Stores texts made without a crawl: the last crawl's pages with the owner's changes. */
export const publishing = (database: Database, versionsKept: number): Pick<Sites, "publishText"> => ({
  publishText: (site, delivery) =>
    database.transaction(async (db) => {
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
    }),
});
