import { useEffect } from "preact/hooks";
import { letterKeys } from "../state/preferences.ts";

/** Whether a key belongs to what is being typed into, or to an open dialog. */
const isTaken = ({ target, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  altKey ||
  ctrlKey ||
  metaKey ||
  (target instanceof Element && target.closest("input:not([type=checkbox]), select, textarea, dialog") !== null);

/** Single characters can be switched off; Escape, Enter and arrows mean the same everywhere. */
const isOff = ({ key }: KeyboardEvent): boolean => key.length === 1 && !letterKeys.value;

/** Calls `onKey` for single keys pressed anywhere on the page, but not while something is typed. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    const listening = new AbortController();
    addEventListener(
      "keydown",
      (event) => {
        if (!isTaken(event) && !isOff(event)) onKey(event);
      },
      { signal: listening.signal },
    );
    return () => listening.abort();
  });
}
