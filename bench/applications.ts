// Five applications whose scripts fill their pages, built here and read through the browser: pages read and lost, seconds,
// titles, and whether a second run, with a busy machine, gives the same bytes.
//   npm run bench -- applications [NAME …]      DocC-like, React, Angular, Next, Nuxt
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { extname, join } from "node:path";
import { build } from "vite";
import { isInstalled } from "./install.ts";
import { isSmoke, judge, keepResult, table } from "./results.ts";

const PAGES = 43;
const MAX_SECONDS = 60;
const ANSWER_MS = 20;
const SITE = "Harbour";
const FOLDER = join(import.meta.dirname, "applications");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

interface Application {
  readonly name: string;
  /** Builds it. @returns the folder to serve, and the file that answers for every page */
  readonly build: () => Promise<{ readonly folder: string; readonly shell: string }>;
}

const byVite = (name: string): Application => ({
  name,
  async build() {
    const root = join(FOLDER, name);
    await build({ root, configFile: false, logLevel: "error", build: { target: "es2022" } });
    return { folder: join(root, "dist"), shell: "index.html" };
  },
});

const byItsTool = (name: string, args: readonly string[], out: string, shell: string): Application => ({
  name,
  async build() {
    const root = join(FOLDER, name);
    const env = {
      ...process.env,
      BENCH_PAGES: String(PAGES),
      NEXT_TELEMETRY_DISABLED: "1",
      NUXT_TELEMETRY_DISABLED: "1",
    };
    const { status } = spawnSync("npx", args, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error(`${name} did not build`);
    return { folder: join(root, out), shell };
  },
});

const APPLICATIONS: readonly Application[] = [
  byVite("docc"),
  byVite("react"),
  byVite("angular"),
  byItsTool("next", ["next", "build"], "out", "index.html"),
  byItsTool("nuxt", ["nuxi", "generate"], ".output/public", "200.html"),
];

const titleOf = (at: number): string => (at === 0 ? `${SITE} documentation` : `Mooring in berth ${at}`);
const slugOf = (at: number): string => (at === 0 ? "index" : `topic-${at}`);

/** What the application loads for a page: every tenth one says little. */
function dataOf(at: number): unknown {
  const words = `Berth ${at} takes boats of ${(at * 7) % 23} metres.`;
  const more = `Ask the harbour master for number ${at * 13} before you come in, and tie up at both ends of the quay.`;
  const links = [1, 2, 3, 10]
    .map((step) => (at + step) % PAGES)
    .map((to) => ({ slug: to === 0 ? "" : slugOf(to), title: titleOf(to) }));
  return { title: titleOf(at), site: SITE, text: at % 10 === 9 ? [words] : [words, more, `${more} ${words}`], links };
}

const DATA = new Map(
  Array.from({ length: PAGES }, (_, at) => [`/data/${slugOf(at)}.json`, JSON.stringify(dataOf(at))]),
);
DATA.set(
  "/data/navigation.json",
  JSON.stringify(Array.from({ length: PAGES }, (_, at) => ({ slug: at === 0 ? "" : slugOf(at), title: titleOf(at) }))),
);

/** Serves a built application with its data. The answers take a moment, as those of a server far away. */
async function served(folder: string, shell: string) {
  const pages = new Set(Array.from({ length: PAGES }, (_, at) => (at === 0 ? "/" : `/${slugOf(at)}`)));
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? "/", "http://host.test");
    const data = DATA.get(pathname);
    const own = [pathname, `${pathname}.html`]
      .map((path) => join(folder, path))
      .find((path) => extname(path) !== "" && existsSync(path));
    const file = own ?? (pages.has(pathname) ? join(folder, shell) : undefined);
    const type = TYPES[data === undefined ? extname(file ?? "") : ".json"] ?? "application/octet-stream";
    if (data === undefined && file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": type }).end(data ?? readFileSync(file ?? ""));
  };
  const server = createServer((request, response) => void setTimeout(() => answer(request, response), ANSWER_MS));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

interface Run {
  readonly text: string;
  readonly seconds: number;
}

async function crawl(origin: string, out: string): Promise<Run> {
  const startedAt = performance.now();
  const args = ["dist/cli.js", "generate", `${origin}/`, "--max-pages", String(PAGES), "--quiet", "-o", out];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ALLOW_PRIVATE_NETWORKS: "true" },
  });
  await new Promise((resolve) => child.on("close", resolve));
  return { text: existsSync(out) ? readFileSync(out, "utf8") : "", seconds: (performance.now() - startedAt) / 1_000 };
}

const withoutTime = (text: string): string => text.replace(/Generated: \S+/, "");

/** Keeps every core busy while `work` runs. */
async function besideLoad<Result>(work: () => Promise<Result>): Promise<Result> {
  const busy: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "for (;;);"]),
  );
  try {
    return await work();
  } finally {
    for (const child of busy) child.kill();
  }
}

const named = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
if (!isSmoke && isInstalled("applications")) {
  const scratch = mkdtempSync(join(tmpdir(), "bench-applications-"));
  const rows: string[][] = [];
  const promises: Record<string, boolean> = {};
  for (const { name, build: make } of APPLICATIONS.filter((one) => named.length === 0 || named.includes(one.name))) {
    const { folder, shell } = await make();
    const site = await served(folder, shell);
    const quiet = await crawl(site.origin, join(scratch, `${name}.txt`));
    const loaded = await besideLoad(() => crawl(site.origin, join(scratch, `${name}-loaded.txt`)));
    site.close();
    const listed = new Set(quiet.text.match(/(?<=^- \[)[^\]]+/gm) ?? []);
    const missing = Array.from({ length: PAGES - 1 }, (_, at) => titleOf(at + 1)).filter((title) => !listed.has(title));
    const title = /^# (.*)$/m.exec(quiet.text)?.[1] ?? "";
    const isSame = withoutTime(quiet.text) === withoutTime(loaded.text) && quiet.text !== "";
    rows.push([
      name,
      String(PAGES - missing.length),
      String(missing.length),
      quiet.seconds.toFixed(1),
      loaded.seconds.toFixed(1),
      title,
      isSame ? "yes" : "no",
    ]);
    promises[`${name} loses no page`] = missing.length === 0;
    promises[`${name} is read in ${MAX_SECONDS} s`] = quiet.seconds <= MAX_SECONDS;
    promises[`${name} has its title`] = title.startsWith(SITE);
    promises[`${name} gives the same bytes on a busy machine`] = isSame;
  }
  rmSync(scratch, { recursive: true });
  const head = ["application", "pages read", "lost", "seconds", "seconds, every core busy", "title", "the same bytes"];
  keepResult(
    "npm run bench -- applications",
    `Applications of ${PAGES} pages, their text in JSON that their scripts load.\n\n${table(head, rows)}`,
  );
  judge(promises);
}
