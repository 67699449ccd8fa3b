import type { Config } from "../settings/config.ts";

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly name: string;
  /** `server`: somebody asked for it over HTTP. Default: our own work. */
  readonly kind?: "server";
  readonly attributes?: Attributes;
  /** W3C `traceparent` of whoever asked. Default: the span it is started in. */
  readonly parent?: string | undefined;
}

/** Something that has ended already; times are milliseconds since 1970. */
export interface PastSpan {
  readonly name: string;
  readonly kind?: "client";
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes?: Attributes;
  readonly failure?: string | undefined;
}

/** A span that has begun. */
export interface OpenSpan {
  /** Runs work whose spans and log lines belong to this one. */
  within<T>(work: () => T): T;
  set(attributes: Attributes): void;
  child(span: PastSpan): void;
  end(failure?: string): void;
}

/** What a trace is made with; without a collector every function does nothing. */
export interface Tracing {
  readonly isOn: boolean;
  start(span: SpanStart): OpenSpan;
  /** Sends what is left. Never rejects. */
  close(): Promise<void>;
}

export type TracingConfig = Pick<
  Config,
  "otelExporterOtlpEndpoint" | "otelExporterOtlpHeaders" | "otelServiceName" | "otelTracesSamplerArg"
>;

/** Milliseconds since 1970, by a clock that is never set back. */
export const traceTime = (): number => performance.timeOrigin + performance.now();
