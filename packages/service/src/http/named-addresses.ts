import { Turn } from "@llmstxt-service/crawler/waiting/event-loop";

/** Milliseconds that a site's addresses are kept, to serve each change of its filters. */
const KEPT_MS = 300_000;

/**
 * Most bytes of all sites' addresses; beyond it the oldest list is dropped. 20,000 addresses have 2 MB, of the longest
 * 40.
 */
const MAX_BYTES = 64 * 2 ** 20;

/** Lists of sites' addresses, as bytes that threads share without a copy. */
export class NamedAddresses {
  /** Lists in the order in which they were kept. */
  readonly #kept = new Map<string, { readonly addresses: Uint8Array; readonly over: NodeJS.Timeout }>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get(url: string): Uint8Array | undefined {
    return this.#kept.get(url)?.addresses;
  }

  keep(url: string, addresses: Uint8Array): void {
    this.#drop(url);
    this.#bytes += addresses.length;
    const over = setTimeout(() => this.#drop(url), KEPT_MS).unref();
    this.#kept.set(url, { addresses, over });
    for (const [oldest] of this.#kept) if (this.#bytes > MAX_BYTES) this.#drop(oldest);
  }

  clear(): void {
    for (const url of [...this.#kept.keys()]) this.#drop(url);
  }

  #drop(url: string): void {
    const kept = this.#kept.get(url);
    if (kept === undefined) return;
    clearTimeout(kept.over);
    this.#bytes -= kept.addresses.length;
    this.#kept.delete(url);
  }
}

/** Packs addresses, one a line. An address is ASCII: other characters are percent-encoded. */
export async function packAddresses(urls: readonly string[]): Promise<Uint8Array> {
  const length = urls.reduce((sum, url) => sum + url.length + 1, 0);
  const packed = Buffer.from(new SharedArrayBuffer(Math.max(0, length - 1)));
  const turn = new Turn();
  let at = 0;
  for (const url of urls) {
    if (turn.isOver) await turn.end();
    at += packed.write(`${at > 0 ? "\n" : ""}${url}`, at, "latin1");
  }
  return new Uint8Array(packed.buffer);
}
