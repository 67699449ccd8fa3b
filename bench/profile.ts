// Shows the CPU of a crawl by stage: the built command under V8's profiler.
// npm run bench:profile
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Cost, compete, serveSite } from "./measure.ts";
import { keepResult, table } from "./results.ts";

interface ProfileNode {
  readonly id: number;
  readonly callFrame: Readonly<Record<"functionName" | "url", string>> &
    Readonly<Record<"lineNumber" | "columnNumber", number>>;
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

const DIST = pathToFileURL("dist/").href;

/** Stages of a crawl and their budget in CPU ms a page, at 1,000 pages of 14 kB. */
const BUDGET: Readonly<Record<string, number>> = {
  fetch: 0.25,
  read: 0.45,
  "order and judge": 0.15,
  document: 0.15,
  "all else": 0.2,
};

/** The stage of a stretch of the profile; `""` counts as its caller. */
function kindOf({ functionName, url, lineNumber, columnNumber }: ProfileNode["callFrame"]): string {
  if (functionName === "(idle)") return "idle";
  if (functionName === "(garbage collector)") return "all else";
  if (!url.startsWith(DIST)) return "";
  const source = mapOf(fileURLToPath(url))?.findEntry(lineNumber, columnNumber);
  const path = source !== undefined && "originalSource" in source ? source.originalSource : "";
  if (/node_modules\/undici\//.test(path) || /\/crawler\/src\/fetch\//.test(path)) return "fetch";
  const [, room = ""] = /\/packages\/(\w+)\/src\//.exec(path) ?? [];
  return (
    { page: "read", crawler: "order and judge", document: "document", service: "all else", cli: "all else" }[room] ?? ""
  );
}

const maps = new Map<string, SourceMap | undefined>();

/** undefined for a file that holds nothing of ours. */
function mapOf(file: string): SourceMap | undefined {
  const path = `${file}.map`;
  if (!maps.has(file))
    maps.set(file, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8"))) : undefined);
  return maps.get(file);
}

/** Milliseconds by kind. */
function byKind({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const kinds = new Map<number, string>();
  const name = (node: ProfileNode, inherited: string) => {
    const kind = kindOf(node.callFrame) || inherited;
    kinds.set(node.id, kind);
    for (const child of node.children ?? []) {
      const found = byId.get(child);
      if (found !== undefined) name(found, kind);
    }
  };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [root] = nodes;
  if (root !== undefined) name(root, "all else");
  const sums = new Map<string, number>();
  for (const [index, sample] of samples.entries()) {
    const kind = kinds.get(sample) ?? "";
    sums.set(kind, (sums.get(kind) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  }
  return sums;
}

async function profiled(pages: number, kilobytes: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "bench-profile-"));
  const site = await serveSite(pages, kilobytes, { latencyMs: 0 });
  try {
    const command = ["dist/cli.js", "generate", `${site.origin}/`, "--max-pages", String(pages), "--quiet"];
    const raw = { name: "raw", args: ["bench/raw-loop.js", site.origin, String(pages), "64"], site, rounds: 3 };
    const args = ["--cpu-prof", "--cpu-prof-interval", "500", "--cpu-prof-dir", folder, ...command];
    const ours = { name: "profiled", args: [...args, "-o", join(folder, "llms.txt")], site, rounds: 1 };
    // The cost is measured without the profiler, which has a thread of its own.
    const plain = { name: "plain", args: [...command, "-o", join(folder, "llms.txt")], site, rounds: 3 };
    const costs = await compete([raw, plain, ours]);
    const last =
      readdirSync(folder)
        .filter((file) => file.endsWith(".cpuprofile"))
        .toSorted()
        .at(-1) ?? "";
    const sums = byKind(JSON.parse(readFileSync(join(folder, last), "utf8")));
    const [us, limit] = [costs.get("plain"), costs.get("raw")];
    if (us === undefined || limit === undefined) throw new Error("a contestant is missing");
    return report({ pages, kilobytes, sums, us, limit });
  } finally {
    site.close();
    rmSync(folder, { recursive: true });
  }
}

interface Profiled {
  readonly pages: number;
  readonly kilobytes: number;
  readonly sums: ReadonlyMap<string, number>;
  readonly us: Cost;
  readonly limit: Cost;
}

function report({ pages, kilobytes, sums, us, limit }: Profiled): string {
  const { cpuMs, threadMs } = us;
  const busy = [...sums].filter(([kind]) => kind !== "idle");
  const sampledMs = busy.reduce((sum, [, ms]) => sum + ms, 0);
  // Samples also count waiting for a processor; the thread's clock does not. V8's other threads belong to no stage.
  const stages = new Map(busy.map(([kind, ms]) => [kind, (ms * threadMs) / sampledMs]));
  stages.set("all else", (stages.get("all else") ?? 0) + cpuMs - threadMs);
  const rows = Object.entries(BUDGET).map(([stage, budget]) => {
    const ms = (stages.get(stage) ?? 0) / pages;
    return [stage, ms.toFixed(2), String(budget), ms > budget ? "over" : ""];
  });
  const title = `### ${pages} pages of ${kilobytes} kB`;
  const note = `${(cpuMs / pages).toFixed(2)} CPU ms a page in all; the raw loop, which reads nothing: ${(limit.cpuMs / pages).toFixed(2)}.`;
  return `${title}\n\n${note}\n\n${table(["stage", "CPU ms a page", "budget at 14 kB", ""], rows)}`;
}

const courses = [
  [1000, 14],
  [300, 95],
] as const;
const reports: string[] = [];
for (const [pages, kilobytes] of courses) reports.push(await profiled(pages, kilobytes));
keepResult("npm run bench:profile", reports.join("\n\n"));
