import { useEffect } from "preact/hooks";

/** Whether a key belongs to what is being typed into, or to an open dialog. */
const isTaken = ({ target, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  altKey ||
  ctrlKey ||
  metaKey ||
  (target instanceof Element && target.closest("input:not([type=checkbox]), select, textarea, dialog") !== null);

/** Calls `onKey` for single keys pressed anywhere on the page, but not while something is typed. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    const listening = new AbortController();
    addEventListener(
      "keydown",
      (event) => {
        if (!isTaken(event)) onKey(event);
      },
      { signal: listening.signal },
    );
    return () => listening.abort();
  });
}
