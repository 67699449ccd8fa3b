import type { WebSocket } from "@fastify/websocket";

export interface HeartbeatOptions {
  /** Milliseconds between two pings. */
  readonly pingMs: number;
  /** A peer that says nothing for this long is dropped. */
  readonly silentMs: number;
}

/** Over this many unsent bytes a peer that sends pings gets no pongs: it does not read them. */
const MAX_UNSENT_BYTES = 65_536;

/** Pings every watched socket, answers its pings, and drops it when it has gone silent. */
export class Heartbeat {
  readonly #heardAt = new Map<WebSocket, number>();
  readonly #timer: NodeJS.Timeout;
  readonly #silentMs: number;

  constructor({ pingMs, silentMs }: HeartbeatOptions) {
    this.#silentMs = silentMs;
    // A server that failed to start must not be kept alive by it.
    this.#timer = setInterval(() => this.#beat(), pingMs).unref();
  }

  /** Number of sockets that it watches. */
  get watched(): number {
    return this.#heardAt.size;
  }

  watch(socket: WebSocket): void {
    const heard = () => this.#heardAt.set(socket, performance.now());
    heard();
    socket.on("pong", heard);
    socket.on("ping", (data: Buffer) => {
      heard();
      if (socket.bufferedAmount < MAX_UNSENT_BYTES) socket.pong(data);
    });
    socket.on("close", () => this.#heardAt.delete(socket));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const now = performance.now();
    for (const [socket, heardAt] of this.#heardAt) {
      if (now - heardAt > this.#silentMs) socket.terminate();
      else socket.ping();
    }
  }
}
