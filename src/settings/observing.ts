// What can be seen of a process: its traces and its log.
import { fieldList, oneOf, share, text, webAddress } from "./kinds.ts";
import { setting } from "./setting.ts";

export const observing = {
  otelExporterOtlpEndpoint: setting(webAddress, {
    about: "Where traces are sent by OTLP over HTTP (JSON, to `<endpoint>/v1/traces`); unset: none are made",
  }),
  otelExporterOtlpHeaders: setting(fieldList, {
    about: "Fields sent with them, such as `api-key=…`, separated by commas, values percent-encoded",
    secret: true,
  }),
  otelServiceName: setting(text, { fallback: "llmstxt-service", about: "What traces call this process" }),
  otelTracesSamplerArg: setting(share, { fallback: 1, about: "Share of traces that are made, from 0 to 1" }),
  logLevel: setting(oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]), {
    fallback: "info",
    about: "Least serious message the server logs",
  }),
  logFormat: setting(oneOf(["pretty", "json"]), {
    about: "How the server logs",
    unset: "pretty on a terminal, json otherwise",
  }),
};
