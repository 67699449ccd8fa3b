import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { sha256 } from "@llmstxt-service/page/sha256";
import type { TakenDelivery } from "../../sites/delivery.ts";
import { nameOfSaved, savedBefore } from "../../store/texts.ts";
import type { AlertFact } from "../alerts.ts";
import type { Job } from "../generate/generate.ts";
import { retryUntilDatabaseIsBack } from "../retry-until-database-is-back.ts";
import type { DocumentSeal } from "../sealing.ts";
import { AFTERWARDS_MS, type ExtrasProgress, storeExtras, type UploadProgress, upload } from "../storage/storage.ts";
import type { SiteWorld } from "../world.ts";
import { secretsOf } from "./recrawl.ts";
import { tellOf } from "./recrawl-alerts.ts";

/** Facts of one try at storing a waiting text. */
export type DeliveryProgress =
  | UploadProgress
  | ExtrasProgress
  | { readonly type: "delivered"; readonly tries: number; readonly since: Date }
  /** The store accepts texts again, and the bundle, which failed too, needs a crawl: the site is due. */
  | { readonly type: "crawlDue"; readonly tries: number; readonly since: Date }
  | { readonly type: "notDelivered"; readonly tries: number; readonly error: CrawlError }
  /** Files of texts that were replaced while they waited could not be removed yet. */
  | { readonly type: "straysLeft"; readonly error: CrawlError };

type DeliveryJob = Job<SiteWorld, DeliveryProgress>;

/** Tries at once: at first, and at most. The number doubles while the store accepts texts. */
const FIRST_WIDTH = 4;
const MAX_WIDTH = 16;

/** Milliseconds that a text waits before an alert is sent: an ordinary overload of a store is over by then. */
const TOLD_AFTER_MS = 10 * 60_000;

/**
 * Stores waiting texts that are due, the longest due first, without a crawl. If all tries of one round fail, the store
 * is away and the other texts are not tried: its time-outs would add up.
 * @throws CrawlError `database_unavailable`; the signal's reason
 */
export async function deliverDue(
  { world, reportOn }: { readonly world: SiteWorld; readonly reportOn: (baseUrl: string) => DeliveryJob["report"] },
  signal: AbortSignal,
): Promise<void> {
  for (let width = FIRST_WIDTH; ; width = Math.min(2 * width, MAX_WIDTH)) {
    signal.throwIfAborted();
    const taken = await world.sites.takeDeliveries(width);
    if (taken.length === 0) return;
    const tries = taken.map((one) => deliver(one, { world, report: reportOn(one.site.baseUrl) }, signal));
    const ends = await Promise.allSettled(tries);
    signal.throwIfAborted();
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    if (!ends.some((end) => end.status === "fulfilled" && end.value)) return;
  }
}

/** @returns true if the store accepted the text, or there was nothing to store */
async function deliver(taken: TakenDelivery, job: DeliveryJob, signal: AbortSignal): Promise<boolean> {
  const { world, report } = job;
  const { text: waiting } = taken;
  if (waiting === undefined) return removeStrays(taken, job, signal);
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(AFTERWARDS_MS)]);
    const { error, fileUrl } = await store(taken, job, inTime);
    signal.throwIfAborted();
    const { tries, since } = waiting;
    const told = tellOf(
      {
        facts: factsOf(taken, error),
        lease: { site: taken.site, token: `${waiting.name} ${waiting.digest}` },
        at: taken.at,
        fileUrl: fileUrl ?? taken.site.latestUrl,
      },
      world,
    );
    const write = () =>
      error === undefined
        ? world.sites.delivered(taken, fileUrl, told.alongside)
        : world.sites.notDelivered(taken, error.message, told.alongside);
    const isHeld = await retryUntilDatabaseIsBack(write, signal);
    // If the text is not held any more, a newer one has come: this one is then removed as a stray.
    if (isHeld)
      report(
        error === undefined
          ? { type: waiting.bundle === undefined ? "delivered" : "crawlDue", tries, since }
          : { type: "notDelivered", tries, error },
      );
    return error === undefined;
  } catch (thrown) {
    // The process stops: another one may try at once, or, if the database cannot be told, when this try has expired.
    if (signal.aborted) await world.sites.giveBack(taken).catch(() => {});
    throw thrown;
  }
}

/**
 * Stores the text under the name of the first try. If the store has it there from a try without an answer, it is not
 * stored twice.
 */
async function store(
  taken: TakenDelivery,
  { world, report }: DeliveryJob,
  signal: AbortSignal,
): Promise<{ readonly fileUrl?: string; readonly error?: CrawlError }> {
  const { site, text: waiting, sealedCredentials } = taken;
  const { request } = site;
  const isPrivate = sealedCredentials !== null;
  // The site has become private and is not published, so its text may no longer be stored.
  if (isPrivate && !(request.publish === true && request.publishPrivate === true)) return {};
  const kept = await retryUntilDatabaseIsBack(() => world.sites.latestText(site.id), signal);
  const seal = trySeal(taken, world);
  if (seal instanceof CrawlError) return { error: seal };
  const text = kept && seal.tryOpenText(kept);
  // A newer text has come, and has its own tries.
  if (waiting === undefined || text === undefined || sha256(text) !== waiting.digest) return {};
  const files = savedBefore(world.files);
  const uploaded = await upload(
    { ...request, text, name: waiting.name },
    { world: { ...world, files }, report },
    signal,
  );
  if (uploaded.type === "notStored") return { error: uploaded.error };
  if (uploaded.type === "withheld") return {};
  const { fileUrl } = uploaded;
  await storeExtras({ request, text, fileUrl, crawled: undefined }, { world, report }, signal);
  return { fileUrl };
}

/** The site's seal, or the error if this process lacks the key: another process may have it, so the text waits on. */
function trySeal(taken: TakenDelivery, world: SiteWorld): DocumentSeal | CrawlError {
  try {
    return secretsOf(taken, world).seal;
  } catch (thrown) {
    return toCrawlError(thrown);
  }
}

/** An alert once when a text has waited for long, and once when that is over. */
function factsOf({ text, isTold, at }: TakenDelivery, error: CrawlError | undefined): readonly AlertFact[] {
  if (error === undefined) return isTold ? [{ type: "failing", undelivered: true, resolved: true }] : [];
  const waitedMs = at.getTime() - (text?.since ?? at).getTime();
  return isTold || waitedMs < TOLD_AFTER_MS ? [] : [{ type: "failing", undelivered: true, reason: error.message }];
}

/** Removes files that the store may have accepted of texts replaced while they waited. */
async function removeStrays(
  taken: TakenDelivery,
  { world: { files, sites }, report }: DeliveryJob,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(AFTERWARDS_MS)]);
    for (const { name, digest } of taken.strays) {
      const stray = await nameOfSaved(files, { name, isOurs: (text) => sha256(text) === digest }, inTime);
      if (stray !== undefined) await files.remove(stray, inTime);
    }
  } catch (thrown) {
    signal.throwIfAborted();
    report({ type: "straysLeft", error: toCrawlError(thrown, "storage_failed") });
    return false; // they are due again
  }
  await sites.straysRemoved(taken);
  return true;
}
