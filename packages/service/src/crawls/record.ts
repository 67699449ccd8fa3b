import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { CrawlRequest } from "../jobs/request.ts";
import type { CrawledSite } from "../jobs/requested-crawl.ts";
import type { Failure, SocketEvent, Summary } from "../protocol/protocol.ts";
import type { ListedJob } from "../sites/job.ts";

export interface CrawlResult
  extends Pick<CrawledSite, "text" | "relatives" | "bundle" | "digest" | "plainDigest" | "base"> {
  readonly summary: Summary;
  /** Text of llms-full.txt; undefined if it was not asked for. */
  readonly full?: string | undefined;
  /** URL of the stored text. */
  readonly fileUrl?: string | undefined;
  /** Pages read, packed, in base64; set if some pages failed or were not reached, for a crawl that requests only these. */
  readonly memory?: string;
}

/** A crawl from its request until it is forgotten. */
export interface CrawlRecord extends Pick<ListedJob, "id" | "by" | "state" | "createdAt" | "startedAt" | "finishedAt"> {
  /** True if another process continues it when this one stops. */
  readonly goesOn: boolean;
  /** Key of the journal with its answers so far; null: it has none. */
  readonly journalKey: string | null;
  /** Kept answers that the last process which got further had found. */
  readonly answersFound?: number;
  /** Last time that a process continued it; null: none has. */
  readonly resumed: Resumed | null;
  /** Secret that opens a crawl with credentials; whoever lacks it cannot see the crawl. Never stored. */
  readonly capability?: string | undefined;
  /** The base URL that was asked for. */
  readonly url: string;
  /** Header fields are never kept. */
  readonly request: Omit<CrawlRequest, "credentials" | "capability">;
  /** Set if it is `failed`. */
  readonly error: Failure | null;
  /** Set if it is `done`. */
  readonly result: CrawlResult | null;
}

export interface Resumed {
  readonly at: Date;
  readonly times: number;
  /** Pages read when it was last continued. */
  readonly pages: number;
}

export const isOver = ({ state }: Pick<CrawlRecord, "state">): boolean => state !== "waiting" && state !== "running";

/** An event as it is sent; its number counts from 1. */
export interface NumberedEvent {
  readonly id: number;
  readonly type: SocketEvent["type"];
  /** Milliseconds since the crawl was asked for. */
  readonly atMs: number;
  readonly json: string;
}

let packing: Promise<unknown> = Promise.resolve();

/**
 * A record as compressed bytes, a tenth of its JSON. Records are packed one at a time, and the event loop turns before
 * each step: several large crawls that end together do not block it.
 */
export function packRecord({ capability: _, ...record }: CrawlRecord): Promise<Uint8Array> {
  const packed = packing.then(async () => {
    await nextTurn();
    const json = JSON.stringify(record);
    await nextTurn();
    return promisify(gzip)(json);
  });
  packing = packed.catch(() => {}); // whoever asked for it hears of it
  return packed;
}

/** @throws Error if the bytes are not of `packRecord` */
export async function unpackRecord(bytes: Uint8Array): Promise<CrawlRecord> {
  const { createdAt, startedAt, finishedAt, resumed, ...rest } = JSON.parse(String(await promisify(gunzip)(bytes)));
  return {
    ...rest,
    resumed: resumed && { ...resumed, at: new Date(resumed.at) },
    createdAt: new Date(createdAt),
    startedAt: dateOf(startedAt),
    finishedAt: dateOf(finishedAt),
  };
}

const dateOf = (iso: string | null | undefined): Date | null => (iso ? new Date(iso) : null);
