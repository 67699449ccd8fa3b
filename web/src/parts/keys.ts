import { useEffect, useRef } from "preact/hooks";
import { letterKeys } from "../state/preferences.ts";

/** True if a key belongs to what is being typed into, to an open dialog or menu, or was heard already. */
export const isTaken = ({ target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent) =>
  defaultPrevented || altKey || ctrlKey || metaKey || isTyped({ target });

/** True if it goes to something that takes keys itself. */
export const isTyped = ({ target }: Pick<Event, "target">): boolean =>
  target instanceof Element && target.closest("input:not([type=checkbox]), select, textarea, dialog, .pop") !== null;

/** Single characters can be switched off; Escape, Enter and arrows mean the same everywhere. */
const isOff = ({ key }: KeyboardEvent): boolean => key.length === 1 && !letterKeys.value;

/** Calls `onKey` for single keys pressed anywhere on the page, but not while something is typed. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listening = new AbortController();
    addEventListener(
      "keydown",
      (event) => {
        if (!isTaken(event) && !isOff(event)) latest.current(event);
      },
      { signal: listening.signal },
    );
    return () => listening.abort();
  }, []);
}
