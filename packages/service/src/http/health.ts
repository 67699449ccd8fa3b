// Routes for supervisors and Prometheus.
import * as z from "zod";
import type { Database } from "../database.ts";
import { readyShape } from "../shapes.ts";
import type { App, ServerWorld } from "./app.ts";
import { openApp } from "./app.ts";

type OperationWorld = Pick<ServerWorld, "settings" | "log" | "metrics" | "database">;

/** Routes for supervisors and Prometheus, in a server and in a worker; they ask for no key. */
export function healthRoutes(
  app: App,
  { metrics, database, settings, closing }: OperationWorld & Partial<ServerWorld>,
): void {
  const tags = ["Operation"];
  const health = {
    tags,
    summary: "Whether the process runs",
    response: { 200: z.object({ status: z.literal("ok") }) },
  };
  // It never touches the database: an outage there must not restart this process.
  app.get("/health", { schema: health }, async () => ({ status: "ok" }) as const);

  const ready = { tags, summary: "Whether work is accepted", response: { 200: readyShape, 503: readyShape } };
  app.get("/ready", { schema: ready }, async (_request, reply) => {
    const state = settings.DATABASE_URL === "none" ? "none" : await stateOf(database);
    // Crawls work without the database, but not while it opens for the first time.
    const isReady = closing?.aborted !== true && (state !== "away" || database.isOpen);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not ready", database: state });
  });

  app.get("/metrics", { schema: { tags, summary: "Counters for Prometheus" } }, async (_request, reply) => {
    await metrics.look(database).catch(() => {}); // the database is away
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** A worker's server on WORKER_PORT, listening to nothing yet. */
export function buildHealth(world: OperationWorld): App {
  const app = openApp(world);
  healthRoutes(app, world);
  return app;
}

async function stateOf(database: Database): Promise<"ok" | "away"> {
  if (!database.isOpen) return "away";
  const asked = database.use((db) => db.selectFrom("recrawl_runs").select("id").limit(1).execute());
  return asked.then(
    () => "ok",
    () => "away",
  );
}
