import * as z from "zod";
import type { DatabaseState } from "../database.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { detailSchema } from "../protocol/protocol.ts";
import type { App } from "../server-world.ts";

/** State of a process: ready, with the state of its database, or the reason why it is not. */
export type Readiness = { readonly database: Exclude<DatabaseState, "opening"> } | { readonly detail: string };

/** Readiness while the database opens: requests wait for it, but supervisors should send none yet. */
export const OPENING = { detail: "The database is being opened" };

interface HealthWorld {
  readonly metrics: Pick<Metrics, "text">;
  readiness(): Promise<Readiness>;
}

/** Routes for supervisors and Prometheus, in a service and in a worker. */
export function healthRoutes(app: App, { metrics, readiness }: HealthWorld): void {
  const status = z.object({ status: z.literal("ok") });
  const health = { tags: ["Service"], summary: "Whether the process runs", response: { 200: status } };
  // /health does not check the database: an outage of the database must not restart this process.
  app.get("/health", { schema: health }, async () => ({ status: "ok" as const }));

  const ready = {
    tags: ["Service"],
    summary: "Whether new crawls are accepted, and the state of the database",
    response: {
      200: z.object({ status: z.literal("ready"), database: z.enum(["up", "down", "none"]) }),
      503: detailSchema,
    },
  };
  app.get("/ready", { schema: ready }, async (_request, reply) => {
    const found = await readiness();
    return "detail" in found ? reply.code(503).send(found) : { status: "ready" as const, ...found };
  });

  const numbers = { tags: ["Service"], summary: "Counters for Prometheus", produces: ["text/plain"] };
  app.get("/metrics", { schema: numbers }, async (_request, reply) =>
    reply.type("text/plain; version=0.0.4; charset=utf-8").send(await metrics.text()),
  );
}
