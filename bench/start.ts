// From the command to its first request, beside a Node that does nothing.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contestant, compete, type Served } from "./measure.ts";
import { table } from "./results.ts";

/** Most milliseconds from the command to its first request. */
const FIRST_REQUEST_MS = 120;

/** A first request and nothing else, by Node's own means: what a start costs at the least. */
const LEAST = `require("node:http").get(process.argv[2], (response) => response.resume().on("end", () => process.exit()))`;

export async function startTable(site: Served, ours: readonly string[]): Promise<string> {
  const least = join(tmpdir(), `bench-least-${process.pid}.cjs`);
  writeFileSync(least, LEAST);
  const contestant = (name: string, args: readonly string[]): Contestant => ({ name, args, site, rounds: 11 });
  const costs = await compete([
    contestant("node -e 0", ["-e", "0"]),
    contestant("node, one request", [least, `${site.origin}/`]),
    contestant("llmstxt-service, one page", ours),
  ]);
  const rows = [...costs].map(([name, { firstMs, wallMs, cpuMs, rssMb }]) => [
    name,
    firstMs > 0 ? firstMs.toFixed(0) : "",
    wallMs.toFixed(0),
    cpuMs.toFixed(0),
    rssMb.toFixed(0),
  ]);
  const head = ["", "ms to the first request", "ms in all", "CPU ms", "MB"];
  const first = costs.get("llmstxt-service, one page")?.firstMs ?? Number.POSITIVE_INFINITY;
  const note = first > FIRST_REQUEST_MS ? `\n\nMissed: more than ${FIRST_REQUEST_MS} ms to the first request.` : "";
  return `### From the command to its first request\n\n${table(head, rows)}${note}`;
}
