import type { FastifyInstance } from "fastify";
import type { World } from "../world.ts";
import { healthRoutes, OPENING, type Readiness } from "./health-routes.ts";
import { openApp } from "./open-app.ts";

type WorkerWorld = Pick<World, "config" | "log" | "metrics" | "database">;

/** Routes of a worker on WORKER_PORT: health, readiness and metrics, without a key. It does not listen yet. */
export function buildWorkerServer(world: WorkerWorld): FastifyInstance {
  const app = openApp(world);
  healthRoutes(app, { metrics: world.metrics, readiness: () => readinessOf(world) });
  return app;
}

/** A worker without its database has nothing to do. */
async function readinessOf({ database }: WorkerWorld): Promise<Readiness> {
  const state = await database();
  if (state === "opening") return OPENING;
  return state === "up" ? { database: state } : { detail: "Database unavailable" };
}
