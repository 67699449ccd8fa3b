// From the command to its first request, beside a Node that does nothing but ask.
//   npm run bench -- start [another build's cli.js]     the other build's runs alternate with this one's
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contestant, compete, serveSite } from "./measure.ts";
import { keepResult, table } from "./results.ts";

/** Most CPU until the first connection, as a multiple of Node's own. */
const GOAL = 2;

/** A first request and nothing else, by Node's own means: what a start costs at the least. */
const LEAST = `require("node:http").get(process.argv[2], (response) => response.resume().on("end", () => process.exit()))`;

const others = process.argv.slice(2).filter((file) => file.endsWith(".js"));
const least = join(tmpdir(), `bench-least-${process.pid}.cjs`);
writeFileSync(least, LEAST);
const site = await serveSite(1, 14, { latencyMs: 0 });
try {
  const contestant = (name: string, args: readonly string[]): Contestant => ({ name, args, site, rounds: 21 });
  const command = (cli: string) => [cli, `${site.origin}/`, "--max-pages", "1", "-q"];
  const costs = await compete([
    contestant("node -e 0", ["-e", "0"]),
    contestant("node, one request", [least, `${site.origin}/`]),
    ...others.map((cli) => contestant(cli, command(cli))),
    contestant("llmstxt-service, one page", command("dist/cli.js")),
  ]);
  const node = costs.get("node, one request")?.firstCpuMs ?? 0;
  const rows = [...costs].map(([name, { firstMs, firstCpuMs, wallMs, cpuMs, rssMb }]) => [
    name,
    firstCpuMs > 0 ? firstCpuMs.toFixed(0) : "",
    firstCpuMs > 0 ? (firstCpuMs / node).toFixed(1) : "",
    firstMs > 0 ? firstMs.toFixed(0) : "",
    ...[wallMs, cpuMs, rssMb].map((figure) => figure.toFixed(0)),
  ]);
  const head = [
    "",
    "CPU ms to the first connection",
    "x Node's",
    "ms to the first request",
    "ms in all",
    "CPU ms",
    "MB",
  ];
  const ours = costs.get("llmstxt-service, one page")?.firstCpuMs ?? Number.POSITIVE_INFINITY;
  const note = ours > GOAL * node ? `\n\nMissed: at most ${GOAL} x Node's own CPU to the first connection.` : "";
  keepResult("npm run bench -- start", `From the command to its first request.\n\n${table(head, rows)}${note}`);
} finally {
  site.close();
  rmSync(least);
}
