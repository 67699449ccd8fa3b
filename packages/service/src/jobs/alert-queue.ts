import type { PgBoss } from "pg-boss";
import { type AlertJob, alertJob, type QueueAlerts } from "./alerts.ts";
import { startWorkers } from "./queue-workers.ts";

const QUEUE = "alert";

/**
 * Most further tries of an alert that could not be sent, each after a longer pause; then it is dropped and an error is
 * logged.
 */
const RETRIES = 2;
const FIRST_PAUSE_SECONDS = 15;

/** Alerts that one process sends at once: a receiver that hangs delays no recrawl, and few of the other alerts. */
const AT_ONCE = 4;

const QUEUE_OPTIONS = {
  expireInSeconds: 120,
  retryLimit: RETRIES,
  retryBackoff: true,
  deleteAfterSeconds: 600,
  // Seconds after which an alert that was not sent is no news any more.
  retentionSeconds: 3 * 86_400,
} as const;

/** Sends one alert; rejects if it could not. `isLast`: it will not be tried again. */
export type SendAlert = (job: AlertJob, tries: { readonly isLast: boolean }, signal: AbortSignal) => Promise<void>;

/** Opens the queue of alerts, in the job engine of the recrawls: alerts outlive a process. */
export async function openAlertQueue(
  boss: PgBoss,
  {
    closing,
    retryPauseSeconds = FIRST_PAUSE_SECONDS,
  }: { readonly closing: AbortSignal; readonly retryPauseSeconds?: number | undefined },
) {
  await boss.createQueue(QUEUE, { ...QUEUE_OPTIONS, retryDelay: retryPauseSeconds });
  // Makes the engine remember the queue: inside a transaction it could not look it up (queue.ts).
  await boss.insert(QUEUE, []);
  return {
    async addAlerts(...[jobs, sql]: Parameters<QueueAlerts>) {
      if (jobs.length === 0) return;
      await boss.insert(
        QUEUE,
        jobs.map((job) => ({ id: job.id, data: job })),
        { db: sql },
      );
    },
    async sendAlerts(send: SendAlert) {
      await startWorkers(boss, {
        queue: QUEUE,
        count: AT_ONCE,
        handle: ({ data, signal, retryCount, retryLimit }) =>
          send(alertJob.parse(data), { isLast: retryCount >= retryLimit }, AbortSignal.any([signal, closing])),
        closing,
      });
    },
  };
}
