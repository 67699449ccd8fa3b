import type { ServerConfig } from "./config.ts";
import { readMessage, type SocketMessage } from "./messages.ts";

/** The first message of the socket; fields left out take the server's own defaults. */
export type CrawlRequest = { readonly url: string } & Omit<ServerConfig["defaults"], "scope" | "include" | "exclude"> &
  Partial<Pick<ServerConfig["defaults"], "scope" | "include" | "exclude">>;

export interface CrawlWatcher {
  onMessage(message: SocketMessage): void;
  /** Called once; `code` as in RFC 6455, 7.4. Not called after `close()`. */
  onClose(code: number, reason: string): void;
}

export interface CrawlSocket {
  /** Ends the crawl on the server too: it stops when its reader goes away. */
  close(): void;
}

function address(): string {
  const url = new URL("/ws/crawl?events=1", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/** Starts a crawl and hands over what the server says. */
export function openCrawl(request: CrawlRequest, watcher: CrawlWatcher): CrawlSocket {
  const socket = new WebSocket(address());
  const listening = new AbortController();
  const { signal } = listening;
  socket.addEventListener("open", () => socket.send(JSON.stringify(request)), { signal });
  socket.addEventListener(
    "message",
    ({ data }) => {
      const message = readMessage(data);
      if (message) watcher.onMessage(message);
    },
    { signal },
  );
  socket.addEventListener("close", ({ code, reason }) => watcher.onClose(code, reason), { signal });
  return {
    close: () => {
      listening.abort();
      socket.close(1000);
    },
  };
}
