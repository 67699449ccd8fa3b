import type { CrawlEvent, Progress, StreamMessage } from "@llmstxt-service/service/shapes";
import { useEffect, useState } from "preact/hooks";
import { call } from "./call.ts";
import { session } from "./session.ts";

/** A line of a crawl's log. */
export interface LogLine {
  readonly at: string;
  readonly text: string;
  readonly look: "" | "failed";
}

/** A page that was just read. */
export interface CrawledLine {
  readonly url: string;
  readonly title: string;
  /** Reason why it failed; empty: it was read. */
  readonly failure: string;
}

/** State of a crawl from its event stream. */
export interface Told {
  readonly progress: Progress;
  readonly pages: readonly CrawledLine[];
  readonly log: readonly LogLine[];
  /** True once the crawl has ended. */
  readonly hasEnded: boolean;
  /** True while the server does not answer. */
  readonly isLost: boolean;
}

export const NOTHING_TOLD: Told = {
  ...{ progress: { done: 0, found: 0 }, pages: [], log: [], hasEnded: false, isLost: false },
};

/** Updates the state with more messages. */
export function told(before: Told, messages: readonly StreamMessage[]): Told {
  let { progress, hasEnded } = before;
  const pages = [...before.pages];
  const log = [...before.log];
  for (const { type, at, content, event: said } of messages) {
    if (type === "end") {
      hasEnded = true;
      continue;
    }
    // Types of events that the page does not know match no case.
    const event = said as CrawlEvent | undefined;
    if (event?.type === "page") {
      progress = { done: event.done, found: event.found };
      pages.push({ url: event.url, title: event.title, failure: "" });
    } else if (event?.type === "failed") pages.push({ url: event.url, title: "", failure: event.reason });
    if (content !== "") log.push({ at, text: content, look: event?.type === "failed" ? "failed" : "" });
  }
  return { progress, pages, log, hasEnded, isLost: false };
}

/** Milliseconds before a broken stream is reopened. */
const AGAIN_MS = 2000;

/** An event stream cannot send the key, so it uses a token. */
async function addressOf(id: string): Promise<string> {
  const path = `/api/crawls/${id}/events`;
  if (session.value.key === undefined) return path;
  const { token } = await call<{ token: string }>("/auth/token", { method: "POST" });
  return `${path}?token=${encodeURIComponent(token)}`;
}

/** Follows a crawl until it ends or the returned function is called; `onTold` comes at most once a frame. */
function follow(id: string, onTold: (now: Told) => void): () => void {
  let state = NOTHING_TOLD;
  let waiting: StreamMessage[] = [];
  let source: EventSource | undefined;
  let frame: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const show = () => {
    frame = undefined;
    state = told(state, waiting);
    waiting = [];
    onTold(state);
  };
  const lose = (isLost: boolean) => {
    state = { ...state, isLost };
    onTold(state);
  };
  const open = async () => {
    const address = await addressOf(id).catch(() => undefined);
    if (isOver) return;
    if (address === undefined) {
      lose(true);
      retry = setTimeout(open, AGAIN_MS);
      return;
    }
    // A reopened stream sends everything again, from the first event on.
    state = NOTHING_TOLD;
    waiting = [];
    source = new EventSource(address);
    source.onmessage = ({ data }) => {
      const message: StreamMessage = JSON.parse(data);
      waiting.push(message);
      if (message.type === "end") source?.close();
      frame ??= setTimeout(show, 50);
    };
    source.onopen = () => lose(false);
    source.onerror = () => {
      lose(true);
      // The browser reconnects by itself, from the last event on, unless the server has refused.
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, AGAIN_MS);
    };
  };
  void open();
  return () => {
    isOver = true;
    source?.close();
    clearTimeout(frame);
    clearTimeout(retry);
  };
}

/** State of a crawl from its first event on, updated until it ends. */
export function useStream(id: string | undefined): Told {
  const [state, setState] = useState(NOTHING_TOLD);
  useEffect(() => {
    setState(NOTHING_TOLD);
    return id === undefined ? undefined : follow(id, setState);
  }, [id]);
  return state;
}
