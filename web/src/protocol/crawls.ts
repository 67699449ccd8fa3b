import { type Answers, answer } from "./answers.ts";
import { readEvents } from "./event-stream.ts";
import { callJson, callStream, callText } from "./http.ts";
import { readEvent, type SocketEvent } from "./messages.ts";
import { amount, type Fields, fields, text, tryJson } from "./reader.ts";
import { type CrawlAnswer, readCrawl } from "./summary.ts";

/** What a crawl is asked for; fields left out take the server's own defaults. */
export type CrawlRequest = Partial<CrawlAnswer["request"]> & Pick<CrawlAnswer["request"], "url">;

/** A crawl that is not over. */
export type ActiveCrawl = Answers["crawls"]["items"][number];

export interface TimedEvent {
  readonly number: number;
  /** Since the crawl was asked for. */
  readonly atMs: number;
  readonly event: SocketEvent;
}

const at = (id: string, rest = "") => `/api/crawls/${encodeURIComponent(id)}${rest}`;

const idOf = (answer: unknown): string => text(fields(answer).id);

/** @returns its id. @throws ApiError */
export async function beginCrawl(request: CrawlRequest, signal: AbortSignal): Promise<string> {
  return idOf(await callJson("/api/crawls", { method: "POST", body: request }, signal));
}

/** Tries again what failed in a crawl. @returns the id of the crawl that does. @throws ApiError */
export async function retryCrawl(id: string, signal: AbortSignal): Promise<string> {
  return idOf(await callJson(at(id, "/retry"), { method: "POST" }, signal));
}

/** @throws ApiError */
export async function getCrawl(id: string, signal: AbortSignal): Promise<CrawlAnswer> {
  return readCrawl(await callJson(at(id), {}, signal));
}

/** Ends it: a document is made of the pages there are. @throws ApiError */
export async function finishCrawl(id: string, signal: AbortSignal): Promise<void> {
  await callText(at(id, "/finish"), { method: "POST" }, signal);
}

/** @throws ApiError */
export async function cancelCrawl(id: string, signal: AbortSignal): Promise<void> {
  await callText(at(id), { method: "DELETE" }, signal);
}

const readActive = answer("crawls");

/** @throws ApiError */
export async function listActive(signal: AbortSignal): Promise<readonly ActiveCrawl[]> {
  return readActive(await callJson("/api/crawls", {}, signal)).items;
}

/** What happened in a crawl after event `after`, and what happens until it is over. @throws ApiError */
export async function* crawlEvents(id: string, after: number, signal: AbortSignal): AsyncGenerator<TimedEvent> {
  const chunks = await callStream(at(id, "/events"), { after }, signal);
  for await (const { number, data } of readEvents(chunks)) {
    const json: Fields = fields(tryJson(data));
    const event = readEvent(json);
    if (event !== undefined) yield { number, atMs: amount(json.atMs), event };
  }
}

const readPreview = answer("filterPreview");

/** What path filters would let through. @throws ApiError */
export async function previewFilters(
  filters: Pick<Required<CrawlRequest>, "url" | "include" | "exclude">,
  signal: AbortSignal,
): Promise<Answers["filterPreview"]> {
  return readPreview(await callJson("/api/crawls/preview", { method: "POST", body: filters }, signal));
}
