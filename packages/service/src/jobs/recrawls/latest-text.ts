import type { RecrawlResult } from "../../sites/lease.ts";
import { namedAt, nameIn } from "../../store/names.ts";
import type { Generated } from "../generate/generate.ts";
import { isWithheld } from "../request.ts";
import { retryUntilDatabaseIsBack } from "../retry-until-database-is-back.ts";
import { AFTERWARDS_MS, storeExtras, type Uploaded, unstoredOf, upload } from "../storage/storage.ts";
import { type Recrawl, requestOf } from "./recrawl.ts";

interface LatestText {
  readonly text: string;
  readonly crawled: Generated | undefined;
  readonly name?: string | undefined;
}

/** Uploads a text, and what belongs beside it. */
export async function storeText(
  recrawl: Recrawl,
  { text, crawled, name }: LatestText,
  signal: AbortSignal,
): Promise<Uploaded> {
  const request = requestOf(recrawl);
  const uploaded = await upload({ ...request, text, ...(name && { name }) }, recrawl, signal);
  signal.throwIfAborted();
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(AFTERWARDS_MS)]);
  if (uploaded.type === "stored")
    await storeExtras({ request, text, fileUrl: uploaded.fileUrl, crawled }, recrawl, inTime);
  signal.throwIfAborted();
  return uploaded;
}

interface NothingNew {
  readonly outcome: "same" | "unchanged";
  readonly crawled?: Generated;
}

/** The outcome of a run that found nothing new, and what came of a text that has gone from the store since. */
export async function putBack(
  recrawl: Recrawl,
  { outcome, crawled }: NothingNew,
  signal: AbortSignal,
): Promise<Pick<RecrawlResult, "outcome" | "storedUrl" | "unstored">> {
  const { world, lease } = recrawl;
  // A text that waits to be stored has its own next try.
  if (isWithheld(requestOf(recrawl)) || lease.site.undelivered !== null) return { outcome };
  const name = await goneName(recrawl, signal);
  if (name === undefined) return { outcome };
  const kept = await retryUntilDatabaseIsBack(() => world.sites.latestText(lease.site.id), signal);
  const text = kept && recrawl.seal.tryOpenText(kept);
  if (text === undefined) return { outcome };
  const uploaded = await storeText(recrawl, { text, crawled, name }, signal);
  const unstored = unstoredOf(uploaded);
  if (unstored !== undefined) return { outcome: "notStored", unstored };
  return { outcome, ...(uploaded.type === "stored" && { storedUrl: uploaded.fileUrl }) };
}

/** The name of the newest text where its file has gone from the store, or never came to this one; it is put back under it. */
async function goneName({ world, lease }: Recrawl, signal: AbortSignal): Promise<string | undefined> {
  const name = nameIn(lease.site.latestUrl ?? "");
  if (namedAt(name) === undefined) return undefined;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(AFTERWARDS_MS)]);
  const isThere = await world.files.has(name, inTime).catch(() => true); // a store that does not say so has lost nothing
  signal.throwIfAborted();
  return isThere ? undefined : name;
}
