import { hostname } from "node:os";
import { endsWithin } from "@llmstxt-service/crawler/waiting/time-limit";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { VERSION } from "../settings/config.ts";
import { type ActiveSpan, active } from "./active.ts";
import type { OpenSpan, PastSpan, SpanStart, Tracing, TracingConfig } from "./span.ts";

interface OtlpOptions extends TracingConfig {
  readonly endpoint: string;
}

/** A collector that is away costs at most so many spans; what comes after them is dropped. */
const MAX_WAITING_SPANS = 4_096;
const CLOSING_MS = 2_000;
const MAX_ATTRIBUTE_CHARACTERS = 2_000;

/** Traces by OTLP over HTTP, as JSON. */
export function openOtlp(options: OtlpOptions, onFailed: (why: string) => void): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": options.otelServiceName,
      "service.version": VERSION,
      "service.instance.id": `${hostname()}:${process.pid}`,
    }),
    sampler: samplerOf(options.otelTracesSamplerArg),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(exporterOf(options), (why) => onFailed(`POST ${urlOf(options)}: ${why}`)),
        maxQueueSize: MAX_WAITING_SPANS,
      }),
    ],
  });
  const tracer = provider.getTracer("llmstxt-service", VERSION);
  return {
    isOn: true,
    start: (span) => startSpan(tracer, span),
    close: async () => {
      await endsWithin(
        CLOSING_MS,
        provider.shutdown().catch(() => {}),
      ); // told already
    },
  };
}

/** True if a trace is kept is decided here, also where a stranger's `traceparent` says that it should be. */
function samplerOf(share: number) {
  const root = new TraceIdRatioBasedSampler(share);
  return new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root });
}

const urlOf = ({ endpoint }: OtlpOptions): string => `${endpoint}/v1/traces`;

function exporterOf(options: OtlpOptions): SpanExporter {
  return new OTLPTraceExporter({ url: urlOf(options), headers: { ...options.otelExporterOtlpHeaders } });
}

/** The exporter, with words for what went wrong: by itself it drops spans in silence. */
function telling(exporter: SpanExporter, onFailed: (why: string) => void): SpanExporter {
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        if (result.error) onFailed(wordsOf(result.error));
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** The status stands in a field of its own. */
const wordsOf = (error: Error): string =>
  "code" in error && typeof error.code === "number" ? `${error.code} ${error.message}` : error.message;

/** The contexts of spans that work is being done in. */
const contexts = new WeakMap<OpenSpan, Context>();

function startSpan(tracer: Tracer, { name, kind, attributes = {}, parent }: SpanStart): OpenSpan {
  const above = parentContext(parent);
  const options = { kind: kind === "server" ? SpanKind.SERVER : SpanKind.INTERNAL, attributes: { ...attributes } };
  const span = tracer.startSpan(name, options, above);
  const context = trace.setSpan(above, span);
  const { traceId, spanId } = span.spanContext();
  const open: OpenSpan = {
    within: (work) => active.run(here, work),
    set: (more) => void (span.isRecording() && span.setAttributes({ ...more })),
    // What a request leaves behind, such as looking at its run every second, has no end.
    child: (past) => void (span.isRecording() && recordPast({ tracer, context }, past)),
    end: (failure) => void (span.isRecording() && endSpan(span, failure)),
  };
  const here: ActiveSpan = { fields: { trace_id: traceId, span_id: spanId }, span: open };
  contexts.set(open, context);
  return open;
}

function recordPast({ tracer, context }: { readonly tracer: Tracer; readonly context: Context }, past: PastSpan): void {
  const { name, startedAt, endedAt, attributes = {}, failure } = past;
  const kind = past.kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const span = tracer.startSpan(name, { kind, startTime: startedAt, attributes: { ...attributes } }, context);
  endSpan(span, failure, endedAt);
}

function endSpan(span: Span, failure: string | undefined, endedAt?: number): void {
  if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  span.end(endedAt);
}

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Of whoever asked, else of the span we are in (W3C Trace Context). */
function parentContext(parent: string | undefined): Context {
  const [, traceId, spanId, flags = "0"] = TRACE_PARENT.exec(parent ?? "") ?? [];
  if (traceId !== undefined && spanId !== undefined) {
    const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
    return trace.setSpanContext(ROOT_CONTEXT, remote);
  }
  const here = active.getStore();
  return (here && contexts.get(here.span)) ?? ROOT_CONTEXT;
}
