import { expect, test, vi } from "vitest";
import { startCollector } from "../../../../test/servers/collector.ts";
import { startS3 } from "../../../../test/servers/s3.ts";
import { startService } from "../../../../test/servers/service.ts";
import { serveSite } from "../../../../test/servers/site.ts";
import { readConfig } from "../settings/config.ts";
import { NO_TRACING, openTracing, record, traced, traceFields } from "./tracing.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const html = (title: string, links = "") =>
  `<title>${title}</title><main><h1>${title}</h1><p>${`All there is to say about ${title}. `.repeat(20)}</p>${links}</main>`;

test("a crawl's trace has its request, stages, pages and upload, and the lines of the log name it", async () => {
  const collector = await startCollector();
  const key = { accessKeyId: "AKID", secretAccessKey: "secret" };
  const store = await startS3({ key, bucket: "texts" });
  const site = await serveSite({
    "/": html("Home", '<a href="/a?token=canary">A</a>'),
    "/a?token=canary": html("Alpha"),
  });
  const service = await startService({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=s%20ecret",
      OTEL_SERVICE_NAME: "crawler-1",
      S3_BUCKET: "texts",
      S3_ENDPOINT: store.url,
      S3_ACCESS_KEY_ID: key.accessKeyId,
      S3_SECRET_ACCESS_KEY: key.secretAccessKey,
    },
  });
  await fetch(`${service.url}/api/config`, { headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` } });
  await fetch(`${service.url}/health`);
  await service.crawl({ url: `${site.origin}/?secret=canary` });
  await service.stop();
  const { spans } = collector;
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [asked] = named("GET /api/config");
  expect([asked?.traceId, asked?.parentSpanId, asked?.kind]).toEqual([TRACE, "b7ad6b7169203331", 2]);
  const [socket, crawl] = [named("GET /ws/crawl")[0], named("crawl")[0]];
  expect(crawl).toMatchObject({ traceId: socket?.traceId, parentSpanId: socket?.spanId });
  expect(crawl?.attributes["url.full"]).toBe(`${site.origin}/`);
  const below = spans.filter(({ parentSpanId }) => parentSpanId === crawl?.spanId);
  expect(new Set(below.map(({ name }) => name))).toEqual(
    new Set([
      "fetch page",
      "find homepage",
      "crawl pages",
      "write document",
      "upload",
      `HEAD ${new URL(store.url).host}`,
      `PUT ${new URL(store.url).host}`,
    ]),
  );
  expect(named("fetch page")).toHaveLength(2);
  for (const { startTimeUnixNano: from, endTimeUnixNano: to } of below) {
    expect(to).toBeGreaterThanOrEqual(from);
    expect(from).toBeGreaterThanOrEqual((crawl?.startTimeUnixNano ?? 0n) - 5_000_000n);
    expect(to).toBeLessThanOrEqual((crawl?.endTimeUnixNano ?? 0n) + 5_000_000n);
  }
  expect(collector.resources[0]).toMatchObject({ "service.name": "crawler-1" });
  expect(collector.headers[0]?.["api-key"]).toBe("s ecret");
  const told = JSON.stringify(spans, (_, value) => (typeof value === "bigint" ? String(value) : value));
  expect(told).not.toMatch(/canary|secret|health/);
  const line = service.log.map((text) => JSON.parse(text)).find(({ msg }) => msg === "crawl done");
  expect(line).toMatchObject({ trace_id: socket?.traceId, span_id: socket?.spanId });
  await Promise.all([collector.close(), store.close(), site.close()]);
});

const config = (url: string, more = {}) => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more });

test("a failure is a span's, and a collector that refuses or is away is told of and disturbs nobody", async () => {
  const collector = await startCollector();
  const onFailed = vi.fn();
  const tracing = await openTracing(config(collector.url), onFailed);
  const fails = traced(tracing, { name: "work" }, async () => {
    record({ name: "SELECT x", kind: "client", startedAt: Date.now() - 5, endedAt: Date.now(), failure: "cut off" });
    throw new Error("nothing came of it");
  });
  await expect(fails).rejects.toThrow("nothing came of it");
  const late = tracing.start({ name: "request" });
  late.end();
  late.end("too late");
  late.within(() => record({ name: "UPDATE x", startedAt: Date.now(), endedAt: Date.now() }));
  await tracing.close();
  expect(collector.spans.map(({ name, status }) => [name, status])).toEqual([
    ["SELECT x", { code: 2, message: "cut off" }],
    ["work", { code: 2, message: "nothing came of it" }],
    ["request", { code: 0 }],
  ]);
  expect(collector.spans[0]?.parentSpanId).toBe(collector.spans[1]?.spanId);
  expect(onFailed).not.toHaveBeenCalled();
  collector.answer(400);
  const refused = await openTracing(config(collector.url), onFailed);
  expect(await traced(refused, { name: "work" }, async () => "done")).toBe("done");
  await refused.close();
  expect(onFailed.mock.calls).toEqual([[`POST ${collector.url}/v1/traces: 400 Bad Request`]]);
  await collector.close();
});

test("a share of 0 makes no trace, whatever a caller asks for, and without a collector nothing is loaded", async () => {
  const collector = await startCollector();
  const none = await openTracing(config(collector.url, { OTEL_TRACES_SAMPLER_ARG: "0" }), () => {});
  await traced(none, { name: "work", parent: `00-${TRACE}-b7ad6b7169203331-01` }, async () => {});
  await none.close();
  expect(collector.spans).toEqual([]);
  await collector.close();
  expect(await openTracing(readConfig({}), () => {})).toBe(NO_TRACING);
  expect(await traced(NO_TRACING, { name: "work" }, async () => traceFields())).toEqual({});
});
