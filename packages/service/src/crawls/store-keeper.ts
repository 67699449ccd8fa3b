import { randomUUID } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { CrawlKeeper, KeptCrawl, KeptEvents } from "../sites/kept-crawls.ts";

const head = z.object({ owner: z.string(), isOver: z.boolean(), fileUrl: z.string().nullable() });

const DAY_MS = 86_400_000;

/**
 * Crawls in a folder, for a process without a database: a folder each, with a line about it, its content, and its events.
 * The folder is of one process at a time: what another left unfinished is abandoned.
 */
export function crawlsOnDisk(folder: string, owner: string): CrawlKeeper {
  const place = (id: string, file = "") => join(folder, id, file);
  return {
    async save({ id, owner, isOver, fileUrl, content }) {
      await mkdir(place(id), { recursive: true });
      await writeWhole(place(id, "content.gz"), content);
      await writeWhole(place(id, "head.json"), JSON.stringify({ owner, isOver, fileUrl }));
    },
    async addEvents(id, { firstId, lines }) {
      await mkdir(place(id), { recursive: true });
      await appendFile(place(id, "events.jsonl"), lines.map((line, n) => `${firstId + n} ${line}\n`).join(""));
    },
    touch: async () => {},
    async find(id) {
      const kept = await readKept(id, place);
      return kept && { ...kept, isAbandoned: !kept.isOver && kept.owner !== owner };
    },
    events: async (id) => eventsIn(await readIfThere(place(id, "events.jsonl"))),
    async remove(id) {
      if ((await readIfThere(place(id, "head.json"))) === undefined) return false;
      await rm(place(id), { recursive: true, force: true });
      return true;
    },
    async expire(days) {
      const oldest = Date.now() - days * DAY_MS;
      for (const id of await listIfThere(folder)) {
        const { mtimeMs } = await stat(place(id));
        if (mtimeMs < oldest) await rm(place(id), { recursive: true, force: true });
      }
    },
  };
}

async function readKept(id: string, place: (id: string, file: string) => string): Promise<KeptCrawl | undefined> {
  const told = await readIfThere(place(id, "head.json"));
  const content = await readIfThere(place(id, "content.gz"));
  if (told === undefined || content === undefined) return undefined;
  return { id, ...head.parse(JSON.parse(told.toString())), content };
}

/** One line an event, its number in front; a number that comes twice was written twice. A last line cut short is none. */
function eventsIn(bytes: Buffer | undefined): readonly KeptEvents[] {
  const lines = (bytes ?? "").toString().split("\n").slice(0, -1);
  const kept: string[] = [];
  for (const line of lines) {
    const gap = line.indexOf(" ");
    if (Number(line.slice(0, gap)) === kept.length + 1) kept.push(line.slice(gap + 1));
  }
  return [{ firstId: 1, lines: kept }];
}

const isMissing = (thrown: unknown) => thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";

const readIfThere = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((thrown: unknown) => {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  });

const listIfThere = (folder: string): Promise<string[]> =>
  readdir(folder).catch((thrown: unknown) => {
    if (isMissing(thrown)) return [];
    throw thrown;
  });

async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  await writeFile(part, content);
  await rename(part, file);
}
