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

  /** @throws when the page is gone */
  static async of(session: CDPSession): Promise<Traffic> {
    const traffic = new Traffic();
    session.on("Network.requestWillBeSent", ({ requestId, type = "Other" }) => {
      if (!BESIDE.includes(type)) traffic.#open.add(requestId);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
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

  /** Bytes of all that the page loaded, as they travelled. */
  get bytes(): number {
    return this.#bytes;
  }
}
