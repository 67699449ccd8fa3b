import { setTimeout as sleep } from "node:timers/promises";
import type { Fetching } from "@llmstxt-service/crawler/fetch";
import { endsWithin } from "@llmstxt-service/crawler/waiting/time-limit";
import { CrawlError } from "@llmstxt-service/page/errors";
import { Cron } from "croner";
import type { FastifyBaseLogger } from "fastify";
import { type AlertSender, alertWorker, openAlertSender } from "./alerts/alerts.ts";
import { type DatabaseState, databaseOptions, logDatabase } from "./database.ts";
import { deliverUntil } from "./delivering.ts";
import type { QueueAlerts } from "./jobs/alerts.ts";
import { recrawlOnHost } from "./jobs/on-host.ts";
import { openQueue, type RecrawlJob, type RecrawlQueue } from "./jobs/queue.ts";
import { doRecrawl, failRecrawl } from "./jobs/recrawls/recrawls.ts";
import { openSealing } from "./jobs/sealing.ts";
import type { SiteWorld, StoreWorld } from "./jobs/world.ts";
import type { Backlog, Metrics } from "./metrics/metrics.ts";
import { recrawlListener } from "./recrawl-listener.ts";
import type { Config } from "./settings/config.ts";
import { Database } from "./sites/database/database.ts";
import { HostHolds } from "./sites/hosts/hosts.ts";
import type { JobStarter } from "./sites/job.ts";
import { type JobKeeper, jobsIn } from "./sites/kept-jobs.ts";
import type { Run } from "./sites/run.ts";
import type { Sites } from "./sites/sites.ts";
import { sitesIn } from "./sites/store.ts";
import { TopUp } from "./top-up.ts";
import { messageOf, unlessRepeated } from "./troubles.ts";
import { WatchedRuns } from "./watched-runs.ts";

interface RecrawlingOptions {
  readonly config: Config;
  readonly world: StoreWorld & Pick<SiteWorld, "journals">;
  /** World of one recrawl, whose work in threads is on an account of its own. */
  readonly forCrawl: (world: SiteWorld) => SiteWorld;
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, "progress" | "recrawlEnded" | "alertEnded" | "deliveryTried">;
}

/**
 * The sites, their database, their queue and the worker of this process. Opens in the background: while the database is
 * away it is tried again, and every call that needs it fails with `database_unavailable`.
 */
export class Recrawling {
  /** Parts that jobs need; its `sites` are usable at any time. */
  readonly world: SiteWorld;
  readonly alerts: AlertSender;
  readonly #config: Config;
  readonly #forCrawl: RecrawlingOptions["forCrawl"];
  readonly #log: FastifyBaseLogger;
  readonly #metrics: RecrawlingOptions["metrics"];
  readonly #database: Database;
  readonly #stop = new AbortController();
  readonly #begun: Promise<void>;
  readonly #runs: WatchedRuns;
  readonly #topUp: TopUp;
  readonly #schedule: Cron | undefined;
  #delivering: Promise<void> | undefined;
  #counting: Promise<void> | undefined;
  #queue: RecrawlQueue | undefined;

  constructor({ config, world, forCrawl, log, metrics }: RecrawlingOptions) {
    this.#config = config;
    this.#forCrawl = forCrawl;
    this.#log = log;
    this.#metrics = metrics;
    this.alerts = openAlertSender(config);
    const { adaptiveRecrawl: isAdaptive, recrawlLossLimit: lossLimit } = config;
    this.#database = new Database(databaseOptions(config), logDatabase(log));
    const sealing = config.secretsKey === undefined ? undefined : openSealing(config.secretsKey);
    this.#runs = new WatchedRuns(log, this.#stop.signal);
    const sites = sitesIn(this.#database, config.versionsKept);
    const recrawl = { isAdaptive, lossLimit };
    const alerts = { ...this.alerts.settings, queue: this.#addAlerts.bind(this) };
    // The embedded database belongs to one process, so hosts are shared with no other.
    const isShared = databaseOptions(config).type === "postgres";
    const hosts = new HostHolds({ database: isShared ? this.#database : undefined });
    this.world = { ...world, sites, sealing, recrawl, alerts, hosts };
    const onRun = (run: Run) => this.#runs.watch(run, sites);
    this.#topUp = new TopUp({ config, sites, log, onRun }, this.#stop.signal);
    this.#begun = this.#begin();
    if (config.recrawlSchedule !== "" && config.databaseUrl !== "none")
      this.#schedule = new Cron(config.recrawlSchedule, { timezone: "UTC", catch: true }, () => this.#onSchedule());
  }

  /** Cron line and next time of scheduled recrawls; null if none are scheduled. */
  schedule(): { readonly cron: string; readonly next: Date } | null {
    const next = this.#schedule?.nextRun();
    return next ? { cron: this.#config.recrawlSchedule, next } : null;
  }

  /** Keeper of jobs in the database; undefined if the settings ask for no database. */
  jobKeeper(owner: string): JobKeeper | undefined {
    const { databaseUrl } = this.#config;
    // The embedded database belongs to one process at a time.
    return databaseUrl === "none" ? undefined : jobsIn(this.#database, { isAlone: databaseUrl === undefined, owner });
  }

  get sites(): Sites {
    return this.world.sites;
  }

  /** State of the database. Never rejects. */
  async databaseState(): Promise<DatabaseState> {
    if (this.#config.databaseUrl === "none") return "none";
    if (this.#database.isOpening) return "opening";
    return this.#database.ping().then(
      () => "up",
      () => "down",
    );
  }

  /**
   * Counts of the work that waits for the workers, for metrics.
   * @throws CrawlError `database_unavailable`
   */
  async backlog(): Promise<Backlog> {
    const connection = await this.#database.connection();
    const [{ sites: due, oldestSeconds: oldestDueSeconds }, undelivered, jobs] = await Promise.all([
      this.sites.due(),
      this.sites.undelivered(),
      this.#queue?.states() ?? {},
    ]);
    return { isUp: true, due, oldestDueSeconds, undelivered, jobs, poolWaiting: connection.waiting() };
  }

  /**
   * Reads a list once the database is open: the first counts of many sites take a quarter of a second, which nobody
   * should wait for.
   */
  countAhead(): void {
    if (this.#config.databaseUrl !== "none") this.#counting ??= this.#count();
  }

  /** Starts the recrawl of all due sites and returns; the summary is logged when the last one is done. @throws CrawlError `database_unavailable` */
  async recrawlDue(by: JobStarter): Promise<Run> {
    const { add, wake } = await this.#ready();
    const run = await this.sites.startRun(this.#config.recrawlBatchLimit, add, by);
    wake();
    // The schedule finds nothing due most of the time, which is no news.
    if (by !== "schedule" || run.summary.total > 0) this.#runs.watch(run, this.sites);
    return run;
  }

  /**
   * Queues these sites, whatever their sitemaps say. Returns undefined if none of them exists.
   * @throws CrawlError `database_unavailable`
   */
  async recrawlNow(siteIds: readonly string[], by: JobStarter): Promise<Run | undefined> {
    const { add, wake } = await this.#ready();
    const run = await this.sites.startRunOver(siteIds, add, by);
    wake();
    if (run) this.#runs.watch(run, this.sites);
    return run;
  }

  /** Gives back what is being recrawled and closes the database. Never rejects. */
  async close(): Promise<void> {
    this.#schedule?.stop();
    this.#stop.abort(new Error("Stopping"));
    await this.#begun;
    await this.#delivering;
    await this.#counting;
    await this.#topUp.settled();
    await this.#runs.settled();
    await this.#queue?.close().catch((error: unknown) => this.#log.warn({ err: error }, "Closing the queue failed"));
    await this.alerts.close();
    await this.#database
      .close()
      .catch((error: unknown) => this.#log.warn({ err: error }, "Closing the database failed"));
  }

  async #ready(): Promise<RecrawlQueue> {
    await this.#database.connection();
    // The queue opens some seconds after the database.
    await endsWithin(QUEUE_PATIENCE_MS, this.#begun);
    if (this.#queue === undefined)
      throw new CrawlError("database_unavailable", { detail: "the queue is being opened" });
    return this.#queue;
  }

  /** Called inside a transaction: nothing may be waited for here that needs the database. */
  async #addAlerts(...[jobs, sql]: Parameters<QueueAlerts>): Promise<void> {
    if (this.#queue === undefined) throw new Error("Alerts before the queue is open");
    await this.#queue.addAlerts(jobs, sql);
  }

  /** Opens the queue when the database is open, and starts the workers; tries again until it has. */
  async #begin(): Promise<void> {
    const say = unlessRepeated((why) => this.#log.warn({ why }, "The job queue has trouble"));
    const onError = (error: unknown) => {
      // An outage of the database has its own line.
      if (!this.#database.isAway(error)) say(messageOf(error));
    };
    while (!this.#stop.signal.aborted && this.#config.databaseUrl !== "none") {
      try {
        const connection = await this.#database.opened(this.#stop.signal);
        const queue = await openQueue(connection, onError, {
          onUnreadable: (job, signal) => failRecrawl(job, this.#doing(), signal),
        });
        this.#queue = queue;
        this.#delivering ??= deliverUntil(this.world, { log: this.#log, metrics: this.#metrics }, this.#stop.signal);
        await queue.work((job, signal) => this.#work(job, signal), this.#config.recrawlConcurrency);
        await queue.sendAlerts(alertWorker(this.alerts, this.#log, this.#metrics.alertEnded));
        return;
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        onError(error);
        await sleep(QUEUE_RETRY_MS, undefined, { signal: this.#stop.signal }).catch(() => {}); // stopping
      }
    }
  }

  async #work(job: RecrawlJob, signal: AbortSignal): Promise<void> {
    if (this.#queue) this.#topUp.ask(this.#queue);
    const doing = this.#doing();
    const crawl = (fetching: Fetching) => doRecrawl(job, { ...doing, world: { ...doing.world, fetching } }, signal);
    await recrawlOnHost(job, this.world, { crawl, signal });
  }

  #doing(): Parameters<typeof doRecrawl>[1] {
    return { world: this.#forCrawl(this.world), listenTo: recrawlListener(this.#log, this.#metrics) };
  }

  async #count(): Promise<void> {
    try {
      await this.#database.opened(this.#stop.signal);
      await this.sites.list({ filter: "all", sort: "name", limit: 1 });
    } catch (error) {
      this.#log.debug({ why: messageOf(error) }, "The sites were not counted ahead");
    }
  }

  async #onSchedule(): Promise<void> {
    try {
      await this.recrawlDue("schedule");
    } catch (error) {
      this.#log.warn({ why: messageOf(error) }, "The scheduled recrawl could not start");
    }
  }
}

const QUEUE_RETRY_MS = 1_000;
/** Milliseconds that a call waits for the queue to open: the queue of the embedded database takes some seconds. */
const QUEUE_PATIENCE_MS = 30_000;
