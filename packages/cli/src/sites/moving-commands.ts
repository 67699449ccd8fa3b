import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { CrawlError } from "@llmstxt-service/page/errors";
import { count } from "@llmstxt-service/service/describe";
import type { Config } from "@llmstxt-service/service/settings/config";
import { exportSites, importSites } from "@llmstxt-service/service/sites/moving";
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
    if (file === undefined) return writeLines(sites, (line) => toStdout(line), signal);
    const partial = `${file}.${randomUUID()}.partial`;
    const opened = await open(partial, "wx", 0o600);
    try {
      await writeLines(sites, (line) => opened.appendFile(line), signal);
      await opened.close();
      await rename(partial, file);
    } catch (error) {
      await opened.close();
      await rm(partial, { force: true });
      throw error;
    }
  });
}

async function writeLines(
  values: AsyncIterable<unknown>,
  write: (line: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for await (const value of values) {
    signal.throwIfAborted();
    await write(`${JSON.stringify(value)}\n`);
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
