import { useEffect, useRef, useState } from "preact/hooks";
import { CallError, call, troubleOf } from "./call.ts";

/** Answer of the server to a screen's request. */
export interface Asked<T> {
  /** The last answer; undefined before the first. */
  readonly value: T | undefined;
  /** Reason why there is no answer; empty while it is pending. */
  readonly trouble: string;
  /** Status of the failure, such as 404. */
  readonly status: number;
  /** Repeats the request now. */
  readonly again: () => void;
  /** Replaces the answer by a newer one. */
  readonly put: (value: T) => void;
}

/** Seconds until a failed request is repeated: a restarting server is back soon. */
const AFTER_FAILURE_SECONDS = 5;

/**
 * Requests `path` from the server, repeatedly while the component is shown.
 * @param path undefined: nothing is requested
 * @param seconds time until the next request; 0: never. Nothing is requested while the page is hidden.
 * @param asOf a value that the answer depends on: a change repeats the request at once
 */
export function useAsked<T>(path: string | undefined, seconds: (value: T) => number = () => 0, asOf = ""): Asked<T> {
  const [state, setState] = useState<{ path?: string | undefined; value?: T; trouble: string; status: number }>({
    trouble: "",
    status: 0,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(seconds);
  latest.current = seconds;
  useEffect(() => {
    if (path === undefined) return;
    const asking = new AbortController();
    const { signal } = asking;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (wait: number) => {
      if (wait > 0) timer = setTimeout(ask, wait * 1000);
    };
    const ask = async (): Promise<void> => {
      if (document.hidden) return later(2);
      try {
        const value = await call<T>(path, { signal });
        setState({ path, value, trouble: "", status: 200 });
        later(latest.current(value));
      } catch (thrown) {
        if (signal.aborted) return;
        const status = thrown instanceof CallError ? thrown.status : 0;
        setState((before) => ({ ...(before.path === path ? before : { path }), trouble: troubleOf(thrown), status }));
        if (status !== 404) later(AFTER_FAILURE_SECONDS);
      }
    };
    void ask();
    return () => {
      asking.abort();
      clearTimeout(timer);
    };
  }, [path, turn, asOf]);
  const isOwn = state.path === path;
  return {
    value: isOwn ? state.value : undefined,
    trouble: isOwn ? state.trouble : "",
    status: isOwn ? state.status : 0,
    again: () => setTurn((count) => count + 1),
    put: (value) => setState({ path, value, trouble: "", status: 200 }),
  };
}

/** The time of day, updated every `seconds`. */
export function useNow(seconds: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return now;
}
