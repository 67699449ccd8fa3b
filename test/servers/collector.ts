import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const attributes = z
  .array(attribute)
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])));

/** An OTLP request, as the protocol's JSON encoding has it. */
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.coerce.bigint(),
              endTimeUnixNano: z.coerce.bigint(),
              attributes,
              status: z.object({ code: z.number().optional(), message: z.string().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export type ReceivedSpan = z.infer<typeof request>["resourceSpans"][0]["scopeSpans"][0]["spans"][0];

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Of whoever sent them. */
  readonly resources: readonly Readonly<Record<string, unknown>>[];
  readonly headers: readonly Readonly<Record<string, unknown>>[];
  /** What it answers from now on. */
  answer(status: number): void;
  close(): Promise<void>;
}

/** Receives traces by OTLP over HTTP, as JSON. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const headers: Record<string, unknown>[] = [];
  let status = 200;
  const server = createServer(async (asked, answer) => {
    const body = await text(asked);
    headers.push(asked.headers);
    if (asked.url !== "/v1/traces" || asked.method !== "POST") return void answer.writeHead(404).end();
    if (status === 200)
      for (const { resource, scopeSpans } of request.parse(JSON.parse(body)).resourceSpans) {
        resources.push(resource.attributes);
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
    answer.writeHead(status, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    resources,
    headers,
    answer: (next) => {
      status = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
