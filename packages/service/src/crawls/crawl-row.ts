import { isPublished } from "../jobs/request.ts";
import type { KeptJob } from "../sites/kept-jobs.ts";
import type { LiveCrawl } from "./live-crawl.ts";
import { type CrawlRecord, unpackRecord } from "./record.ts";

/** The row has the state of the end; the packed record may be older. */
export async function recordOf(
  kept: KeptJob,
  content: Uint8Array,
  capability: string | undefined,
): Promise<CrawlRecord> {
  const record = await unpackRecord(content);
  const { state, startedAt, finishedAt } = kept;
  return { ...record, capability, state, startedAt, finishedAt, error: record.error ?? kept.error };
}

/** Columns of a crawl. A private crawl tells neither its host nor its result. */
export function jobOf({ record, pagesDone, losses }: LiveCrawl): Omit<KeptJob, "owner" | "content"> {
  const { id, by, state, createdAt, startedAt, finishedAt, goesOn, resumed, request, url } = record;
  const isPrivate = record.capability !== undefined;
  const told = isPrivate ? { host: null, error: null, result: null } : { ...toldOf(record), host: new URL(url).host };
  const times = { createdAt, startedAt, finishedAt };
  const kind = isPublished(request) ? "publish" : "crawl";
  const counts = { done: pagesDone, total: request.maxPages, resumes: resumed?.times ?? 0, losses };
  return { id, kind, by, state, ...times, ...counts, ...told, goesOn, fileUrl: record.result?.fileUrl ?? null };
}

function toldOf({ error, result }: CrawlRecord): Pick<KeptJob, "error" | "result"> {
  if (result === null) return { error, result };
  const { pages, failed, score, why = "complete" } = result.summary;
  return { error, result: { pages, failed, score, why, ...(result.bundle && { bundle: result.bundle }) } };
}
