import { useState } from "preact/hooks";
import { Store } from "./store.ts";

/** Text with which the screen that checks one opens. */
export const textToCheck = new Store("");

/** Changes of a text on this page, with undo. */
export interface Mended {
  readonly steps: number;
  readonly put: (text: string) => void;
  readonly undo: () => void;
}

/** A text that is changed on this page, step by step. A new `original` starts again. */
export function useMended(original: string): Mended & { readonly text: string } {
  const [{ from, texts }, set] = useState<{ readonly from: string; readonly texts: readonly string[] }>({
    from: original,
    texts: [],
  });
  const own = from === original ? texts : [];
  const change = (next: readonly string[]) => set({ from: original, texts: next });
  return {
    text: own.at(-1) ?? original,
    steps: own.length,
    put: (text) => change([...own, text]),
    undo: () => change(own.slice(0, -1)),
  };
}
