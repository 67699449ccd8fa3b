// What can be seen of a process: its traces and its log.
import * as z from "zod";
import { fieldList, share, text, webAddress } from "./kinds.ts";
import { notes } from "./notes.ts";

export const observing = {
  otelExporterOtlpEndpoint: webAddress().optional().register(notes, {
    about: "Where traces are sent by OTLP over HTTP (JSON, to `<endpoint>/v1/traces`); unset: none are made",
  }),
  otelExporterOtlpHeaders: fieldList.optional().register(notes, {
    about: "Fields sent with them, such as `api-key=…`, separated by commas, values percent-encoded",
    secret: true,
  }),
  otelServiceName: text.default("llmstxt-service").register(notes, { about: "What traces call this process" }),
  otelTracesSamplerArg: share.default(1).register(notes, { about: "Share of traces that are made, from 0 to 1" }),
  logLevel: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "must be fatal, error, warn, info, debug, trace or silent",
    })
    .default("info")
    .register(notes, { about: "Least serious message the server logs" }),
  logFormat: z.enum(["pretty", "json"], { error: "must be pretty or json" }).optional().register(notes, {
    about: "How the server logs",
    unset: "pretty on a terminal, json otherwise",
  }),
};
