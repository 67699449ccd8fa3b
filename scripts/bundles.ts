// Makes the bundles: the library, and the command with the service and its threads.
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { resolve } from "node:path";
import { type ModuleInfo, type OutputOptions, type Plugin, type RolldownOptions, rolldown } from "rolldown";

/** Packages that are not bundled; everything else is, so that an install brings one package. */
const APART = new Set(["@electric-sql/pglite", "playwright-core", "@sparticuz/chromium"]);

/** Optional packages that bundled ones try to load, and never find here. */
const ABSENT = new Set(["pg-native", "pino-pretty", "bufferutil", "utf-8-validate"]);

const source = (file: string) => resolve(import.meta.dirname, "..", file);

const COMMAND = { cli: source("packages/cli/src/cli.ts") };

/** The GitHub Action, which starts the command. */
const ACTION = { action: source("packages/cli/src/action.ts") };

const LIBRARY = { index: source("src/index.ts") };

/** Threads are started from their files beside the command's chunks. They share no chunk with the command. */
const THREADS = {
  "chunks/pglite-thread": source("packages/service/src/pglite-thread.ts"),
  "chunks/watchdog-thread": source("packages/service/src/watchdog-thread.ts"),
  "chunks/reading-thread": source("packages/service/src/reading-thread.ts"),
};

/**
 * The parts of undici that we use. Its index also loads a fetch, a cache, mocks, WebSocket and EventSource: half of the
 * command's start. The index gives every dispatcher its methods. The version is pinned; a missing part fails the build.
 */
const UNDICI = `
const { prototype } = require("undici/lib/dispatcher/dispatcher.js");
prototype.request = function (...given) { return require("undici/lib/api/api-request.js").apply(this, given); };
prototype.connect = function (...given) { return require("undici/lib/api/api-connect.js").apply(this, given); };
module.exports = {
  Agent: require("undici/lib/dispatcher/agent.js"),
  Client: require("undici/lib/dispatcher/client.js"),
  Pool: require("undici/lib/dispatcher/pool.js"),
  buildConnector: require("undici/lib/core/connect.js"),
  ProxyAgent: function (options) { return new (require("undici/lib/dispatcher/proxy-agent.js"))(options); },
};`;

/** Few servers speak only HTTP/2, and Node's http2 takes as long to load as the rest of undici. */
const LAZY_HTTP_2 = `module.exports = (...given) => require("undici/lib/dispatcher/client-h2.js")(...given);`;

/** commander can start programs for commands, which we do not use. */
const NO_PROGRAMS = `module.exports = { spawn() { throw new Error("No command is a file of its own") } };`;

const UNDICI_PARTS = "\0undici-parts.cjs";
const HTTP_2 = "\0http-2.cjs";
const CHILD_PROCESS = "\0child-process.cjs";

const replacedParts: Plugin = {
  name: "replaced-parts",
  resolveId(id, importer = "") {
    if (id === "undici/index.js") return UNDICI_PARTS;
    if (importer === UNDICI_PARTS || importer === HTTP_2) return this.resolve(id, source("src/index.ts"));
    if (id.endsWith("/client-h2.js")) return HTTP_2;
    if (id === "node:child_process" && importer.includes("/commander/")) return CHILD_PROCESS;
    return undefined;
  },
  load(id) {
    if (id === UNDICI_PARTS) return UNDICI;
    if (id === HTTP_2) return LAZY_HTTP_2;
    return id === CHILD_PROCESS ? NO_PROGRAMS : undefined;
  },
};

/**
 * An import of a Node module evaluates all of its exports: the streams of `process`, the WebSocket of node:http. That
 * took 40 ms of CPU; `process.getBuiltinModule` evaluates only what is used.
 */
const nodeModules: Plugin = {
  name: "node-modules",
  resolveId(id, _, { kind }) {
    if (!isBuiltin(id)) return undefined;
    // A dynamic import gets the whole module.
    if (kind === "dynamic-import") return { id, external: true };
    const name = id.replace(/^node:/, "");
    return kind === "require-call" ? `\0required:${name}.cjs` : `\0imported:${name}`;
  },
  load(id) {
    const [, way, name = ""] = /^\0(required|imported):([\w/]+)/.exec(id) ?? [];
    if (way === undefined) return undefined;
    const loaded = `process.getBuiltinModule("node:${name}")`;
    if (way === "required") return `module.exports = ${loaded};`;
    const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((key) => /^[a-z_]\w*$/i.test(key));
    const exported = names
      .filter((key) => key !== "default")
      .map((key, at) => `const _${at} = /* @__PURE__ */ (() => all.${key})();\nexport { _${at} as ${key} };`);
    const code = `const all = /* @__PURE__ */ ${loaded};\nexport default all;\n${exported.join("\n")}`;
    return { code, moduleSideEffects: false };
  },
};

function isExternal(id: string): boolean {
  // `#` is a package's own name for a file of its own.
  if (/^[./\0#]/.test(id) || /^[a-z]:/i.test(id) || isBuiltin(id)) return false;
  const name = id.split("/", id.startsWith("@") ? 2 : 1).join("/");
  return APART.has(name) || ABSENT.has(name);
}

const INPUT: RolldownOptions = {
  platform: "node",
  external: isExternal,
  plugins: [replacedParts, nodeModules],
  // Some modules are imported both statically and dynamically on purpose; slow plugins on a busy machine are no
  // problem.
  checks: { ineffectiveDynamicImport: false, pluginTimings: false },
  onLog(level, { message }) {
    if (level === "warn") throw new Error(message);
  },
};

const OUTPUT: OutputOptions = {
  dir: "dist",
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  sourcemap: true,
  // Names are kept: errors show them.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  // One character beyond ASCII makes V8 keep a file in two bytes a character; licences are in LICENSES.txt.
  comments: { legal: false },
};

/** The files it was made of. */
async function write(input: RolldownOptions, output: OutputOptions): Promise<readonly string[]> {
  const bundle = await rolldown({ ...INPUT, ...input });
  const { output: files } = await bundle.write({ ...OUTPUT, ...output });
  await bundle.close();
  return files.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
}

interface Modules {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** Modules and everything that they import statically, except `others`. */
function withImports(roots: readonly string[], modules: Modules, others: ReadonlySet<string> = new Set()) {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || others.has(id)) continue;
    found.add(id);
    const info = modules.getModuleInfo(id);
    if (info === null && roots.includes(id)) throw new Error(`${id} is not part of the command any more`);
    waiting.push(...(info?.importedIds ?? []));
  }
  return found;
}

/** Modules that every crawl needs before its first request. */
const STARTED = [
  "packages/cli/src/main.ts",
  "packages/cli/src/generate.ts",
  "packages/service/src/job.ts",
  "packages/crawler/src/fetch/open.ts",
].map(source);
/** Modules that run before: the check of Node's version and the compile cache. */
const BEFORE = ["packages/cli/src/cli.ts"].map(source);

/** The start is one file and the crawl another: each further file costs more to find and link than its content. */
function commandGroups(): (id: string, modules: Modules) => string | undefined {
  let groups: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  const grouped = (modules: Modules) => {
    const before = withImports(BEFORE, modules);
    const start = withImports([...STARTED, UNDICI_PARTS], modules, before);
    return new Map([["start", start]]);
  };
  return (id, modules) => {
    groups ??= grouped(modules);
    return [...groups].find(([, files]) => files.has(id))?.[0];
  };
}

/** @returns the files that were bundled */
export async function writeBundles(): Promise<readonly string[]> {
  const others = await write({ input: { ...LIBRARY, ...ACTION, ...THREADS } }, {});
  const command = await write(
    { input: COMMAND, preserveEntrySignatures: "allow-extension" },
    {
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          // A chunk of its own: importing the command's first file would start another command.
          { name: "manifest", test: /[/\\]package\.json$/ },
          { name: commandGroups(), debugName: "start and crawling" },
        ],
      },
    },
  );
  return [...new Set([...others, ...command])].filter((id) => !id.startsWith("\0"));
}

/** Licence comments in a package's code, for code copied into it. */
export const legalComments = (file: string): readonly string[] =>
  [...readFileSync(file, "utf8").matchAll(/\/\*!.*?\*\//gs)].map(([comment]) => comment);
