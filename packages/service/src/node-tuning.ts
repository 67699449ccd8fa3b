// Settings of V8's heap, and garbage collections on request. Each stays for a gain of more than 10 % in
// bench/RESULTS.md.
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes of V8's young generation, both halves, beyond which it is kept from growing. */
const ENOUGH_BYTES = 8 * 2 ** 20;
const LOOK_EVERY_MS = 20;

/**
 * Stops V8's young generation from growing to 64 MB and more, and lets the rest of the heap be collected when it is
 * twice what is in use, not four times. A crawl keeps what it reads to its end, so a larger young generation is no gain
 * for it: 44 % less memory for 10 % more CPU. V8 takes the limit itself only on Node's command line.
 *
 * Called when a command's crawl has read its homepage, or a service has loaded: V8 refuses compiled code that an earlier
 * process kept under other flags, so modules are loaded before.
 */
export function boundHeap(): void {
  const look = () => {
    const nursery = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if (nursery !== undefined && nursery.space_size < ENOUGH_BYTES) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    setFlagsFromString("--heap-growing-percent=100");
    clearInterval(timer);
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  look();
}

/** Milliseconds without a crawl before the heap is collected: a full collection takes some 100 ms. */
const IDLE_MS = 1_000;

/** Least bytes of a heap that are worth the pause of a full collection. */
const WORTH_COLLECTING_BYTES = 134_217_728;

/**
 * Gives back what crawls leave behind: 30 % of the memory of a service after 8 crawls of 200 pages. V8 collects when
 * something is allocated, and an idle service allocates nothing.
 */
export class IdleMemory {
  #timer: NodeJS.Timeout | undefined;

  /** Called when a crawl begins: nothing is collected until `idle`. */
  busy(): void {
    clearTimeout(this.#timer);
  }

  /** Called when the last crawl has ended. */
  idle(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(collect, IDLE_MS).unref();
  }
}

/** Collects with every pass that V8 has: an ordinary collection does not give the heap's pages back to the system. */
function collect(): void {
  if (process.memoryUsage().heapTotal < WORTH_COLLECTING_BYTES) return;
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  if (typeof gc === "function") gc({ type: "major", execution: "sync", flavor: "last-resort" });
}
