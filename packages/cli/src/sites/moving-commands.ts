import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { CrawlError } from "@llmstxt-service/page/errors";
import { count } from "@llmstxt-service/service/describe";
import type { Config } from "@llmstxt-service/service/settings/config";
import { exportSites, importSites } from "@llmstxt-service/service/sites/moving";
import { writeWhole } from "@llmstxt-service/service/store/write-whole";
import { withSites } from "./with-sites.ts";

export interface ExportFlags {
  readonly file: string | undefined;
  readonly secrets: boolean;
}

/** Bytes of a line: fifty texts of a megabyte. */
const MAX_LINE_BYTES = 64 * 2 ** 20;

/** Writes every site as a JSON line; a file is there whole or not at all, and readable by its owner alone. */
export async function exportToFile(config: Config, { file, secrets }: ExportFlags, signal: AbortSignal): Promise<void> {
  await withSites(config, async ({ database }) => {
    const sites = exportSites(database, { withSecrets: secrets });
    const lines = jsonLines(sites, signal);
    if (file === undefined) for await (const line of lines) await toStdout(line);
    else await writeWhole({ path: resolve(file), content: lines, mode: 0o600 }, signal);
  });
}

async function* jsonLines(values: AsyncIterable<unknown>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const value of values) {
    signal.throwIfAborted();
    yield `${JSON.stringify(value)}\n`;
  }
}

const toStdout = (line: string): Promise<void> => new Promise((resolve) => process.stdout.write(line, () => resolve()));

interface MovingShell {
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/** @throws CrawlError `wrong_usage` that names the first line that is wrong; nothing is imported then */
export async function importFromFile(
  config: Config,
  file: string | undefined,
  { print, signal }: MovingShell,
): Promise<void> {
  const bytes = file === undefined ? process.stdin : createReadStream(file);
  await withSites(config, async ({ database }) => {
    const sites = await importSites(database, linesOf(bytes, signal));
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
