import type { Socket } from "node:net";
import type { WebSocket } from "@fastify/websocket";
import type { SocketEvent, SocketMessage } from "./messages.ts";

/** Over this many unsent bytes a reader is slow and gets no more log messages until it has caught up. */
const MOST_UNSENT_BYTES = 262_144;

interface OutboxOptions {
  readonly socket: WebSocket;
  /** What the socket runs on. */
  readonly connection: Socket;
  readonly withEvents: boolean;
  describeLeftOut(messages: number): string;
}

/**
 * What one client is sent: logs, then one result or error, then perhaps a url. Logs are left out while the client reads
 * too slowly, so that what waits for it stays bounded; the others never are.
 */
export class Outbox {
  readonly #socket: WebSocket;
  readonly #connection: Socket;
  readonly #withEvents: boolean;
  readonly #describeLeftOut: (messages: number) => string;
  #leftOut = 0;
  #isCorked = false;

  constructor({ socket, connection, withEvents, describeLeftOut }: OutboxOptions) {
    this.#socket = socket;
    this.#connection = connection;
    this.#withEvents = withEvents;
    this.#describeLeftOut = describeLeftOut;
  }

  /** The lines of one fact, and its events for those who asked for them. */
  logs(lines: readonly string[], events: readonly SocketEvent[]): void {
    const messages = this.#withEvents ? Math.max(lines.length, events.length) : lines.length;
    if (messages > 0 && this.#isSlow()) {
      this.#leftOut += messages;
      return;
    }
    if (messages > 0) this.#sayLeftOut();
    for (let n = 0; n < messages; n++) this.#send({ type: "log", content: lines[n] ?? "", event: events[n] });
  }

  result(text: string, event: SocketEvent): void {
    this.#sayLeftOut();
    this.#send({ type: "result", content: text, event });
  }

  url(url: string): void {
    this.#send({ type: "url", content: url });
  }

  error(text: string): void {
    this.#send({ type: "error", content: text });
  }

  #isSlow(): boolean {
    return this.#socket.bufferedAmount > MOST_UNSENT_BYTES;
  }

  #sayLeftOut(): void {
    if (this.#leftOut > 0) this.#send({ type: "log", content: this.#describeLeftOut(this.#leftOut) });
    this.#leftOut = 0;
  }

  #send({ type, content, event }: SocketMessage): void {
    this.#cork();
    const withEvent = this.#withEvents && event !== undefined;
    this.#socket.send(JSON.stringify(withEvent ? { type, content, event } : { type, content }));
  }

  /** What is said in one turn of the event loop goes out in one write: of a busy crawl, writes were 40 % of the time. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#connection.cork();
    setImmediate(() => {
      this.#isCorked = false;
      this.#connection.uncork();
    });
  }
}
