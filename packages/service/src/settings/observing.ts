// Settings of the log.
import { fieldList, oneOf, share, text, webAddress } from "./kinds.ts";
import { setting } from "./setting.ts";

export const observing = {
  otelExporterOtlpEndpoint: setting(webAddress, {
    about: "Address to which traces are sent by OTLP over HTTP (JSON, to `<endpoint>/v1/traces`). Unset: no traces",
  }),
  otelExporterOtlpHeaders: setting(fieldList, {
    about: "Header fields that are sent with traces, such as `api-key=…`, separated by commas, values percent-encoded",
    secret: true,
  }),
  otelServiceName: setting(text, { fallback: "llmstxt-service", about: "Name of this process in traces" }),
  otelTracesSamplerArg: setting(share, { fallback: 1, about: "Share of traces that are sent, from 0 to 1" }),
  logLevel: setting(oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]), {
    fallback: "info",
    about: "Least severe level that is logged: fatal, error, warn, info, debug, trace or silent",
  }),
  logFormat: setting(oneOf(["pretty", "json"]), {
    about: "Format of the log: pretty or json",
    unset: "pretty on a terminal, json otherwise",
  }),
};
