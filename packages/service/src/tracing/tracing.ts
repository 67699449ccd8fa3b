import type { OpenSpan, SpanStart, Tracing, TracingConfig } from "./span.ts";

export { record, traceFields } from "./active.ts";
export { crawlSpans, withoutQuery } from "./crawl-spans.ts";
export type { OpenSpan, Tracing, TracingConfig } from "./span.ts";
export { statementSpan } from "./statement-span.ts";
export { tracedFetch } from "./traced-fetch.ts";

const NO_SPAN: OpenSpan = { within: (work) => work(), set: () => {}, child: () => {}, end: () => {} };

export const NO_TRACING: Tracing = { isOn: false, start: () => NO_SPAN, close: async () => {} };

/** `onFailed` is told why traces could not be sent. What makes and sends them is loaded only where the settings name a collector. */
export async function openTracing(config: TracingConfig, onFailed: (why: string) => void): Promise<Tracing> {
  const { otelExporterOtlpEndpoint: endpoint } = config;
  if (endpoint === undefined) return NO_TRACING;
  const { openOtlp } = await import("./otlp.ts");
  return openOtlp({ ...config, endpoint }, onFailed);
}

/** Runs work in a span of its own, which ends with it and says whether it failed. */
export async function traced<T>(tracing: Tracing, start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  const span = tracing.start(start);
  try {
    const result = await span.within(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.message : String(error));
    throw error;
  }
}
