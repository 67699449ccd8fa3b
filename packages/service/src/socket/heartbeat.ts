import type { WebSocket } from "@fastify/websocket";

export interface HeartbeatOptions {
  readonly pingMs: number;
  /** Milliseconds without a sign of life after which a peer is disconnected. */
  readonly silentMs: number;
}

/** Unsent bytes above which a peer's pings are not answered: it does not read the answers. */
const MAX_UNSENT_BYTES = 65_536;

/** Pings every watched socket, answers its pings, and ends it when it is silent. */
export class Heartbeat {
  readonly #heardAt = new Map<WebSocket, number>();
  readonly #timer: NodeJS.Timeout;
  readonly #silentMs: number;

  constructor({ pingMs, silentMs }: HeartbeatOptions) {
    this.#silentMs = silentMs;
    // A server that failed to start must not be kept alive by this timer.
    this.#timer = setInterval(() => this.#beat(), pingMs).unref();
  }

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
