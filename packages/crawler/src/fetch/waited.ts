import type { FetchRequest, Pause } from "./fetch.ts";

/** Waits, and tells the request for how long, whatever comes of it. */
export async function waited<T>({ onWaited }: Pick<FetchRequest, "onWaited">, waiting: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await waiting;
  } finally {
    onWaited?.(performance.now() - startedAt);
  }
}

/**
 * Shortest pause, in milliseconds, that is reported. `Retry-After` counts in seconds, and part of the first may have
 * passed.
 */
const LEAST_PAUSE_MS = 500;

/** Reports each pause of a host once, although every waiting request hears of it. */
export function oncePerPause(onPause: ((pause: Pause) => void) | undefined): (pause: Pause) => void {
  const toldUntil = new Map<string, number>();
  return ({ host, leftMs }) => {
    const until = performance.now() + leftMs;
    if (leftMs < LEAST_PAUSE_MS || until < (toldUntil.get(host) ?? 0) + LEAST_PAUSE_MS) return;
    toldUntil.set(host, until);
    onPause?.({ host, leftMs });
  };
}
