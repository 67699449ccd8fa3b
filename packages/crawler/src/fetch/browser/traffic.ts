import type { CDPSession } from "playwright-core";

/** Requests of a page that never end, or whose answers have no text: nobody waits for them. */
const BESIDE: readonly string[] = [
  "EventSource",
  "WebSocket",
  "Ping",
  "Prefetch",
  "Image",
  "Media",
  "Font",
  "Manifest",
];

/** Requests of one page on the wire. */
export class Traffic {
  readonly #open = new Set<string>();
  #bytes = 0;
  #changedAt = 0;

  /** @throws when the page is gone */
  static async of(session: CDPSession): Promise<Traffic> {
    const traffic = new Traffic();
    session.on("Network.requestWillBeSent", ({ requestId, type = "Other" }) => {
      traffic.#changedAt = performance.now();
      if (!BESIDE.includes(type)) traffic.#open.add(requestId);
    });
    session.on("Network.dataReceived", () => {
      traffic.#changedAt = performance.now();
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      traffic.#changedAt = performance.now();
      traffic.#open.delete(requestId);
      traffic.#bytes += encodedDataLength;
    });
    session.on("Network.loadingFailed", ({ requestId }) => traffic.#open.delete(requestId));
    await session.send("Network.enable");
    return traffic;
  }

  /** True while nothing is awaited that text could come from. */
  get isQuiet(): boolean {
    return this.#open.size === 0;
  }

  /** Time of the last sign of the network, by this process's clock; 0 before the first. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** Bytes of all that the page loaded, as they travelled. */
  get bytes(): number {
    return this.#bytes;
  }
}
