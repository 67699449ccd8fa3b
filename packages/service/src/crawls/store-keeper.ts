import * as z from "zod";
import type { CrawlKeeper } from "../sites/kept-crawls.ts";
import { crawlNames, isEventsName } from "../store/names.ts";
import type { Store, StoredEntry } from "../store/store.ts";

const head = z.object({ owner: z.string(), isOver: z.boolean(), fileUrl: z.string().nullable() });

const DAY_MS = 86_400_000;

/** Milliseconds a call may take: the archive tries again what was cut off. */
const PATIENCE_MS = 10_000;

/** Milliseconds for a look at everything. */
const EXPIRE_MS = 600_000;

const inTime = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);

/**
 * Crawls in a store, for a process without a database: a folder each, with a line about it, its content, and its events.
 * The store is of one process at a time: what another left unfinished is abandoned.
 */
export function crawlsInStore(store: Store, owner: string): CrawlKeeper {
  return {
    async save({ id, owner, isOver, fileUrl, content }) {
      const names = crawlNames(id);
      await store.put(names.content, Buffer.from(content), inTime());
      await store.put(names.head, JSON.stringify({ owner, isOver, fileUrl }), inTime());
    },
    async addEvents(id, { firstId, lines }) {
      const numbered = lines.map((line, n) => `${firstId + n} ${line}\n`);
      await store.put(crawlNames(id).events(firstId), numbered.join(""), inTime());
    },
    touch: async () => {},
    async find(id) {
      const names = crawlNames(id);
      const about = await store.get(names.head, inTime());
      const content = await store.get(names.content, inTime());
      if (about === undefined || content === undefined) return undefined;
      const kept = head.parse(JSON.parse(about.bytes.toString()));
      return { id, ...kept, content: content.bytes, isAbandoned: !kept.isOver && kept.owner !== owner };
    },
    async events(id) {
      const kept = await eventsOf(id, store);
      const lines: string[] = [];
      for (let line = kept.get(1); line !== undefined; line = kept.get(lines.length + 1)) lines.push(line);
      return [{ firstId: 1, lines }];
    },
    async remove(id) {
      const names = crawlNames(id);
      if (!(await store.has(names.head, inTime()))) return false;
      await store.remove(names.head, inTime());
      for await (const { name } of store.list(names.folder, "own", inTime())) await store.remove(name, inTime());
      return true;
    },
    async expire(days) {
      const signal = AbortSignal.timeout(EXPIRE_MS);
      const oldest = new Date(Date.now() - days * DAY_MS);
      const all: StoredEntry[] = [];
      for await (const listed of store.list("", "all", signal)) all.push(listed);
      for (const files of Map.groupBy(all, ({ name }) => name.split("/", 1)[0]).values()) {
        if (files.some(({ modifiedAt }) => modifiedAt === undefined || modifiedAt >= oldest)) continue;
        for (const { name } of files) await store.remove(name, signal);
      }
    },
  };
}

/** By number: a line an event, its number in front. A number that comes twice was written twice, and a line cut short is none. */
async function eventsOf(id: string, store: Store): Promise<ReadonlyMap<number, string>> {
  const events = new Map<number, string>();
  for await (const { name } of store.list(crawlNames(id).folder, "own", inTime())) {
    const stored = isEventsName(name) ? await store.get(name, inTime()) : undefined;
    for (const line of stored?.bytes.toString().split("\n").slice(0, -1) ?? []) {
      const gap = line.indexOf(" ");
      events.set(Number(line.slice(0, gap)), line.slice(gap + 1));
    }
  }
  return events;
}
