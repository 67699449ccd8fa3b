import { WRITER_HERE, type Writer } from "@llmstxt-service/document/bundle/writer";
import type { Overlay } from "@llmstxt-service/document/overlay";
import {
  isTooDeep,
  type OverlayProblem,
  overlayOf,
  overlayYaml,
  type ParsedOverlay,
} from "@llmstxt-service/document/overlay-file";
import { type Filter, type Filtered, filtered } from "@llmstxt-service/page/address/filtered";
import type { Account } from "./account.ts";
import { writtenBefore } from "./crawl-workers.ts";
import type { Pool } from "./pool.ts";

/** Milliseconds for an overlay. Half a mebibyte of YAML takes a second or two, and more if it is full of mistakes. */
const OVERLAY_MS = 10_000;

/** Milliseconds for path filters: 20,000 addresses of 800 characters with 100 globs of 150 take a second. */
const FILTER_MS = 10_000;

/**
 * Work for a client that waits for its answer.
 * @throws CrawlError from each function: `unreadable` when it takes too much time or memory; `server_busy` when too
 * much work of all clients waits; `aborted` when `signal` fires
 */
export interface ForClient extends Pick<Writer, "overlaid" | "validate"> {
  /** @param given YAML, or a JSON value */
  readOverlay(given: unknown, signal: AbortSignal): Promise<ParsedOverlay | OverlayProblem[]>;
  /**
   * Writes an overlay as YAML.
   * @param before the former text: unchanged parts stay as they were written
   */
  writeOverlay(overlay: Overlay, before: string, signal: AbortSignal): Promise<string>;
  filtered(filter: Filter, signal: AbortSignal): Promise<Filtered>;
}

const OVERLAY = { url: "an overlay", limitMs: OVERLAY_MS } as const;

export function forClient(pool: Pool, account: Account): ForClient {
  return {
    async readOverlay(given, signal) {
      // A value that is too deep cannot be sent to a thread.
      if (isTooDeep(given)) return overlayOf(given);
      // The value is sent as one text: 300,000 small objects would take this thread ten times as long.
      const input = typeof given === "string" ? { yaml: given } : { json: JSON.stringify(given) };
      return pool.ask({ ...OVERLAY, account, operation: "readOverlay", input }, signal);
    },
    writeOverlay: (overlay, before, signal) =>
      pool.ask({ ...OVERLAY, account, operation: "writeOverlay", input: { overlay, before } }, signal),
    ...writtenBefore(pool, () => account),
    filtered: (input, signal) =>
      pool.ask({ account, url: "path filters", limitMs: FILTER_MS, operation: "filtered", input }, signal),
  };
}

/** The same work in the calling thread, without limits. */
export const CLIENT_HERE: ForClient = {
  overlaid: WRITER_HERE.overlaid,
  validate: WRITER_HERE.validate,
  readOverlay: async (given) => overlayOf(given),
  writeOverlay: async (overlay, before) => overlayYaml(overlay, before),
  filtered: async (filter) => filtered(filter),
};
