import { endsWithin } from "@llmstxt-service/crawler/waiting/time-limit";
import { Gauge, type Registry } from "prom-client";
import { JOB_STATES } from "../jobs/queue.ts";

/** Work that waits for workers, and load of the database. */
export interface Backlog {
  readonly isUp: boolean;
  /** Sites due now, also those in the queue, and seconds that the oldest has been due. */
  readonly due: number;
  readonly oldestDueSeconds: number;
  /** Sites whose latest text is not stored. */
  readonly undelivered: number;
  readonly jobs: Readonly<Record<string, number>>;
  /** Calls of this process that wait for a database connection. */
  readonly poolWaiting: number;
}

/** Milliseconds for which a reading is used again, and for which a scrape waits for one. */
const FRESH_MS = 10_000;
const PATIENCE_MS = 1_000;

const NOTHING: Backlog = { isUp: false, due: 0, oldestDueSeconds: 0, undelivered: 0, jobs: {}, poolWaiting: 0 };

/** Makes gauges whose number is read at each scrape. */
export const gaugesIn =
  (registers: Registry[]) =>
  (name: string, help: string, read: () => number | Promise<number>): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });

/** Gauges that are 0 until `read` is given, and keep their last numbers while the database is away. */
export function backlogGauges(registers: Registry[]): (read: () => Promise<Backlog>) => void {
  let look = async (): Promise<Backlog> => NOTHING;
  const add = gaugesIn(registers);
  const gauge = (name: string, help: string, numberIn: (backlog: Backlog) => number) =>
    add(name, help, async () => numberIn(await look()));
  gauge("llmstxt_sites_due", "Sites due now", ({ due }) => due);
  gauge("llmstxt_oldest_due_seconds", "How long the oldest due site has been due", (seen) => seen.oldestDueSeconds);
  gauge("llmstxt_sites_undelivered", "Sites whose newest text is not stored", ({ undelivered }) => undelivered);
  gauge("llmstxt_pool_waiting", "Calls waiting for a database connection", ({ poolWaiting }) => poolWaiting);
  gauge("llmstxt_database_up", "1 while the database answers", ({ isUp }) => (isUp ? 1 : 0));
  new Gauge({
    name: "llmstxt_queue_jobs",
    help: "Recrawl jobs by state; ended ones stay for up to 70 minutes",
    labelNames: ["state"],
    registers,
    async collect() {
      const { jobs } = await look();
      for (const state of JOB_STATES) this.set({ state }, jobs[state] ?? 0);
    },
  });
  return (read) => {
    look = remembering(read);
  };
}

/** Shares one reading among all gauges of a scrape, and among scrapes at the same time. */
function remembering(read: () => Promise<Backlog>): () => Promise<Backlog> {
  let last = NOTHING;
  let reading: Promise<void> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - readAt > FRESH_MS) {
      readAt = performance.now();
      reading = read().then(
        (seen) => {
          last = seen;
        },
        () => {
          last = { ...last, isUp: false };
          readAt = Number.NEGATIVE_INFINITY;
        },
      );
    }
    if (reading) await endsWithin(PATIENCE_MS, reading);
    return last;
  };
}
