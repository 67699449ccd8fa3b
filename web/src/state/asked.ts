import { useEffect, useRef, useState } from "preact/hooks";
import { CallError, call, troubleOf } from "./call.ts";

/** Answer of the server to a question of a screen. */
export interface Asked<T> {
  /** The last answer; undefined before the first. */
  readonly value: T | undefined;
  /** Reason why there is no answer; empty: it is still to come. */
  readonly trouble: string;
  /** Status of the refusal: 404 if there is no such thing. */
  readonly status: number;
  /** Asks again now. */
  readonly again: () => void;
  /** Takes a newer answer, which came with a change. */
  readonly put: (value: T) => void;
}

/** Seconds until a refused or failed question is asked again: a server that restarts is back soon. */
const AFTER_FAILURE_SECONDS = 5;

/**
 * Asks the server for `path`, and again while the component is shown.
 * @param path undefined: nothing is asked
 * @param seconds time until the answer is asked for again; 0: never. Nothing is asked while the page is hidden.
 * @param asOf fact that the answer depends on: when it changes, the question is asked again at once
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
