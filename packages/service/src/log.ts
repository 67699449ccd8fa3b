import { Writable } from "node:stream";
import { pino } from "pino";
import * as z from "zod";
import { printable } from "./printable.ts";
import type { Config } from "./settings/config.ts";

const record = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(""),
  err: z.object({ message: z.string(), stack: z.string().optional() }).optional(),
});

/** Fields that the line shows elsewhere, or not at all. */
const HIDDEN = new Set(["level", "time", "msg", "err", "pid", "hostname", "reqId"]);

/** The server's own log, on stderr: one line a record, with process and host where it is JSON; control characters escaped. */
export function openLog({ logLevel, logFormat }: Pick<Config, "logLevel" | "logFormat">, isTerminal: boolean) {
  return pino(
    { level: logLevel },
    formatOf({ logFormat }, isTerminal) === "pretty" ? prettyStream() : pino.destination({ fd: 2, sync: true }),
  );
}

export function formatOf({ logFormat }: Pick<Config, "logFormat">, isTerminal: boolean): "pretty" | "json" {
  return logFormat ?? (isTerminal ? "pretty" : "json");
}

function prettyStream(): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      process.stderr.write(prettyLine(chunk.toString()), () => done());
    },
  });
}

/** The value as JSON, with the control characters replaced that JSON leaves. */
const quoted = (value: unknown): string => printable(JSON.stringify(value));

/** `12:30:01 warn  message key=value`, and below it the stack of an unexpected error. */
export function prettyLine(json: string): string {
  const parsed = record.parse(JSON.parse(json));
  const level = pino.levels.labels[parsed.level] ?? String(parsed.level);
  const fields = Object.entries(parsed)
    .filter(([name]) => !HIDDEN.has(name))
    .map(
      ([name, value]) =>
        ` ${name}=${typeof value === "string" && /^[\x21-\x7e]+$/.test(value) ? value : quoted(value)}`,
    );
  const time = new Date(parsed.time).toISOString().slice(11, 19);
  const why = parsed.err === undefined ? "" : `: ${quoted(parsed.err.message).slice(1, -1)}`;
  const stack = parsed.level >= 50 && parsed.err?.stack ? `${parsed.err.stack}\n` : "";
  return `${time} ${level.padEnd(5)} ${printable(parsed.msg)}${why}${fields.join("")}\n${stack}`;
}
