import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Bytes of V8's young generation beyond which it is kept from growing. */
const ENOUGH_BYTES = 16 * 2 ** 20;
const LOOK_MS = 1_000;

/**
 * Stops V8's young generation from growing to 128 MB: a crawl keeps what it reads to its end, so a larger one is no gain
 * for it. V8 takes the limit itself only on Node's command line, and refuses compiled code of other flags: called when
 * all modules are loaded.
 */
export function boundHeap(): void {
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if (young !== undefined && young.space_size < ENOUGH_BYTES) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(timer);
  }, LOOK_MS).unref();
}
