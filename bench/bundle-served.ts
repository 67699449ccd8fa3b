// What the outside judge says of built sites whose owner did all that we offer: published into the build folder, annotated, and
// served by real nginx, Caddy, Apache, by the Worker in Cloudflare's runtime, and by /mirror/ behind nginx with one rule or two.
//   npm run bench -- bundle --sites FOLDER [--verbose] [SERVER …]     each folder in FOLDER is a built site
// The Worker writes the annotation itself; for the others --annotate did. Fails where the mean is under 97 or one is under 95.
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import {
  freePort,
  isInstalled,
  mirroring,
  NGINX_AS_IT_IS,
  STATIC_SERVERS,
  startStatic,
} from "../test/bundle/static-servers.ts";
import { startWorkerd } from "../test/bundle/worker-server.ts";
import { openClient } from "../test/servers/client.ts";
import { startProcess } from "../test/servers/process.ts";
import { isWorkerdHere } from "../test/servers/workerd.ts";
import { type Judged, judged } from "./afdocs.ts";
import { localCopy } from "./built-site.ts";
import { judge, keepResult, table } from "./results.ts";

const LEAST = { mean: 97, one: 95 };

interface Site {
  readonly built: string;
  readonly folder: string;
  readonly origin: string;
  readonly port: number;
}

interface Server {
  readonly name: string;
  readonly isHere: boolean;
  /** The site with its bundle, served. */
  start(site: Site): Promise<{ close(): Promise<void> }>;
}

const work = mkdtempSync(join(tmpdir(), "bundle-served-"));
chmodSync(work, 0o755); // mkdtemp keeps servers out that run as somebody else

const llmstxt = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [resolve("dist/cli.js"), ...args], { timeout: 600_000, maxBuffer: 64 << 20 });

async function published({ built, folder, origin }: Site, ...flags: readonly string[]): Promise<void> {
  localCopy(built, { to: folder, origin });
  await llmstxt(folder, "--origin", `${origin}/`, "--max-pages", "1000", "--publish", folder, "-q", ...flags);
}

const SERVERS: readonly Server[] = [
  ...[NGINX_AS_IT_IS, ...STATIC_SERVERS.filter(({ name }) => name !== "nginx")].map((server) => ({
    name: server.name,
    isHere: isInstalled(server),
    async start(site: Site) {
      await published(site, "--annotate");
      return startStatic({ server, folder: site.folder, port: site.port });
    },
  })),
  {
    name: "Worker",
    isHere: isWorkerdHere(),
    async start(site) {
      await published(site);
      return startWorkerd(site.folder, site.port);
    },
  },
  ...[1, 2].map((rules) => ({
    name: rules === 1 ? "mirror" : "mirror, two rules",
    isHere: isInstalled(NGINX_AS_IT_IS),
    start: (site: Site) => mirrored(site, rules),
  })),
];

/** The site with nothing but the annotation, and rules that lead to the service, which crawled and published it. */
async function mirrored({ built, folder, origin, port }: Site, rules: number) {
  localCopy(built, { to: folder, origin });
  await llmstxt(folder, "--origin", `${origin}/`, "--max-pages", "1000", "--annotate", "-q");
  const service = await startProcess(
    {
      DATA_DIR: mkdtempSync(join(work, "service-")),
      DATABASE_URL: "none",
      BROWSER_ENABLED: "false",
      ALLOW_PRIVATE_NETWORKS: "true",
    },
    "dist/cli.js",
  );
  const mirror = new URL(`/mirror/${new URL(origin).host.replace(":", "_")}`, service.url);
  const site = await startStatic({ server: mirroring(mirror, rules), folder, port });
  const client = openClient(service.url, "/ws/crawl");
  await client.opened;
  client.send({ url: `${origin}/`, maxPages: 1000, publish: true });
  await client.closed;
  return {
    async close() {
      await site.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

interface Row {
  readonly site: string;
  readonly of: ReadonlyMap<string, Judged>;
}

async function measured(sites: string, site: string, servers: readonly Server[]): Promise<Row> {
  const of = new Map<string, Judged>();
  for (const { name, start } of servers) {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const folder = join(work, `${site}-${port}`);
    const server = await start({ built: join(sites, site), folder, origin, port });
    try {
      of.set(name, await judged(`${origin}/`));
    } finally {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { site, of };
}

const args = process.argv.slice(2);
const sites = resolve(args[args.indexOf("--sites") + 1] ?? "");
const asked = args.filter((name) => SERVERS.some((server) => server.name === name));
const servers = SERVERS.filter(({ name, isHere }) => isHere && (asked.length === 0 || asked.includes(name)));
const rows: Row[] = [];
for (const site of readdirSync(sites).sort()) {
  const row = await measured(sites, site, servers);
  rows.push(row);
  console.error(`${site}: ${[...row.of].map(([name, { score }]) => `${name} ${score}`).join(", ")}`);
  if (args.includes("--verbose"))
    for (const [name, { failing }] of row.of)
      for (const { check, status, message } of failing) console.error(`  ${name}: ${status} ${check}: ${message}`);
}
rmSync(work, { recursive: true, force: true });

const scores = rows.flatMap(({ of }) => [...of.values()].map(({ score }) => score));
const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
const meanOf = (name: string) =>
  (rows.reduce((sum, { of }) => sum + (of.get(name)?.score ?? 0), 0) / Math.max(1, rows.length)).toFixed(1);
const lost = ({ of }: Row) =>
  [...new Set([...of.values()].flatMap(({ failing }) => failing.map(({ check }) => check)))]
    .map((check) => {
      const by = [...of].filter(([, { failing }]) => failing.some((one) => one.check === check)).map(([name]) => name);
      return by.length === of.size ? check : `${check} (${by.join(", ")})`;
    })
    .join(", ");
const body = table(
  ["site", ...servers.map(({ name }) => name), "points lost by"],
  [
    ...rows.map((row) => [row.site, ...servers.map(({ name }) => String(row.of.get(name)?.score ?? "")), lost(row)]),
    ["mean", ...servers.map(({ name }) => meanOf(name)), ""],
  ],
);
if (asked.length > 0) console.log(body);
else keepResult("The outside judge, annotated and served: `npm run bench -- bundle --sites FOLDER`", body);
judge({
  [`a mean of ${LEAST.mean}`]: mean >= LEAST.mean,
  [`none under ${LEAST.one}`]: scores.every((score) => score >= LEAST.one),
});
