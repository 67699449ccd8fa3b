import type { Slower } from "../fetch.ts";
import type { AddressLimit } from "./addresses.ts";
import type { Observation } from "./pace.ts";

/** Called with the milliseconds for which the host has asked to be left alone. */
export type OnPause = (leftMs: number) => void;

/** A slot of a host, for requests to one of its origins. */
export interface HostSlot {
  /** Requests to the origin that may be in flight at present. */
  readonly concurrency: number;
  /**
   * Waits for a slot, first come first served. The caller must give it back with `leave`. `onPause` hears of each pause
   * that it has to wait for.
   * @throws CrawlError `aborted`; `host_asks_to_wait` while the host wants to be left alone for longer than a minute
   */
  enter(signal: AbortSignal, onPause?: OnPause): Promise<void>;
  /** Gives the slot back. Returns the reason if the host will be asked less from now on. */
  leave(seen: Observation): Slower | undefined;
  /** Sets the milliseconds between an answer and the next request, one at a time from then on; 0 lifts the limit. */
  setDelay(delayMs: number): void;
}

/** The slot with a place at the host's address: taken last, since what it waits for may be another host's. */
export function withAddress(slot: HostSlot, hostname: string, addresses: AddressLimit): HostSlot {
  const places: (() => void)[] = [];
  return {
    get concurrency() {
      return slot.concurrency;
    },
    async enter(signal, onPause) {
      await slot.enter(signal, onPause);
      try {
        places.push(await addresses.enter(hostname, signal));
      } catch (thrown) {
        slot.leave({ type: "none" });
        throw thrown;
      }
    },
    leave(seen) {
      places.pop()?.();
      return slot.leave(seen);
    },
    setDelay: (delayMs) => slot.setDelay(delayMs),
  };
}
