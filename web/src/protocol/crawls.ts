import { readEvents } from "./event-stream.ts";
import { callJson, callStream, callText } from "./http.ts";
import { withOwnAddress } from "./own-address.ts";
import type { Begun, CrawlAnswer, CrawlRequest, FilterPreview, Job, SocketEvent } from "./types.ts";

interface TimedEvent {
  readonly number: number;
  /** Milliseconds since the crawl was asked for. */
  readonly atMs: number;
  readonly event: SocketEvent;
}

const at = (id: string, rest = "") => `/api/crawls/${encodeURIComponent(id)}${rest}`;

/** Id in the crawl's location; for a private crawl it has the capability that only its requester gets. */
const idOf = ({ location }: Begun): string => location.split("/").at(-1) ?? "";

/**
 * Begins a crawl.
 * @returns its id
 * @throws ApiError
 */
export async function beginCrawl(request: CrawlRequest): Promise<string> {
  return idOf(await callJson<Begun>("/api/crawls", { method: "POST", body: request }));
}

/**
 * Begins a crawl that requests the failed pages of another one again.
 * @returns its id
 * @throws ApiError
 */
export async function retryCrawl(id: string): Promise<string> {
  return idOf(await callJson<Begun>(at(id, "/retry"), { method: "POST" }));
}

/** @throws ApiError */
export async function getCrawl(id: string, signal?: AbortSignal): Promise<CrawlAnswer> {
  return { ...withOwnAddress(await callJson<CrawlAnswer>(at(id), {}, signal)), id };
}

/**
 * Ends a crawl with the pages that it has.
 * @throws ApiError
 */
export async function finishCrawl(id: string): Promise<void> {
  await callText(at(id, "/finish"), { method: "POST" });
}

/** @throws ApiError */
export async function cancelCrawl(id: string): Promise<void> {
  await callText(at(id), { method: "DELETE" });
}

/**
 * Jobs of all processes of the server: those under way, then each one that changes. Never ends by itself.
 * @throws ApiError
 */
export async function* jobEvents(signal: AbortSignal): AsyncGenerator<Job> {
  for await (const { data } of readEvents(callStream("/api/jobs/events", {}, signal))) yield JSON.parse(data);
}

/**
 * Events of a crawl after event number `after`, until it is over.
 * @throws ApiError
 */
export async function* crawlEvents(id: string, after: number, signal: AbortSignal): AsyncGenerator<TimedEvent> {
  const chunks = await callStream(at(id, "/events"), { after }, signal);
  for await (const { number, data } of readEvents(chunks)) {
    const event: SocketEvent & { readonly atMs: number } = JSON.parse(data);
    yield { number, atMs: event.atMs, event };
  }
}

/** Query for the addresses that pass path filters. */
export const previewQuery = (filters: Pick<Required<CrawlRequest>, "url" | "include" | "exclude">) => ({
  key: `/api/crawls/preview ${JSON.stringify(filters)}`,
  ask: (signal: AbortSignal): Promise<FilterPreview> =>
    callJson("/api/crawls/preview", { method: "POST", body: filters }, signal),
  patienceMs: 30_000,
});
