import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { letterKeys } from "../state/preferences.ts";

/** True if a key belongs to a field, an open dialog or menu, or was handled already. */
export const isTaken = ({ target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent) =>
  defaultPrevented || altKey || ctrlKey || metaKey || isTyped({ target });

/** True if the event goes to an element that handles keys itself. */
export const isTyped = ({ target }: Pick<Event, "target">): boolean =>
  target instanceof Element && target.closest("input:not([type=checkbox]), select, textarea, dialog, .pop") !== null;

/** True for a single character if these shortcuts are switched off; Escape, Enter and arrows always work. */
const isOff = ({ key }: KeyboardEvent): boolean => key.length === 1 && !letterKeys.value;

/** Calls `on` for each event of the window, with what the component holds by then. */
export function useEvent<Type extends keyof WindowEventMap>(type: Type, on: (event: WindowEventMap[Type]) => void) {
  const latest = useRef(on);
  latest.current = on;
  useEffect(() => {
    const listening = new AbortController();
    addEventListener(type, (event) => latest.current(event), { signal: listening.signal });
    return () => listening.abort();
  }, [type]);
}

/** Field that the key `/` focuses. */
export function useSlash(field: RefObject<HTMLElement | null>): void {
  useKeys((event) => {
    if (event.key !== "/") return;
    event.preventDefault();
    field.current?.focus();
  });
}

/** Calls `onKey` for keys pressed anywhere on the page, except in fields. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  useEvent("keydown", (event) => {
    if (!isTaken(event) && !isOff(event)) onKey(event);
  });
}
