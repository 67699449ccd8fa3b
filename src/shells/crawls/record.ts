import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { SiteRequest } from "../../sites/sites.ts";
import type { CrawlState, Failure, SocketEvent, Summary } from "../protocol/protocol.ts";

/** What came of a crawl that is done. */
export interface CrawlResult {
  readonly summary: Summary;
  readonly text: string;
  /** llms-full.txt, where it was asked for. */
  readonly full: string | undefined;
  /** Where the text was stored. */
  readonly fileUrl: string | undefined;
  /** SHA-256 of `text` in hex, and of the text before enhancement. */
  readonly digest: string;
  readonly plainDigest: string;
}

/** A crawl as an object of the server: from the request until it is forgotten. */
export interface CrawlRecord {
  readonly id: string;
  /** The base URL that was asked for. */
  readonly url: string;
  readonly state: CrawlState;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** What an enrolment afterwards needs to crawl the same; no header fields. */
  readonly request: SiteRequest;
  /** Where it is `failed`. */
  readonly error: Failure | null;
  /** Where it is `done`. */
  readonly result: CrawlResult | null;
}

export const isOver = ({ state }: Pick<CrawlRecord, "state">): boolean => state !== "waiting" && state !== "running";

/** An event as it is sent; its number counts from 1. */
export interface NumberedEvent {
  readonly id: number;
  readonly type: SocketEvent["type"];
  readonly json: string;
}

/** A record as bytes; what is large of it costs a tenth. */
export async function packRecord({ createdAt, finishedAt, ...rest }: CrawlRecord): Promise<Uint8Array> {
  return promisify(gzip)(JSON.stringify({ ...rest, createdAt, finishedAt }));
}

/** @throws Error where the bytes are none of `packRecord`'s */
export async function unpackRecord(bytes: Uint8Array): Promise<CrawlRecord> {
  const { createdAt, finishedAt, ...rest } = JSON.parse(String(await promisify(gunzip)(bytes)));
  const result = rest.result && { full: undefined, fileUrl: undefined, ...rest.result };
  return {
    ...rest,
    result,
    createdAt: new Date(createdAt),
    finishedAt: finishedAt === null ? null : new Date(finishedAt),
  };
}
