import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../protocol/http.ts";
import { sessionEnded } from "./session.ts";

/** Something asked of the server: under way, there, or refused. */
export type Asked<T> =
  | { readonly type: "asking" }
  | { readonly type: "there"; readonly value: T }
  | { readonly type: "refused"; readonly status: number; readonly why: string };

/** The failure in words. A session that is over brings the sign-in. */
export function troubleOf(thrown: unknown): { readonly status: number; readonly why: string } {
  if (!(thrown instanceof ApiError)) return { status: 0, why: "The server did not answer in time." };
  if (thrown.status === 401) sessionEnded();
  return { status: thrown.status, why: thrown.message };
}

/** Asks when the screen opens and whenever `reasons` change; an answer that comes too late is dropped. */
export function useAsked<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  reasons: readonly unknown[],
  patienceMs = 15_000,
): Asked<T> {
  const [asked, setAsked] = useState<Asked<T>>({ type: "asking" });
  // The caller names the reasons.
  useEffect(() => {
    const leaving = new AbortController();
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(patienceMs)]);
    ask(signal).then(
      (value) => !leaving.signal.aborted && setAsked({ type: "there", value }),
      (thrown) => !leaving.signal.aborted && setAsked({ type: "refused", ...troubleOf(thrown) }),
    );
    return () => leaving.abort();
  }, reasons);
  return asked;
}
