import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { OldMemories, OldMemory } from "../../sites/old-memories.ts";
import { retryUntilDatabaseIsBack } from "../retry-until-database-is-back.ts";
import { newMemoryKey, type PageMemory } from "./page-memory.ts";

/** Milliseconds before a store that took none is asked again. */
const STORE_RETRY_MS = 60_000;

/**
 * Moves what older versions remember of sites' pages from the database to the store: one at a time, so that nobody waits
 * for it, and each whole or not at all. What is not moved yet costs its site one full crawl.
 * @returns how many it moved @throws the signal's reason
 */
export async function moveMemories(old: OldMemories, memory: PageMemory, signal: AbortSignal): Promise<number> {
  // Each process begins elsewhere, and the second round takes what lies before that.
  const moved = await moveFrom(randomUUID(), { old, memory }, signal);
  return moved + (await moveFrom(undefined, { old, memory }, signal));
}

interface Move {
  readonly old: OldMemories;
  readonly memory: PageMemory;
}

async function moveFrom(start: string | undefined, { old, memory }: Move, signal: AbortSignal): Promise<number> {
  let moved = 0;
  for (let after = start; ; ) {
    const from = after;
    const next: OldMemory | undefined = await retryUntilDatabaseIsBack(() => old.next(from, newMemoryKey()), signal);
    if (next === undefined) return moved;
    while ((await memory.keep(next, next.pages, signal)) === undefined)
      await sleep(STORE_RETRY_MS, undefined, { signal });
    await retryUntilDatabaseIsBack(() => old.moved(next), signal);
    after = next.siteId;
    moved++;
  }
}
