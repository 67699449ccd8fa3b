import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Relative } from "@llmstxt-service/document";
import type { BaseDocument } from "@llmstxt-service/document/overlay";
import type { CrawlRequest } from "../jobs/request.ts";
import type { CrawlState, Failure, SocketEvent, Summary } from "../protocol/protocol.ts";
import type { JobStarter } from "../sites/job.ts";

/** Result of a crawl that is done. */
export interface CrawlResult {
  readonly summary: Summary;
  readonly text: string;
  /** llms-full.txt, where it was asked for. */
  readonly full: string | undefined;
  /** The documents of other languages and versions. */
  readonly relatives?: readonly Relative[];
  /** URL of the stored text. */
  readonly fileUrl: string | undefined;
  /** SHA-256 of `text` in hex, and of the text before enhancement. */
  readonly digest: string;
  readonly plainDigest: string;
  /** The base of an overlay, if that is not the text. */
  readonly base?: BaseDocument;
  /** The pages, packed, where some failed: a crawl that tries those again takes these as they are. Base64. */
  readonly memory?: string;
}

/** Request of a crawl; header fields are never kept. */
export type KeptRequest = Omit<CrawlRequest, "credentials" | "capability">;

/** A crawl as an object of the server: from the request until it is forgotten. */
export interface CrawlRecord {
  readonly id: string;
  readonly by: JobStarter;
  /** True if a stop of its process does not end it. */
  readonly goesOn: boolean;
  /** Opens the answers it has while it is not over; null: none are kept. */
  readonly journalKey: string | null;
  /** Last time that a process went on with it; null: none had to. */
  readonly resumed: Resumed | null;
  /** Of a crawl with credentials: only who has it may see the crawl. Kept nowhere. */
  readonly capability?: string | undefined;
  /** The base URL that was asked for. */
  readonly url: string;
  readonly state: CrawlState;
  readonly createdAt: Date;
  /** When its turn came. */
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly request: KeptRequest;
  /** Set if it is `failed`. */
  readonly error: Failure | null;
  /** Set if it is `done`. */
  readonly result: CrawlResult | null;
}

export interface Resumed {
  readonly at: Date;
  /** Processes that went on with it so far. */
  readonly times: number;
  /** Pages that it had then. */
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
 * A record as bytes; what is large of it costs a tenth. One at a time, with a turn of the event loop before each step: the texts of
 * several large crawls that end together do not hold it together.
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

/** @throws Error where the bytes are none of `packRecord`'s */
export async function unpackRecord(bytes: Uint8Array): Promise<CrawlRecord> {
  const { createdAt, startedAt, finishedAt, resumed, ...rest } = JSON.parse(String(await promisify(gunzip)(bytes)));
  const result = rest.result && { full: undefined, fileUrl: undefined, ...rest.result };
  return {
    ...rest,
    result,
    resumed: resumed && { ...resumed, at: new Date(resumed.at) },
    createdAt: new Date(createdAt),
    startedAt: dateOf(startedAt),
    finishedAt: dateOf(finishedAt),
  };
}

const dateOf = (iso: string | null | undefined): Date | null => (iso ? new Date(iso) : null);
