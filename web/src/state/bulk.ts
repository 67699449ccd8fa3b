import type { BulkChange, BulkUndo } from "../protocol/types.ts";
import { type ListPlace, placeQuery } from "./list-place.ts";
import { changeSites } from "./sites.ts";

/** Sites to change: these, or all of a list, whether loaded or not. */
export type Chosen =
  | { readonly type: "some"; readonly ids: readonly string[] }
  | { readonly type: "all"; readonly place: ListPlace; readonly total: number };

export const howMany = (chosen: Chosen): number => (chosen.type === "some" ? chosen.ids.length : chosen.total);

/** Most sites of one request. */
export const BATCH = 500;

interface Changing {
  /** Called after each batch, with the number of sites done. */
  readonly progress: (done: number) => void;
  /** Collects changes that undo each batch, also of batches before a failure. */
  readonly undone: BulkUndo[];
}

/** Applies one change to sites, batch by batch. */
export async function changeAll(chosen: Chosen, change: BulkChange, { progress, undone }: Changing): Promise<void> {
  let done = 0;
  for await (const batch of batches(chosen, change)) {
    done += batch.done;
    undone.push(...batch.undo);
    progress(done);
  }
}

async function* batches(chosen: Chosen, change: BulkChange) {
  let job: string | undefined;
  if (chosen.type === "some") {
    for (let from = 0; from < chosen.ids.length; from += BATCH) {
      const answer = await changeSites({ ids: chosen.ids.slice(from, from + BATCH), change, job });
      yield answer;
      job = answer.job;
    }
    return;
  }
  const { q, tag, status, age } = Object.fromEntries(placeQuery(chosen.place));
  const filter = { q, tag, status, age };
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const answer = await changeSites({ filter, change, job, ...(cursor && { cursor }) });
    yield answer;
    job = answer.job;
    cursor = answer.next;
  }
}
