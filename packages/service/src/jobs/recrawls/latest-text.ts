import type { RecrawlResult } from "../../sites/lease.ts";
import { namedAt, nameIn } from "../../store/names.ts";
import { isWithheld } from "../request.ts";
import { retryUntilDatabaseIsBack } from "../retry-until-database-is-back.ts";
import type { Decision } from "../site-crawl.ts";
import { AFTERWARDS_MS, type Uploaded, unstoredOf } from "../storage/storage.ts";
import { type Recrawl, requestOf } from "./recrawl.ts";

/** Decision after a run that found no changes: a text that has disappeared from the store is put back. */
export async function gone(recrawl: Recrawl, signal: AbortSignal): Promise<Decision> {
  const { world, lease } = recrawl;
  // A text that waits to be stored has its own tries.
  if (isWithheld(requestOf(recrawl)) || lease.site.undelivered !== null) return { type: "leave" };
  const name = await goneName(recrawl, signal);
  if (name === undefined) return { type: "leave" };
  const kept = await retryUntilDatabaseIsBack(() => world.sites.latestText(lease.site.id), signal);
  const text = kept && recrawl.seal.tryOpenText(kept);
  return text === undefined ? { type: "leave" } : { type: "store", text, name };
}

/** The outcome of a run that found no changes, with the upload of a text that was put back. */
export function putBack(
  outcome: RecrawlResult["outcome"],
  uploaded: Uploaded | undefined,
): Pick<RecrawlResult, "outcome" | "storedUrl" | "unstored"> {
  const unstored = uploaded && unstoredOf(uploaded);
  if (unstored !== undefined) return { outcome: "notStored", unstored };
  return { outcome, ...(uploaded?.type === "stored" && { storedUrl: uploaded.fileUrl }) };
}

/** Name of the newest text if its file is missing in this store; it is put back under this name. */
async function goneName({ world, lease }: Recrawl, signal: AbortSignal): Promise<string | undefined> {
  const name = nameIn(lease.site.latestUrl ?? "");
  if (namedAt(name) === undefined) return undefined;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(AFTERWARDS_MS)]);
  const isThere = await world.files.has(name, inTime).catch(() => true); // a store that does not say so has lost nothing
  signal.throwIfAborted();
  return isThere ? undefined : name;
}
