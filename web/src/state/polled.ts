import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Asked, troubleOf } from "./asked.ts";

/** A server that is restarted is back in seconds. */
const AFTER_FAILURE_SECONDS = 5;

interface Polled<T> {
  readonly asked: Asked<T>;
  /** Asks at once, after something was changed. */
  readonly refresh: () => void;
}

/**
 * Asks again and again while the page can be seen, every `secondsFor(value)`. What was there stays while it is asked
 * anew; reasons that change begin afresh.
 */
export function usePolled<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  secondsFor: (value: T) => number,
  reasons: readonly unknown[],
): Polled<T> {
  const [asked, setAsked] = useState<Asked<T>>({ type: "asking" });
  const [round, setRound] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useCallback(() => setRound((n) => n + 1), []);
  // The caller names the reasons.
  useEffect(() => {
    const leaving = new AbortController();
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(15_000)]);
    const again = (seconds: number) => {
      timer.current = setTimeout(() => (document.hidden ? again(seconds) : refresh()), seconds * 1000);
    };
    ask(signal).then(
      (value) => {
        if (leaving.signal.aborted) return;
        setAsked({ type: "there", value });
        again(secondsFor(value));
      },
      (thrown) => {
        if (leaving.signal.aborted) return;
        setAsked((before) => (before.type === "there" ? before : { type: "refused", ...troubleOf(thrown) }));
        again(AFTER_FAILURE_SECONDS);
      },
    );
    return () => {
      leaving.abort();
      clearTimeout(timer.current);
    };
  }, [...reasons, round]);
  return { asked, refresh };
}
