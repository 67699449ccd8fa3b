import { Counter, Gauge, type Registry } from "prom-client";
import type { Kind, Use } from "../threads/threads.ts";

const KINDS = ["people", "crawls"] as const satisfies readonly Kind[];

const NOTHING: Use = { cpuMs: 0, waiting: 0, refused: 0 };

/** Use of the reading threads: people's requests, and crawls. 0 without threads. */
export function threadMetrics(registers: Registry[]): (use: (kind: Kind) => Use) => void {
  let use = (_: Kind): Use => NOTHING;
  const labelNames = ["for"];
  const counter = (name: string, help: string, numberIn: (use: Use) => number) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const kind of KINDS) this.inc({ for: kind }, numberIn(use(kind)));
      },
    });
  counter("llmstxt_reading_cpu_seconds_total", "Processor time of the reading threads", ({ cpuMs }) => cpuMs / 1000);
  counter("llmstxt_reading_refused_total", "Tasks refused because a line was full", ({ refused }) => refused);
  new Gauge({
    name: "llmstxt_reading_waiting",
    help: "Tasks that wait for a reading thread",
    labelNames,
    registers,
    collect() {
      for (const kind of KINDS) this.set({ for: kind }, use(kind).waiting);
    },
  });
  return (read) => {
    use = read;
  };
}
