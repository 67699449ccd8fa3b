import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { CrawlError } from "@llmstxt-service/page/errors";
import { count } from "@llmstxt-service/service/describe";
import type { Config } from "@llmstxt-service/service/settings/config";
import { exportSites, type HostPart, importSites } from "@llmstxt-service/service/sites/moving";
import { writeWhole } from "@llmstxt-service/service/store/write-whole";
import { type Shell, withSites } from "./with-sites.ts";

/** Most bytes of a line: fifty texts of a megabyte. */
const MAX_LINE_BYTES = 64 * 2 ** 20;

/** Writes every site as a line of JSON. The file is written whole or not at all, and only its owner can read it. */
export async function exportToFile(
  config: Config,
  { file, secrets, hosts }: { readonly file: string | undefined; readonly secrets: boolean; readonly hosts?: HostPart },
  signal: AbortSignal,
): Promise<void> {
  await withSites(config, async ({ database }) => {
    const progress = sayProgress("Exported");
    const lines = textOf(exportSites(database, { withSecrets: secrets, part: hosts }), { signal, progress });
    if (file === undefined) for await (const some of lines) await toStdout(some);
    else await writeWhole({ path: resolve(file), content: lines, mode: 0o600 }, signal);
  });
}

async function* textOf(
  batches: AsyncIterable<readonly string[]>,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: (sites: number) => void },
): AsyncGenerator<string> {
  let sites = 0;
  for await (const batch of batches) {
    signal.throwIfAborted();
    yield batch.map((line) => `${line}\n`).join("");
    sites += batch.length;
    progress(sites);
  }
}

const toStdout = (text: string): Promise<void> => new Promise((resolve) => process.stdout.write(text, () => resolve()));

const SAY_MS = 5_000;

/** Prints at intervals on stderr how many sites are done: a million take minutes. */
function sayProgress(done: "Exported" | "Imported"): (sites: number) => void {
  const began = performance.now();
  let said = began;
  return (sites) => {
    const now = performance.now();
    if (now - said < SAY_MS) return;
    said = now;
    const rate = Math.round((sites * 1_000) / (now - began));
    process.stderr.write(`${done} ${count(sites, "site")}, ${rate} a second\n`);
  };
}

/** @throws CrawlError `wrong_usage` with the first wrong line, and the line to continue from */
export async function importFromFile(
  config: Config,
  { file, from = 1 }: { readonly file: string | undefined; readonly from?: number },
  { print, signal }: Shell,
): Promise<void> {
  const bytes = file === undefined ? process.stdin : createReadStream(file);
  await withSites(config, async ({ database }) => {
    const sites = await importSites(database, linesOf(bytes, signal), { from, onPiece: sayProgress("Imported") });
    print(`Imported ${count(sites, "site")}`);
  });
}

async function* linesOf(bytes: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<string> {
  const NEWLINE = 10;
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...held, chunk.subarray(from, end)]).toString();
      [held, heldBytes, from] = [[], 0, end + 1];
    }
    held.push(chunk.subarray(from));
    heldBytes += chunk.length - from;
    if (heldBytes > MAX_LINE_BYTES) throw new CrawlError("wrong_usage", { detail: "A line is longer than 64 MiB" });
  }
  if (heldBytes > 0) yield Buffer.concat(held).toString();
}
