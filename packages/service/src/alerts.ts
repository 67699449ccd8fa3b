// Delivers alerts to the operator, as jobs: each is tried three times.
import { createHmac, hash } from "node:crypto";
import { fromKysely, type PgBoss } from "pg-boss";
import { configuredFetch } from "./configured-fetch.ts";
import type { Database } from "./database.ts";
import { failureOf } from "./facts.ts";
import type { Log } from "./process.ts";
import type { Ended } from "./recrawl.ts";
import type { Settings } from "./settings.ts";
import type { Site, Sql } from "./tables.ts";

const QUEUE = "alert";
const TIMEOUT_MS = 10_000;
/** Failures in a row before an alert is sent. */
const FAILURES = 3;
/** Time that a text waits for the store before an alert is sent. */
const UNSTORED_MS = 3_600_000;
/** Delivered alerts are remembered this long, so that none is sent twice. */
const KEPT_SECONDS = 7 * 86_400;

/** The body of an alert about a site. */
type Alert =
  | { readonly type: "failing"; readonly failures: number; readonly code: string; readonly reason: string }
  | { readonly type: "recovered"; readonly failures: number }
  | { readonly type: "shrunk"; readonly pages: number; readonly previousPages: number }
  | { readonly type: "notStored"; readonly since: string };

type Told = Pick<Site, "id" | "base_url" | "alerts">;

interface AlertJob {
  readonly siteId: string;
  readonly baseUrl: string;
  readonly at: string;
  readonly alert: Alert;
}

/** Alerts that a recrawl causes. */
export function alertsOf({ site, set, made, error }: Ended): readonly Alert[] {
  const alerts: Alert[] = [];
  const failures = typeof set.failures === "number" ? set.failures : site.failures;
  if (error && failures === FAILURES) alerts.push({ type: "failing", failures, ...failureOf(error) });
  if (failures === 0 && site.failures >= FAILURES) alerts.push({ type: "recovered", failures: site.failures });
  const [pages, previousPages] = [made?.summary.pages, site.pages ?? 0];
  if (pages !== undefined && pages * 3 < previousPages * 2) alerts.push({ type: "shrunk", pages, previousPages });
  return alerts;
}

export class Alerts {
  readonly #settings: Settings;
  readonly #log: Log;
  #boss: PgBoss | undefined;

  constructor(settings: Settings, log: Log) {
    this.#settings = settings;
    this.#log = log;
  }

  /** Joins the job queue, after the engine has started. */
  async join(boss: PgBoss, database: Database): Promise<void> {
    const tries = { retryLimit: 2, retryDelay: 5, retryBackoff: true };
    await boss.createQueue(QUEUE, { ...tries, retentionSeconds: KEPT_SECONDS, deleteAfterSeconds: KEPT_SECONDS });
    // Caches the queue: inside a transaction of the embedded database, with its one connection, the engine could not.
    await boss.insert(QUEUE, []);
    this.#boss = boss;
    const { ALERT_WEBHOOK_URL, DATABASE_URL } = this.#settings;
    if (ALERT_WEBHOOK_URL === undefined) return;
    const looks = { pollingIntervalSeconds: DATABASE_URL === undefined ? 15 : 5 };
    await boss.work<AlertJob>(QUEUE, looks, async (jobs) => {
      for (const { data } of jobs) await this.#deliver(data, database);
    });
  }

  /** Queues the alerts of a recrawl, in the transaction that ends it. */
  async afterRecrawl(db: Sql, ended: Ended): Promise<void> {
    for (const alert of alertsOf(ended)) await this.#send(db, ended.site, alert, {});
  }

  /** Queues the alert of a text that could not be stored, an hour after the first try; one alert for each text. */
  async notStored(db: Sql, site: Told & Pick<Site, "unstored_since">): Promise<void> {
    const { id, unstored_since: since } = site;
    if (since === null) return;
    const options = { id: uuidOf(id, since), startAfter: new Date(since.getTime() + UNSTORED_MS) };
    await this.#send(db, site, { type: "notStored", since: since.toISOString() }, options);
  }

  async #send(db: Sql, site: Told, alert: Alert, options: { id?: string; startAfter?: Date }): Promise<void> {
    if (this.#settings.ALERT_WEBHOOK_URL === undefined || !site.alerts) return;
    const job: AlertJob = { siteId: site.id, baseUrl: site.base_url, at: new Date().toISOString(), alert };
    await this.#boss?.send(QUEUE, job, { ...options, db: fromKysely(db) });
  }

  async #deliver({ siteId, baseUrl, at, alert }: AlertJob, database: Database): Promise<void> {
    if (alert.type === "notStored" && !(await isStillUnstored(database, siteId, alert.since))) return;
    const { ALERT_WEBHOOK_URL: url = "", ALERT_WEBHOOK_SECRET: secret, PUBLIC_URL, USER_AGENT } = this.#settings;
    const site = { id: siteId, baseUrl, ...(PUBLIC_URL && { page: `${PUBLIC_URL}/#/sites/${siteId}` }) };
    const body = JSON.stringify({ ...alert, at, site });
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": USER_AGENT,
      ...(secret && { "X-Signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` }),
    };
    const send = await configuredFetch(this.#settings);
    const asked = {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    } as const;
    const why = await send(url, asked).then(async ({ ok, status, body: rest }) => {
      await rest?.cancel();
      return ok ? undefined : status;
    }, reasonOf);
    if (why === undefined) return;
    this.#log.warn({ site: baseUrl, alert: alert.type, why }, "An alert was not delivered");
    throw new Error(`ALERT_WEBHOOK_URL did not take the alert: ${why}`);
  }
}

/** The cause says what happened; the error itself says `fetch failed`. */
const reasonOf = (error: Error): string => String(error.cause ?? error);

async function isStillUnstored(database: Database, siteId: string, since: string): Promise<boolean> {
  const sites = await database.use((db) =>
    db.selectFrom("crawl_sites").select("unstored_since").where("id", "=", siteId).execute(),
  );
  return sites.some(({ unstored_since: at }) => at !== null && at.getTime() === Date.parse(since));
}

/** The same id for the same text of a site: the engine accepts a job id only once. */
function uuidOf(siteId: string, since: Date): string {
  const digest = hash("sha256", `${siteId} ${since.toISOString()}`);
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
}
