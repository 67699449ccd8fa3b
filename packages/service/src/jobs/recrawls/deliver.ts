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

/** One try at storing a text that waited, and what came of it. */
export type DeliveryProgress =
  | UploadProgress
  | ExtrasProgress
  | { readonly type: "delivered"; readonly tries: number; readonly since: Date }
  /** The store takes texts again, and the bundle takes a crawl: the site is due. */
  | { readonly type: "crawlDue"; readonly tries: number; readonly since: Date }
  | { readonly type: "notDelivered"; readonly tries: number; readonly error: CrawlError }
  /** Files of texts that were replaced while they waited are still to be removed. */
  | { readonly type: "straysLeft"; readonly error: CrawlError };

type DeliveryJob = Job<SiteWorld, DeliveryProgress>;

/** Tries at once, at first; while the store takes what it is given, twice as many each time. */
const FIRST_WIDTH = 4;
const MAX_WIDTH = 16;

/** Minutes a text waits before somebody is told: an ordinary overload of a store is over by then. */
const TOLD_AFTER_MS = 10 * 60_000;

/**
 * Stores the texts that wait and are due, the longest due first, without a crawl. Where the store takes none of those tried
 * together it is away, and the others are not tried: a dead store's time-out is not waited for once a site.
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

/** @returns whether the store took it, or had nothing to take */
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
        ...endOf(taken, fileUrl),
      },
      world,
    );
    const write = () =>
      error === undefined
        ? world.sites.delivered(taken, fileUrl, told.alongside)
        : world.sites.notDelivered(taken, error.message, told.alongside);
    const isHeld = await retryUntilDatabaseIsBack(write, signal);
    // Not held: a newer text has come, and this one is removed as strays are.
    if (isHeld)
      report(
        error === undefined
          ? { type: waiting.bundle === undefined ? "delivered" : "crawlDue", tries, since }
          : { type: "notDelivered", tries, error },
      );
    return error === undefined;
  } catch (thrown) {
    // Stopping: another process may try at once. If the database cannot be told, its clock will tell it.
    if (signal.aborted) await world.sites.giveBack(taken).catch(() => {});
    throw thrown;
  }
}

const endOf = ({ site, at }: TakenDelivery, fileUrl: string | undefined) => ({
  at,
  fileUrl: fileUrl ?? site.latestUrl,
});

interface Stored {
  readonly fileUrl?: string;
  readonly error?: CrawlError;
}

/** Stores the text under the name of the first try, where that did not store it unheard. */
async function store(taken: TakenDelivery, { world, report }: DeliveryJob, signal: AbortSignal): Promise<Stored> {
  const { site, text: waiting, sealedCredentials } = taken;
  const { request } = site;
  const isPrivate = sealedCredentials !== null;
  // Only friends may read it since.
  if (isPrivate && !(request.publish === true && request.publishPrivate === true)) return {};
  const kept = await retryUntilDatabaseIsBack(() => world.sites.latestText(site.id), signal);
  const seal = trySeal(taken, world);
  if (seal instanceof CrawlError) return { error: seal };
  const text = kept && seal.tryOpenText(kept);
  // A newer text has come, and waits by itself.
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

/** Another process may have the key that this one has not: the text waits for it. */
function trySeal(taken: TakenDelivery, world: SiteWorld): DocumentSeal | CrawlError {
  try {
    return secretsOf(taken, world).seal;
  } catch (thrown) {
    return toCrawlError(thrown);
  }
}

/** Told once that it waits, and once that it is over. */
function factsOf({ text, isTold, at }: TakenDelivery, error: CrawlError | undefined): readonly AlertFact[] {
  if (error === undefined) return isTold ? [{ type: "failing", undelivered: true, resolved: true }] : [];
  const waitedMs = at.getTime() - (text?.since ?? at).getTime();
  return isTold || waitedMs < TOLD_AFTER_MS ? [] : [{ type: "failing", undelivered: true, reason: error.message }];
}

/** Removes what the store may have taken of texts that were replaced while they waited. */
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
