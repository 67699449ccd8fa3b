import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { letterKeys } from "../state/preferences.ts";
import { Icon } from "./button.tsx";

/** True if the event goes to an element that handles keys itself. */
const isTyped = ({ target }: Event): boolean =>
  target instanceof Element && target.closest("input:not([type=checkbox]), select, textarea, dialog, .pop") !== null;

/** Field that the key `/` focuses, unless single-letter shortcuts are switched off. */
export function useSlash(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listening = new AbortController();
    const onKey = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, defaultPrevented } = event;
      if (key !== "/" || defaultPrevented || altKey || ctrlKey || metaKey || isTyped(event) || !letterKeys.value)
        return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", onKey, { signal: listening.signal });
    return () => listening.abort();
  }, []);
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (words: string) => void;
}

/** Milliseconds without typing before the search begins. */
const TYPING_MS = 200;

/** Field for a search, which begins when typing pauses; the key `/` focuses it. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  useSlash(field);
  // Back or a link may have changed the search.
  useEffect(() => {
    if (value !== typed.trim()) setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const waiting = setTimeout(() => onSearch(typed.trim()), TYPING_MS);
    return () => clearTimeout(waiting);
  }, [typed]);
  return (
    <label class="flex h-[34px] w-[280px] items-center gap-2 rounded-control border border-line-2 bg-panel pr-2 pl-2.5 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus phone:h-[42px] phone:w-full">
      <Icon name="search" class="text-ink-3" />
      <span class="sr-only">{label}</span>
      <input
        ref={field}
        type="search"
        placeholder={label}
        class="min-w-0 flex-1 outline-none phone:text-base"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setTyped("");
        }}
      />
      <kbd class="kbd phone:hidden">/</kbd>
    </label>
  );
}
