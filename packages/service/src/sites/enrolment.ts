import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { siteKey } from "@llmstxt-service/page/address/site-key";
import { CrawlError } from "@llmstxt-service/page/errors";
import { type Kysely, sql } from "kysely";
import type { Database } from "./database/database.ts";
import type { Delivery } from "./delivery.ts";
import { firstOutbox, keepFirstRun, nextOutbox } from "./recrawls/recrawls.ts";
import type { Site } from "./site.ts";
import type { ListedSite } from "./site-query.ts";
import type { Enrolment, MarkOutcome, Sites } from "./sites.ts";
import { inMinutes, listedSiteOf, now, siteOf, status, type Tables } from "./tables/tables.ts";
import { keepVersion } from "./texts/texts.ts";

export const enrolments = (database: Database, versionsKept: number) =>
  ({
    enrol: (enrolment) => database.transaction((db) => enrol(db, enrolment, versionsKept)),
    enrolNew: (enrolments) => database.run((db) => enrolNew(db, enrolments)),
    enrolled: (baseUrls) =>
      database.run(async (db) => {
        const found = db.selectFrom("crawl_sites").select("base_url").where("base_url", "in", baseUrls);
        return new Set((await found.execute()).map(({ base_url }) => base_url));
      }),
    mark: (url, secret) => database.run((db) => mark(db, url, secret)),
    remove: (id) =>
      database.run(async (db) => {
        const removed = await db.deleteFrom("crawl_sites").where("id", "=", id).executeTakeFirst();
        return removed.numDeletedRows > 0n;
      }),
    setLive: (id, live) =>
      database.run(async (db) => {
        await db
          .updateTable("crawl_sites")
          .set({ live: JSON.stringify(live), updated_at: now })
          .where("id", "=", id)
          .where((where) => where.or([where("live", "is", null), sql<boolean>`live->>'at' <= ${live.at}`]))
          .execute();
      }),
    setWebhookSecret: (id, secret) =>
      database.run(async (db) => {
        const changed = await db
          .updateTable("crawl_sites")
          .set({ webhook_secret: secret, webhook_secret_set_at: secret === null ? null : now, updated_at: now })
          .where("id", "=", id)
          .executeTakeFirst();
        return changed.numUpdatedRows > 0n;
      }),
  }) satisfies Partial<Sites>;

async function enrol(db: Kysely<Tables>, enrolment: Enrolment, versionsKept: number): Promise<Site> {
  const { delivery, record } = enrolment;
  const { base_url, ...values } = enrolmentColumns(enrolment);
  const token = randomUUID();
  const row = await db
    .insertInto("crawl_sites")
    .values({
      base_url,
      ...values,
      ...(delivery ? { crawls: 1, lease_token: token, ...firstOutbox(delivery, base_url) } : {}),
    })
    .onConflict((conflict) =>
      conflict.column("base_url").doUpdateSet({
        ...values,
        // A recrawl under way has older facts than this crawl: it loses its lease.
        lease_token: token,
        crawling_since: null,
        began_at: null,
        due_marks: sql`crawl_sites.due_marks + 1`,
        ...(delivery
          ? {
              crawls: sql`crawl_sites.crawls + 1`,
              previous_pages: sql`crawl_sites.pages`,
              ...nextOutbox(delivery, base_url),
            }
          : {}),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  if (delivery) await keepVersion(db, { siteId: row.id, token, versionsKept }, delivery);
  if (delivery && record) await keepFirstRun(db, { siteId: row.id, token }, { ...delivery, record });
  return siteOf(row);
}

/** Enrols the sites that are not enrolled yet, and returns them. */
async function enrolNew(db: Kysely<Tables>, enrolments: readonly Enrolment[]): Promise<readonly ListedSite[]> {
  if (enrolments.length === 0) return [];
  const rows = await db
    .insertInto("crawl_sites")
    .values(enrolments.map(enrolmentColumns))
    .onConflict((conflict) => conflict.column("base_url").doNothing())
    .returningAll()
    .returning(status.as("status"))
    .execute();
  return rows.map(listedSiteOf);
}

/** @throws CrawlError `invalid_url` */
function enrolmentColumns({ delivery, record: _, request, ...enrolment }: Enrolment) {
  const { maxPages, descLength, ...choices } = request;
  const baseUrl = siteKey(request.url);
  if (baseUrl === undefined) throw new CrawlError("invalid_url", { detail: request.url.slice(0, 200) });
  return {
    base_url: baseUrl,
    max_pages: maxPages,
    desc_length: descLength,
    recrawl_interval_minutes: enrolment.recrawlIntervalMinutes,
    choices: JSON.stringify(choices),
    sentinel_url: enrolment.sentinelUrl,
    sealed_credentials: enrolment.sealedCredentials ?? null,
    // Without a first crawl the site is due at once.
    next_crawl_at: delivery ? inMinutes(enrolment.recrawlIntervalMinutes) : now,
    paused_at: null,
    updated_at: now,
    ...(enrolment.tags && { tags: JSON.stringify(enrolment.tags) }),
    ...(delivery ? deliveredColumns(delivery) : {}),
  };
}

const deliveredColumns = (delivery: Delivery) => ({
  last_crawled_at: now,
  last_changed_at: now,
  latest_llms_hash: delivery.digest,
  plain_digest: delivery.plainDigest,
  latest_llms_url: delivery.fileUrl ?? "",
  generated_at: delivery.generatedAt,
  pages: delivery.pages,
  failures: 0,
  attempts: 0,
  answers_found: 0,
  last_error: null,
  kept: null,
  is_wanted: false,
  ...(delivery.memoryKey === undefined ? {} : { memory_key: delivery.memoryKey }),
});

async function mark(db: Kysely<Tables>, url: string, given: string | undefined): Promise<MarkOutcome> {
  const baseUrl = siteKey(url);
  const site =
    baseUrl === undefined
      ? undefined
      : await db
          .selectFrom("crawl_sites")
          .select(["id", "webhook_secret"])
          .where("base_url", "=", baseUrl)
          .executeTakeFirst();
  if (site === undefined) return { type: "notEnrolled" };
  // An empty secret is none, as the specification says.
  if (site.webhook_secret && !sameSecret(site.webhook_secret, given)) return { type: "wrongSecret" };
  const marked = await db
    .updateTable("crawl_sites")
    .set({ next_crawl_at: sql`date_trunc('milliseconds', now())`, updated_at: now, due_marks: sql`due_marks + 1` })
    .where("id", "=", site.id)
    .returning("next_crawl_at")
    .executeTakeFirst();
  return marked?.next_crawl_at ? { type: "marked", nextCrawlAt: marked.next_crawl_at } : { type: "notEnrolled" };
}

/** True if the secrets are equal; it takes the same time if they are not. */
function sameSecret(stored: string, given: string | undefined): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return given !== undefined && timingSafeEqual(digest(stored), digest(given));
}
