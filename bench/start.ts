// From the command to its first request, beside a Node that does nothing but ask.
//   npm run bench -- start [another build's cli.js]     the other build's runs alternate with this one's
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Contestant, compete, serveSite } from "./measure.ts";
import { keepResult, table } from "./results.ts";

/** Most CPU until the first connection, as a multiple of Node's own. */
const GOAL = 2;

const ABOUT = `From the command to its first request, over HTTP to an address of this machine. Steps from 5.0 x Node's, each measured beside
the one before: settings without zod, and Chromium's parts, zlib, crypto, TLS and NO_PROXY only where they are used: 3.5 x. All that the
start needs in one file in place of 52, and of Node's modules what is used in place of all that they export: 2.2 x.`;

const TRIED = `Tried, and no help: CommonJS in place of modules, once the start is one file (3 %); the whole program as one CommonJS file (2.7 x);
the same rule for Node's modules with esbuild, which makes 160 chunks of it; letters beyond ASCII escaped (5 %, within the noise).`;

/** A first request and nothing else, by Node's own means: what a start costs at the least. */
const LEAST = `require("node:http").get(process.argv[2], (response) => response.resume().on("end", () => process.exit()))`;

/** The same by undici as the command has it, from V8's cache: what a crawler's start costs at the least. */
const LEAST_UNDICI = `import { enableCompileCache } from "node:module";
enableCompileCache();
const parts = Object.values(await import(process.argv[2])).map((part) => (typeof part === "function" ? part() : part));
const agent = new (parts.find((part) => part?.Agent).Agent)({ allowH2: false });
const done = () => process.exit();
const handler = { onRequestStart() {}, onResponseStart() {}, onResponseData() {}, onResponseEnd: done, onResponseError: done };
agent.dispatch({ origin: process.argv[3], path: "/", method: "GET" }, handler);`;

const others = process.argv.slice(2).filter((file) => file.endsWith(".js"));
const least = join(tmpdir(), `bench-least-${process.pid}.cjs`);
const leastUndici = join(tmpdir(), `bench-least-${process.pid}.mjs`);
writeFileSync(least, LEAST);
writeFileSync(leastUndici, LEAST_UNDICI);
const parts = readdirSync("dist/chunks").find((file) => /undici-parts.*\.js$/.test(file)) ?? "";
const site = await serveSite(1, 14, { latencyMs: 0 });
try {
  const contestant = (name: string, args: readonly string[]): Contestant => ({ name, args, site, rounds: 21 });
  const command = (cli: string) => [cli, `${site.origin}/`, "--max-pages", "1", "-q"];
  const costs = await compete([
    contestant("node -e 0", ["-e", "0"]),
    contestant("node, one request", [least, `${site.origin}/`]),
    contestant("undici, one request", [leastUndici, pathToFileURL(resolve("dist/chunks", parts)).href, site.origin]),
    ...others.map((cli, at) => contestant(`other build ${at + 1}, one page`, command(cli))),
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
  keepResult("npm run bench -- start", `${ABOUT}\n\n${table(head, rows)}${note}\n\n${TRIED}`);
} finally {
  site.close();
  for (const file of [least, leastUndici]) rmSync(file);
}
