import { sleep } from "@llmstxt-service/crawler/waiting/abort";
import { isFailure } from "@llmstxt-service/page/errors";
import type { FastifyBaseLogger } from "fastify";
import { byTypeIfAny } from "./by-type.ts";
import { type DeliveryProgress, deliverDue } from "./jobs/recrawls/recrawls.ts";
import type { SiteWorld } from "./jobs/world.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { messageOf, unlessRepeated } from "./troubles.ts";

/** Milliseconds between two checks for texts that wait to be stored. */
const LOOK_MS = 5_000;

/** Stores the texts that the store had refused, as soon as it accepts them, until `signal` fires. Never rejects. */
export async function deliverUntil(
  world: SiteWorld,
  { log, metrics }: { readonly log: FastifyBaseLogger; readonly metrics: Pick<Metrics, "deliveryTried"> },
  signal: AbortSignal,
): Promise<void> {
  const onError = unlessRepeated((why) => log.warn({ why }, "What waits to be stored could not be looked at"));
  const reportOn = (site: string) => (progress: DeliveryProgress) => {
    byTypeIfAny<DeliveryProgress, void>(
      {
        delivered: ({ tries, since }) => {
          metrics.deliveryTried("stored");
          log.info({ site, tries, since }, "Stored at last");
        },
        crawlDue: ({ tries, since }) => {
          metrics.deliveryTried("stored");
          log.info({ site, tries, since }, "The store takes files again: the site is due for its bundle");
        },
        notDelivered: ({ tries, error }) => {
          metrics.deliveryTried("failed");
          log.warn({ site, tries, why: error.message }, "Still not stored");
        },
        straysLeft: ({ error }) =>
          log.warn({ site, why: error.message }, "Files of replaced texts are not removed yet"),
      },
      progress,
    );
  };
  while (!signal.aborted) {
    await deliverDue({ world, reportOn }, signal).catch((error: unknown) => {
      // An outage of the database has its own line.
      if (!signal.aborted && !isFailure(error, "database_unavailable")) onError(messageOf(error));
    });
    await sleep(LOOK_MS, signal).catch(() => {}); // stopping
  }
}
