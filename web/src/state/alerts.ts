import { callJson } from "../protocol/http.ts";
import type { AlertRule, Alerts, AlertTest } from "../protocol/types.ts";
import { changed, type Query } from "./query.ts";
import { SITES } from "./sites.ts";

const at = (id: string) => `/api/sites/${encodeURIComponent(id)}`;

/** Query for the service's alerts. */
export const alertsQuery: Query<Alerts> = {
  key: "/api/alerts",
  ask: (signal) => callJson("/api/alerts", {}, signal),
};

/** Stores a site's alert rule; null: the service's alerts. */
export async function setAlerts(id: string, alerts: AlertRule | null): Promise<void> {
  await changed(SITES, callJson(at(id), { method: "PATCH", body: { alerts } }));
}

/** Sends a test to every receiver of the site's alerts. */
export async function testAlerts(id: string): Promise<AlertTest> {
  return callJson(`${at(id)}/alerts/test`, { method: "POST" });
}
