// Builds what is shipped: the command and the library (bundled, so that a start reads few files), and the types.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { compressPage } from "./compress-page.ts";

/** Small and needed at once: bundled. Everything else stays a package of its own, loaded when it is used. */
const BUNDLED = new Set(["undici", "commander", "zod", "croner", "dotenv", "entities"]);

/**
 * Bundled apart, and loaded only where the settings ask for them: what sends traces (56 kB of the 20 MB that its packages are)
 * and what finds the keys of a role (0.6 of 16 MB). So nobody installs those.
 */
const isOnDemand = (name: string) => /^(?:@opentelemetry|@aws|@aws-sdk|@smithy)\/|^(?:bowser|tslib)$/.test(name);

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", shell: process.platform === "win32" });
  if (error || status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? `exit ${status}`}`);
}

/**
 * undici as the product uses it. Its index also loads a fetch, a cache, mocks, WebSocket and EventSource: half of what the
 * command costs before its first request. The version is pinned; a part that moves fails the build.
 */
const UNDICI = `export default {
  Agent: require("undici/lib/dispatcher/agent.js"),
  Pool: require("undici/lib/dispatcher/pool.js"),
  buildConnector: require("undici/lib/core/connect.js"),
};`;

/** We ask for HTTP/1.1 alone, and Node's http2 takes as long to load as the rest of undici. */
const NO_HTTP_2 = `module.exports = () => { throw new Error("HTTP/2 is switched off") };`;

/** The licences of what is bundled, as those ask for. */
function licences(inputs: readonly string[]): string {
  const packages = new Set(inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const names = new Map<string, string[]>();
  for (const folder of [...packages].toSorted()) {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : readFileSync(`${folder}/${file}`, "utf8").trim();
    names.set(text, [...(names.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  return [...names].map(([text, of]) => `${of.join("\n")}\n\n${text}\n`).join(`\n${"-".repeat(80)}\n\n`);
}

rmSync("dist", { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: {
    index: "src/index.ts",
    crawl: "src/library/crawl.ts",
    render: "src/library/render.ts",
    validate: "src/library/validate.ts",
    cli: "src/shells/command/start.ts",
    // Threads, started from their files: beside the chunks that start them, which are some because they are imported when needed.
    "chunks/pglite-thread": "src/sites/pglite/pglite-thread.ts",
    "chunks/watchdog-thread": "src/shells/watchdog-thread.ts",
    "chunks/reading-thread": "src/threads/reading-thread.ts",
  },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22",
  sourcemap: true,
  sourcesContent: false,
  chunkNames: "chunks/[name]-[hash]",
  // Bundled CommonJS packages ask for Node's own modules by `require`.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
  plugins: [
    {
      // An import of node:http evaluates all that it exports, its WebSocket among it: 70 ms of CPU. A require does not.
      name: "http-by-require",
      setup(step) {
        step.onResolve({ filter: /^node:http$/ }, ({ kind }) =>
          kind === "import-statement"
            ? { path: "node:http", namespace: "required" }
            : { path: "node:http", external: true },
        );
        step.onLoad({ filter: /./, namespace: "required" }, ({ path }) => ({
          contents: `module.exports = require(${JSON.stringify(path)});`,
        }));
      },
    },
    {
      name: "undici-parts",
      setup(step) {
        step.onResolve({ filter: /^undici$/ }, () => ({ path: "undici", namespace: "parts" }));
        step.onLoad({ filter: /./, namespace: "parts" }, () => ({ contents: UNDICI, resolveDir: "." }));
        step.onResolve({ filter: /\/client-h2\.js$/ }, ({ path }) => ({ path, namespace: "switched-off" }));
        step.onLoad({ filter: /./, namespace: "switched-off" }, () => ({ contents: NO_HTTP_2 }));
      },
    },
    {
      name: "external-packages",
      setup(step) {
        step.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
          // `#` is a package's own name for a file of its own.
          if (kind === "entry-point" || path.startsWith("node:") || path.startsWith("#")) return undefined;
          const name = path.split("/", path.startsWith("@") ? 2 : 1).join("/");
          return BUNDLED.has(name) || isOnDemand(name) ? undefined : { path, external: true };
        });
      },
    },
  ],
});
chmodSync("dist/cli.js", 0o755);
writeFileSync("dist/LICENSES.txt", licences(Object.keys(metafile.inputs)));
run("tsc", ["-p", "tsconfig.types.json"]);
if (existsSync("web/vite.config.ts")) {
  run("vite", ["build", "web", "--logLevel", "warn"]);
  compressPage("dist/web");
}
