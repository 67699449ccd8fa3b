import type { Socket } from "node:net";
import type { WebSocket } from "@fastify/websocket";
import { describeMissedLogs } from "../describe.ts";
import type { SocketEvent, SocketMessage } from "../protocol/protocol.ts";

/** Unsent bytes above which a client is slow: it gets no log messages until it has caught up. */
const MAX_UNSENT_BYTES = 262_144;

interface OutboxOptions {
  readonly socket: WebSocket;
  readonly connection: Socket;
  readonly withEvents: boolean;
}

/**
 * Messages to one client: logs, then one result or error, then perhaps a url. While the client reads too slowly logs
 * are left out, so that unsent bytes stay bounded; other messages are always sent.
 */
export class Outbox {
  readonly #to: OutboxOptions;
  #missed = 0;
  #isCorked = false;

  constructor(to: OutboxOptions) {
    this.#to = to;
  }

  /** Sends the lines of one fact, and its events if the client asked for events. */
  logs(lines: readonly string[], events: readonly SocketEvent[]): void {
    const messages = this.#to.withEvents ? Math.max(lines.length, events.length) : lines.length;
    if (messages > 0 && this.#isSlow()) {
      this.#missed += messages;
      return;
    }
    if (messages > 0) this.#sayMissed();
    for (let n = 0; n < messages; n++) this.#send({ type: "log", content: lines[n] ?? "", event: events[n] });
  }

  result(text: string, event: SocketEvent): void {
    this.#sayMissed();
    this.#send({ type: "result", content: text, event });
  }

  url(url: string): void {
    this.#send({ type: "url", content: url });
  }

  error(text: string, event: SocketEvent): void {
    this.#send({ type: "error", content: text, event });
  }

  #isSlow(): boolean {
    return this.#to.socket.bufferedAmount > MAX_UNSENT_BYTES;
  }

  #sayMissed(): void {
    if (this.#missed > 0)
      this.#send({
        type: "log",
        content: describeMissedLogs(this.#missed),
        event: { type: "missed", messages: this.#missed },
      });
    this.#missed = 0;
  }

  #send({ type, content, event }: SocketMessage): void {
    this.#cork();
    const withEvent = this.#to.withEvents && event !== undefined;
    this.#to.socket.send(JSON.stringify(withEvent ? { type, content, event } : { type, content }));
  }

  /** Sends all messages of one turn of the event loop in one write: in a busy crawl writes took 40 % of the time. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#to.connection.cork();
    setImmediate(() => {
      this.#isCorked = false;
      this.#to.connection.uncork();
    });
  }
}
