import { readdirSync, readFileSync } from "node:fs";
import type { PostgresServer } from "../test/servers/postgres.ts";

const TICKS_PER_SECOND = 100;

/** CPU seconds of the server and everything it has started, the dead ones too. */
export function databaseCpu(postgres: PostgresServer): number {
  const stats = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statOf(pid))
    .filter(({ pid, parent }) => pid === postgres.pid || parent === postgres.pid);
  return stats.reduce((sum, { pid, own, dead }) => sum + own + (pid === postgres.pid ? dead : 0), 0) / TICKS_PER_SECOND;
}

function statOf(name: string) {
  let stat = "";
  try {
    stat = readFileSync(`/proc/${name}/stat`, "utf8");
  } catch {
    // The process ended after it was listed.
  }
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [parent = 0, own = 0, dead = 0] = [
    fields[1],
    (fields[11] ?? 0) + (fields[12] ?? 0),
    (fields[13] ?? 0) + (fields[14] ?? 0),
  ];
  return { pid: Number(name), parent, own, dead };
}
