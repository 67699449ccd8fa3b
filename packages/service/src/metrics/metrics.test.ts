import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openMetrics } from "./metrics.ts";

const watched = () => {
  const metrics = openMetrics();
  metrics.watchCrawls({ running: () => 0, waiting: () => 0, sockets: () => 0 });
  return metrics;
};

const value = (text: string, series: string) =>
  text
    .split("\n")
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

test("the series of the main loop are there with 0 before anything happened", async () => {
  const text = await watched().text();
  for (const series of [
    'llmstxt_recrawls_total{outcome="updated"}',
    'llmstxt_recrawls_total{outcome="failed"}',
    "llmstxt_recrawl_duration_seconds_count",
    "llmstxt_crawl_wait_seconds_count",
    "llmstxt_sites_due",
    "llmstxt_oldest_due_seconds",
    'llmstxt_queue_jobs{state="created"}',
    'llmstxt_uploads_total{outcome="stored"}',
    'llmstxt_uploads_total{outcome="failed"}',
    'llmstxt_model_calls_total{outcome="improved"}',
    'llmstxt_model_tokens_total{direction="in"}',
    "llmstxt_pool_waiting",
    'llmstxt_http_request_duration_seconds_count{method="GET",route="/metrics",status="200"}',
  ])
    expect(value(text, series), series).toBe("0");
});

test("the backlog is read once for all gauges, and its last numbers stay while the database is away", async () => {
  const metrics = watched();
  let reads = 0;
  metrics.watchBacklog(async () => {
    reads++;
    return { isUp: true, due: 7, oldestDueSeconds: 61, undelivered: 3, jobs: { active: 2 }, poolWaiting: 1 };
  });
  const text = await metrics.text();
  expect(reads).toBe(1);
  expect(value(text, "llmstxt_sites_due")).toBe("7");
  expect(value(text, 'llmstxt_queue_jobs{state="active"}')).toBe("2");
  expect(value(text, "llmstxt_database_up")).toBe("1");
  metrics.watchBacklog(async () => {
    throw new Error("away");
  });
  expect(value(await metrics.text(), "llmstxt_database_up")).toBe("0");
});

test("a reading that never ends does not hold up the metrics", async () => {
  const metrics = watched();
  metrics.watchBacklog(() => new Promise(() => {}));
  expect(value(await metrics.text(), "llmstxt_sites_due")).toBe("0");
});

test.each(["grafana-dashboard.json", "alerts.yaml"])(
  "every metric that examples/monitoring/%s uses exists",
  async (file) => {
    const text = await watched().text();
    const known = new Set([...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name]) => name));
    const used =
      readFileSync(`examples/monitoring/${file}`, "utf8").match(/\b(llmstxt|nodejs|process)_[a-z_0-9]+/g) ?? [];
    expect(used.length).toBeGreaterThan(5);
    for (const name of used) expect([...known]).toContain(name.replace(/_(bucket|count|sum)$/, ""));
  },
);
